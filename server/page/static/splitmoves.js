// Moves of two parts, such as a slide and then a stone: touching the first part lights up the second parts.

import { release } from "./dragging.js";
import { t } from "./language.js";

const placeOf = (button) => (button.kind === "arrow" ? `${button.from}>${button.to}` : `${button.cell}`);

/**
 * The first parts, by place: {...the parsed button, text, moves: the numbers of the moves that it begins}.
 *
 * first: of the look, [button, after, chars] by cells; buttons: the parsed moves, of which those of two parts are
 * changed to their second parts, with the place to touch first as `later`; parse: parses a button; turn: 1 or 2.
 */
export function openingsOf(first, buttons, parse, turn) {
  const openings = new Map();
  buttons.forEach((button, i) => {
    const [text, after, chars] = first[button.kind === "arrow" ? button.from : button.cell] || [];
    const opening = text && parse(text);
    if (!opening || (button.kind === "add" && placeOf(opening) === placeOf(button))) return;
    const place = placeOf(opening);
    if (!openings.has(place)) openings.set(place, { ...opening, text, moves: [] });
    openings.get(place).moves.push(i);
    const second = after === null ? button : { kind: "add", char: chars[turn - 1], cell: button.to + after };
    buttons[i] = { ...second, later: place };
  });
  buttons.forEach((button, i) => {
    const opening = !button.later && openings.get(placeOf(button));
    if (!opening) return;
    opening.moves.push(i); // the first part is a move by itself
    buttons[i] = { ...button, later: placeOf(button) };
  });
  return [...openings.values()];
}

/** The common beginning of the names of moves. */
function beginning(names) {
  const common = (a, b) => a.slice(0, [...a].findIndex((char, i) => char !== b[i]) >>> 0);
  return names.reduce(common).replace(/[^\p{L}\p{N}]+$/u, "");
}

/** The move that represents an opening in the list of moves: its best one, with the common beginning as its name. */
export function representativeMove({ moves: indices }, moves) {
  const moveName = beginning(indices.map((i) => moves[i].moveName)) || t("The first of two clicks");
  return { ...moves[Math.min(...indices)], moveName, move: null, position: null };
}

/** Mark the drawings of an opening and of the moves that it begins. */
export function link({ group, text, moves }, groups) {
  group.dataset.first = text;
  for (const i of moves) groups[i].dataset.after = text;
}

/** Light up the second parts of an opening; a single one is made at once. usable: {group, go} of every move. */
export function open(svg, opening, usable) {
  const secondParts = opening.moves.map((i) => usable[i]);
  if (secondParts.length === 1) {
    secondParts[0].go();
    return;
  }
  release(svg);
  svg.classList.add("choosing");
  secondParts.forEach(({ group }) => group.classList.add("lit"));
}
