// The view of a match: board, status, controls, rules, moves and analysis.

import { addressNow, defaultVariant, goTo, linkTo, nameOf } from "./addresses.js";
import { Analysis } from "./analysis.js";
import * as archive from "./archive.js";
import { Attempt } from "./attempt.js";
import { animateChanges, draw, fetchBody, inBoardOrder, parse } from "./board.js";
import * as controls from "./controls.js";
import { announce, calm, h, put, recall, remember } from "./dom.js";
import { Hint } from "./hint.js";
import { amount, moveWords, t } from "./language.js";
import { Match } from "./match.js";
import { moveButtons } from "./movelist.js";
import { levelOf, newSeed } from "./opponent.js";
import * as panels from "./panels.js";
import { isWhole, playerName, turnOf, verdict } from "./phrases.js";
import { published } from "./requests.js";
import { Review } from "./review.js";
import { listen } from "./shortcuts.js";
import { symbol } from "./symbols.js";
import { play } from "./tones.js";
import { waitingLines } from "./waiting.js";

const LONG = 14; // characters; moves with longer names are listed one per row
const MOST_SYMBOLS = 4; // pieces drawn to say which side somebody plays
const MISTAKES = [400, 404]; // statuses of answers about an address that names nothing
const LONGEST_QUOTE = 60; // characters of an address that are repeated
const KEYS = t("use the arrow keys to choose one and Enter to make it.");
const POINTS = { pointerover: true, pointerleave: false, focusin: true, focusout: false }; // whether a move of the list is shown
const SLIDES = t("the arrow keys slide.");
const INPUT_KEYS = t("the arrow keys move, x acts, z undoes, r restarts.");

/**
 * Shows a match: the one saved with this entry of the browser's history, as after a reload, or else a new one from a
 * link. A new match begins at position `text`, or at the opening of the variant (by default the opening variant); a
 * person is to move, so the computer never moves at once. `query` may say who plays, and where Restart leads.
 */
export function playView(root, entry, variantId, text, query) {
  const match = new Play(root, entry, variantId || defaultVariant(entry)?.variantId || entry.opens);
  const record = archive.find(query.get("match"));
  const isOfVariant = record && record.id === match.id && record.variant === match.variantId;
  const saved = history.state?.places ? history.state : isOfVariant ? record : null;
  if (saved && Array.isArray(saved.places)) {
    match.setTask(saved.attempt).then(() => match.resume(saved));
  } else {
    if (query.get("who") === "12" && !match.solo) match.people = "12";
    const task = query.has("practice") ? { practice: true } : query.get("day") && { date: query.get("day"), key: `${match.id}/${match.variantId}` };
    if (task) match.people = query.get("who") === "2" ? "2" : "1";
    match.level = levelOf(query.get("level"));
    match.seed = (query.get("seed") || match.seed).slice(0, 64);
    match.setTask(task && { ...task, people: match.people }).then(() => match.open(text, text && (query.get("from") || (entry.randomStart ? text : null))));
  }
  return match;
}

/** The nimber of a position, with an explanation of the word. */
function nimberWords(nimber) {
  const meaning = nimber
    ? t("in a sum of games it counts like a Nim pile of {nimber}.", { nimber })
    : t("in a sum of games it counts for nothing; alone, whoever moves loses.");
  return h("p", { class: "nimber" }, t("Nimber"), " ", h("strong", null, String(nimber)), `: ${meaning}`);
}

class Play extends Match {
  constructor(root, entry, variantId) {
    super(entry, variantId);
    this.root = root;
    this.hints = recall("hints", "off") === "on";
    this.unlisten = listen({
      undo: () => this.back(),
      redo: () => this.forth(),
      hints: () => this.toggleHints(),
      newMatch: () => this.newMatch(),
      slide: (key) => this.slide(key),
      restart: () => this.line.length && this.open(this.first || undefined),
    }, entry.script ? { z: "undo", r: "restart" } : {});
    this.hasRoom = false; // whether the status has room to say that no value was found, so that nothing jumps
    this.keysPressed = []; // while a move is made
    this.charsOf = { 1: new Set(), 2: new Set() }; // the pieces of each player, as far as they have moved
    this.movesOpen = null; // whether the list of moves is open, if the user has said so
    this.build();
  }

  stop() {
    super.stop();
    this.root.classList.remove("pending");
    this.unlisten();
  }

