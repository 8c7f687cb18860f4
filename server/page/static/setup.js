// Setting up a position by hand: paint its cells, type it, or type moves that lead to it. The service says what is wrong.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { UNIT, draw, drawPiece, parse } from "./board.js";
import { ARROWS, field, h, keepRows, options, put, s } from "./dom.js";
import { faultNodes } from "./faults.js";
import { t } from "./language.js";
import { fit } from "./symbols.js";
import {} from "./laterwords.js";

const DELAY = 200; // milliseconds after the last change
const EMPTY = "-";
const VOID = "*";

/** Fill a box with the editor of positions of a match's variant; it begins with the position of the match. */
export async function edit(match, box) {
  const { id, variantId } = match;
  const setup = await api.setup(id, variantId, {});
  const pieces = setup.pieces.includes(EMPTY) ? setup.pieces.replace(VOID, "") : setup.pieces; // marks places without a cell
  let { turn, rows, cols, cells } = parse(match.current.answer.position) || parse(match.start);
  cells = cells.slice(0, rows * cols);
  const single = new Set(cells).size === cells.length; // each piece occurs once, so pieces can only be exchanged
  let tool = single ? null : [...pieces].find((char) => char !== EMPTY) || EMPTY; // null: exchange two cells
  let heldCell = null; // the first of two cells to exchange
  let timer = 0;
  let requests = 0;

  const stage = h("div", { class: "setup-board" });
  const palette = h("div", { class: "palette", role: "group", "aria-label": t("Pieces") });
  const status = h("p", { class: "help", role: "status" });
  const play = h("a", { class: "button main", hidden: true }, t("Play from here"));
  const textInput = (name, label, read) => {
    const input = h("input", { id: `setup-${name}`, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    keepRows(input);
    input.addEventListener("input", () => delay(() => ask(read(input.value.trim()), input)));
    return { input, box: field(label, input) };
  };
  const textField = textInput("text", t("Paste or type a position"), (text) => ({ p: text }));
  const movesField = textInput("moves", t("Moves from the start, such as a scramble"), (text) => ({ moves: text }));
  const mover = h(
    "select",
    {
      id: "setup-turn",
      onchange() {
        turn = Number(mover.value);
        refresh();
      },
    },
    options([1, 2].map((player) => [player, t("Player {player}", { player })])),
  );

  const text = () => `R_${turn === 1 ? "A" : "B"}_${rows}_${cols}_${cells.join("")}`;

  function delay(action) {
    clearTimeout(timer);
    timer = setTimeout(action, DELAY);
  }

  /** Ask whether something is a legal position. If it was typed, it replaces the board. */
  async function ask(query, from) {
    requests += 1;
    const request = requests;
    try {
      const check = await api.setup(id, variantId, query);
      if (request !== requests) return;
      showFault(check.fault);
      if (check.position === null) return;
      if (from) {
        ({ turn, cells } = parse(check.position));
        show();
      }
      if (from !== textField.input) textField.input.value = check.positionText;
      play.href = linkTo(id, variantId, check.position);
    } catch (error) {
      if (request === requests) showFault(error.message);
    }
  }

  function showFault(fault) {
    status.className = fault ? "fault" : "help";
    status.replaceChildren(...(fault ? faultNodes(fault, setup.positionText) : [t("This position is legal.")]));
    play.hidden = Boolean(fault);
  }

  function refresh() {
    show();
    delay(() => ask({ p: text() }));
  }

  function paint(cell, char) {
    if (char !== undefined) cells[cell] = char;
    else if (tool !== null) cells[cell] = cells[cell] === tool && pieces.includes(EMPTY) ? EMPTY : tool;
    else if (heldCell === null) heldCell = cell;
    else {
      [cells[heldCell], cells[cell]] = [cells[cell], cells[heldCell]];
      heldCell = null;
    }
    refresh();
  }

  const nameOf = (char) => (char === EMPTY ? t("empty") : char);

  /** The board, with a button on each cell. A key puts its piece on the cell that has the focus. */
  function show() {
    const focusedCell = stage.contains(document.activeElement) && document.activeElement.dataset.paint;
    const svg = draw(text(), { of: [id, variantId], start: match.start, label: t("The board to set up") });
    svg.setAttribute("role", "group");
    const layer = s("g", { class: "paints" });
    for (const cell of svg.querySelectorAll(".cell")) {
      const { x, y, cell: number } = cell.dataset;
      const label = `${t("Row {row}", { row: Math.floor(number / cols) + 1 })}, ${(number % cols) + 1}: ${nameOf(cells[number])}`;
      const at = { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT, rx: 8 };
      const state = Number(number) === heldCell ? "paint held" : "paint";
      layer.append(s("rect", { class: state, role: "button", tabindex: -1, "aria-label": label, "data-paint": number, ...at }));
    }
    svg.append(layer);
    put(stage, svg);
    const first = layer.querySelector(`[data-paint="${focusedCell}"]`) || layer.firstChild;
    first?.setAttribute("tabindex", "0");
    if (focusedCell) first.focus({ preventScroll: true });
    mover.value = turn;
    put(palette, [...pieces].map((char) => choice(char, drawPiece([id, variantId], char), nameOf(char))), choice(null, "⇄", t("Swap two cells")));
    for (const drawing of palette.querySelectorAll("svg")) fit(drawing);
  }

  function choice(char, drawing, label) {
    const choose = () => {
      tool = char;
      heldCell = null;
      show();
      palette.querySelector("[aria-pressed=true]").focus();
    };
    return h("button", { class: "quiet", "aria-label": label, title: label, "aria-pressed": String(tool === char), onclick: choose }, drawing);
  }

  stage.addEventListener("pointerdown", (event) => {
    const cell = event.target.dataset.paint;
    if (cell === undefined) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    paint(Number(cell));
  });
  stage.addEventListener("pointerover", (event) => {
    const cell = event.target.dataset.paint;
    if (cell !== undefined && event.buttons === 1 && tool !== null && cells[cell] !== tool) paint(Number(cell), tool);
  });
  stage.addEventListener("keydown", (event) => {
    const number = event.target.dataset?.paint;
    if (number === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const [right, down] = ARROWS[event.key] || [0, 0];
    const step = right + cols * down;
    if (step) stage.querySelector(`[data-paint="${Number(number) + step}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") paint(Number(number));
    else if (event.key.length === 1 && /[A-Za-z0-9*-]/.test(event.key)) paint(Number(number), event.key);
    else return;
    event.preventDefault();
    event.stopPropagation(); // these keys have other meanings elsewhere
  });

  const reset = (label, name, start) => h("button", { id: name, onclick: start }, label);
  put(
    box,
    h("p", { class: "help" }, t("Choose a piece and paint cells with it, or go to a cell and type its letter. Clicking a painted cell empties it.")),
    h("div", { class: "setup-editor" },
      stage,
      h("div", { class: "setup-side" },
        palette,
        !match.solo && field(t("To move"), mover),
        textField.box,
        movesField.box,
        h("div", { class: "joined" },
          reset(t("Start"), "setup-start", () => {
            ({ turn, cells } = parse(match.start));
            refresh();
          }),
          pieces.includes(EMPTY) &&
            reset(t("Clear"), "setup-clear", () => {
              cells = cells.map((char) => (char === VOID ? char : EMPTY));
              refresh();
            }),
        ),
        status,
        play,
      ),
    ),
  );
  show();
  await ask({ p: text() });
}
