// Playing: a match of one variant, with undo, hints, a computer that plays perfectly, and the best line.

import * as api from "./api.js";
import { draw, enliven } from "./board.js";
import { linkTo, nameOf } from "./catalogue.js";
import { histogramPlot, histogramTable, valueHistory } from "./charts.js";
import { customStart } from "./custom.js";
import { announce, calm, h, keep, kept, pause, put } from "./dom.js";
import { markdown } from "./markdown.js";
import { best, brief, isWhole, number, opacities, some, turnOf, verdict, worth } from "./words.js";

const PLACEHOLDER = 1; // for a remoteness that is not known; also a remoteness
const THINKING = 650; // milliseconds before the computer moves
const TOO_LONG = 200; // moves after which the computer stops playing itself where there is no end

const WHO = {
  onePlayer: [["1", "I solve it"], ["", "The computer solves it"]],
  twoPlayer: [["1", "I begin, the computer answers"], ["2", "The computer begins"], ["12", "Two people"], ["", "The computer plays itself"]],
};

/** The view of a match. Starts at `text`, or at the start of the variant, or at that of the first one. */
export function playView(root, entry, variantId, text) {
  if (!variantId) {
    variantId = (entry.variants.find((one) => one.status === "available") || entry.variants[0])?.variantId || entry.customStart.example;
  }
  const match = new Match(root, entry, variantId);
  match.open(text);
  return match;
}

/** An answer with null where a remoteness is a placeholder for one that is finite, but not known. */
function withoutPlaceholders(answer) {
  const plain = (facts) => (facts.remoteness === PLACEHOLDER ? { ...facts, remoteness: null } : facts);
  return { ...plain(answer), moves: answer.moves.map(plain) };
}

class Match {
  constructor(root, entry, variantId) {
    this.root = root;
    this.entry = entry;
    this.id = entry.gameId;
    this.variantId = variantId;
    this.variant = entry.variants.find((one) => one.variantId === variantId);
    this.start = this.variant ? this.variant.startPosition : null;
    this.line = []; // {answer, move that led there}
    this.at = 0;
    this.people = "1"; // players who are not the computer
    this.hints = kept("hints", "on") === "on";
    this.vague = false; // whether remotenesses are known to be finite only
    this.walking = 0; // which walk along a line is under way; 0 for none
    this.walks = 0;
    this.busy = false;
    this.stopped = false;
    this.timer = 0;
    this.build();
  }

  stop() {
    this.stopped = true;
    this.walking = 0;
    clearTimeout(this.timer);
  }

  get here() {
    return this.line[this.at];
  }

  get solo() {
    return this.entry.type === "onePlayer";
  }

  /** Whether it is for a person to move now. */
  get mine() {
    return !this.walking && this.people.includes(String(this.solo ? 1 : turnOf(this.here.answer.position)));
  }

  // --- asking --------------------------------------------------------------------------------

  async ask(text) {
    const answer = await api.position(this.entry, this.variantId, text);
    return this.vague ? withoutPlaceholders(answer) : answer;
  }

  /** Begin a new line at a position, at the start if none is given. */
  async open(text) {
    this.walking = 0;
    clearTimeout(this.timer);
    this.busy = true;
    try {
      if (this.start === null) this.start = (await api.preview(this.id, this.variantId)).startPosition;
      let answer = await this.ask(text || this.start);
      if (answer.remoteness === PLACEHOLDER && !this.solo && !this.vague) {
        const told = await api.preview(this.id, this.variantId);
        this.vague = told.positionValue !== null && told.positionValue !== "draw" && told.remoteness === null;
        if (this.vague) answer = withoutPlaceholders(answer);
      }
      if (this.stopped) return;
      this.busy = false;
      this.line = [{ answer, move: null }];
      this.at = 0;
      this.problem();
      this.render();
    } catch (refused) {
      this.busy = false;
      this.fail(refused, () => this.open(text));
    }
  }