  /** Make this match a challenge of the day or an exercise, if it is one, and begin it without hints. */
  async setTask(task) {
    if (!task) return;
    const { Exercise } = task.practice ? await import("./exercise.js") : {};
    this.attempt = Exercise ? new Exercise(this, task) : new Attempt(this, task);
    if (this.hints && this.attempt.isOpen) {
      this.hints = false;
      this.hint.render();
    }
  }

  back() {
    if (this.at > 0) this.jump(this.target(-1));
  }

  forth() {
    if (this.at < this.line.length - 1) this.jump(this.target(1));
  }

  /** Make the move of an arrow key, if arrow keys slide on this board. Returns whether they do. */
  slide(key) {
    if (this.entry.script && this.busy) return this.keysPressed.push(key) > 0;
    if (key === "x" && this.nextLevel) goTo(linkTo(this.id, this.nextLevel.variantId));
    const slides = this.stage.firstElementChild?.slides || {};
    slides[key]?.go();
    return Object.keys(slides).length > 0;
  }

  /** The level of a script that follows the one that is solved. */
  get nextLevel() {
    const isSolved = this.entry.script && this.current?.answer.moves.length === 0 && this.current.answer.positionValue === "win";
    return isSolved ? this.entry.variants[this.entry.variants.indexOf(this.variant) + 1] : undefined;
  }

  /** What a script tells before a level, or after its last. */
  messages(place) {
    return (this.variant?.[place] ?? []).filter((message) => message !== this.entry.description).map((message) => h("p", { class: "message" }, message));
  }

  /** Begin another match of this variant. */
  newMatch() {
    if (this.busy || !this.line.length || this.attempt?.isOpen) return;
    this.seed = newSeed();
    this.attempt = null;
    this.open();
  }

  // --- refusals ------------------------------------------------------------------------------

  async fail(error, retry) {
    if (this.stopped) return;
    if (this.line.length === 0 && MISTAKES.includes(error.status)) {
      this.showMistake();
      return;
    }
    if (this.line.length === 0) await this.fetchLook(); // so that nothing jumps
    if (this.stopped) return;
    this.showProblem(
      ...(error.body?.progress ? waitingLines(error.body) : [error.message]),
      error.after && retry && h("p", { class: "help" }, t("This page tries again automatically.")),
    );
    if (this.line.length === 0 && this.start)
      put(this.stage, this.drawPosition(this.start, { label: t("The starting position of {name}", this.entry) }));
    if (error.after && retry) this.timer = setTimeout(retry, Math.min(error.after, 10) * 1000);
  }

  /** Show, in place of a match, what is wrong with the address, and links to what may have been meant. */
  showMistake() {
    const { entry, id, variantId, variant, start } = this;
    const position = start && addressNow().position;
    const text = (position || variantId).slice(0, LONGEST_QUOTE) + ((position || variantId).length > LONGEST_QUOTE ? "…" : "");
    const sentence = position ? t("“{text}” is no position of {name}.", { ...entry, text }) : t("{name} has no variant called “{text}”.", { ...entry, text });
    const link = (href, label) => h("a", { class: "button", href }, label);
    this.stop();
    put(
      this.root,
      h("h1", null, entry.name),
      h("p", { class: "notice", role: "alert" }, sentence),
      h("div", { class: "joined" },
        position && link(linkTo(id, variantId), t("Go to the start of {name}", { name: variant ? nameOf(entry, variant) : variantId })),
        link(linkTo(id), t("Play {name}", entry)),
        link("./", t("All puzzles and games")),
      ),
    );
    announce(sentence);
  }

  drawPosition(text, options) {
    return draw(text, { of: [this.id, this.variantId], start: this.start, ...options });
  }

  /** Show lines about a problem; without any, how long the table still takes that the match waits for. */
  showProblem(...lines) {
    this.root.classList.remove("pending");
    if (!lines.length && this.waitsFor) {
      const words = this.isStuck ? t("Until then the computer waits.") : t("Until then the computer searches for its moves.");
      lines = [...waitingLines(this.waitsFor), h("p", { class: "help" }, this.solo ? t("You can play in the meantime.") : words)];
    }
    this.notice.hidden = lines.length === 0;
    put(this.notice, lines.map((line) => (typeof line === "string" ? h("p", null, line) : line)));
  }

  /** Highlight on the board the move of a button in the list of moves; all moves if it is not one of those. */
  point(button) {
    const moveText = button && button.closest("[data-move]")?.dataset.move;
    for (const move of this.stage.querySelectorAll(".move")) move.classList.toggle("pointed", move.dataset.move === moveText);
  }

