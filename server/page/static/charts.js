// Plots: how the value went in a match, and how many positions there are of each remoteness.

import { h, s } from "./dom.js";
import { number, turnOf } from "./words.js";

const VALUES = ["win", "tie", "lose", "draw"];

/** How wide a plot is in an element: as wide as there is room, so that its letters are as large as others. */
const widthIn = (room) => Math.max(260, Math.min(1100, room.clientWidth || 640));

/** Numbers for an axis from 0 to `most`. */
function scale(most) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((one) => most / one <= 5) || most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** The player who has the better of it: 1, 2, or 0 for neither; in a puzzle 1 while it can be solved. */
function ahead(entry, answer) {
  const value = answer.positionValue;
  if (value !== "win" && value !== "lose") return 0;
  const turn = turnOf(answer.position);
  return value === "win" ? turn : entry.type === "onePlayer" ? 0 : 3 - turn;
}

const toGo = (answer) => (answer.positionValue === "win" ? answer.remoteness : "not solvable");
const toWhom = (answer) => `${answer.positionValue} for player ${turnOf(answer.position)}`;

/**
 * The visual value history: a point for every position so far.
 *
 * In a puzzle the height is the remoteness. In a game the upper half is player 1's, the lower one player 2's: the
 * nearer to the edge, the nearer to winning; ties and draws lie in the middle. Its color is what the move that led there
 * was worth to the one who made it; that of the first is the value for whoever is to move.
 */
export function valueHistory(entry, line, at, jump, room) {
  const [width, height, left, right, top, bottom] = [widthIn(room), 200, 40, 16, 16, 26];
  const answers = line.map((one) => one.answer);
  const known = answers.map((one) => one.remoteness || 0);
  const most = Math.max(1, ...known) + (entry.type === "onePlayer" ? 0 : 1);
  const finite = answers.map((one, i) => (one.remoteness === null ? most : Math.max(0, known[i])));
  const x = (i) => left + 12 + ((width - left - right - 12) * i) / Math.max(6, answers.length - 1);
  const solo = entry.type === "onePlayer";
  const middle = (top + height - bottom) / 2;
  const y = (i) => {
    const side = ahead(entry, answers[i]);
    if (solo) return side ? height - bottom - ((height - top - bottom) * finite[i]) / most : top;
    if (!side) return middle;
    const half = (height - top - bottom) / 2;
    return middle + (side === 1 ? -1 : 1) * half * (1 - finite[i] / (most + 1));
  };
  const grid = s("g", { class: "grid" });
  const mark = (value, at, words) => {
    grid.append(
      s("line", { x1: left, x2: width - right, y1: at, y2: at }),
      s("text", { x: left - 8, y: at + 4, "text-anchor": "end" }, words),
    );
  };
  if (solo) scale(most).forEach((n) => mark(n, height - bottom - ((height - top - bottom) * n) / most, String(n)));
  else {
    mark(0, top, "P1");
    mark(0, middle, "–");
    mark(0, height - bottom, "P2");
  }
  scale(Math.max(6, answers.length - 1)).forEach((n) => {
    grid.append(s("text", { x: x(n), y: height - 8, "text-anchor": "middle" }, String(n)));
  });
  const steps = s("g", { class: "steps" });
  answers.slice(1).forEach((_, i) => {
    steps.append(
      s("line", {
        class: line[i + 1].move ? line[i + 1].move.moveValue : "plain",
        x1: x(i),
        y1: y(i),
        x2: x(i + 1),
        y2: y(i + 1),
      }),
    );
  });
  const points = answers.map((answer, i) =>
    s("circle", {
      class: `${line[i].move ? line[i].move.moveValue : answer.positionValue} ${i === at ? "now" : ""}`,
      cx: x(i),
      cy: y(i),
      r: i === at ? 7 : 4.5,
      onclick: () => jump(i),
    }),
  );
  const words = solo
    ? `Moves to go after each move: ${answers.map(toGo).join(", ")}.`
    : `Value after each move: ${answers.map(toWhom).join(", ")}.`;
  return s(
    "svg",
    { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
    grid,
    steps,
    s("g", { class: "points" }, points),
  );
}

/** What stands there before there is anything to draw, or while hints are off. */
export function noHistory(entry, hints) {
  const words = !hints
    ? "Hints show here how the value went."
    : entry.type === "onePlayer"
      ? "Every move adds a point: how far it still is."
      : "Every move adds a point: who has the better of it, and how near the end is.";
  return h("p", { class: "help" }, words);
}

/** Bars: positions by remoteness, one upon the other by value. `histogram` as the service tells it. */
export function histogramPlot(histogram, maximum, room) {
  const [width, height, left, right, top, bottom] = [widthIn(room), 220, 72, 12, 12, 28];
  const rows = VALUES.filter((value) => histogram[value]);
  const count = (value, r) => histogram[value][r] || 0;
  const totals = Array.from({ length: maximum + 1 }, (_, r) => rows.reduce((sum, value) => sum + count(value, r), 0));
  const most = Math.max(1, ...totals);
  const wide = (width - left - right) / (maximum + 1);
  const tall = (n) => ((height - top - bottom) * n) / most;
  const grid = s("g", { class: "grid" });
  [0, 0.5, 1].forEach((part) => {
    const y = height - bottom - tall(most * part);
    grid.append(
      s("line", { x1: left, x2: width - right, y1: y, y2: y }),
      s("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, number(Math.round(most * part))),
    );
  });
  scale(maximum).forEach((r) =>
    grid.append(s("text", { x: left + wide * (r + 0.5), y: height - 9, "text-anchor": "middle" }, String(r))),
  );
  const bars = s("g", { class: "bars" });
  totals.forEach((_, r) => {
    let base = height - bottom;
    for (const value of rows) {
      const n = count(value, r);
      if (!n) continue;
      const size = Math.max(1, tall(n));
      base -= size;
      const bar = s("rect", {
        class: value,
        x: left + wide * r + Math.min(1, wide * 0.1),
        y: base,
        width: Math.max(0.6, wide - Math.min(2, wide * 0.2)),
        height: size,
      });
      bar.append(s("title", null, `${number(n)} with remoteness ${r}: ${value}`));
      bars.append(bar);
    }
  });
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Positions by remoteness, from 0 to ${maximum}; the same numbers follow as a table.`,
    },
    grid,
    bars,
  );
}

/** The same as a table, for those who read it. */
export function histogramTable(histogram, maximum) {
  const rows = VALUES.filter((value) => histogram[value]);
  const body = [];
  for (let r = 0; r <= maximum; r += 1) {
    if (rows.some((value) => histogram[value][r]))
      body.push([String(r), ...rows.map((value) => number(histogram[value][r] || 0))]);
  }
  if (rows.some((value) => histogram[value][""]))
    body.push(["none", ...rows.map((value) => number(histogram[value][""] || 0))]);
  return h(
    "table",
    null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "Remoteness"),
        rows.map((value) => h("th", { scope: "col" }, value)),
      ),
    ),
    h(
      "tbody",
      null,
      body.map(([first, ...others]) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, first),
          others.map((n) => h("td", null, n)),
        ),
      ),
    ),
  );
}
