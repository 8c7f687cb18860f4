// The addresses of the page, and the names of variants.

/** What the current address names: {view, id, variant, position, query}. prefetch.js reads it, as it runs first. */
export const addressNow = globalThis.addressNow;

/** The address of a game, a variant or a position, relative to that of the catalogue. `query`: further parameters. */
export function linkTo(id, variant, position, query = {}) {
  const path = ["g", id, ...(variant ? [variant] : [])].map(encodeURIComponent).join("/");
  const parameters = String(new URLSearchParams({ ...(position && { p: position }), ...query }));
  return parameters ? `${path}?${parameters}` : path;
}

/** Go to another address of the page, as a link does. */
export function goTo(address) {
  history.replaceState({ ...history.state, scroll: scrollY }, "");
  history.pushState(null, "", address);
  dispatchEvent(new Event("visit"));
}

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