  /** Make a move, and forget what was undone. */
  async make(move) {
    if (this.busy) return;
    this.busy = true;
    const from = this.here;
    this.focusAt = this.focused();
    try {
      const answer = await this.ask(move.position);
      if (this.stopped || this.here !== from) return;
      this.line = [...this.line.slice(0, this.at + 1), { answer, move }];
      this.at += 1;
      this.problem();
      this.busy = false;
      this.render(from.answer.position);
    } catch (refused) {
      this.walking = 0;
      this.fail(refused, () => this.make(move));
    } finally {
      this.busy = false;
    }
  }

  fail(refused, again) {
    if (this.stopped) return;
    const progress = refused.body && refused.body.progress;
    const bar = progress && progress.expected ? h("progress", { max: progress.expected, value: Math.min(progress.positions || 0, progress.expected), "aria-label": "Positions solved" }) : null;
    const start = this.line.length === 0 && this.start && h("p", null, h("a", { href: linkTo(this.id, this.variantId) }, "Go to the start of this variant"));
    this.problem(h("p", null, refused.message), bar, refused.after ? h("p", { class: "help" }, "This page asks again by itself.") : start);
    if (this.line.length === 0 && this.start) put(this.stage, draw(this.start, { start: this.start, label: `The start of ${this.entry.name}` }));
    if (refused.after) this.timer = setTimeout(again, Math.min(refused.after, 10) * 1000);
  }

  problem(...what) {
    this.notice.hidden = what.length === 0;
    put(this.notice, what);
  }

  // --- walking -------------------------------------------------------------------------------

  jump(place) {
    this.walking = 0;
    clearTimeout(this.timer);
    if (place < 0 || place >= this.line.length) return;
    const before = this.here.answer.position;
    if (!this.waits(place)) {
      this.people = this.solo ? "1" : "12"; // else the computer would play on from there at once
      this.who.value = this.people;
    }
    this.focusAt = this.focused();
    this.at = place;
    this.render(before);
  }

  /** Whether a position of the line is for a person to go on from, or the end. */
  waits(place) {
    const { answer } = this.line[place];
    return answer.moves.length === 0 || this.people.includes(String(this.solo ? 1 : turnOf(answer.position)));
  }

  /** Where one step back or on leads: against the computer to where it is the person's turn, if there is such a place. */
  target(by) {
    const first = this.at + by;
    let place = first;
    while (place >= 0 && place < this.line.length && !this.waits(place)) place += by;
    return this.line[place] ? place : first;
  }

  async walkBest() {
    if (this.walking) {
      this.walking = 0;
      this.render();
      return;
    }
    clearTimeout(this.timer);
    this.walks += 1;
    const mine = this.walks;
    this.walking = mine;
    this.render();
    try {
      while (this.walking === mine && !isWhole(this.here.answer.position)) await this.make(best(this.here.answer));
      const told = await api.solution(this.id, this.variantId, this.here.answer.position);
      if (this.walking !== mine) return;
      if (told.message) this.problem(h("p", null, told.message));
      for (const step of told.solution || []) {
        await pause(calm() ? 900 : 550);
        if (this.walking !== mine || this.stopped) return;
        await this.make({ ...step, moveValue: this.here.answer.positionValue });
        if (this.walking !== mine) return;
      }
    } catch (refused) {
      this.fail(refused);
    }
    if (this.walking === mine) {
      this.walking = 0;
      if (!this.stopped) this.render();
    }
  }

  /** Let the computer move, if it is its turn. */
  think() {
    clearTimeout(this.timer);
    const { answer } = this.here;
    if (this.stopped || this.walking || this.mine || answer.moves.length === 0) return;
    if (!this.people && this.line.length > TOO_LONG && answer.positionValue === "draw") return;
    this.timer = setTimeout(() => this.make(best(this.here.answer)), calm() ? 300 : THINKING);
  }

