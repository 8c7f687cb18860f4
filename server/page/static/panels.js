// The collapsible panels below the board: custom start, statistics and instructions, each filled when first opened.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { draw } from "./board.js";
import { histogramPlot, histogramTable } from "./charts.js";
import { h, put, style } from "./dom.js";
import { amount, language, number, t } from "./language.js";

function foldable(title, id, fill) {
  const inner = h("div", { class: "inner" });
  const box = h("details", { class: "panel", id }, h("summary", null, h("h2", null, title)), inner);
  box.addEventListener("toggle", async () => {
    if (!box.open || inner.childNodes.length) return;
    put(inner, h("p", { class: "help" }, t("Loading…")));
    await fillOrExplain(inner, fill);
  });
  return box;
}

async function fillOrExplain(inner, fill) {
  try {
    await fill(inner);
  } catch (error) {
    put(inner, h("p", { class: "fault" }, error.message));
  }
}

/** The panel for a custom start; null if the game has none. `initial`: a start that was typed before. */
export function customStartPanel(entry, initial, choose) {
  if (!entry.customStart) return null;
  return foldable(t("Type your own start"), "own", async (box) => {
    const { customStart } = await import("./startform.js");
    put(box, customStart(entry, initial, choose));
    box.querySelector("input").focus();
  });
}

/** A panel on the position that a match shows. Call `refresh()` when the match has moved on. */
function positionPanel(match, title, id, fill) {
  const fillForMatch = async (inner) => {
    if (!match.current) {
      put(inner); // there is no board yet
      return;
    }
    style("panels.css");
    match.attempt?.note();
    await fill(match, inner);
  };
  const box = foldable(title, id, fillForMatch);
  const refresh = async () => {
    const inner = box.querySelector(".inner");
    if (box.open) await fillOrExplain(inner, fillForMatch);
    else put(inner);
  };
  return { box, refresh };
}

/** The explanation of the position's value. */
export const explanation = (match) =>
  positionPanel(match, t("Why?"), "why", async (...args) => (await import("./explanation.js")).explain(...args));

/** The map of the variant. */
export const map = (match) =>
  positionPanel(match, t("The map"), "map", async (...args) => (await import("./map.js")).showMap(...args));

/** The editor of positions. */
export function setUp(match) {
  return foldable(t("Set up a position"), "set-up", async (inner) => {
    if (!match.current) {
      put(inner);
      return;
    }
    style("panels.css");
    await (await import("./setup.js")).edit(match, inner);
  });
}

/** The instructions of the plug-in. */
export function instructions(entry, variantId) {
  return foldable(t("How to play"), "instructions", async (box) => {
    const [{ markdown }, text] = await Promise.all([
      import("./markdown.js"),
      api.instructions(entry.gameId, variantId, language),
    ]);
    put(box, h("div", { class: "prose" }, markdown(text)));
  });
}

const MEANINGS = {
  reachable: t("reachable from the start"),
  component: t("connected to the start"),
  legal: t("legal, reachable or not"),
  solvable: t("that can be solved"),
  classes: t("up to symmetry"),
};

/** The statistics of a variant. `start()`: its start, which drawings of its positions refer to. */
export function statistics(entry, variantId, start) {
  return foldable(t("Statistics of this variant"), "statistics", async (box) => {
    const counts = await api.statistics(entry.gameId, variantId);
    if (!counts.histogram) {
      put(
        box,
        h("p", null, t("Positions are answered without a table, by {answeredBy}, so they are not counted.", counts)),
      );
      return;
    }
    const infinite = Object.values(counts.histogram).reduce((sum, row) => sum + (row[""] || 0), 0);
    const meaning = entry.type === "onePlayer" ? t("they cannot be solved") : t("they are draws");
    const deepest = counts.deepest.map((position, i) => {
      const board = draw(position.position, { of: [entry.gameId, variantId], start: start(), label: position.positionText });
      const label = `${t("Deepest position")} ${i + 1}: ${position.positionText}`;
      return h("li", null, h("a", { href: linkTo(entry.gameId, variantId, position.position), "aria-label": label }, board));
    });
    const table = h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Positions by remoteness") },
      histogramTable(counts.histogram, counts.maximum),
    );
    put(
      box,
      h(
        "p",
        null,
        `${amount(counts.positions, "position")} ${MEANINGS[counts.meaning]}`,
        counts.classes !== null && counts.classes < counts.positions && ` (${number(counts.classes)} ${t("up to symmetry")})`,
        t("; the greatest remoteness is {number}.", { number: number(counts.maximum) }),
        infinite > 0 && t(" {number} have none: {what}.", { number: number(infinite), what: meaning }),
      ),
      h("div", { class: "plot-box" }, histogramPlot(counts.histogram, counts.maximum, box)),
      h(
        "p",
        { class: "legend" },
        Object.keys(counts.histogram).map((value) => h("span", { class: `key ${value}` }, t(value))),
      ),
      deepest.length > 0 && [
        h("h3", null, t("Deepest positions: {moves} to the end", { moves: amount(counts.maximum, "move") })),
        h("ul", { class: "deepest" }, deepest),
      ],
      h("details", { class: "numbers" }, h("summary", null, t("The same as a table")), table),
    );
  });
}
