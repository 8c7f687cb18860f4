// Signs of value beside the colored moves on a board, for people who cannot distinguish the colors.

import { s } from "./dom.js";
import { SIGNS } from "./phrases.js";

const RADIUS = 6.5; // of the badge, in units of the drawing
const ASIDE = 11; // from the middle of a cell to that of the badge

/** Put a badge with the sign of its value on every move that shows one. */
export function addSigns(svg) {
  for (const move of svg.querySelectorAll(".move[data-value]")) {
    const aside = move.querySelector(".shaft, .head") ? 0 : ASIDE;
    const at = `translate(${Number(move.dataset.x) + aside} ${Number(move.dataset.y) - aside})`;
    const sign = SIGNS[move.dataset.value] || "";
    move.append(
      s("g", { class: "badge", "aria-hidden": "true", transform: at }, s("circle", { r: RADIUS }), s("text", null, sign)),
    );
  }
}
