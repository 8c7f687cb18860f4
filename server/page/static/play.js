// The view of a match: board, moves, hints, controls and history.

import { picture } from "./api.js";
import { draw, enliven, inBoardOrder } from "./board.js";
import { linkTo, nameOf, openingOf } from "./catalogue.js";
import { noHistory, valueHistory } from "./charts.js";
import { copyButton } from "./copying.js";
import { announce, calm, h, keep, kept, put } from "./dom.js";
import { Match } from "./match.js";
import { moveButtons, trail } from "./movelist.js";
import * as panels from "./panels.js";
import { isWhole, number, some, turnOf, verdict } from "./words.js";

const LONG = 11; // characters; moves with longer names are listed one per row
const KEYS = "use the arrow keys to choose one and Enter to make it.";

const WHO = {
  onePlayer: [
    ["1", "I solve it"],
    ["", "The computer solves it"],
  ],
  twoPlayer: [
    ["1", "I play first"],
    ["2", "The computer plays first"],
    ["12", "Two people"],
    ["", "The computer plays itself"],
  ],
};

/**
 * Shows a match: the one saved with this entry of the browser's history, as after a reload, or else a new one from a
 * link. A new match begins at position `text`, or at the opening of the variant (by default the opening variant); a
 * person is to move, so the computer never moves at once. `query` may say who plays, and where Restart leads.
 */
export function playView(root, entry, variantId, text, query) {
  const match = new Play(root, entry, variantId || openingOf(entry)?.variantId || entry.opens);
  const kept = history.state;
  if (kept && Array.isArray(kept.places)) match.resume(kept);
  else {
    if (query.get("who") === "12" && !match.solo) match.people = "12";
    match.open(text, text && (query.get("from") || (entry.randomStart ? text : null)));
  }
  return match;
}

class Play extends Match {
  constructor(root, entry, variantId) {
    super(entry, variantId);
    this.root = root;
    this.hints = kept("hints", "off") === "on";
    this.onKey = (event) => this.pressed(event);
    document.addEventListener("keydown", this.onKey);
    this.build();
  }

  stop() {
    super.stop();
    document.removeEventListener("keydown", this.onKey);
  }

  /** The key h toggles hints, except while the user types into a field. */
  pressed(event) {
    const typed = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
    if (event.key.toLowerCase() === "h" && !typed) this.toggleHints();
  }

  // --- refusals ------------------------------------------------------------------------------

  fail(refused, again) {
    if (this.stopped) return;
    const progress = refused.body && refused.body.progress;
    const bar =
      progress && progress.expected
        ? h("progress", {
            max: progress.expected,
            value: Math.min(progress.positions || 0, progress.expected),
            "aria-label": "Positions solved",
          })
        : null;
    const start =
      this.line.length === 0 &&
      this.start &&
      h("p", null, h("a", { href: linkTo(this.id, this.variantId) }, "Go to the start of this variant"));
    this.problem(
      refused.message,
      bar,
      refused.after && again ? h("p", { class: "help" }, "This page tries again automatically.") : start,
    );
    if (this.line.length === 0 && this.start)
      put(this.stage, draw(this.start, { start: this.start, label: `The start of ${this.entry.name}` }));
    if (refused.after && again) this.timer = setTimeout(again, Math.min(refused.after, 10) * 1000);
  }

  problem(...what) {
    this.notice.hidden = what.length === 0;
    put(
      this.notice,
      what.map((one) => (typeof one === "string" ? h("p", null, one) : one)),
    );
  }

  // --- drawing -------------------------------------------------------------------------------