  // --- drawing -------------------------------------------------------------------------------

  /** Build the parts of the page that stay during the match. */
  build() {
    const { entry } = this;
    this.stage = h("div", { class: "stage" });
    this.verdict = h("div", { class: `verdict ${this.height}`, tabindex: -1 });
    this.notice = h("div", { class: "notice afloat", role: "alert", hidden: true });
    this.moves = h("ol", { class: "movelist" });
    for (const [kind, shows] of Object.entries(POINTS)) this.moves.addEventListener(kind, (event) => this.point(shows && event.target));
    this.movesBox = h("details", { class: "fold", id: "moves" }, h("summary", { onclick: () => (this.movesOpen = !this.movesBox.open) }, t("Moves")), this.moves);
    this.hint = new Hint(this);
    this.tools = controls.tools(this);
    this.setup = controls.setup(this);
    this.custom = panels.customStartPanel(entry, this.variant ? "" : this.variantId, (variant) => {
      goTo(linkTo(this.id, variant));
    });
    this.variants = controls.variantField(this, this.custom.open);
    this.rules = panels.rules(entry, this.variantId, this.variant);
    this.review = new Review(this);
    this.analysis = new Analysis(this, panels.statistics);
    const source = entry.script && h("a", { id: "source", href: `script?${new URLSearchParams({ id: entry.gameId })}` }, t("See its PuzzleScript"));
    const goal = h("p", { class: "goal" }, entry.description, source && " ", source);
    put(
      this.root,
      h("div", { class: "title" }, h("div", null, h("h1", null, entry.name), goal), this.variants),
      this.notice,
      h("div", { class: "play" },
        h("section", { class: "table", "aria-label": t("Board") },
          this.messages("before"),
          this.stage,
          entry.script && matchMedia("(pointer: coarse)").matches && controls.keypad(this),
          h("div", { class: "tools", role: "toolbar", "aria-label": t("Match") }, Object.values(this.tools)),
        ),
        h("section", { class: "side", "aria-label": t("Value and moves") }, this.verdict, this.hint.box, this.rules.box, this.setup.box, this.movesBox),
      ),
      this.custom.box,
      this.analysis.box,
    );
    document.title = `${entry.name}, ${this.variant ? nameOf(entry, this.variant) : this.variantId} – Perfect Play`;
    this.root.classList.add("pending"); // until there is a board, so that nothing jumps
  }

  /** Fetch the look of the boards; a solid puzzle is also shown as a body beside its net. */
  async fetchLook() {
    await Promise.all([super.fetchLook(), this.rules.load()]);
    this.rules.drawSymbols();
    if (this.body || !(this.body = await fetchBody(this.id, this.variantId))) return;
    this.stage.after(this.body.box);
    this.stage.parentElement.classList.add("solid");
  }

