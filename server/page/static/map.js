// The map: the positions of a small game, or those near the one on the board, by remoteness, with the moves between them.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { draw } from "./board.js";
import { h, put, s } from "./dom.js";
import { some, t } from "./language.js";
import { SIGNS, inMoves, isWhole } from "./words.js";

const WIDE = 960; // of the map, in units of the drawing
const ROOM = 14; // fewest units from a level to the next
const TALL = 560; // most units for all levels, unless that leaves less than ROOM
const SIDE = 60; // units for the names of levels
const SWEEPS = 6; // of the ordering of levels
const MOST = 12; // most neighbors that have a button
const FAR = 30; // greatest distance, in units, at which a click means a node

/** Fill a box with the map around the position that a match shows, and the match as a path in it. */
export async function showMap(match, box) {
  const { id, variantId, at } = match;
  const places = match.line.slice(0, at + 1).map((one) => one.answer.position).filter(isWhole);
  const found = await api.map(id, variantId, places.slice(-200));
  if (match.at !== at || match.stopped) return;
  const placed = layout(found);
  const here = found.path.at(-1);
  const beside = h("div", { class: "map-side" });
  const svg = drawn(found, placed, (node) => choose(node));
  const words = found.whole
    ? t("All {positions}, those that are alike by symmetry as one, with the moves between them. Levels are moves to the end.", { positions: some(found.nodes.length, "position") })
    : t("There are too many positions to draw: these {positions} are near the one on the board. Levels are moves to the end.", { positions: some(found.nodes.length, "position") });

  /** Show a position beside the map, with its children and parents. */
  function choose(node, move = false) {
    for (const one of svg.querySelectorAll(".chosen, .near")) one.classList.remove("chosen", "near");
    const circle = svg.querySelector(`[data-node="${node}"]`);
    circle.classList.add("chosen");
    const near = (from, to) => [...new Set(found.links.filter((link) => link[from] === node && link[to] !== node).map((link) => link[to]))];
    const after = near(0, 1);
    const before = near(1, 0);
    for (const one of [...after, ...before]) svg.querySelector(`[data-node="${one}"]`).classList.add("near");
    put(svg.querySelector(".routes"), ...[...after, ...before].map((one) => segment(placed, node, one)));
    const one = found.nodes[node];
    const position = node === here ? places.at(-1) : one.position;
    const name = nameOf(match, one);
    const ways = (words, nodes) => nodes.length > 0 && [h("h3", null, words), h("div", { class: "ways" }, nodes.slice(0, MOST).map(way))];
    put(
      beside,
      draw(position, { of: [id, variantId], start: match.start, label: name }),
      h("p", null, h("strong", null, name), node === here && ` ${t("This is the position on the board.")}`),
      ways(t("Its moves lead to"), after),
      ways(t("It is reached from"), before),
      h("a", { class: "button", href: linkTo(id, variantId, position) }, t("Play from here")),
    );
    if (move) beside.querySelector("button")?.focus();
  }

  const way = (node) => {
    const { positionValue: value, remoteness } = found.nodes[node];
    const words = `${SIGNS[value]} ${remoteness ?? ""}`;
    return h("button", { type: "button", class: "quiet", "aria-label": nameOf(match, found.nodes[node]), onclick: () => choose(node, true) }, words);
  };

  put(
    box,
    h("p", { class: "help" }, words),
    h("div", { class: "map-box" }, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("The map") }, svg), beside),
    h(
      "p",
      { class: "legend" },
      [...new Set(found.nodes.map((one) => one.positionValue))].map((value) => h("span", { class: `key ${value}` }, t(value))),
    ),
  );
  choose(here);
}

/** The name of a node: its value for the player to move, and the moves to the end. */
function nameOf(match, node) {
  const { positionValue: value, remoteness } = node;
  if (!match.solo || value !== "win") return `${t(value)}${inMoves(node)}`;
  return remoteness ? t("{moves} to go", { moves: some(remoteness, "move") }) : t("Solved");
}

/** The middle of each node, by levels of remoteness; those without one are on top. */
function layout({ nodes, links }) {
  const known = nodes.map((one) => (one.positionValue === "unsolved" ? null : one.remoteness));
  const names = [...new Set(known)].sort((a, b) => (a === null) - (b === null) || a - b); // from the end on, up
  const levels = names.map((name) => known.flatMap((one, node) => (one === name ? [node] : [])));
  const rows = levels.length;
  const pitch = Math.max(ROOM, Math.min(56, TALL / rows));
  const near = nodes.map(() => []);
  for (const [from, to] of links) {
    near[from].push(to);
    near[to].push(from);
  }
  const x = nodes.map(() => 0);
  const spread = (level) => level.forEach((node, i) => (x[node] = SIDE + ((WIDE - SIDE) * (i + 0.5)) / level.length));
  levels.forEach(spread);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const level of sweep % 2 ? [...levels].reverse() : levels) {
      const middle = new Map(level.map((node) => [node, near[node].reduce((sum, one) => sum + x[one], x[node]) / (near[node].length + 1)]));
      level.sort((a, b) => middle.get(a) - middle.get(b));
      spread(level);
    }
  }
  const y = nodes.map(() => 0);
  levels.forEach((level, i) => level.forEach((node) => (y[node] = (rows - i - 0.5) * pitch)));
  const most = Math.max(...levels.map((level) => level.length));
  const radius = Math.max(2.2, Math.min(9, pitch * 0.36, ((WIDE - SIDE) / most) * 0.42));
  return { x, y, radius, height: rows * pitch, levels: names.map((name, i) => [name, (rows - i - 0.5) * pitch]) };
}

const segment = ({ x, y }, a, b) => s("line", { x1: x[a], y1: y[a], x2: x[b], y2: y[b] });

function drawn({ nodes, links, path }, placed, choose) {
  const { x, y, radius, height, levels } = placed;
  const lines = links.map(([a, b]) => `M${x[a].toFixed(1)} ${y[a].toFixed(1)}L${x[b].toFixed(1)} ${y[b].toFixed(1)}`).join("");
  const dots = nodes.map((one, node) => s("circle", { class: one.positionValue, "data-node": node, cx: x[node], cy: y[node], r: radius }));
  const here = path.at(-1);
  const apart = Math.ceil(levels.length / 24);
  const svg = s(
    "svg",
    { class: "map", viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": t("The map of {positions}", { positions: some(nodes.length, "position") }) },
    s("g", { class: "grid" }, levels.filter((_, i) => i % apart === 0).map(([name, at]) => s("text", { x: 4, y: at + 4 }, name === null ? t("none") : String(name)))),
    s("path", { class: "links", d: lines }),
    s("g", { class: "routes" }),
    s("polyline", { class: "played", points: path.map((node) => `${x[node]},${y[node]}`).join(" ") }),
    s("g", { class: "nodes" }, dots),
    s("circle", { class: "here", cx: x[here], cy: y[here], r: radius + 4 }),
  );
  svg.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const off = nodes.map((_, node) => Math.hypot(x[node] - at.x, y[node] - at.y));
    const nearest = off.indexOf(Math.min(...off));
    if (off[nearest] < FAR) choose(nearest);
  });
  return svg;
}
