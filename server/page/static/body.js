// A solid puzzle that can be rotated by dragging it, with the arrow keys, or with buttons. The service says where its
// stickers are; bodies are convex, so exactly the stickers that face the viewer are visible.

import { calm, h, s } from "./dom.js";
import { t } from "./language.js";

const RADIUS = 100; // of the body, in units of the drawing
const STEP = 30; // degrees of rotation per key or button
const DRAG_SPEED = 0.6; // degrees of rotation per unit of the drawing
const DURATION = 200; // milliseconds that a rotation takes
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The projected corners of a sticker, and whether its outside is visible. */
function project(corners, yaw, pitch) {
  const [sy, cy, sp, cp] = [yaw, pitch].flatMap((angle) => [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]);
  const points = corners.map(([x, y, z]) => [RADIUS * (x * cy + z * sy), RADIUS * ((z * cy - x * sy) * sp - y * cp)]);
  const [[ax, ay], [bx, by], [cx, cy2]] = points;
  return { points, visible: (bx - ax) * (cy2 - ay) < (cx - ax) * (by - ay) };
}

/** The body of a look. `box` has the drawing and its buttons; `show(cells)` gives it the colors of a position. */
export class Body {
  constructor({ stickers, colors, yaw, pitch }) {
    Object.assign(this, { colors, yaw, pitch });
    this.stickers = stickers.map(([cell, corners]) => ({ cell, corners, shape: s("polygon", { "data-cell": cell }) }));
    const side = 2 * RADIUS + 8;
    this.svg = s(
      "svg",
      { viewBox: `${-side / 2} ${-side / 2} ${side} ${side}`, role: "img", tabindex: 0, "aria-label": t("The body: drag it or use the arrow keys to turn it.") },
      this.stickers.map((sticker) => sticker.shape),
    );
    const button = (sign, label, key) => h("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => this.turn(...TURNS[key]) }, sign);
    const buttons = h(
      "div",
      { class: "turns", role: "group", "aria-label": t("Turn the body") },
      button("←", t("Turn to the left"), "ArrowLeft"),
      button("→", t("Turn to the right"), "ArrowRight"),
      button("↑", t("Turn upward"), "ArrowUp"),
      button("↓", t("Turn downward"), "ArrowDown"),
    );
    this.box = h("div", { class: "body" }, this.svg, buttons);
    this.box.addEventListener("keydown", (event) => {
      if (!TURNS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      this.turn(...TURNS[event.key]);
    });
    this.listen();
    this.draw();
  }

  /** Follow pointers that drag the body. */
  listen() {
    let last = null;
    this.svg.addEventListener("pointerdown", (event) => {
      last = [event.clientX, event.clientY];
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!last) return;
      const by = DRAG_SPEED / this.svg.getScreenCTM().a;
      this.yaw += (event.clientX - last[0]) * by;
      this.tilt((event.clientY - last[1]) * by);
      last = [event.clientX, event.clientY];
      this.draw();
    });
    for (const kind of ["pointerup", "pointercancel"]) this.svg.addEventListener(kind, () => (last = null));
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
    for (const { corners, shape } of this.stickers) {
      const { points, visible } = project(corners, yaw, pitch);
      shape.setAttribute("points", points.map((point) => point.map((part) => part.toFixed(2)).join()).join(" "));
      shape.setAttribute("visibility", visible ? "visible" : "hidden");
    }
  }

  show(cells) {
    for (const { cell, shape } of this.stickers) shape.style.fill = this.colors[cells[cell]] || "";
  }
}
