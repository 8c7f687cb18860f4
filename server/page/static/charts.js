// Charts: the value history of a match, and the number of positions by remoteness.

import { legend, s, table } from "./dom.js";
import { number, t } from "./language.js";
import { turnOf } from "./phrases.js";

const VALUES = ["win", "tie", "lose", "draw"];

/** The width of a plot in an element: all the room there is, so that its text is as large as elsewhere on the page. */
const widthIn = (element) => Math.max(260, Math.min(1100, element.clientWidth || 640));

/** The numbers on an axis from 0 to `maximum`. */
function scale(maximum) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((step) => maximum / step <= 5) || maximum;
  return Array.from({ length: Math.floor(maximum / step) + 1 }, (_, i) => i * step);
}

/** The player who is winning: 1, 2, or 0 for neither; in a puzzle, 1 while it can be solved. */
function winnerOf(entry, answer) {
  const value = answer.positionValue;
  if (value !== "win" && value !== "lose") return 0;
  const turn = turnOf(answer.position);
  return value === "win" ? turn : entry.type === "onePlayer" ? 0 : 3 - turn;
}

/** What the colors of a graph mean, by value: in games, and in puzzles. */
const VALUE_WORDS = { win: t("win"), tie: t("tie"), draw: t("draw"), lose: t("loss") };
const NEARNESS = { win: t("closer"), tie: t("no closer"), lose: t("farther") };
const WITHOUT_REMOTENESS = { lose: t("not solvable"), unsolved: t("not known") };
const toGo = (answer) => WITHOUT_REMOTENESS[answer.positionValue] || answer.remoteness;
const toWhom = (answer) => t("{value} for player {player}", { value: t(answer.positionValue), player: turnOf(answer.position) });

/**
 * The visual value history: a point for every position so far.
 *
 * In a puzzle the height is the remoteness. In a game the upper half belongs to the player `side`, for whom the axis gives
 * the value: the closer to the edge, the closer to the end; ties and draws are in the middle. The color of a point is the same
 * value; in a puzzle, that of the move that led there. Below is what the colors mean.
 */
export function valueHistory(entry, line, at, jump, element, side) {
  const solo = entry.type === "onePlayer";
  const sides = solo ? [] : [VALUE_WORDS.win, VALUE_WORDS.tie, VALUE_WORDS.lose];
  const left = Math.max(40, 14 + 7 * Math.max(0, ...sides.map((label) => label.length))); // room for the words
  const [width, height, right, top, bottom] = [widthIn(element), 200, 16, 16, 26];
  const answers = line.map((place) => place.answer);
  const isSides = (answer) => winnerOf(entry, answer) === side;
  const valueFor = (answer) => (winnerOf(entry, answer) ? (isSides(answer) ? "win" : "lose") : answer.positionValue);
  const colors = answers.map((answer, i) => (solo ? (line[i].move?.moveValue ?? "plain") : valueFor(answer)));
  const remotenesses = answers.map((answer) => answer.remoteness || 0);
  const maximum = Math.max(1, ...remotenesses) + (entry.type === "onePlayer" ? 0 : 1);
  const finite = answers.map((answer, i) => (answer.remoteness === null ? maximum : Math.max(0, remotenesses[i])));
  const x = (i) => left + 12 + ((width - left - right - 12) * i) / Math.max(6, answers.length - 1);
  const middle = (top + height - bottom) / 2;
  const y = (i) => {
    const winner = winnerOf(entry, answers[i]);
    if (solo) return winner ? height - bottom - ((height - top - bottom) * finite[i]) / maximum : top;
    if (!winner) return middle;
    const half = (height - top - bottom) / 2;
    return middle + (winner === side ? -1 : 1) * half * (1 - finite[i] / (maximum + 1));
  };
  const grid = s("g", { class: "grid" });
  const mark = (value, at, label) => {
    grid.append(
      s("line", { x1: left, x2: width - right, y1: at, y2: at }),
      s("text", { x: left - 8, y: at + 4, "text-anchor": "end" }, label),
    );
  };
  if (solo) scale(maximum).forEach((n) => mark(n, height - bottom - ((height - top - bottom) * n) / maximum, String(n)));
  else {
    const [best, even, worst] = sides;
    mark(0, top, best);
    mark(0, middle, even);
    mark(0, height - bottom, worst);
  }
  scale(Math.max(6, answers.length - 1)).forEach((n) => {
    grid.append(s("text", { x: x(n), y: height - 8, "text-anchor": "middle" }, String(n)));
  });
  const steps = s("g", { class: "steps" });
  answers.slice(1).forEach((_, i) => {
    steps.append(s("line", { class: colors[i + 1], x1: x(i), y1: y(i), x2: x(i + 1), y2: y(i + 1) }));
  });
  const points = answers.map((_, i) =>
    s("circle", { class: `${colors[i]} ${i === at ? "now" : ""}`, cx: x(i), cy: y(i), r: i === at ? 7 : 4.5, onclick: () => jump(i) }),
  );
  const label = solo
    ? `${t("Moves to go after each move:")} ${answers.map(toGo).join(", ")}.`
    : `${t("Value after each move:")} ${answers.map(toWhom).join(", ")}.`;
  const meanings = solo ? NEARNESS : VALUE_WORDS;
  const shown = Object.keys(meanings).filter((value) => colors.includes(value));
  return [
    s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
      grid,
      steps,
      s("g", { class: "points" }, points),
    ),
    legend(shown.map((value) => [value, meanings[value]])),
  ];
}

