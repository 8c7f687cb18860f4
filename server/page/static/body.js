// A solid puzzle that can be rotated with the arrow keys, with buttons, or by dragging beside it. Dragging a sticker turns
// the part that it is in, if that is a move. The service says where stickers are and which parts turn; a move is the turn
// of a part that leads to the same colors. Bodies are convex, so exactly the stickers that face the viewer are visible.

import { ARROWS, calm, h, s } from "./dom.js";
import { t } from "./language.js";

const RADIUS = 100; // of the body, in units of the drawing
const STEP = 30; // degrees of rotation per key or button
const DRAG_SPEED = 0.6; // degrees of rotation per unit of the drawing
const DURATION = 200; // milliseconds that a rotation takes
const NEAR = 0.02; // the greatest distance between stickers in the same place
const GRIP = 4; // units of the drawing that a pointer must move to drag
const ALIGNED = 0.6; // of a drag and the motion it is taken for: the cosine of their angle
const ENOUGH = 0.3; // of the way to the next place of a part, from where it goes on by itself
const LEAST_REACH = 0.35; // of the radius: what is nearer to an axis turns as if it were this far out

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const middleOf = (corners) => [0, 1, 2].map((part) => corners.reduce((sum, corner) => sum + corner[part], 0) / corners.length);

/** A point after a turn by an angle in radians about an axis of length 1, counterclockwise as seen from outside. */
function turned(point, axis, angle) {
  const [cos, sin, aside, along] = [Math.cos(angle), Math.sin(angle), cross(axis, point), dot(axis, point)];
  return point.map((part, i) => part * cos + aside[i] * sin + axis[i] * along * (1 - cos));
}

/** The projected corners of a sticker, and whether its outside is visible. */
function project(corners, yaw, pitch) {
  const [sy, cy, sp, cp] = [yaw, pitch].flatMap((angle) => [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]);
  const points = corners.map(([x, y, z]) => [RADIUS * (x * cy + z * sy), RADIUS * ((z * cy - x * sy) * sp - y * cp)]);
  const [[ax, ay], [bx, by], [cx, cy2]] = points;
  return { points, visible: (bx - ax) * (cy2 - ay) < (cx - ax) * (by - ay) };
}

/** How far a point is toward the viewer: how far down it is as seen from a quarter turn further up. */
const nearness = (point, yaw, pitch) => -project([point, point, point], yaw, pitch - 90).points[0][1];

/**
 * The body of a look. `box` has the drawing and its buttons; `show(cells, moves)` gives it the colors of a position and its
 * moves, each {cells, go}: the cells it leads to, and what makes it.
 */
