// The names of rows and columns beside a board, for reading the names of moves.

import { s } from "./dom.js";

export const MARGIN = 15; // for the names, in units of the drawing
const SMALLEST = 10; // the size of names on small boards, which are drawn large
const LARGEST = 12.5;

/**
 * The names of rows and columns, `edge` beside and below a board of this height, or above one where pieces drop; null if
 * they are not straight. {top, step, first}: the number of the topmost row, what each further one adds, 0 where pieces
 * drop, and the letter of the first column. centerOf(cell): in units of the drawing.
 */
export function coordinates(board, { top, step, first }, centerOf, edge, height) {
  const size = Math.max(SMALLEST, Math.min(LARGEST, 1.6 * board.cols));
  const name = (x, y, text) => s("text", { class: "coordinate", x, y, "font-size": size }, text);
  if (step === 0) return s("g", null, Array.from({ length: board.cols }, (_, col) => name(centerOf(col)[0], -MARGIN / 2, String(col + 1))));
  if (top > board.rows) return null;
  const [columns, rows] = [board.cols, step < 0 ? top : board.rows].map((count) => Array.from({ length: count }, (_, i) => i));
  const [xs, ys] = [columns.map((col) => centerOf(col)[0]), rows.map((row) => centerOf(row * board.cols)?.[1])];
  const straight = rows.every((row) => columns.every((col) => String(centerOf(row * board.cols + col)) === `${xs[col]},${ys[row]}`));
  if (!straight) return null;
  // pieces in hand lie apart from the board, and their moves do not name their place
  const apart = board.look.centers.length ? ys.findIndex((y, row) => row > 1 && Math.abs(y - ys[row - 1]) - Math.abs(ys[1] - ys[0]) > 1) : -1;
  if (apart > 0) ys.length = apart;
  return s("g", { "aria-hidden": "true" },
    xs.map((x, col) => name(x, height + edge, String.fromCharCode(first.charCodeAt(0) + col))),
    ys.map((y, row) => ys.indexOf(y) === row && name(-edge, y, String(top + step * row))), // some are in one line
  );
}
