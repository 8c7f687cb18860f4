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
  const nearNames = (entry.near ?? []).map((text) => wordsOf(text).join(""));
  const details = suffixes([entry.description, entry.impartial ? "impartial nimber" : ""]);
  return { starts, names, nearNames, variants, suffixes: [...names, ...variants, ...details] };
}

/** Whether a text is the id or a name of a puzzle or game. */
export const isCalled = (entry, text) => searchable(entry).starts.includes(wordsOf(text).join(""));

/** The quality of a match with the name of something that is not there, to which this is near. */
export const IS_NEAR = 0;

/** The quality of a match: IS_NEAR, 1 the start of a name, 2 a name, 3 a variant, 4 separate words, null no match. */
export function fit(texts, query) {
  const queryText = wordsOf(query).join("");
  if (query && !queryText) return null; // signs alone
  const anyBegins = (texts, text) => texts.some((item) => item.startsWith(text));
  if (texts.nearNames.includes(queryText)) return IS_NEAR;
  if (anyBegins(texts.starts, queryText) || !queryText) return 1;
  if (anyBegins(texts.names, queryText)) return 2;
  if (anyBegins(texts.variants, queryText)) return 3;
  const queryWords = query.split(/\s+/).map((part) => wordsOf(part).join(""));
  return queryWords.every((part) => anyBegins(texts.suffixes, part)) ? 4 : null;
}

/** Compares cards: the better known comes first. */
export const byRenown = (a, b) => (a.entry.wellKnown ?? Infinity) - (b.entry.wellKnown ?? Infinity) || 0;

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
  const isNear = ({ texts }) => texts.nearNames.some((name) => name.startsWith(text));
  const distances = cards.map((card) => [card, isNear(card) ? 0 : Math.min(...card.texts.names.map((name) => distance(text, name)))]);
  distances.sort(([a, before], [b, after]) => before - after || byRenown(a, b));
  const most = distances[0]?.[1] && text.length / 3;
  const close = distances.filter(([, letters]) => letters <= most);
  return close.slice(0, NEAREST).map(([card]) => card);
}
