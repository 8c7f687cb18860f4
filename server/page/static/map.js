// The map: the positions of a small game, or those near the one on the board, by remoteness, with the moves between them.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { draw } from "./board.js";
import { h, legend, put, s, scrolling } from "./dom.js";
import { amount, t } from "./language.js";
import { SIGNS, inMoves, isWhole } from "./phrases.js";
import {} from "./laterwords.js";

const WIDTH = 960; // of the map, in units of the drawing
const LEVEL_HEIGHT = 14; // fewest units from a level to the next
const MAX_HEIGHT = 560; // most units for all levels, unless that leaves less than LEVEL_HEIGHT
const LABEL_WIDTH = 60; // units for the names of levels
const SWEEPS = 6; // of the ordering of levels
const BUTTONS = 12; // most neighbors that have a button
const CLICK_DISTANCE = 30; // greatest distance, in units, at which a click means a node

/** Fill a box with the map around the position that a match shows, and the match as a path in it. */
export async function showMap(match, box) {
  const { id, variantId, at } = match;
  const places = match.line.slice(0, at + 1).map((place) => place.answer.position).filter(isWhole);
  const graph = await api.map(id, variantId, places.slice(-200));
  if (match.at !== at || match.stopped) return;
  const positions = layout(graph);
  const current = graph.path.at(-1);
  const side = h("div", { class: "map-side" });
  const svg = drawMap(graph, positions, (node) => choose(node));
  const intro = graph.whole
    ? t("All {positions} and the moves between them; symmetric positions count as one. Each level is one move farther from the end.", { positions: amount(graph.nodes.length, "{n} position|{n} positions") })
    : t("There are too many positions to draw; shown are the {positions} nearest to the one on the board. Each level is one move farther from the end.", { positions: amount(graph.nodes.length, "{n} position|{n} positions") });

  /** Show a position beside the map, with its children and parents. */
  function choose(node, move = false) {
    for (const circle of svg.querySelectorAll(".chosen, .near")) circle.classList.remove("chosen", "near");
    const circle = svg.querySelector(`[data-node="${node}"]`);
    circle.classList.add("chosen");
    const neighbors = (from, to) => [...new Set(graph.links.filter((link) => link[from] === node && link[to] !== node).map((link) => link[to]))];
    const after = neighbors(0, 1);
    const before = neighbors(1, 0);
    for (const neighbor of [...after, ...before]) svg.querySelector(`[data-node="${neighbor}"]`).classList.add("near");
    put(svg.querySelector(".routes"), ...[...after, ...before].map((neighbor) => segment(positions, node, neighbor)));
    const facts = graph.nodes[node];
    const position = node === current ? places.at(-1) : facts.position;
    const name = nameOf(match, facts);
    const buttons = (title, nodes) => nodes.length > 0 && [h("h3", null, title), h("div", { class: "ways" }, nodes.slice(0, BUTTONS).map(nodeButton))];
    put(
      side,
      draw(position, { of: [id, variantId], start: match.start, label: name }),
      h("p", null, h("strong", null, name), node === current && ` ${t("This is the position on the board.")}`),
      buttons(t("Leads to"), after),
      buttons(t("Reached from"), before),
      h("a", { class: "button", href: linkTo(id, variantId, position) }, t("Play from here")),
    );
    if (move) side.querySelector("button")?.focus();
  }

  const nodeButton = (node) => {
    const { positionValue: value, remoteness } = graph.nodes[node];
    const label = `${SIGNS[value]} ${remoteness ?? ""}`;
    return h("button", { class: "quiet", "aria-label": nameOf(match, graph.nodes[node]), onclick: () => choose(node, true) }, label);
  };

  put(
    box,
    h("p", { class: "help" }, intro),
    h("div", { class: "map-box" }, scrolling(t("The map"), svg), side),
    legend([...new Set(graph.nodes.map((item) => item.positionValue))].map((value) => [value, t(value)])),
  );
  choose(current);
}

