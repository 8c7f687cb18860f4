// The addresses of the page, and the names of variants.

export const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** The variant to open by default: the one the service names, unless only another can be played. */
export function openingOf(entry) {
  const meant = entry.variants.find((one) => one.variantId === entry.opens);
  const other = entry.variants.find((one) => one.status === "available");
  return meant && meant.status === "unavailable" && other ? other : meant;
}

/** The name of a variant, with its id if another variant of the game has the same name. */
export function nameOf(entry, variant) {
  const same = entry.variants.filter((one) => one.description === variant.description).length;
  return same > 1 ? `${variant.description} (${variant.variantId})` : variant.description;
}
