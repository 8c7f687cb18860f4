// The names of rows and columns beside a board, for reading the names of moves.

import { s } from "./dom.js";

export const MARGIN = 15; // for the names, in units of the drawing
const SMALLEST = 10; // the size of names on small boards, which are drawn large
const LARGEST = 12.5;
const CELL_NAME = /(?<![a-z])([a-z]|(?<![A-Z])[A-Z])(\d{1,2})/g; // a cell in the name of a move

/**
 * The names of rows and columns in those of moves: {top, step, first}, the number of the topmost row, what each further
 * one adds, and the letter of the first column; {isDrop: true} if moves are named by the number of their column, as where
 * pieces drop; null if moves name neither cells nor columns.
 */
export function namesOf({ rows, cols, look: { centers } }, moves, buttons) {
  if (rows > 1 && moves.length > 1 && moves.every(({ moveName }, i) => moveName === String((buttons[i].cell % cols) + 1))) return { isDrop: true };
  // of cells in one place, which stand for moves of several parts, the first
  const placed = (cell) => (centers[cell] ? centers.findIndex((center) => String(center) === String(centers[cell])) : cell);
  const cells = moves.map(({ moveName }, i) => {
    const matches = [...moveName.matchAll(CELL_NAME)];
    const { cell, from = cell, to } = buttons[i];
    const pairs = matches.length ? [[matches[0], placed(from)], [matches.at(-1), placed(to)]] : [];
    const consistent = pairs.filter(([[, letter], at]) => at % cols === letter.toLowerCase().charCodeAt(0) - 97);
    return consistent.map(([[, letter, number], at]) => ({ letter, number: Number(number), row: Math.floor(at / cols) }));
  });
  if (!cells.length || !cells.every((pairs) => pairs.length)) return null;
  const [{ letter, number, row }] = cells[0];
  const step = [-1, 1].find((sign) => cells.flat().every((cell) => cell.number - number === sign * (cell.row - row)));
  return step ? { top: number - step * row, step, first: letter === letter.toLowerCase() ? "a" : "A" } : null;
}

/**
 * The names of rows and columns, `edge` beside and below a board of this height, or above one where pieces drop; null if
 * they are not straight. centerOf(cell): in units of the drawing.
 */
export function coordinates(board, { isDrop, top, step, first }, centerOf, edge, height) {
  const size = Math.max(SMALLEST, Math.min(LARGEST, 1.6 * board.cols));
  const name = (x, y, text) => s("text", { class: "coordinate", x, y, "font-size": size }, text);
  if (isDrop) return s("g", null, Array.from({ length: board.cols }, (_, col) => name(centerOf(col)[0], -MARGIN / 2, String(col + 1))));
  if (top > board.rows) return null;
  const [columns, rows] = [board.cols, step < 0 ? top : board.rows].map((count) => Array.from({ length: count }, (_, i) => i));
  const [xs, ys] = [columns.map((col) => centerOf(col)[0]), rows.map((row) => centerOf(row * board.cols)?.[1])];
  const straight = rows.every((row) => columns.every((col) => String(centerOf(row * board.cols + col)) === `${xs[col]},${ys[row]}`));
  if (!straight) return null;
  // pieces in hand lie apart from the board, and their moves do not name their place
  const apart = board.look.centers.length ? ys.findIndex((y, row) => row > 1 && Math.abs(y - ys[row - 1]) - Math.abs(ys[1] - ys[0]) > 1) : -1;
  if (apart > 0) ys.length = apart;
  return s(
    "g",
    { "aria-hidden": "true" },
    xs.map((x, col) => name(x, height + edge, String.fromCharCode(first.charCodeAt(0) + col))),
    ys.map((y, row) => ys.indexOf(y) === row && name(-edge, y, String(top + step * row))), // some are in one line
  );
}