export class Body {
  constructor({ stickers, colors, turns, yaw, pitch }) {
    Object.assign(this, { colors, yaw, pitch });
    this.stickers = stickers.map(([cell, corners]) => {
      const normal = cross(...[1, 2].map((i) => corners[i].map((part, axis) => part - corners[0][axis])));
      const size = Math.hypot(...normal);
      return { cell, corners, middle: middleOf(corners), normal: normal.map((part) => part / size), shape: s("polygon", { "data-cell": cell }) };
    });
    this.turns = turns.map(([axis, depth, degrees, isDouble]) => {
      const part = this.stickers.filter(({ middle }) => (isDouble ? Math.abs(dot(middle, axis)) : dot(middle, axis)) > depth);
      return { axis, part, step: (degrees * Math.PI) / 180, count: 360 / degrees, moves: new Map() };
    });
    this.held = null; // the turn of a part in progress: {turn, angle}
    const side = 2 * RADIUS + 8;
    this.svg = s(
      "svg",
      { viewBox: `${-side / 2} ${-side / 2} ${side} ${side}`, role: "img", tabindex: 0, "aria-label": t("The solid: drag beside it or use the arrow keys to turn it; drag a sticker to make a move.") },
      this.stickers.map((sticker) => sticker.shape),
    );
    const button = (sign, label, key) => h("button", { class: "quiet", "aria-label": label, onclick: () => this.turn(...ARROWS[key]) }, sign);
    const buttons = h("div", { class: "turns", role: "group", "aria-label": t("Turn the solid") },
      button("←", t("Turn to the left"), "ArrowLeft"),
      button("→", t("Turn to the right"), "ArrowRight"),
      button("↑", t("Turn upward"), "ArrowUp"),
      button("↓", t("Turn downward"), "ArrowDown"),
    );
    this.box = h("div", { class: "body" }, this.svg, buttons);
    this.box.addEventListener("keydown", (event) => {
      if (!ARROWS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      this.turn(...ARROWS[event.key]);
    });
    this.listen();
    this.draw();
  }

  /** Follow pointers that drag the body, or one of its stickers. */
  listen() {
    let drag = null; // {sticker, x, y}: the sticker dragged, if it can turn, and the last place of the pointer
    this.svg.addEventListener("pointerdown", (event) => {
      const sticker = this.stickers.find(({ shape }) => shape === event.target);
      drag = { sticker: sticker && this.turnsOf(sticker).length ? sticker : null, x: event.clientX, y: event.clientY };
      this.hold(null);
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const scale = this.svg.getScreenCTM().a;
      const [right, down] = [(event.clientX - drag.x) / scale, (event.clientY - drag.y) / scale];
      if (drag.sticker) {
        if (!this.held && Math.hypot(right, down) < GRIP) return;
        const { turn, motion } = this.held || this.turnAlong(drag.sticker, right, down) || {};
        if (!turn) return;
        const reach = Math.max(Math.hypot(...motion), LEAST_REACH * RADIUS);
        this.hold({ turn, motion, angle: (right * motion[0] + down * motion[1]) / reach ** 2 });
        return;
      }
      this.yaw += right * DRAG_SPEED;
      this.tilt(down * DRAG_SPEED);
      Object.assign(drag, { x: event.clientX, y: event.clientY });
      this.draw();
    });
    this.svg.addEventListener("pointerup", () => {
      if (this.held) this.drop();
      drag = null;
    });
    this.svg.addEventListener("pointercancel", () => {
      this.hold(null);
      drag = null;
    });
  }

  /** The turns of the parts that a sticker is in, without those of its own face, that are moves. */
  turnsOf(sticker) {
    const isAside = ({ axis }) => Math.abs(dot(axis, sticker.normal)) < 1 - NEAR;
    return this.turns.filter((turn) => turn.moves.size && isAside(turn) && turn.part.includes(sticker));
  }

  /** The turn that moves a sticker most nearly along a drag, and that motion in units of the drawing for a radian. */
  turnAlong(sticker, right, down) {
    const options = this.turnsOf(sticker).map((turn) => {
      const { points } = project([sticker.middle, sticker.middle.map((part, i) => part + cross(turn.axis, sticker.middle)[i]), sticker.middle], this.yaw, this.pitch);
      return { turn, motion: [points[1][0] - points[0][0], points[1][1] - points[0][1]] };
    });
    const alignment = ({ motion: [x, y] }) => Math.abs(x * right + y * down) / (Math.hypot(x, y) * Math.hypot(right, down) || 1);
    const best = options.reduce((one, other) => (alignment(other) > alignment(one) ? other : one));
    return alignment(best) > ALIGNED ? best : null;
  }

  /** Show a part on its way, above or below the others; null: none. */
  hold(held) {
    if (held && held.turn !== this.held?.turn) {
      const { axis, part } = held.turn;
      for (const { middle, shape } of part) {
        const isNear = dot(middle, axis) * nearness(axis, this.yaw, this.pitch) > 0;
        this.svg[isNear ? "append" : "prepend"](shape);
      }
    }
    this.held = held;
    this.draw();
  }

  /** Make the move that a part was turned to, or turn it back. */
  drop() {
    const { turn, angle } = this.held;
    const whole = Math.sign(angle) * Math.floor(Math.abs(angle) / turn.step + 1 - ENOUGH);
    const steps = ((whole % turn.count) + turn.count) % turn.count;
    const go = turn.moves.get(steps);
    const held = go ? { ...this.held, angle: steps * turn.step } : null;
    this.hold(held); // until the new position is shown, or refused
    go?.().then(() => this.held === held && this.hold(null));
  }

  /** Tilt it, at most to a view from straight above or below. */
  tilt(by) {
    this.pitch = Math.max(-90, Math.min(90, this.pitch + by));
  }

  /** Turn it by steps to the right and downward; negative: the other way. */
  turn(right, down) {
    const from = { yaw: this.yaw, pitch: this.pitch };
    this.yaw = Math.round((this.yaw + right * STEP) * 10) / 10;
    this.tilt(down * STEP);
    const to = { yaw: this.yaw, pitch: this.pitch };
    const began = performance.now();
    const step = (time) => {
      const share = calm() ? 1 : Math.min(1, Math.max(0, (time - began) / DURATION));
      if (this.yaw !== to.yaw || this.pitch !== to.pitch) return; // turned again meanwhile
      this.draw(from.yaw + (to.yaw - from.yaw) * share, from.pitch + (to.pitch - from.pitch) * share);
      if (share < 1) requestAnimationFrame(step);
    };
    step(began);
  }

  draw(yaw = this.yaw, pitch = this.pitch) {
    const { turn, angle } = this.held || {};
    for (const sticker of this.stickers) {
      const { corners, shape } = sticker;
      const isHeld = turn?.part.includes(sticker);
      const { points, visible } = project(isHeld ? corners.map((corner) => turned(corner, turn.axis, angle)) : corners, yaw, pitch);
      shape.setAttribute("points", points.map((point) => point.map((part) => part.toFixed(2)).join()).join(" "));
      shape.setAttribute("visibility", visible ? "visible" : "hidden");
    }
  }

  show(cells, moves = []) {
    for (const { cell, shape } of this.stickers) shape.style.fill = this.colors[cells[cell]] || "";
    for (const turn of this.turns) {
      turn.moves.clear();
      for (let steps = 1; steps < turn.count; steps += 1) {
        const result = this.cellsAfter(cells, turn, steps * turn.step);
        const move = result && moves.find((option) => this.stickers.every(({ cell }) => option.cells[cell] === result[cell]));
        if (move) turn.moves.set(steps, move.go);
      }
    }
    this.hold(null);
  }

  /** The cells after the turn of a part by an angle; null if it does not fit back. */
  cellsAfter(cells, { axis, part }, angle) {
    const result = [...cells];
    for (const { cell, middle } of part) {
      const place = turned(middle, axis, angle);
      const target = part.find((sticker) => Math.hypot(...sticker.middle.map((coordinate, i) => coordinate - place[i])) < NEAR);
      if (!target) return null;
      result[target.cell] = cells[cell];
    }
    return result;
  }
}