  /** Show the current position. `before`: the position shown until now, from which changes are animated. */
  render(before) {
    this.focusAt = this.focusArea();
    const focusedName = document.activeElement.dataset.keep;
    const { summary, players, level, levelField } = this.setup;
    summary.textContent = controls.playersInShort(this);
    players.value = this.people;
    if (level) level.value = this.level;
    if (level) levelField.hidden = this.people === "12";
    const { entry } = this;
    const { answer, move } = this.current;
    const isUnsolved = answer.positionValue === "unsolved" && !this.solo;
    this.hasRoom ||= isUnsolved;
    const phrase = verdict(entry, answer, this.people);
    const canMove = this.personToMove && answer.moves.length > 0;
    const shows = this.hints || answer.moves.length === 0;
    const mover = playerName(turnOf(answer.position), this.people);
    const isSearching = !this.personToMove && answer.positionValue === "unsolved" && answer.moves.length > 0 && !this.isPaused;
    const waitText = isSearching ? t("The computer is searching") : t("{who} to move", { who: mover });
    const turnText = this.solo || mover === t("You") ? t("Your turn") : waitText;
    const count = `. ${amount(answer.moves.length, "{n} move|{n} moves")}`;
    const moves = this.hints ? answer.moves : inBoardOrder(answer.moves);
    const svg = this.drawPosition(answer.position, {
      moves: canMove ? moves : [],
      hints: this.hints,
      entry,
      last: move && isWhole(answer.position) && this.at > 0 ? move.move : null,
      label: `${entry.name}, ${shows ? phrase.title : turnText}${canMove ? `${count}: ${KEYS}` : ""}`,
      choose: (moveChoice) => this.make(moveChoice),
    });
    if (Object.keys(svg.slides || {}).length) svg.ariaLabel = svg.ariaLabel.replace(KEYS, entry.script ? INPUT_KEYS : SLIDES);
    put(this.stage, svg);
    const turns = canMove ? moves.map((option) => ({ cells: parse(option.position)?.cells || [], go: () => this.make(option) })) : [];
    this.body?.show(parse(answer.position)?.cells || [], turns);
    Object.assign(this.stage.dataset, { place: this.at, position: answer.position, over: answer.moves.length === 0 });
    if (shows) Object.assign(this.stage.dataset, { value: answer.positionValue, remoteness: answer.remoteness });
    else ["value", "remoteness"].forEach((name) => delete this.stage.dataset[name]);
    if (before) play(this.sounds(answer));
    if (before && !calm()) animateChanges(svg, before, answer.position, move && move.move);
    const grade = this.attempt?.note();
    const hasTask = this.attempt?.isOpen === true; // which has its own variant, players and start
    for (const box of [this.variants, this.setup.box, this.tools.newMatch, this.analysis.box]) box.hidden = hasTask;
    const isEnd = answer.moves.length === 0 && answer.positionValue === "win";
    const nimber = (answer.nimber ?? null) === null ? null : nimberWords(answer.nimber);
    const side = answer.moves.length > 0 && this.sideWords(answer);
    this.verdict.className = `verdict ${this.height} ${shows ? this.mood(phrase.value) : "plain"}`;
    put(
      this.verdict,
      h("p", { class: "headline" }, shows ? phrase.title : turnText),
      side?.length > 0 && !isSearching && h("p", { class: "playing" }, side),
      isUnsolved && !isSearching && !answer.later && !shows && h("p", { class: "help" }, t("Not solved: the computer searches for its moves.")),
      shows && h("p", null, phrase.text),
      isSearching && this.secondsOfSearch(),
      isEnd && this.messages("after"),
      this.nextLevel && !hasTask && h("a", { id: "next", class: "button main", href: linkTo(this.id, this.nextLevel.variantId) }, t("Next level")),
      this.attempt?.asks && h("p", null, this.attempt.task),
      shows && nimber,
      this.isPaused && h("button", { id: "go-on", class: "main", onclick: () => this.goOn() }, t("Go on from here")),
      !answer.moves.length && this.line.length > 1 && !hasTask && !published && h("button", { id: "offer", class: "main", onclick: () => this.analysis.openReview() }, t("Review")),
      grade && h("div", { class: "grade" }, grade),
    );
    this.renderMoves(moves, canMove);
    this.tools.undo.disabled = this.at === 0;
    this.tools.redo.disabled = this.at >= this.line.length - 1;
    this.hint.refresh();
    this.review.refresh();
    this.analysis.refresh();
    const isOpen = addressNow().id === this.id; // not if the user has just gone back
    if (isOpen) history.replaceState(this.state(), "", this.link());
    this.record();
    announce(`${move ? `${moveWords(move.moveName)}. ` : ""}${shows ? phrase.title : turnText}${canMove ? count : ""}`);
    this.refocus(canMove, focusedName);
    this.think();
    if (this.keysPressed.length) queueMicrotask(() => this.slide(this.keysPressed.shift())); // once the move is done
  }

  /** A line with the seconds for which the computer has been searching. */
  secondsOfSearch() {
    const { since } = this.current;
    const line = h("p", { class: "help", id: "seconds" });
    const count = () => {
      line.textContent = t("{number} s so far.", { number: Math.round((Date.now() - since) / 1000) });
      setTimeout(() => line.isConnected && count(), 1000);
    };
    count();
    return line;
  }

  /** The class of a status that has room for a value, and perhaps a nimber; or none. */
  get height() {
    if (!this.hints || this.solo) return this.hasRoom ? "searched" : "";
    return this.entry.impartial ? "taller" : "tall";
  }

