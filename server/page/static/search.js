// Searches the catalogue by name, ignoring case, accents, hyphens and spaces.

/** The normalized words of a text: "Misère: 8-Puzzle" gives misere, 8, puzzle. */
const words = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The suffixes of texts that a query may match, without spaces: "fourinarow", "inarow", "arow", "row". */
const beginnings = (texts) =>
  texts.flatMap((text) => words(text).map((_, i, all) => all.slice(i).join("")));

/** The searchable texts of a catalogue entry, prepared once for many searches. */
export function searchable(entry) {
  const called = [entry.name, entry.gameId, ...entry.alsoCalled];
  const starts = called.map((text) => words(text).join(""));
  const names = beginnings(called);
  const variants = beginnings(entry.variants.flatMap((one) => [one.description, one.variantId]));
  const rest = beginnings([entry.description, entry.impartial ? "impartial nimber" : ""]);
  return { starts, names, variants, all: [...names, ...variants, ...rest] };
}

/** The quality of a match: 0 the start of a name, 1 a name, 2 a variant, 3 separate words, null no match. */
export function fit(known, query) {
  const whole = words(query).join("");
  const has = (texts, text) => texts.some((one) => one.startsWith(text));
  if (has(known.starts, whole) || !whole) return 0;
  if (has(known.names, whole)) return 1;
  if (has(known.variants, whole)) return 2;
  const each = query.split(/\s+/).map((word) => words(word).join(""));
  return each.every((word) => has(known.all, word)) ? 3 : null;
}
