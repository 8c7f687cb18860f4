// Drawing a start cell by cell: choose a character, then paint cells with it. The text of the form follows.

import { h, put } from "./dom.js";
import { t } from "./language.js";
import {} from "./laterwords.js";

const BLANK = 6; // rows and columns of a board to begin with, where any number is possible
const LONGEST = 30; // rows or columns that are offered

/** The rows of cells that a text has; null if it is no such text. */
export function rowsOf(text, { symbols, cols }) {
  const rows = cols ? text.match(new RegExp(`.{1,${cols}}`, "g")) || [] : text.split("_");
  const whole = rows.length > 0 && rows.every((row) => row.length === (cols || rows[0].length) && [...row].every((char) => symbols.includes(char)));
  return whole && rows[0] ? rows.map((row) => [...row]) : null;
}

/** The editor of the text in `input`, which each change is written to; what is typed there is shown. */
export function levelGrid(rule, input) {
  const empty = rule.symbols[0];
  const blank = (height, width) => Array.from({ length: height }, () => Array(width).fill(empty));
  let rows = rowsOf(input.value, rule) || rowsOf(rule.example, rule) || blank(BLANK, BLANK);
  let tool = rule.symbols[1];

  const cells = h("div", { class: "level-cells", role: "group", "aria-label": t("Cells") });
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
    return h("button", { type: "button", "data-row": row, "data-col": col, "aria-label": label(row, col) }, rows[row][col]);
  }

  cells.addEventListener("click", (event) => event.target.dataset.row && paint(event.target));
  cells.addEventListener("pointermove", (event) => {
    const under = event.buttons === 1 && document.elementFromPoint(event.clientX, event.clientY);
    if (under && cells.contains(under) && under.dataset.row) paint(under);
  });

  function show() {
    cells.style.setProperty("--cols", rows[0].length);
    put(
      cells,
      rows.map((row, y) => row.map((_, x) => cell(y, x))),
    );
    put(
      palette,
      [...rule.symbols].map((char) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(char === tool),
            onclick() {
              tool = char;
              show();
              palette.querySelector("[aria-pressed=true]").focus();
            },
          },
          char,
        ),
      ),
    );
  }

  function resize(height, width) {
    const old = rows;
    rows = blank(height, width).map((row, y) => row.map((char, x) => old[y]?.[x] ?? char));
    show();
    write();
  }

  function count(id, text, value, change) {
    const box = h("input", { id, type: "number", min: 1, max: LONGEST, value, onchange: () => box.checkValidity() && box.value && change(Number(box.value)) });
    return [h("label", { for: id }, text), box];
  }

  show();
  const size = rule.cols
    ? []
    : [
        ...count("level-rows", t("Rows"), rows.length, (height) => resize(height, rows[0].length)),
        ...count("level-cols", t("Columns"), rows[0].length, (width) => resize(rows.length, width)),
      ];
  const read = () => {
    const typed = rowsOf(input.value, rule);
    if (!typed || document.activeElement !== input) return;
    rows = typed;
    show();
  };
  input.addEventListener("input", read);
  return h("div", { class: "level-grid" }, palette, h("div", { class: "level-size" }, size), cells);
}