  /** Build what stays on the page during the match. */
  build() {
    const { entry } = this;
    this.stage = h("div", { class: "stage" });
    this.verdict = h("div", { class: "verdict", tabindex: -1 });
    this.notice = h("div", { class: "notice", role: "alert", hidden: true });
    this.moves = h("ol", { class: "movelist" });
    this.movesHead = h("h2", null, "Moves");
    this.trail = h("ol", { class: "trail" });
    this.plot = h("div", { class: "plot-box" });
    const button = (words, action, attributes) =>
      h("button", { type: "button", onclick: action, ...attributes }, words);
    this.undo = button("Undo", () => this.jump(this.target(-1)), { id: "undo" });
    this.redo = button("Redo", () => this.jump(this.target(1)), { id: "redo" });
    this.restart = button("Restart", () => this.open(this.first || undefined), { id: "restart" });
    this.line_ = button("Best line", () => this.walkBest(), { id: "best", class: "main" });
    this.hint = button(["Hints ", h("kbd", { "aria-hidden": "true" }, "h")], () => this.toggleHints(), {
      id: "hints",
      "aria-pressed": String(this.hints),
      "aria-keyshortcuts": "h",
    });
    this.linkButton = button("Copy link", () => this.copy(), { id: "copy" });
    this.picture = h("a", { id: "picture", class: "button", target: "_blank" }, "Picture");
    this.copies = ["SVG", "PNG"].map((kind) => copyButton(kind, () => this.picture.href));
    const options = (pairs, chosen) =>
      pairs.map(([value, words]) => h("option", { value, selected: value === chosen }, words));
    const who = h("select", { id: "who", onchange: () => this.seat(who.value) }, options(WHO[entry.type], "1"));
    this.who = who;
    this.difficulty =
      this.solo &&
      h(
        "select",
        { id: "difficulty" },
        options(
          [
            ["", "any"],
            ["easy", "easy"],
            ["medium", "medium"],
            ["hard", "hard"],
          ],
          "",
        ),
      );
    this.customDetails = panels.ownStart(entry, this.variant ? "" : this.variantId, (variant) => this.choose(variant));
    const random = button("Random start", () => this.random(this.difficulty ? this.difficulty.value : ""), {
      id: "random",
    });
    put(
      this.root,
      h(
        "nav",
        { class: "crumbs", "aria-label": "Back" },
        h("a", { href: "#/" }, "Catalogue"),
        h("span", { "aria-hidden": "true" }, "›"),
        h("span", null, entry.name),
      ),
      h("div", { class: "title" }, h("h1", null, entry.name), this.variantField()),
      this.notice,
      h(
        "div",
        { class: "play" },
        h(
          "section",
          { class: "table", "aria-label": "Board" },
          this.stage,
          h(
            "div",
            { class: "tools", role: "toolbar", "aria-label": "Match" },
            this.undo,
            this.redo,
            this.restart,
            this.line_,
            this.hint,
          ),
        ),
        h(
          "section",
          { class: "side", "aria-label": "Value and moves" },
          this.verdict,
          this.movesHead,
          this.moves,
          h(
            "div",
            { class: "setup" },
            h("div", { class: "field" }, h("label", { for: "who" }, "Who plays"), who),
            h(
              "div",
              { class: "field" },
              this.solo
                ? h("label", { for: "difficulty" }, "Difficulty")
                : h("span", { class: "label" }, "Another start"),
              h("div", { class: "joined" }, this.difficulty, random),
            ),
            h("div", { class: "joined" }, this.linkButton, this.picture),
            h("div", { class: "joined" }, this.copies),
          ),
        ),
      ),
      this.customDetails,
      h(
        "section",
        { class: "panel", "aria-labelledby": "history" },
        h("h2", { id: "history" }, "Visual value history"),
        this.plot,
        this.trail,
      ),
      panels.statistics(entry, this.variantId, () => this.start),
      panels.instructions(entry),
    );
    document.title = `${entry.name}, ${this.variantId} – Perfect Play`;
  }

  variantField() {
    const { entry, variantId } = this;
    const states = { available: "", solving: " · being solved", unavailable: " · not solved" };
    const size = (one) => (one.positions || one.about ? ` · ${number(one.positions || one.about)}` : "");
    const words = (one) => `${nameOf(entry, one)}${size(one)}${states[one.status]}`;
    const select = h(
      "select",
      { id: "variant", onchange: () => this.choose(select.value) },
      entry.variants.map((one) =>
        h("option", { value: one.variantId, selected: one.variantId === variantId }, words(one)),
      ),
      !this.variant && h("option", { value: variantId, selected: true }, `${variantId} · typed`),
      entry.customStart && h("option", { value: "" }, "Type your own…"),
    );
    return h("div", { class: "field" }, h("label", { for: "variant" }, "Variant"), select);
  }

  choose(variant) {
    if (variant) {
      location.hash = linkTo(this.id, variant);
      return;
    }
    this.customDetails.open = true;
    const input = this.customDetails.querySelector("input");
    if (input) input.focus();
  }

