// Moving pieces on a board by hand: tap a piece, then its target, or drag it there. The piece that is pointed at, or whose
// move has the focus of the keyboard, shows its moves as arrows, which can be clicked as well. A click on a piece with a
// single move makes that move; a touch, which shows it first, does so only on boards where pieces slide.

import { ARROWS, s } from "./dom.js";

const DRAG_DISTANCE = 0.4; // cells that a pointer must move to drag rather than tap

/** The cells of the piece on a cell, by the sides on which its cells continue. */
function pieceAt(cell, sidesOf, cols) {
  const cells = new Set([cell]);
  for (const member of cells) {
    const sides = sidesOf(member);
    [-cols, 1, cols, -1].forEach((by, bit) => sides & (1 << bit) && cells.add(member + by));
  }
  return cells;
}

/** Puts down the piece in hand: it no longer shows its moves. */
export function release(svg) {
  svg.classList.remove("choosing");
  svg.querySelectorAll(".target").forEach((element) => element.remove());
  svg.querySelectorAll(".lit").forEach((element) => element.classList.remove("lit"));
}

/**
 * Makes the pieces of a board movable.
 *
 * svg: the board; layer: its moves; arrows: {group, from, to, go} for each move that is an arrow; centerOf(cell), in
 * units of the drawing; unit: the side of a cell; sidesOf(cell): where its piece continues (1 up, 2 right, 4 down, 8
 * left); cols: cells in a row; markOf(cell): the mark of a piece that can move.
 */
export function makeMovable({ svg, layer, arrows, centerOf, unit, sidesOf, cols, markOf }) {
  const pieces = new Map(); // by cell: the cells of its piece and its moves
  for (const arrow of arrows) {
    const cells = pieceAt(arrow.from, sidesOf, cols);
    const moves = [...cells].map((cell) => pieces.get(cell)).find(Boolean)?.moves || [];
    moves.push(arrow);
    for (const cell of cells) pieces.set(cell, { cells, moves });
  }
  const box = (cell, kind) => {
    const [x, y] = centerOf(cell);
    return s("rect", { class: kind, x: x - unit / 2, y: y - unit / 2, width: unit, height: unit });
  };
  const isChoosing = () => svg.classList.contains("choosing");
  /** Show the moves of a piece, of none if it is undefined, unless one of another piece is being chosen. */
  const point = (piece) => {
    if (isChoosing() || piece?.moves.every(({ group }) => group.matches(".lit"))) return;
    release(svg);
    piece?.moves.forEach(({ group }) => group.classList.add("lit"));
  };
  /** Take a piece in hand, so that its targets can be touched, or make its only move. */
  const pick = (piece, isTouch) => {
    const { moves } = piece;
    const isRepeated = isChoosing() && moves[0].group.matches(".lit");
    release(svg);
    if (moves.length === 1 && (isRepeated || !isTouch || Object.keys(svg.slides).length)) {
      moves[0].go();
      return;
    }
    point(piece);
    svg.classList.add("choosing");
    for (const { to, go } of moves) {
      if (moves.filter((move) => move.to === to).length > 1) continue; // only the arrows distinguish them
      const target = box(to, "target");
      target.addEventListener("click", go);
      layer.append(target);
    }
  };
  const place = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [x, y];
  };
  /** The move of a piece meant by a drag of (x, y): the one that ends nearest to it. */
  const moveOf = ({ moves }, x, y) => {
    const distanceTo = ({ from, to }) => {
      const [[x0, y0], [x1, y1]] = [centerOf(from), centerOf(to)];
      return Math.hypot(x1 - x0 - x, y1 - y0 - y);
    };
    const [best, next] = [...moves].sort((a, b) => distanceTo(a) - distanceTo(b));
    return distanceTo(best) < Math.hypot(x, y) && (!next || distanceTo(next) > distanceTo(best)) ? best : null;
  };
  /** The piece nearest to a point, this one if it is about as near: grips overlap if cells are close together. */
  const nearest = (piece, [x, y]) => {
    const distanceTo = (cell) => Math.hypot(centerOf(cell)[0] - x, centerOf(cell)[1] - y);
    const distance = (item) => Math.min(...[...item.cells].map(distanceTo));
    return [...pieces.values()].reduce((best, item) => (distance(item) < distance(best) - 1 ? item : best), piece);
  };
  const makeGrip = (grip, gripPiece) => {
    let [origin, piece] = [null, gripPiece];
    grip.addEventListener("pointerdown", (event) => {
      origin = place(event);
      piece = nearest(gripPiece, origin);
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("pointermove", (event) => {
      if (!origin && event.pointerType !== "touch") point(nearest(gripPiece, place(event)));
    });
    grip.addEventListener("pointerup", (event) => {
      if (!origin) return;
      const [x, y] = place(event).map((coordinate, axis) => coordinate - origin[axis]);
      origin = null;
      if (Math.hypot(x, y) < DRAG_DISTANCE * unit) pick(piece, event.pointerType === "touch");
      else moveOf(piece, x, y)?.go();
    });
    grip.addEventListener("pointercancel", () => {
      origin = null;
    });
  };
  for (const [cell, piece] of pieces) {
    const grip = box(cell, "grip");
    grip.dataset.cell = cell;
    makeGrip(grip, piece);
    layer.prepend(grip, markOf(cell));
    const drawing = svg.querySelector(`.piece[data-cell="${cell}"]`); // may be larger than its cell
    if (drawing) {
      drawing.classList.add("grip");
      makeGrip(drawing, piece);
    }
  }
  svg.addEventListener("click", (event) => event.target.closest(".grip, .target, .move") || release(svg));
  svg.addEventListener("pointerleave", () => point());
  svg.addEventListener("focusout", ({ relatedTarget }) => svg.contains(relatedTarget) || point()); // not if an arrow is clicked
  svg.addEventListener("focusin", ({ target }) => {
    const piece = [...pieces.values()].find(({ moves }) => moves.some(({ group }) => group === target));
    if (target.matches(":focus-visible")) point(piece);
  });
}

/**
 * The moves that the arrow keys make, by key: on a board with one gap, of the piece that slides into it that way; if
 * every move is a step of the same piece, of that piece; otherwise none. `arrows`, `centerOf`, `unit`: as above;
 * `moves`: their number; `gaps`: the number of empty cells.
 */
export function slidesOf({ arrows, moves, gaps, centerOf, unit }) {
  const isShared = (end) => arrows.every((arrow) => arrow[end] === arrows[0]?.[end]);
  if (!arrows.length || arrows.length < moves || !((gaps === 1 && isShared("to")) || isShared("from"))) return {};
  const slides = {};
  for (const [key, [right, down]] of Object.entries(ARROWS)) {
    slides[key] = arrows.find(({ from, to }) => {
      const [[x0, y0], [x1, y1]] = [centerOf(from), centerOf(to)];
      const isStep = (along, aside, direction) => Math.sign(along) === direction && Math.abs(aside) < 1 && Math.abs(along) < 1.5 * unit;
      return right ? isStep(x1 - x0, y1 - y0, right) : isStep(y1 - y0, x1 - x0, down);
    });
  }
  return Object.values(slides).filter(Boolean).length === arrows.length ? slides : {};
}
