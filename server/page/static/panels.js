// The collapsible panels below the board: custom start, statistics and instructions, each filled when first opened.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { draw } from "./board.js";
import { histogramPlot, histogramTable } from "./charts.js";
import { customStart } from "./custom.js";
import { h, put } from "./dom.js";
import { markdown } from "./markdown.js";
import { number, some } from "./words.js";

function foldable(words, id, fill) {
  const inner = h("div", { class: "inner" });
  const box = h("details", { class: "panel", id }, h("summary", null, h("h2", null, words)), inner);
  box.addEventListener("toggle", async () => {
    if (!box.open || inner.childNodes.length) return;
    put(inner, h("p", { class: "help" }, "Loading…"));
    await filled(inner, fill);
  });
  return box;
}

async function filled(inner, fill) {
  try {
    await fill(inner);
  } catch (refused) {
    put(inner, h("p", { class: "fault" }, refused.message));
  }
}

/** The panel for a custom start; null if the game takes none. `given`: a start that was typed before. */
export function ownStart(entry, given, choose) {
  if (!entry.customStart) return null;
  return foldable("Type your own start", "own", (box) => {
    put(box, customStart(entry, given, choose));
    box.querySelector("input").focus();
  });
}

/** Why the position is worth what it is. `refresh()` tells it that the match has moved on. */
export function why(match) {
  const fill = async (inner) => {
    match.attempt?.note();
    await (await import("./why.js")).explain(match, inner);
  };
  const box = foldable("Why?", "why", fill);
  const refresh = async () => {
    const inner = box.querySelector(".inner");
    if (!box.open) put(inner);
    else await filled(inner, fill);
  };
  return { box, refresh };
}

/** The instructions of the plug-in. */
export function instructions(entry) {
  return foldable("How to play", "instructions", async (box) => {
    put(box, h("div", { class: "prose" }, markdown((await api.details(entry)).instructions)));
  });
}

const MEANINGS = {
  reachable: "reachable from the start",
  component: "connected to the start",
  legal: "legal, reachable or not",
  solvable: "that can be solved",
  classes: "up to symmetry",
};

/** The statistics of a variant. `start()`: its start, which drawings of its positions refer to. */
export function statistics(entry, variantId, start) {
  return foldable("Statistics of this variant", "statistics", async (box) => {
    const counts = await api.statistics(entry.gameId, variantId);
    if (!counts.histogram) {
      put(
        box,
        h("p", null, `Positions are answered without a table, by ${counts.answeredBy}, so they are not counted.`),
      );
      return;
    }
    const never = Object.values(counts.histogram).reduce((sum, row) => sum + (row[""] || 0), 0);
    const what = entry.type === "onePlayer" ? "they cannot be solved" : "they are draws";
    const deepest = counts.deepest.map((one, i) => {
      const drawn = draw(one.position, { of: [entry.gameId, variantId], start: start(), label: one.positionText });
      const label = `Deepest position ${i + 1}: ${one.positionText}`;
      return h("li", null, h("a", { href: linkTo(entry.gameId, variantId, one.position), "aria-label": label }, drawn));
    });
    const table = h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Positions by remoteness" },
      histogramTable(counts.histogram, counts.maximum),
    );
    put(
      box,
      h(
        "p",
        null,
        `${some(counts.positions, "position")} ${MEANINGS[counts.meaning]}`,
        counts.classes !== null && counts.classes < counts.positions && ` (${number(counts.classes)} up to symmetry)`,
        `; the greatest remoteness is ${number(counts.maximum)}.`,
        never > 0 && ` ${number(never)} have none: ${what}.`,
      ),
      h("div", { class: "plot-box" }, histogramPlot(counts.histogram, counts.maximum, box)),
      h(
        "p",
        { class: "legend" },
        Object.keys(counts.histogram).map((value) => h("span", { class: `key ${value}` }, value)),
      ),
      deepest.length > 0 && [
        h("h3", null, `Deepest positions: ${some(counts.maximum, "move")} to the end`),
        h("ul", { class: "deepest" }, deepest),
      ],
      h("details", { class: "numbers" }, h("summary", null, "The same as a table"), table),
    );
  });
}
