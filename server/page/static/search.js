// Searches the catalogue by name, ignoring case, accents, hyphens and spaces.

const LONGEST = 30; // letters of a query that are compared with names
const NEAREST = 6; // cards offered if nothing is found

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
  const variants = suffixes(entry.variants);
  const details = suffixes([entry.description, entry.impartial ? "impartial nimber" : ""]);
  return { starts, names, variants, suffixes: [...names, ...variants, ...details] };
}

/** Whether a text is the id or a name of a puzzle or game. */
export const isCalled = (entry, text) => searchable(entry).starts.includes(wordsOf(text).join(""));

/** The quality of a match: 0 the start of a name, 1 a name, 2 a variant, 3 separate words, null no match. */
export function fit(texts, query) {
  const queryText = wordsOf(query).join("");
  if (query && !queryText) return null; // signs alone
  const anyBegins = (texts, text) => texts.some((item) => item.startsWith(text));
  if (anyBegins(texts.starts, queryText) || !queryText) return 0;
  if (anyBegins(texts.names, queryText)) return 1;
  if (anyBegins(texts.variants, queryText)) return 2;
  const queryWords = query.split(/\s+/).map((part) => wordsOf(part).join(""));
  return queryWords.every((part) => anyBegins(texts.suffixes, part)) ? 3 : null;
}

/** How many letters must be changed, added or left out to make `text` the beginning of `name`. */
function distance(text, name) {
  let row = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...text].entries()) {
    const next = [i + 1];
    for (let j = 0; j < name.length; j += 1) {
      next.push(Math.min(row[j] + (letter !== name[j]), row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return Math.min(...row);
}

/** The cards whose names resemble a query most, at most six; one letter in three may be wrong. */
export function nearest(cards, query) {
  const text = wordsOf(query).join("").slice(0, LONGEST);
  if (!text) return [];
  const distances = cards.map((card) => [card, Math.min(...card.texts.names.map((name) => distance(text, name)))]);
  const close = distances.filter(([, letters]) => letters <= text.length / 3);
  const renown = (card) => card.entry.wellKnown ?? Infinity;
  return close.sort(([a, before], [b, after]) => before - after || renown(a) - renown(b) || 0).slice(0, NEAREST).map(([card]) => card);
}