  async random() {
    const difficulty = this.difficulty ? this.difficulty.value : "";
    try {
      if (this.solo) {
        await this.open(await api.start(this.id, this.variantId, difficulty));
        return;
      }
      let { answer } = { answer: await this.ask(this.start) };
      for (let left = 1 + Math.floor(Math.random() * 6); left > 0 || !isWhole(answer.position); left -= 1) {
        const open = answer.moves.filter((move) => move.remoteness !== 0);
        if (!open.length) break;
        answer = await this.ask(open[Math.floor(Math.random() * open.length)].position);
      }
      await this.open(answer.position);
    } catch (refused) {
      this.fail(refused);
    }
  }

  // --- drawing -------------------------------------------------------------------------------

  /** What stays while one plays. */
  build() {
    const { entry } = this;
    this.stage = h("div", { class: "stage" });
    this.verdict = h("div", { class: "verdict", tabindex: -1 });
    this.notice = h("div", { class: "notice", role: "alert", hidden: true });
    this.moves = h("ol", { class: "movelist" });
    this.movesHead = h("h2", null, "Moves");
    this.trail = h("ol", { class: "trail" });
    this.plot = h("div", { class: "plot-box" });
    const button = (words, action, attributes) => h("button", { type: "button", onclick: action, ...attributes }, words);
    this.undo = button("Undo", () => this.jump(this.target(-1)), { id: "undo" });
    this.redo = button("Redo", () => this.jump(this.target(1)), { id: "redo" });
    this.restart = button("Restart", () => this.open(), { id: "restart" });
    this.line_ = button("Best line", () => this.walkBest(), { id: "best", class: "main" });
    this.hint = button("Hints", () => this.toggleHints(), { id: "hints", "aria-pressed": String(this.hints) });
    this.link = button("Copy link", () => this.copy(), { id: "copy" });
    const options = (pairs, chosen) => pairs.map(([value, words]) => h("option", { value, selected: value === chosen }, words));
    const who = h("select", { id: "who", onchange: () => this.seat(who.value) }, options(WHO[entry.type], "1"));
    this.who = who;
    this.difficulty = this.solo && h("select", { id: "difficulty" }, options([["", "any"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]], ""));
    const random = button("Random start", () => this.random(), { id: "random" });
    put(
      this.root,
      h("nav", { class: "crumbs", "aria-label": "Back" }, h("a", { href: "#/" }, "Catalogue"), h("span", { "aria-hidden": "true" }, "›"), h("span", null, entry.name)),
      h("div", { class: "title" }, h("h1", null, entry.name), this.variantField()),
      this.notice,
      h(
        "div",
        { class: "play" },
        h("section", { class: "table", "aria-label": "Board" }, this.stage, h("div", { class: "tools", role: "toolbar", "aria-label": "Match" }, this.undo, this.redo, this.restart, this.line_, this.hint)),
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
            h("div", { class: "field" }, this.solo ? h("label", { for: "difficulty" }, "Difficulty") : h("span", { class: "label" }, "Another start"), h("div", { class: "joined" }, this.difficulty, random)),
            this.link,
          ),
        ),
      ),
      this.customBox(),
      h("section", { class: "panel", "aria-labelledby": "history" }, h("h2", { id: "history" }, "Visual value history"), this.plot, this.trail),
      this.foldable("Statistics of this variant", "statistics", (box) => this.fillStatistics(box)),
      this.foldable("How to play", "instructions", (box) => this.fillInstructions(box)),
    );
    document.title = `${entry.name}, ${this.variantId} – Perfect Play`;
  }

  variantField() {
    const { entry, variantId } = this;
    const words = (one) => `${nameOf(entry, one)}${one.positions ? ` · ${number(one.positions)}` : ""}${one.status === "available" ? "" : one.status === "solving" ? " · being solved" : " · not solved"}`;
    const select = h(
      "select",
      { id: "variant", onchange: () => this.choose(select.value) },
      entry.variants.map((one) => h("option", { value: one.variantId, selected: one.variantId === variantId }, words(one))),
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

  customBox() {
    if (!this.entry.customStart) return null;
    const box = h("details", { class: "panel" }, h("summary", null, h("h2", null, "Type your own start")));
    box.addEventListener("toggle", () => {
      if (box.open && !box.querySelector("form")) {
        box.append(customStart(this.entry, this.variant ? "" : this.variantId, (variant) => this.choose(variant)));
        box.querySelector("input").focus();
      }
    });
    this.customDetails = box;
    return box;
  }

  /** A part that is filled when it is opened first. */
  foldable(words, id, fill) {
    const inner = h("div", { class: "inner" });
    const box = h("details", { class: "panel", id }, h("summary", null, h("h2", null, words)), inner);
    box.addEventListener("toggle", async () => {
      if (!box.open || inner.childNodes.length) return;
      put(inner, h("p", { class: "help" }, "Asking…"));
      try {
        await fill(inner);
      } catch (refused) {
        put(inner, h("p", { class: "fault" }, refused.message));
      }
    });
    return box;
  }

  async fillInstructions(box) {
    put(box, h("div", { class: "prose" }, markdown((await api.details(this.entry)).instructions)));
  }

  async fillStatistics(box) {
    const told = await api.statistics(this.id, this.variantId);
    if (!told.histogram) {
      put(box, h("p", null, `Every position is answered without a table, by ${told.answeredBy}; so nothing is counted.`));
      return;
    }
    const never = Object.values(told.histogram).reduce((sum, row) => sum + (row[""] || 0), 0);
    const deepest = told.deepest.map((one, i) =>
      h(
        "li",
        null,
        h("a", { href: linkTo(this.id, this.variantId, one.position), "aria-label": `Deepest position ${i + 1}: ${one.positionText}` }, draw(one.position, { start: this.start, label: one.positionText })),
      ),
    );
    put(
      box,
      h("p", null, `${some(told.positions, "position")}; the greatest remoteness is ${number(told.maximum)}.`, never ? ` ${number(never)} have none: ${this.solo ? "they cannot be solved" : "draws"}.` : ""),
      h("div", { class: "plot-box" }, histogramPlot(told.histogram, told.maximum, box)),
      h("p", { class: "legend" }, Object.keys(told.histogram).map((value) => h("span", { class: `key ${value}` }, value))),
      deepest.length > 0 && [h("h3", null, `Deepest positions: ${some(told.maximum, "move")} to the end`), h("ul", { class: "deepest" }, deepest)],
      h("details", { class: "numbers" }, h("summary", null, "The same as a table"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Positions by remoteness" }, histogramTable(told.histogram, told.maximum))),
    );
  }

  /** Show the position in hand. `before`: the one that was shown, for what moves. */
  render(before) {
    const { entry } = this;
    const { answer, move } = this.here;
    const said = verdict(entry, answer);
    const canMove = this.mine && answer.moves.length > 0;
    const svg = draw(answer.position, {
      start: this.start,
      moves: canMove ? answer.moves : [],
      hints: this.hints,
      entry,
      last: move && isWhole(answer.position) && this.at > 0 ? move.move : null,
      label: `${entry.name}, ${said.title}${canMove ? `. ${some(answer.moves.length, "move")}: the arrow keys go from one to the next, Enter makes it.` : ""}`,
      choose: (chosen) => this.make(chosen),
    });
    put(this.stage, svg);
    Object.assign(this.stage.dataset, {
      place: this.at, position: answer.position, value: answer.positionValue, remoteness: answer.remoteness, over: answer.moves.length === 0,
    });
    if (before && !calm()) enliven(svg, before, answer.position, move && move.move);
    const nimber = "nimber" in answer ? h("p", { class: "nimber" }, "Nimber ", h("strong", null, String(answer.nimber))) : null;
    const shows = this.hints || answer.moves.length === 0;
    this.verdict.className = `verdict ${shows ? this.mood(said.value) : "plain"}`;
    const whose = this.solo ? "Your turn" : `Player ${turnOf(answer.position)} to move`;
    put(this.verdict, h("p", { class: "headline" }, shows ? said.title : whose), h("p", null, shows ? said.text : "Hints are off."), shows && nimber);
    this.renderMoves(canMove);
    this.undo.disabled = this.at === 0;
    this.redo.disabled = this.at >= this.line.length - 1;
    this.line_.textContent = this.walking ? "Stop" : "Best line";
    this.line_.disabled = !this.walking && answer.moves.length === 0;
    if (this.line.length > 1) put(this.plot, valueHistory(entry, this.line, this.at, (place) => this.jump(place), this.plot));
    else put(this.plot, h("p", { class: "help" }, this.solo ? "Every move adds a point: how far it still is." : "Every move adds a point: who has the better of it, and how near the end is."));
    this.renderTrail();
    const link = linkTo(this.id, this.variantId, ...(this.at || answer.position !== this.start ? [answer.position] : []));
    if (location.hash !== link) history.replaceState(null, "", link);
    announce(`${move ? `${move.moveName}. ` : ""}${shows ? said.title : whose}${canMove ? `. ${some(answer.moves.length, "move")}` : ""}`);
    this.refocus(canMove);
    this.think();
  }

  /** The colour of the verdict: the value for the player to move; at the end of a game, that for the one person in it. */
  mood(value) {
    const { answer } = this.here;
    if (this.solo || answer.moves.length || value === "tie") return value;
    const turn = String(turnOf(answer.position));
    if (this.people.length !== 1) return "plain";
    return (value === "win") === (this.people === turn) ? "win" : "lose";
  }

  renderMoves(canMove) {
    const { answer } = this.here;
    const strength = opacities(answer.moves);
    this.movesHead.textContent = answer.moves.length ? `${some(answer.moves.length, "move")}` : "No moves";
    put(
      this.moves,
      answer.moves.map((move, i) => {
        const button = h(
          "button",
          {
            type: "button", class: `option ${this.hints ? move.moveValue : "plain"}`, disabled: !canMove, onclick: () => this.make(move),
            "data-move": move.move, "data-value": this.hints ? move.moveValue : null, "data-delta": this.hints ? move.deltaRemoteness : null,
          },
          this.hints && h("span", { class: "swatch", "aria-hidden": "true" }),
          h("span", { class: "name" }, move.moveName),
          this.hints && h("span", { class: "worth", title: worth(this.entry, move) }, brief(this.entry, move)),
        );
        if (this.hints) button.querySelector(".swatch").style.opacity = strength[i];
        return h("li", null, button);
      }),
    );
  }

  renderTrail() {
    put(
      this.trail,
      this.line.slice(1).map(({ move, answer }, i) =>
        h("li", null, h("button", { type: "button", class: "step", "aria-current": i + 1 === this.at ? "step" : null, onclick: () => this.jump(i + 1) }, h("span", { class: `bead ${answer.positionValue}`, "aria-hidden": "true" }), move.moveName)),
      ),
    );
  }

  /** Where the focus is, if it is among the moves: they are drawn anew, and it has to go on there. */
  focused() {
    const active = document.activeElement;
    if (this.stage.contains(active)) return "board";
    if (this.moves.contains(active)) return "list";
    return active === document.body ? this.focusAt : null;
  }

  refocus(canMove) {
    if (!this.focusAt || document.activeElement !== document.body) return;
    const first = this.focusAt === "board" ? this.stage.querySelector(".move[tabindex='0']") : this.moves.querySelector("button:not(:disabled)");
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
      this.link.textContent = "Copied";
      announce("The link to this position is copied.");
    } catch {
      this.link.textContent = "See the address bar";
    }
    setTimeout(() => {
      this.link.textContent = "Copy link";
    }, 2000);
  }
}
