// Draws a board from its AutoGUI string R_A_<rows>_<cols>_<cells>, with its moves A_<char>_<cell>, M_<from>_<to> and
// S_<L|R>_<row>_<amount> as clickable shapes. The service provides the look of a variant's pieces; whatever it leaves
// open is a letter in a box. Nothing here depends on a particular puzzle or game.

import * as api from "./api.js";
import { MARGIN, coordinates } from "./coordinates.js";
import { ARROWS, s, style } from "./dom.js";
import { makeMovable, release, slidesOf } from "./dragging.js";
import { moveWords, t } from "./language.js";
import { moveWorth, opacities, signedCount } from "./phrases.js";
import * as splitMoves from "./splitmoves.js";

export const UNIT = 40; // side of a cell, in units of the drawing
const LARGEST = 112; // greatest side of a cell, in pixels
const TOUCH = 24; // least side of a cell that can be touched, in pixels
const TALL = 12; // from this many rows on, empty rows are drawn flat
const FLAT = 1.5; // height of a flat row, in units of the drawing; its cells are left out
const SMALL = 0.42; // the scale of a piece on the mark of a move
const MOST_ARROWS = 10; // of equally good moves; more would hide the board
const ASIDE = 11; // from the middle of a cell to that of a number beside its piece
const INNER = 8.5; // radius of its background there
const CORNERS = [[-1, -1], [1, 1], [-1, 1], [1, -1]]; // of a cell, for the numbers of further moves there
const BESIDE = 30; // greatest breadth of a number beside its piece, which may reach into the next cell
const EMPTY = "-";
const VOID = "*";
const INPUTS = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right", x: "action" }; // of scripts, by key

const LETTERS = { pieces: {}, kinds: "", merged: "", joined: {}, centers: [], size: null, under: "", over: "", boxes: true, marks: {}, first: {} };
const looks = new Map();

/** Fetches the look of a variant's boards; `draw` finds it by `of`. Without an answer, pieces are letters. */
export async function fetchLook(id, variant) {
  const key = `${id}/${variant}`;
  if (looks.has(key)) return;
  try {
    looks.set(key, await api.look(id, variant));
  } catch {
    // drawn as letters
  }
}

/** The body whose net the boards of a variant are; undefined if they are not a net. */
export async function fetchBody(id, variant) {
  const body = looks.get(`${id}/${variant}`)?.body;
  if (!body) return undefined;
  const [{ Body }] = await Promise.all([import("./body.js"), style("body.css")]);
  return new Body(body);
}

/** The sides on which the piece in a cell continues: 1 up, 2 right, 4 down, 8 left. */
function sidesOf({ look, cells, rows, cols }, cell) {
  if (!look.merged.includes(cells[cell])) return look.joined[cells[cell]] || 0;
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const neighbors = [row > 0 && -cols, col < cols - 1 && 1, row < rows - 1 && cols, col > 0 && -1];
  return neighbors.reduce((sum, by, bit) => sum + (by && cells[cell + by] === cells[cell] ? 1 << bit : 0), 0);
}

/** The SVG fragment for a character in a cell, by default the one there; undefined if it is shown as its letter. */
function fragmentOf(board, cell, char = board.cells[cell]) {
  const { look, cells } = board;
  const sides = char === cells[cell] ? sidesOf(board, cell) : 0;
  const key = char + (look.merged.includes(char) ? sides.toString(16) : "");
  return look.pieces[(look.kinds[cell] || "") + key] ?? look.pieces[key];
}

/** What stands for a move that puts a character into a cell, or acts on the piece there; undefined: a circle. */
function markOf({ look, cells }, { cell, char }) {
  const isOpen = cells[cell] === EMPTY || cells[cell] === VOID;
  const key = isOpen ? char : `@${cells[cell]}`;
  return look.marks[(look.kinds[cell] || "") + key] ?? look.marks[key] ?? (isOpen ? undefined : look.marks["@"]);
}