  /** Show the current position. `before`: the position shown until now, from which changes are animated. */
  render(before) {
    this.focusAt = this.focused();
    this.who.value = this.people;
    const { entry } = this;
    const { answer, move } = this.here;
    const said = verdict(entry, answer);
    const canMove = this.mine && answer.moves.length > 0;
    const shows = this.hints || answer.moves.length === 0;
    const whose = this.solo ? "Your turn" : `Player ${turnOf(answer.position)} to move`;
    const count = `. ${some(answer.moves.length, "move")}`;
    const moves = this.hints ? answer.moves : inBoardOrder(answer.moves);
    const svg = draw(answer.position, {
      start: this.start,
      moves: canMove ? moves : [],
      hints: this.hints,
      entry,
      last: move && isWhole(answer.position) && this.at > 0 ? move.move : null,
      label: `${entry.name}, ${shows ? said.title : whose}${canMove ? `${count}: ${KEYS}` : ""}`,
      choose: (chosen) => this.make(chosen),
    });
    put(this.stage, svg);
    Object.assign(this.stage.dataset, {
      place: this.at,
      position: answer.position,
      over: answer.moves.length === 0,
    });
    if (shows) Object.assign(this.stage.dataset, { value: answer.positionValue, remoteness: answer.remoteness });
    else ["value", "remoteness"].forEach((name) => delete this.stage.dataset[name]);
    if (before && !calm()) enliven(svg, before, answer.position, move && move.move);
    const nimber =
      "nimber" in answer ? h("p", { class: "nimber" }, "Nimber ", h("strong", null, String(answer.nimber))) : null;
    this.verdict.className = `verdict ${shows ? this.mood(said.value) : "plain"}`;
    put(
      this.verdict,
      h("p", { class: "headline" }, shows ? said.title : whose),
      h("p", null, shows ? said.text : "Hints are off. Press h or the Hints button to see the value of every move."),
      shows && nimber,
    );
    this.renderMoves(moves, canMove);
    this.undo.disabled = this.at === 0;
    this.redo.disabled = this.at >= this.line.length - 1;
    this.line_.textContent = this.walking ? "Stop" : "Best line";
    this.line_.disabled = !this.walking && answer.moves.length === 0;
    const drawn = this.hints && this.line.length > 1;
    const jump = (place) => this.jump(place);
    put(this.plot, drawn ? valueHistory(entry, this.line, this.at, jump, this.plot) : noHistory(entry, this.hints));
    for (const one of [this.picture, ...this.copies]) one.hidden = !isWhole(answer.position);
    this.picture.href = picture(this.id, this.variantId, answer.position);
    put(this.trail, trail(this.line, this.at, this.hints, jump));
    history.replaceState(this.kept(), "", this.link());
    announce(`${move ? `${move.moveName}. ` : ""}${shows ? said.title : whose}${canMove ? count : ""}`);
    this.refocus(canMove);
    this.think();
  }

  /** The color of the verdict: the value for the player to move or, at the end, for the only person who plays. */
  mood(value) {
    const { answer } = this.here;
    if (this.solo || answer.moves.length || value === "tie") return value;
    const turn = String(turnOf(answer.position));
    if (this.people.length !== 1) return "plain";
    return (value === "win") === (this.people === turn) ? "win" : "lose";
  }

  renderMoves(moves, canMove) {
    this.moves.classList.toggle(
      "wide",
      moves.some((move) => move.moveName.length > LONG),
    );
    this.movesHead.textContent = moves.length ? some(moves.length, "move") : "No moves";
    put(this.moves, moveButtons(this.entry, moves, this.hints, canMove && ((move) => this.make(move))));
  }

  /** Where among the moves the focus is, if anywhere: redrawing the moves loses it, and `refocus` restores it. */
  focused() {
    const active = document.activeElement;
    if (this.stage.contains(active)) return "board";
    if (this.moves.contains(active)) return "list";
    return active === document.body ? this.focusAt : null;
  }

  refocus(canMove) {
    if (!this.focusAt || document.activeElement !== document.body) return;
    const first =
      this.focusAt === "board"
        ? this.stage.querySelector(".move[tabindex='0']")
        : this.moves.querySelector("button:not(:disabled)");
    if (canMove && first) first.focus({ preventScroll: true });
    else if (this.here.answer.moves.length === 0) this.verdict.focus({ preventScroll: true });
  }

  toggleHints() {
    this.hints = !this.hints;
    keep("hints", this.hints ? "on" : "off");
    this.hint.setAttribute("aria-pressed", String(this.hints));
    if (this.line.length) this.render();
  }

  seat(people) {
    this.people = people;
    this.walking = 0;
    if (this.line.length) this.render();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.linkButton.textContent = "Copied";
      announce("The link to this position has been copied.");
    } catch {
      this.linkButton.textContent = "See the address bar";
    }
    setTimeout(() => {
      this.linkButton.textContent = "Copy link";
    }, 2000);
  }
}