/** The name of a node: its value for the player to move, and the moves to the end. */
function nameOf(match, node) {
  const { positionValue: value, remoteness } = node;
  if (!match.solo || value !== "win") return `${t(value)}${inMoves(node)}`;
  return remoteness ? amount(remoteness, "{n} move to go|{n} moves to go") : t("Solved");
}

/** The middle of each node, by levels of remoteness; those without one are on top. */
function layout({ nodes, links }) {
  const depths = nodes.map((node) => (node.positionValue === "unsolved" ? null : node.remoteness));
  const names = [...new Set(depths)].sort((a, b) => (a === null) - (b === null) || a - b); // from the end on, up
  const levels = names.map((name) => depths.flatMap((depth, node) => (depth === name ? [node] : [])));
  const rows = levels.length;
  const pitch = Math.max(LEVEL_HEIGHT, Math.min(56, MAX_HEIGHT / rows));
  const neighbors = nodes.map(() => []);
  for (const [from, to] of links) {
    neighbors[from].push(to);
    neighbors[to].push(from);
  }
  const x = nodes.map(() => 0);
  const spread = (level) => level.forEach((node, i) => (x[node] = LABEL_WIDTH + ((WIDTH - LABEL_WIDTH) * (i + 0.5)) / level.length));
  levels.forEach(spread);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const level of sweep % 2 ? [...levels].reverse() : levels) {
      const middle = new Map(level.map((node) => [node, neighbors[node].reduce((sum, neighbor) => sum + x[neighbor], x[node]) / (neighbors[node].length + 1)]));
      level.sort((a, b) => middle.get(a) - middle.get(b));
      spread(level);
    }
  }
  const y = nodes.map(() => 0);
  levels.forEach((level, i) => level.forEach((node) => (y[node] = (rows - i - 0.5) * pitch)));
  const widest = Math.max(...levels.map((level) => level.length));
  const radius = Math.max(2.2, Math.min(9, pitch * 0.36, ((WIDTH - LABEL_WIDTH) / widest) * 0.42));
  return { x, y, radius, height: rows * pitch, levels: names.map((name, i) => [name, (rows - i - 0.5) * pitch]) };
}

const segment = ({ x, y }, a, b) => s("line", { x1: x[a], y1: y[a], x2: x[b], y2: y[b] });

function drawMap({ nodes, links, path }, positions, choose) {
  const { x, y, radius, height, levels } = positions;
  const lines = links.map(([a, b]) => `M${x[a].toFixed(1)} ${y[a].toFixed(1)}L${x[b].toFixed(1)} ${y[b].toFixed(1)}`).join("");
  const dots = nodes.map((facts, node) => s("circle", { class: facts.positionValue, "data-node": node, cx: x[node], cy: y[node], r: radius }));
  const current = path.at(-1);
  const interval = Math.ceil(levels.length / 24);
  const svg = s(
    "svg",
    { class: "map", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": t("The map of {positions}", { positions: amount(nodes.length, "{n} position|{n} positions") }) },
    s("g", { class: "grid" }, levels.filter((_, i) => i % interval === 0).map(([name, at]) => s("text", { x: 4, y: at + 4 }, name === null ? t("none") : String(name)))),
    s("path", { class: "links", d: lines }),
    s("g", { class: "routes" }),
    s("polyline", { class: "played", points: path.map((node) => `${x[node]},${y[node]}`).join(" ") }),
    s("g", { class: "nodes" }, dots),
    s("circle", { class: "here", cx: x[current], cy: y[current], r: radius + 4 }),
  );
  svg.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const distances = nodes.map((_, node) => Math.hypot(x[node] - at.x, y[node] - at.y));
    const nearest = distances.indexOf(Math.min(...distances));
    if (distances[nearest] < CLICK_DISTANCE) choose(nearest);
  });
  return svg;
}