/** A text of a picture in the language of the page; its translation has # for each number. */
function inLanguage(text) {
  const numbers = text.match(/\d+/g) || [];
  return t(text.replace(/\d+/g, "#")).replace(/#/g, () => numbers.shift());
}

/** A group with an SVG fragment from the service, its words in the language of the page. */
function fragment(content, attributes) {
  const tree = new DOMParser().parseFromString(`<g xmlns="http://www.w3.org/2000/svg">${content}</g>`, "image/svg+xml");
  for (const text of tree.querySelectorAll("text")) text.textContent = inLanguage(text.textContent);
  return s("g", attributes, ...document.importNode(tree.documentElement, true).childNodes);
}

/** Parses a position into {turn, rows, cols, cells}; null if the text is not a board. */
export function parse(text) {
  const match = /^R_([AB])_(\d+)_(\d+)_([A-Za-z0-9*-]+)/.exec(text);
  if (!match) return null;
  const [rows, cols] = [Number(match[2]), Number(match[3])];
  const cells = [...match[4].slice(0, rows * cols)];
  return cells.length === rows * cols ? { turn: match[1] === "A" ? 1 : 2, rows, cols, cells } : null;
}

function parseMove(text) {
  let match = /^A_(.)_(\d+)$/.exec(text);
  if (match) return { kind: "add", char: match[1], cell: Number(match[2]) };
  match = /^M_(\d+)_(\d+)$/.exec(text);
  if (match) return { kind: "arrow", from: Number(match[1]), to: Number(match[2]) };
  match = /^S_([LR])_(\d+)_(\d+)$/.exec(text);
  return match ? { kind: "shift", side: match[1], row: Number(match[2]), amount: Number(match[3]) } : { kind: "text" };
}

/** Moves sorted by their place on the board, so that their order does not reveal their values. */
export function inBoardOrder(moves) {
  const key = (move) => {
    const button = parseMove(move.move);
    return [button.cell ?? button.from ?? button.row ?? -1, button.to ?? -1];
  };
  const names = new Intl.Collator("en", { numeric: true });
  return moves
    .map((move) => ({ move, key: key(move) }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || names.compare(a.move.moveName, b.move.moveName))
    .map(({ move }) => move);
}

/** The shape of a character, and its hue in board.css. */
function look(char) {
  if (char === EMPTY) return { shape: "none" };
  if (char === VOID) return { shape: "disc", hue: "off" };
  if (/\d/.test(char)) return { shape: "tile", hue: `d${char}` };
  if (/[xX]/.test(char)) return { shape: "disc", hue: "one" };
  if (/[oO]/.test(char)) return { shape: "disc", hue: "two" };
  const hue = `l${(char.toLowerCase().charCodeAt(0) - 96) % 8}`;
  return { shape: char === char.toUpperCase() ? "tile" : "disc", hue };
}

/** A letter in its cell; low letters are raised so that they look centered. */
function letterOn(char, x, y, kind) {
  return s("text", { class: kind, x, y: /[acemnorsuvwxz]/.test(char) ? y - 1.5 : y }, char);
}

function piece(char, x, y, extra = "") {
  const { shape, hue } = look(char);
  if (shape === "none") return null;
  const half = UNIT / 2;
  const body =
    shape === "tile"
      ? s("rect", { x: -half + 2.5, y: -half + 2.5, width: UNIT - 5, height: UNIT - 5, rx: 7 })
      : s("circle", { r: half - 5 });
  const letter = char === VOID ? null : letterOn(char, 0, 0);
  return s("g", { class: `piece ${shape} ${hue} ${extra}`, transform: `translate(${x} ${y})` }, body, letter);
}

/** A drawing of one piece of a variant whose look was fetched. */
export function drawPiece(of, char) {
  const { pieces } = looks.get(of.join("/")) || LETTERS;
  const key = [char, `${char}0`, ...Object.keys(pieces).filter((key) => key[1] === char)].find((key) => key in pieces);
  const content = key === undefined ? piece(char, 0, 0) : fragment(pieces[key], { class: "piece" });
  const box = `${-UNIT / 2} ${-UNIT / 2} ${UNIT} ${UNIT}`;
  return s("svg", { class: "board", viewBox: box, width: 34, height: 34, "aria-hidden": "true" }, content || "");
}

/** The number of cells drawn: on a tall board, up to the last row that is not all `*`; the rest only names moves. */
function drawnCells(board) {
  if (board.look.centers.length) return board.look.centers.length;
  if (board.rows <= TALL) return board.cells.length;
  const last = board.cells.findLastIndex((char) => char !== VOID);
  return (Math.floor(last / board.cols) + 1) * board.cols;
}

/** The top of each row, and the bottom of the last. On a tall board, rows with nothing near them are flat. */
function rowsOf(board, busy, end) {
  const usedRows = Array.from({ length: board.rows }, (_, row) =>
    board.cells.some(
      (char, cell) => Math.floor(cell / board.cols) === row && ((char !== EMPTY && char !== VOID) || busy.has(cell)),
    ),
  );
  const tops = [0];
  for (let row = 0; row < board.rows; row += 1) {
    const tall = end / board.cols <= TALL || [-1, 0, 1].some((by) => usedRows[row + by]);
    tops.push(tops[row] + (row >= end / board.cols ? 0 : tall ? UNIT : FLAT));
  }
  return tops;
}

const center = (board, cell) => {
  if (board.look.centers.length) return board.look.centers[cell];
  const row = Math.floor(cell / board.cols);
  return [((cell % board.cols) + 0.5) * UNIT, (board.tops[row] + board.tops[row + 1]) / 2];
};

/** A straight arrow from cell to cell; `back`: beside another one that leads back; `short`: it ends before a number. */
function arrowPath(board, from, to, back, short) {
  const [[x0, y0], [x1, y1]] = [center(board, from), center(board, to)];
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const scale = Math.min(UNIT, length);
  const at = (along, aside = 0) => [x0 + ux * along + uy * (back * 5 + aside), y0 + uy * along - ux * (back * 5 + aside)];
  const tip = length - scale * (short ? 0.34 : 0.12);
  const neck = tip - scale / 4;
  return {
    line: `M${at(scale * 0.34)} L${at(neck)}`,
    head: `M${at(tip)} L${at(neck, 6.5)} L${at(neck, -6.5)} Z`,
    begin: at(scale * 0.42),
    middle: at(length / 2),
    length,
  };
}

/** The mark of a move onto an empty cell: the piece, small, or its letter if it has no drawing. */
function signOf(board, { cell, char }, [x, y], opacity) {
  const content = fragmentOf(board, cell, char);
  if (!content) return content === undefined ? letterOn(char, x, y, "sign sample") : "";
  const piece = fragment(content, { transform: `scale(${SMALL})` });
  const ring = s("circle", { class: "ring", r: (UNIT / 2 - 8 + INNER) / 2, opacity }); // pieces may be larger
  return s("g", { class: "sample", transform: `translate(${x} ${y})` }, s("circle", { class: "inner", r: INNER }), piece, ring);
}

/** The mark around a piece that can be touched: the ring of its look, or its outline where it does not continue. */
function ringOf(board, cell, attributes) {
  const [x, y] = center(board, cell);
  const sides = sidesOf(board, cell);
  if (board.look.ring) return s("circle", { class: "ring", cx: x, cy: y, r: board.look.ring, ...attributes });
  const half = UNIT / 2 - 3.5;
  if (!sides) return s("rect", { class: "ring", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 7, ...attributes });
  const [top, east, bottom, west] = [y, x, y, x].map((middle, bit) => middle + (bit % 3 ? 1 : -1) * (sides & (1 << bit) ? UNIT / 2 : half));
  const edges = [`M${west} ${top}H${east}`, `M${east} ${top}V${bottom}`, `M${west} ${bottom}H${east}`, `M${west} ${top}V${bottom}`];
  return s("path", { class: "ring", d: edges.filter((_, bit) => !(sides & (1 << bit))).join(""), ...attributes });
}

/** Whether nothing is drawn in a cell. */
const isBlank = (board, cell) => board.cells[cell] === EMPTY || (board.cells[cell] === VOID && fragmentOf(board, cell) === "");

/** The value of a move: its sign, for people who cannot distinguish the colors, and the number of moves to the end. */
function badge(text, [x, y], breadth) {
  const width = 6 + 6.6 * text.length;
  const transform = `translate(${x} ${y}) scale(${Math.min(1, breadth / width)})`;
  const shape = s("rect", { x: -width / 2, y: -7, width, height: 14, rx: 7 });
  return s("g", { class: "badge", "aria-hidden": "true", transform }, shape, s("text", null, text));
}

function drawMove(board, move, button, options, strength) {
  const { hints } = options;
  const opacity = hints ? strength : 1;
  const name = moveWords(move.moveName);
  const label = hints ? t("{name}: {words}", { name, words: moveWorth(options.entry, move) }) : name;
  const group = s("g", {
    class: `move ${button.kind} ${hints ? move.moveValue : "plain"} ${button.later ? "later" : ""}`,
    ...{ role: "button", tabindex: -1, "aria-label": label, "data-move": move.move, "data-position": move.position },
    ...(hints && { "data-value": move.moveValue, "data-delta": move.deltaRemoteness }),
  });
  group.append(s("title", null, label));
  const target = button.to ?? button.cell;
  let at = target === undefined ? null : center(board, target);
  const mark = button.kind === "add" ? markOf(board, button) : undefined;
  const isClear = target !== undefined && mark === undefined && isBlank(board, target) && !options.isVaried;
  let [numberAt, breadth] = [at, UNIT];
  if (at && !isClear) [numberAt, breadth] = [[Math.min(at[0] + ASIDE, board.width - 8), Math.max(at[1] - ASIDE, 3)], BESIDE];
  if (button.kind === "arrow") {
    const back = options.arrows.has(`M_${button.to}_${button.from}`);
    const { line, head, middle, begin, length } = arrowPath(board, button.from, button.to, back, hints && !button.earlier);
    at = middle;
    const corner = CORNERS[button.earlier - 1]; // where it goes stands the number of another move
    if (button.earlier && (length < 1.1 * UNIT || button.isApart)) numberAt = begin;
    else if (corner) [numberAt, breadth] = [[0, 1].map((i) => center(board, target)[i] + 0.32 * UNIT * corner[i]), UNIT / 2];
    else group.classList.toggle("second", button.earlier > 0);
    group.append(
      s("path", { class: "reach", d: line }),
      s("path", { class: "casing", d: line }),
      s("path", { class: "shaft", d: line, opacity }),
      s("path", { class: "head", d: head, opacity }),
    );
  } else if (button.kind === "shift") {
    const toLeft = button.side === "L";
    at = [toLeft ? UNIT * 0.3 : (board.cols - 0.3) * UNIT, center(board, button.row * board.cols)[1]];
    numberAt = at;
    const tip = toLeft ? -12 : 12;
    group.append(
      s("rect", { class: "reach", x: at[0] - 13, y: at[1] - UNIT / 2, width: 26, height: UNIT }),
      s("path", { class: "head", opacity, d: `M${at[0] + tip} ${at[1]} L${at[0]} ${at[1] - 10} L${at[0]} ${at[1] + 10} Z` }),
    );
  } else {
    const half = Math.min(UNIT / 2, 0.8 * button.spacing); // their middles do not overlap
    const top = options.isDrop ? 0 : at[1] - half;
    breadth = Math.min(breadth, 2 * half);
    if (options.isDrop) numberAt = [at[0], -MARGIN * (options.hasNumbers ? 0.5 : 1.5)];
    group.append(s("rect", { class: "reach", x: at[0] - half, y: top, width: 2 * half, height: at[1] + half - top, rx: 8 }));
    if (mark !== undefined) group.append(fragment(mark, { class: "choice", transform: `translate(${at})`, opacity }));
    else if (isBlank(board, target)) {
      group.classList.toggle("varied", options.isVaried);
      const isSample = button.char !== EMPTY && (options.isVaried || !hints || options.isDrop);
      group.append(s("circle", { class: "spot", cx: at[0], cy: at[1], r: UNIT / 2 - 8, opacity }), isSample ? signOf(board, button, at, opacity) : "");
    } else group.append(ringOf(board, target, { opacity }));
  }
  if (hints) group.append(badge(signedCount(options.entry, move), numberAt, breadth));
  group.dataset.x = at[0];
  group.dataset.y = at[1];
  return group;
}

/** The board row by row in words, for screen readers. */
function describe(board, isUnused) {
  const rows = Array.from({ length: board.rows }, (_, row) => {
    const cells = board.cells.slice(row * board.cols, (row + 1) * board.cols);
    const cellWords = cells.map((char, col) =>
      isUnused(row * board.cols + col) ? "" : char === EMPTY ? t("empty") : char === VOID ? t("covered") : char,
    );
    return cellWords.some((text) => text && text !== t("empty")) ? `${t("Row {row}", { row: row + 1 })}: ${cellWords.filter(Boolean).join(", ")}.` : "";
  });
  return rows.filter(Boolean).join(" ") || t("The board is empty.");
}

/**
 * The drawing of a position.
 *
 * options: of, its id and variant, if `fetchLook` was called for it; start, the start of the variant, which tells `*`
 * from cells that are never used; moves, the clickable moves, best first if hints are shown; choose(move), called on a
 * click; hints, whether to show the values of moves; entry, the puzzle or game; label, the accessible name of the
 * drawing; last, the move string that led here, whose cells are marked.
 */
export function draw(text, options = {}) {
  const board = parse(text);
  if (!board) return s("svg", { class: "board", viewBox: "0 0 40 40", role: "img", "aria-label": t("No board") });
  board.look = (options.of && looks.get(options.of.join("/"))) || LETTERS;
  const { look } = board;
  const first = options.start && parse(options.start);
  if (first) first.look = look;
  const moves = options.moves || [];
  const end = Math.max(drawnCells(board), first && first.cells.length === board.cells.length ? drawnCells(first) : 0);
  const buttons = moves.map((move) => parseMove(move.move)).map((button) => (Math.max(button.from ?? 0, button.to ?? 0, button.cell ?? 0) >= end ? { kind: "text" } : button));
  board.tops = rowsOf(board, new Set(buttons.flatMap((button) => [button.cell, button.from, button.to])), end);
  const [width, height] = look.size || [board.cols * UNIT, board.tops.at(-1)];
  board.width = width;
  const targets = new Set(buttons.filter((button) => button.kind === "add").map((button) => button.cell));
  const isUnused = (cell) =>
    board.cells[cell] === VOID &&
    !targets.has(cell) &&
    (!first || first.cells.length !== board.cells.length || first.cells[cell] === VOID);
  const pad = 5;
  const last = options.last ? parseMove(options.last) : {};
  const markedCells = [last.cell, last.from, last.to];
  const ground = s("g", { class: "ground" });
  const pieces = s("g", { class: "pieces" });
  board.cells.forEach((char, cell) => {
    if (isUnused(cell) || cell >= end) return;
    const [x, y] = center(board, cell);
    const row = Math.floor(cell / board.cols);
    if (!look.centers.length && board.tops[row + 1] - board.tops[row] < UNIT) return;
    const box = { x: x - UNIT / 2 + 1, y: y - UNIT / 2 + 1, width: UNIT - 2, height: UNIT - 2, rx: 8 };
    const kind = `${look.boxes ? "cell" : "cell bare"} ${markedCells.includes(cell) ? "marked" : ""}`;
    ground.append(s("rect", { class: kind, ...box, "data-cell": cell, "data-x": x, "data-y": y }));
    const content = fragmentOf(board, cell);
    const place = { class: "piece", transform: `translate(${x} ${y})` };
    const element = content === undefined ? piece(char, x, y) : content && fragment(content, place);
    if (element) {
      element.dataset.cell = cell;
      pieces.append(element);
    }
  });
  const openings = splitMoves.openingsOf(look.first, buttons, parseMove, board.turn);
  const spread = (button) => {
    const [x, y] = center(board, button.cell);
    const distanceTo = (neighbor) => Math.max(...center(board, neighbor.cell).map((at, axis) => Math.abs(at - [x, y][axis])));
    const neighbors = [...buttons, ...openings].filter((neighbor) => neighbor.kind === "add" && neighbor.later === button.later);
    return Math.min(Infinity, ...neighbors.map(distanceTo).filter((distance) => distance > 1));
  };
  for (const button of [...buttons, ...openings]) if (button.kind === "add") button.spacing = spread(button);
  const strength = opacities(moves);
  const additions = [...buttons, ...openings].filter((button) => button.kind === "add" && button.char !== EMPTY);
  const isVaried = new Set(additions.map((button) => button.char)).size > 1;
  const ends = new Map();
  const arrows = [...buttons, ...openings].filter((item) => item.kind === "arrow" && !item.later);
  const beginnings = arrows.map(({ from, to }) => String(arrowPath(board, from, to, false).begin.map(Math.round)));
  arrows.forEach((button, i) => {
    button.earlier = ends.get(button.to) ?? 0;
    button.isApart = beginnings.indexOf(beginnings[i]) === beginnings.lastIndexOf(beginnings[i]); // no other begins there
    ends.set(button.to, button.earlier + 1);
  });
  const names = options.choose && look.cellNames;
  const isDrop = Boolean(names) && names.step === 0;
  const drawing = { ...options, arrows: new Set(moves.map((move) => move.move)), isVaried, isDrop, hasNumbers: Boolean(look.size) };
  const groups = moves.map((move, i) => (buttons[i].kind === "text" ? null : drawMove(board, move, buttons[i], drawing, strength[i])));
  for (const opening of openings) {
    const best = Math.min(...opening.moves);
    opening.group = drawMove(board, splitMoves.representativeMove(opening, moves), opening, drawing, strength[best]);
    splitMoves.link(opening, groups);
  }
  if (options.hints && moves.length) markBest([...groups.map((group, i) => ({ group, ...buttons[i] })), ...openings], moves[0]);
  // buttons below arrows, long arrows below short ones, which they could hide; of equals, the best on top
  const order = [...groups.map((group, i) => ({ group, ...buttons[i] })), ...openings].filter((item) => item.group).reverse();
  const span = ({ kind, from, to }) => {
    if (kind !== "arrow") return 0;
    const [[x0, y0], [x1, y1]] = [center(board, from), center(board, to)];
    return Math.hypot(x1 - x0, y1 - y0);
  };
  order.sort((a, b) => (a.kind === "arrow") - (b.kind === "arrow") || Math.round(span(b) - span(a)));
  const layer = s("g", { class: "moves" }, order.map((item) => item.group));
  const layers = [fragment(look.under, { class: "under" }), ground, pieces, fragment(look.over, { class: "over" })];
  const nameLayer = names && !(isDrop && look.size) && coordinates(board, names, (cell) => center(board, cell), pad + MARGIN / 2, height);
  const [left, low] = nameLayer && !isDrop ? [pad + MARGIN, pad + MARGIN] : [pad, pad];
  const high = isDrop ? pad + (Boolean(options.hints) + !look.size) * MARGIN : pad;
  if (nameLayer) layers.push(nameLayer);
  const svg = s(
    "svg",
    {
      class: `board turn-${board.turn}`,
      viewBox: `${-left} ${-high} ${width + left + pad} ${height + high + low}`,
      role: moves.length ? "group" : "img",
      "aria-label": options.label || t("Board of {rows} rows and {cols} columns", board),
      "data-rows": board.rows,
      "data-cols": board.cols,
    },
    s("desc", null, describe(board, isUnused)),
    s("g", { "aria-hidden": "true" }, layers),
    layer,
  );
  svg.style.maxWidth = `${(width / UNIT) * LARGEST}px`; // keeps small boards small
  if (options.choose) svg.style.minWidth = `${(width / UNIT) * TOUCH}px`;
  if (moves.length) {
    const usable = moves.map((move, i) => ({ ...buttons[i], group: groups[i], go: () => options.choose(move) }));
    usable.push(...openings.map((opening) => ({ ...opening, go: () => splitMoves.open(svg, opening, usable) })));
    const arrowsOf = usable.filter((item) => item.kind === "arrow" && !item.later);
    const { cols, cells } = board;
    const hand = { arrows: arrowsOf, centerOf: (cell) => center(board, cell), unit: UNIT };
    const gaps = cells.filter((char) => char === EMPTY).length;
    const slides = options.entry?.type === "onePlayer" ? slidesOf({ ...hand, moves: moves.length, gaps }) : {};
    svg.slides = options.entry?.script ? inputsOf(moves, usable) : slides;
    makeUsable(svg, usable.filter((item) => item.group));
    const spotOn = ([cx, cy]) => s("circle", { class: "spot", cx, cy });
    const gripMark = (cell) => (isBlank(board, cell) && !fragmentOf(board, cell) ? spotOn(center(board, cell)) : ringOf(board, cell));
    makeMovable({ ...hand, svg, layer, sidesOf: (cell) => sidesOf(board, cell), cols, markOf: gripMark });
  }
  return svg;
}

/** The moves of a script by the keys of its inputs. */
function inputsOf(moves, usable) {
  const inputs = Object.entries(INPUTS).map(([key, name]) => [key, usable[moves.findIndex(({ moveName }) => moveName === name)]]);
  return Object.fromEntries(inputs.filter(([, move]) => move));
}

/** Marks the best moves, which are drawn unless there are too many of them. */
function markBest(items, { moveValue, deltaRemoteness }) {
  const isBest = ({ group, later }) => group && !later && group.dataset.value === moveValue && group.dataset.delta === String(deltaRemoteness);
  const best = items.filter(isBest);
  if (moveValue !== "unsolved" && best.length <= MOST_ARROWS) best.forEach(({ group }) => group.classList.add("best"));
}

/** Whether a move is hidden until its first part is touched. */
const isHidden = (group) => group.matches(".later:not(.lit)");

/** Handles clicks and keys: arrow keys go from move to move unless they slide; Enter and the space bar make the move. */
function makeUsable(svg, moves) {
  const groups = moves.map(({ group }) => group);
  if (!groups.length) return;
  groups.find((group) => !isHidden(group)).setAttribute("tabindex", "0");
  const focus = (group) => {
    groups.forEach((item) => item.setAttribute("tabindex", item === group ? "0" : "-1"));
    group.focus();
  };
  moves.forEach(({ group, go }) => {
    group.addEventListener("click", go);
    group.addEventListener("keydown", (event) => {
      const usable = groups.filter((item) => (svg.classList.contains("choosing") ? item.classList.contains("lit") : !isHidden(item)));
      const turn = ARROWS[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        go();
        const litMove = svg.querySelector(".later.lit");
        if (litMove && svg.isConnected) focus(litMove);
      } else if (event.key === "Escape") {
        release(svg);
        focus(isHidden(group) ? svg.querySelector(`[data-first="${group.dataset.after}"]`) : group);
      } else if (turn && !Object.keys(svg.slides).length) {
        event.preventDefault();
        const next = (usable.indexOf(group) + turn[0] + turn[1] + usable.length) % usable.length;
        focus(toward(group, usable, turn) || usable[next]);
      } else if (event.key === "Home" || event.key === "End") {
        event.preventDefault();
        focus(usable.at(event.key === "Home" ? 0 : -1));
      }
    });
  });
}

/** The nearest move in a direction, such as [1, 0] for right; undefined if there is none. */
function toward(from, usable, [dx, dy]) {
  const at = (group) => [Number(group.dataset.x), Number(group.dataset.y)];
  const [x, y] = at(from);
  const cost = (group) => {
    const [right, down] = [at(group)[0] - x, at(group)[1] - y];
    const [along, aside] = [right * dx + down * dy, right * dy + down * dx];
    return along > 4 ? along + 2 * Math.abs(aside) : Infinity;
  };
  const nearest = usable.filter((group) => group !== from).sort((a, b) => cost(a) - cost(b))[0];
  return nearest && cost(nearest) < Infinity ? nearest : undefined;
}

/** Animates the changes since `before`: pieces that the move moved slide, other changes fade in. */
export function animateChanges(svg, before, after, last) {
  const [previous, current] = [parse(before), parse(after)];
  if (!previous || !current || previous.cells.length !== current.cells.length) return;
  const move = last ? parseMove(last) : {};
  const place = (cell) => svg.querySelector(`.ground > [data-cell="${cell}"]`);
  for (const group of svg.querySelectorAll(".pieces > .piece")) {
    const cell = Number(group.dataset.cell);
    if (previous.cells[cell] === current.cells[cell]) continue;
    if (move.kind === "arrow" && move.to === cell && previous.cells[move.from] === current.cells[cell] && place(move.from)) {
      const at = (square) => `translate(${place(square).dataset.x}px, ${place(square).dataset.y}px)`;
      const path = [{ transform: at(move.from) }, { transform: at(cell) }];
      group.animate(path, { duration: 220, easing: "ease-out" });
    } else {
      group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: "ease-out" });
    }
  }
}
