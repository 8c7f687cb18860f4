// Small drawings of pieces for texts: which pieces somebody plays, and what a letter in the rules stands for.

import { UNIT, drawPiece } from "./board.js";
import { h } from "./dom.js";

/** Fit the whole of a drawing around (0, 0): pieces may be larger than a cell. */
export function fit(drawing) {
  const { x, y, width, height } = drawing.getBBox();
  const half = Math.max(UNIT / 2, -x, -y, x + width, y + height);
  drawing.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
}

/** A piece of a variant whose look was fetched, as large as the text around it; null if it has no drawing of its own. */
export function symbol(of, char) {
  const drawing = drawPiece(of, char);
  if (drawing.querySelector(".disc, .tile") || !drawing.childNodes.length) return null;
  queueMicrotask(() => drawing.isConnected && fit(drawing));
  return h("span", { class: "symbol", role: "img", "aria-label": char }, drawing);
}
