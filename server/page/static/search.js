// Finding puzzles and games by what people call them: case, accents, hyphens and blanks do not matter.

/** The words of a text, plain: "Misère: 8-Puzzle" is misere, 8, puzzle. */
const words = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** What a query may begin: a text from each of its words on, without blanks: "fourinarow", "inarow", "arow", "row". */
const beginnings = (texts) =>
  texts.flatMap((text) => words(text).map((_, i, all) => all.slice(i).join("")));

/** What is known of an entry of the catalogue, to be searched many times. */
export function searchable(entry) {
  const names = beginnings([entry.name, entry.gameId, ...entry.alsoCalled]);
  const variants = beginnings(entry.variants.flatMap((one) => [one.description, one.variantId]));
  const rest = beginnings([entry.description, entry.impartial ? "impartial nimber" : ""]);
  return { names, variants, all: [...names, ...variants, ...rest] };
}

/** How well a query fits: 0 by a name, 1 by a variant, 2 by words here and there; null where it does not. */
export function fit(known, query) {
  const whole = words(query).join("");
  const has = (texts, text) => texts.some((one) => one.startsWith(text));
  if (has(known.names, whole) || !whole) return 0;
  if (has(known.variants, whole)) return 1;
  const each = query.split(/\s+/).map((word) => words(word).join(""));
  return each.every((word) => has(known.all, word)) ? 2 : null;
}
