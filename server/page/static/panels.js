// The panels of a match that need no board: the rules, a start of one's own, and the statistics of the variant.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { draw } from "./board.js";
import { histogramPlot, histogramTable } from "./charts.js";
import { h, legend, put, recall, remember, scrolling } from "./dom.js";
import { amount, language, number, t } from "./language.js";
import { markdown } from "./markdown.js";
import { sizeText } from "./phrases.js";
import { symbol } from "./symbols.js";

/** The panel for a custom start, closed until `open` is called. `initial`: a start that was typed before. */
export function customStartPanel(entry, initial, choose) {
  const box = h("section", { class: "panel", id: "own", "aria-label": t("Type your own starting position"), hidden: true });
  const open = async () => {
    box.hidden = false;
    if (!box.childNodes.length) {
      const { customStart } = await import("./startform.js");
      put(box, customStart(entry, initial, choose));
    }
    box.querySelector("input").focus();
  };
  return { box, open };
}

/** The rules and the size: open at the first visit of a game. `load()` fetches them if they are open. */
export function rules(entry, variantId, variant) {
  const visited = recall("visited", "").split(" ");
  const isFirstVisit = !visited.includes(entry.gameId);
  const prose = h("div", { class: "prose" });
  const size = variant && sizeText(variant);
  const box = h("details", { class: "fold", id: "instructions", open: isFirstVisit }, h("summary", null, t("Rules")), prose, size && h("p", { class: "help" }, `${size}.`));
  if (isFirstVisit) remember("visited", [...visited, entry.gameId].join(" ").trim());
  let text = null;
  const fetchText = async () => {
    try {
      put(prose, markdown(await api.instructions(entry.gameId, variantId, language)));
    } catch (error) {
      text = null; // asked for again when the rules are opened again
      put(prose, h("p", { class: "fault" }, error.message));
    }
  };
  const load = async () => {
    if (box.open) await (text ??= fetchText());
  };
  /** Replace letters that stand for pieces by their drawings, once the look of the boards is there. */
  const drawSymbols = () => {
    for (const code of prose.querySelectorAll("code")) {
      const drawing = code.textContent.length === 1 && symbol([entry.gameId, variantId], code.textContent);
      if (drawing) code.replaceWith(drawing);
    }
  };
  box.addEventListener("toggle", () => load().then(drawSymbols));
  return { box, load, drawSymbols };
}

const MEANINGS = {
  reachable: t("reachable from the start"),
  component: t("connected to the start"),
  legal: t("legal, reachable or not"),
  solvable: t("that can be solved"),
  classes: t("up to symmetry"),
};

/** Fill a box with the statistics of a match's variant. */
export async function statistics({ entry, variantId, start }, box) {
  const counts = await api.statistics(entry.gameId, variantId);
  if (!counts.histogram) {
    const isFormula = ["closed form", "linear algebra"].includes(counts.answeredBy);
    put(box, h("p", null, isFormula ? t("A formula gives all values here, so the positions are not counted.") : t("Each position is searched for here, so they are not counted.")));
    return;
  }
  const infinite = Object.values(counts.histogram).reduce((sum, row) => sum + (row[""] || 0), 0);
  const deepest = counts.deepest.map((position, i) => {
    const board = draw(position.position, { of: [entry.gameId, variantId], start, label: position.positionText });
    const label = `${t("Deepest position")} ${i + 1}: ${position.positionText}`;
    return h("li", null, h("a", { href: linkTo(entry.gameId, variantId, position.position), "aria-label": label }, board));
  });
  const table = scrolling(t("Positions by remoteness"), histogramTable(counts.histogram, counts.maximum));
  put(
    box,
    h("p", null,
      `${amount(counts.positions, "{n} position|{n} positions")} ${MEANINGS[counts.meaning]}`,
      counts.classes !== null && counts.classes < counts.positions && ` (${number(counts.classes)} ${t("up to symmetry")})`,
      t("; the greatest remoteness is {number}.", { number: number(counts.maximum) }),
      infinite > 0 && (entry.type === "onePlayer" ? amount(infinite, " {n} cannot be solved.") : amount(infinite, " {n} is a draw.| {n} are draws.")),
    ),
    h("div", { class: "plot-box" }, histogramPlot(counts.histogram, counts.maximum, box)),
    legend(Object.keys(counts.histogram).map((value) => [value, t(value)])),
    deepest.length > 0 && [
      h("h3", null, t("Deepest positions: {moves} to the end", { moves: amount(counts.maximum, "{n} move|{n} moves") })),
      h("ul", { class: "deepest" }, deepest),
    ],
    h("details", { class: "numbers", open: true }, h("summary", null, t("As a table")), table),
  );
}
