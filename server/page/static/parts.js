// Moves of two parts, such as a slide and then a stone: one touches the first part, and the second parts light up.

import { release } from "./hands.js";

const placeOf = (one) => (one.kind === "arrow" ? `${one.from}>${one.to}` : `${one.cell}`);

/**
 * What is touched first, by its place: {...the parsed button, text, moves: the numbers of the moves that it begins}.
 *
 * first: of the look, [button, after, chars] by cells; shown: the parsed moves, of which those of two parts are changed
 * to their second parts, with the place that is touched before as `later`; parse: parses a button; turn: 1 or 2.
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

/** What the names of moves begin with. */
export function beginning(names) {
  const common = (a, b) => a.slice(0, [...a].findIndex((char, i) => char !== b[i]) >>> 0);
  return names.reduce(common).replace(/[^\p{L}\p{N}]+$/u, "");
}

/** Light up the second parts of an opening. */
export function open(svg, groups) {
  release(svg);
  svg.classList.add("choosing");
  groups.forEach((group) => group.classList.add("lit"));
}

/** Whether a move is hidden until its first part is touched. */
export const waits = (group) => group.matches(".later:not(.lit)");