/** A bar chart of positions by remoteness, stacked by value. `histogram`: as in the service's answer. */
export function histogramPlot(histogram, maximum, element) {
  const [width, height, left, right, top, bottom] = [widthIn(element), 220, 72, 12, 12, 28];
  const rows = VALUES.filter((value) => histogram[value]);
  const count = (value, r) => histogram[value][r] || 0;
  const totals = Array.from({ length: maximum + 1 }, (_, r) => rows.reduce((sum, value) => sum + count(value, r), 0));
  const greatest = Math.max(1, ...totals);
  const barWidth = (width - left - right) / (maximum + 1);
  const barHeight = (n) => ((height - top - bottom) * n) / greatest;
  const grid = s("g", { class: "grid" });
  [0, 0.5, 1].forEach((part) => {
    const y = height - bottom - barHeight(greatest * part);
    grid.append(
      s("line", { x1: left, x2: width - right, y1: y, y2: y }),
      s("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, number(Math.round(greatest * part))),
    );
  });
  scale(maximum).forEach((r) =>
    grid.append(s("text", { x: left + barWidth * (r + 0.5), y: height - 9, "text-anchor": "middle" }, String(r))),
  );
  const bars = s("g", { class: "bars" });
  totals.forEach((_, r) => {
    let base = height - bottom;
    for (const value of rows) {
      const n = count(value, r);
      if (!n) continue;
      const size = Math.max(1, barHeight(n));
      base -= size;
      const [x, width] = [left + barWidth * r + Math.min(1, barWidth * 0.1), Math.max(0.6, barWidth - Math.min(2, barWidth * 0.2))];
      const bar = s("rect", { class: value, x, y: base, width, height: size });
      bar.append(s("title", null, t("{number} with remoteness {r}: {value}", { number: number(n), r, value: t(value) })));
      bars.append(bar);
    }
  });
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": t("Positions by remoteness, from 0 to {maximum}. A table of the same numbers follows.", { maximum }),
    },
    grid,
    bars,
  );
}

/** The same as a table of numbers. */
export function histogramTable(histogram, maximum) {
  const rows = VALUES.filter((value) => histogram[value]);
  const body = [];
  for (let r = 0; r <= maximum; r += 1) {
    if (rows.some((value) => histogram[value][r]))
      body.push([String(r), ...rows.map((value) => number(histogram[value][r] || 0))]);
  }
  if (rows.some((value) => histogram[value][""]))
    body.push([t("none"), ...rows.map((value) => number(histogram[value][""] || 0))]);
  return table([t("Remoteness"), ...rows.map((value) => t(value))], body);
}
