// Searches the catalogue by name, ignoring case, accents, hyphens and spaces.

/** The normalized words of a text: "Misère: 8-Puzzle" gives misere, 8, puzzle. */
const wordsOf = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The suffixes of texts that a query may match, without spaces: "fourinarow", "inarow", "arow", "row". */
const suffixes = (texts) =>
  texts.flatMap((text) => wordsOf(text).map((_, i, parts) => parts.slice(i).join("")));

/** The searchable texts of a catalogue entry, prepared once for many searches. */
export function searchable(entry) {
  const allNames = [entry.name, entry.gameId, ...entry.alsoCalled];
  const starts = allNames.map((text) => wordsOf(text).join(""));
  const names = suffixes(allNames);
  const variants = suffixes(entry.variants.flatMap((variant) => [variant.description, variant.variantId]));
  const details = suffixes([entry.description, entry.impartial ? "impartial nimber" : ""]);
  return { starts, names, variants, suffixes: [...names, ...variants, ...details] };
}

/** The quality of a match: 0 the start of a name, 1 a name, 2 a variant, 3 separate words, null no match. */
export function fit(texts, query) {
  const queryText = wordsOf(query).join("");
  const anyBegins = (texts, text) => texts.some((item) => item.startsWith(text));
  if (anyBegins(texts.starts, queryText) || !queryText) return 0;
  if (anyBegins(texts.names, queryText)) return 1;
  if (anyBegins(texts.variants, queryText)) return 2;
  const queryWords = query.split(/\s+/).map((part) => wordsOf(part).join(""));
  return queryWords.every((part) => anyBegins(texts.suffixes, part)) ? 3 : null;
}
