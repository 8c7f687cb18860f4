// Moves of two parts, such as a slide and then a stone: touching the first part lights up the second parts.

import { release } from "./hands.js";
import { t } from "./language.js";

const placeOf = (one) => (one.kind === "arrow" ? `${one.from}>${one.to}` : `${one.cell}`);

/**
 * The first parts, by place: {...the parsed button, text, moves: the numbers of the moves that it begins}.
 *
 * first: of the look, [button, after, chars] by cells; shown: the parsed moves, of which those of two parts are changed
 * to their second parts, with the place to touch first as `later`; parse: parses a button; turn: 1 or 2.
 */
export function openingsOf(first, shown, parse, turn) {
  const openings = new Map();
  shown.forEach((one, i) => {
    const [text, after, chars] = first[one.kind === "arrow" ? one.from : one.cell] || [];
    const opening = text && parse(text);
    if (!opening || (one.kind === "add" && placeOf(opening) === placeOf(one))) return;
    const place = placeOf(opening);
    if (!openings.has(place)) openings.set(place, { ...opening, text, moves: [] });
    openings.get(place).moves.push(i);
    const second = after === null ? one : { kind: "add", char: chars[turn - 1], cell: one.to + after };
    shown[i] = { ...second, later: place };
  });
  shown.forEach((one, i) => {
    const opening = !one.later && openings.get(placeOf(one));
    if (!opening) return;
    opening.moves.push(i); // the first part is a move by itself
    shown[i] = { ...one, later: placeOf(one) };
  });
  return [...openings.values()];
}

/** The common beginning of the names of moves. */
function beginning(names) {
  const common = (a, b) => a.slice(0, [...a].findIndex((char, i) => char !== b[i]) >>> 0);
  return names.reduce(common).replace(/[^\p{L}\p{N}]+$/u, "");
}

/** The move that represents an opening in the list of moves: its best one, with the common beginning as its name. */
export function firstOf({ moves: own }, moves) {
  const moveName = beginning(own.map((i) => moves[i].moveName)) || t("The first of two touches");
  return { ...moves[Math.min(...own)], moveName, move: null, position: null };
}

/** Mark the drawings of an opening and of the moves that it begins. */
export function link({ group, text, moves }, groups) {
  group.dataset.first = text;
  for (const i of moves) groups[i].dataset.after = text;
}

/** Light up the second parts of an opening; a single one is made at once. usable: {group, go} of every move. */
export function open(svg, opening, usable) {
  const own = opening.moves.map((i) => usable[i]);
  if (own.length === 1) {
    own[0].go();
    return;
  }
  release(svg);
  svg.classList.add("choosing");
  own.forEach(({ group }) => group.classList.add("lit"));
}
