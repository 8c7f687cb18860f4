// The addresses of the page, and the names of variants.

export const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

const BEYOND_TABLES = 1e12; // positions; a larger variant never gets a table, and is played without one

/** The variant to open by default: the one the service names; until its table is ready, another that can be played. */
export function defaultVariant(entry) {
  const opening = entry.variants.find((variant) => variant.variantId === entry.opens);
  const playable = entry.variants.find((variant) => variant.status === "available");
  const isAwaited = opening?.status === "unavailable" && !(opening.about > BEYOND_TABLES);
  return isAwaited && playable ? playable : opening;
}

/** The name of a variant, with its id if another variant of the game has the same name. */
export function nameOf(entry, variant) {
  const namesakes = entry.variants.filter((candidate) => candidate.description === variant.description).length;
  return namesakes > 1 ? `${variant.description} (${variant.variantId})` : variant.description;
}
