// Drawing a start cell by cell: choose a character, then paint cells with it. The text of the form follows.

import { ARROWS, h, put } from "./dom.js";
import { t } from "./language.js";
import {} from "./laterwords.js";

const BLANK = 6; // rows and columns of a board to begin with, where any number is possible
const LONGEST = 30; // rows or columns that are offered

const FITTING = 10; // rows and columns that a phone shows whole: there a finger paints, and scrolls what is larger

/** The rows of cells that a text has; null if it is no such text, or has more cells than can be drawn. */
export function rowsOf(text, { symbols, cols, example }) {
  if (text.length > LONGEST * (LONGEST + 1)) return null;
  const side = Math.sqrt(text.length);
  const square = Number.isInteger(side) && [...example + text].every((char) => symbols.includes(char)); // as the example
  cols ||= square ? side : 0;
  const rows = cols ? text.match(new RegExp(`.{1,${cols}}`, "g")) || [] : text.split("_");
  const whole = rows.length > 0 && rows.every((row) => row.length === (cols || rows[0].length) && [...row].every((char) => symbols.includes(char)));
  return whole && rows[0] ? rows.map((row) => [...row]) : null;
}

/**
 * The editor of the text in `input`, which each change is written to, and a function that shows a text in it: what is typed,
 * as the service writes it.
 */
export function levelGrid(rule, input) {
  const empty = rule.symbols[0];
  const blank = (height, width) => Array.from({ length: height }, () => Array(width).fill(empty));
  let rows = rowsOf(input.value, rule) || rowsOf(rule.example, rule) || blank(BLANK, BLANK);
  let tool = rule.symbols[1];

  const cells = h("div", { class: "level-cells", role: "group", "aria-label": t("Cells") });
  const sizes = {};
  const palette = h("div", { class: "palette", role: "group", "aria-label": t("Pieces") });

  function write() {
    input.value = rows.map((row) => row.join("")).join(rule.cols ? "" : "_");
    input.dispatchEvent(new Event("input"));
  }

  function label(row, col) {
    return t("Row {row}, column {col}: {piece}", { row: row + 1, col: col + 1, piece: rows[row][col] });
  }

  function paint(button) {
    const { row, col } = button.dataset;
    if (rows[row][col] === tool) return;
    rows[row][col] = tool;
    button.textContent = tool;
    button.setAttribute("aria-label", label(Number(row), Number(col)));
    write();
  }

  function cell(row, col) {
    return h("button", { "data-row": row, "data-col": col, tabindex: row || col ? -1 : 0, "aria-label": label(row, col) }, rows[row][col]);
  }

  cells.addEventListener("click", (event) => event.target.dataset.row && paint(event.target));
  cells.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && cells.classList.contains("wide")) return; // this scrolls
    const under = event.buttons === 1 && document.elementFromPoint(event.clientX, event.clientY);
    if (under && cells.contains(under) && under.dataset.row) paint(under);
  });

  cells.addEventListener("keydown", (event) => {
    const { row, col } = event.target.dataset;
    const [right, down] = ARROWS[event.key] || [];
    const next = down !== undefined && cells.querySelector(`[data-row="${Number(row) + down}"][data-col="${Number(col) + right}"]`);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  function show() {
    cells.style.setProperty("--cols", rows[0].length);
    put(cells, rows.map((row, y) => row.map((_, x) => cell(y, x))));
    cells.classList.toggle("wide", rows[0].length > FITTING || rows.length > FITTING);
    for (const [id, count] of [["level-rows", rows.length], ["level-cols", rows[0].length]]) if (sizes[id]) sizes[id].value = count;
    put(palette, [...rule.symbols].map((char) => h("button", { "aria-pressed": String(char === tool), onclick: () => choose(char) }, char)));
  }

  function choose(char) {
    tool = char;
    show();
    palette.querySelector("[aria-pressed=true]").focus();
  }

  function resize(height, width) {
    const old = rows;
    rows = blank(height, width).map((row, y) => row.map((char, x) => old[y]?.[x] ?? char));
    show();
    write();
  }

  function count(id, text, change) {
    const box = h("input", { id, type: "number", min: 1, max: LONGEST, onchange: () => (box.checkValidity() && box.value ? change(Number(box.value)) : show()) });
    sizes[id] = box;
    return [h("label", { for: id }, text), box];
  }

  const size = rule.cols
    ? []
    : [
        ...count("level-rows", t("Rows"), (height) => resize(height, rows[0].length)),
        ...count("level-cols", t("Columns"), (width) => resize(rows.length, width)),
      ];
  show();
  const follow = (text) => {
    const typed = rowsOf(text, rule);
    if (!typed || String(typed) === String(rows)) return;
    rows = typed;
    show();
  };
  return [h("div", { class: "level-grid" }, palette, h("div", { class: "level-size" }, size), cells), follow];
}
