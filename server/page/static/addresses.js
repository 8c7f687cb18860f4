// The addresses of the page, and the names of variants.

export const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** The variant to open by default: the one the service names, unless only another can be played. */
export function defaultVariant(entry) {
  const opening = entry.variants.find((variant) => variant.variantId === entry.opens);
  const playable = entry.variants.find((variant) => variant.status === "available");
  return opening && opening.status === "unavailable" && playable ? playable : opening;
}

/** The name of a variant, with its id if another variant of the game has the same name. */
export function nameOf(entry, variant) {
  const namesakes = entry.variants.filter((candidate) => candidate.description === variant.description).length;
  return namesakes > 1 ? `${variant.description} (${variant.variantId})` : variant.description;
}