  /** Which side a person plays, in words and drawings; of two people, what the one to move plays. */
  sideWords({ position, moves }) {
    if (this.solo || !this.people) return null;
    const turn = turnOf(position);
    const { cells } = parse(position) || { cells: [] };
    if (!this.entry.impartial && isWhole(position)) {
      const parts = moves.map(({ move }) => move.split("_"));
      const placements = new Set(parts.flatMap(([kind, char]) => (kind === "A" ? [char] : [])));
      const origins = parts.flatMap(([kind, from]) => (kind === "M" ? [cells[from]] : []));
      for (const char of [...origins, ...(placements.size === 1 ? placements : [])]) this.charsOf[turn].add(char); // of several, none is one's own
    }
    const player = this.people === "12" ? turn : Number(this.people);
    const chars = [...this.charsOf[player]];
    const side = this.entry.sideNames?.[player - 1];
    if (side) return this.people === "12" ? t(side) : t("You play {side}.", { side: t(side) });
    const symbols = chars.length > MOST_SYMBOLS ? [] : chars.filter((char) => /[a-z]/i.test(char)).map((char) => symbol([this.id, this.variantId], char)).filter(Boolean);
    if (this.people === "12") return symbols;
    if (symbols.length) return [t("You play"), " ", symbols];
    return player === 1 ? t("You play first.") : t("You play second.");
  }

  /** Show what can be done with this position elsewhere. */
  async share() {
    if (!this.current) return;
    const { shareButtons } = await import("./share.js");
    const box = h("div", { popover: "auto", class: "sheet", id: "share-box", role: "dialog", "aria-label": t("Share") }, shareButtons(this));
    box.addEventListener("toggle", (event) => event.newState === "closed" && box.remove());
    this.tools.share.after(box);
    box.showPopover();
    box.querySelector("button").focus();
  }

  /** Keep this match among those of the browser, from its first move on. */
  record() {
    if (this.line.length < 2 || this.attempt?.saved.practice) return;
    const { id, variantId: variant, entry } = this;
    const last = this.line.at(-1).answer;
    const result = last.moves.length ? "" : verdict(entry, last, this.people).title;
    archive.save({ ...this.state(), id, variant, name: entry.name, result });
  }

  /** The sound for arriving here. */
  sounds(answer) {
    if (answer.moves.length) return "move";
    return this.mood(answer.positionValue) === "lose" ? "lost" : "end";
  }

  /** The color of the verdict: the value for the player to move or, at the end, for the only person who plays. */
  mood(value) {
    const { answer } = this.current;
    if (this.solo || answer.moves.length || value === "tie" || value === "draw") return value;
    const turn = String(turnOf(answer.position));
    if (this.people.length !== 1) return "plain";
    return (value === "win") === (this.people === turn) ? "win" : "lose";
  }

  renderMoves(moves, canMove) {
    this.moves.classList.toggle("wide", moves.some((move) => moveWords(move.moveName).length > LONG));
    this.moves.style.minHeight = moves.length ? `${this.moves.offsetHeight}px` : ""; // what is below stays where it is
    put(this.moves, moveButtons(this.entry, moves, this.hints, canMove && ((move) => this.make(move))));
    this.movesBox.hidden = moves.length === 0;
    const isDrawn = ({ move }) => this.stage.querySelector(`.move[data-move="${move}"]`);
    if (canMove) this.movesBox.open = this.movesOpen ?? (this.hints || !moves.every(isDrawn));
  }

  /** The move that has the focus, if any: redrawing the moves loses the focus, and `refocus` restores it. */
  focusArea() {
    const active = document.activeElement;
    if (this.stage.contains(active)) return "board";
    if (this.moves.contains(active)) return "list";
    return active === document.body ? this.focusAt : null;
  }

  /** Restore the focus to where it was. `keepName`: the name of a button that is redrawn, if it was on one. */
  refocus(canMove, keepName) {
    if (document.activeElement !== document.body) return;
    if (keepName) this.root.querySelector(`[data-keep="${keepName}"]`)?.focus({ preventScroll: true });
    if (!this.focusAt) return;
    const first = this.focusAt === "board" ? this.stage.querySelector(".move[tabindex='0']") : this.moves.querySelector("button:not(:disabled)");
    if (canMove && first) first.focus({ preventScroll: true });
    else if (this.current.answer.moves.length === 0) this.verdict.focus({ preventScroll: true });
  }

  /** Go to a place and move the focus to the board, to play on from there. */
  playFrom(place) {
    this.focusAt = "board";
    this.stage.scrollIntoView({ block: "nearest" });
    document.activeElement.blur();
    this.jump(place);
  }

  toggleHints() {
    this.hints = !this.hints;
    remember("hints", this.hints ? "on" : "off");
    this.movesOpen = null;
    this.hint.render();
    if (this.line.length) this.render();
  }

  seat(people) {
    this.people = people;
    this.walking = 0;
    this.isPaused = false;
    if (this.line.length) this.render();
  }

  setLevel(level) {
    this.level = level;
    if (this.line.length) this.render();
  }
}
