// The logic of a match without its display: positions and moves, who plays, and the computer.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { fetchLook } from "./board.js";
import { calm, pause } from "./dom.js";
import { computerMove, levelOf, newSeed } from "./opponent.js";
import { bestMove, isWhole, turnOf } from "./phrases.js";

const PLACEHOLDERS = { win: 1, lose: 2 }; // sent for unknown finite remotenesses; may be true remotenesses, too
const THINKING = 650; // milliseconds before the computer moves
const PATIENCE = 1000; // milliseconds for which it waits for the values of a position, before it looks for a move itself
const EARLY = 200; // milliseconds after which a position is shown without the results of pending searches
const NEXT = 1; // seconds between looks whether a search has been compiled
const LOOK = 3; // seconds between looks whether a table has come
const SEARCH = 10; // seconds that a refusal names if the look itself is a search; then the looks are as far apart
const TOO_LONG = 200; // moves after which the computer stops playing a draw against itself
const BRANCHES = 20; // lines kept besides the one on the board

/** Whether the remoteness of a position may be a placeholder for an unknown finite one. */
const isPlaceholder = (facts) => facts.remoteness === PLACEHOLDERS[facts.positionValue];

/** Whether everything about a position is known. */
const isSettled = (facts) => facts.positionValue !== "unsolved" && facts.remoteness !== null;

/** An answer with its placeholders replaced by null. */
function withoutPlaceholders(answer) {
  const withoutPlaceholder = (facts) => (isPlaceholder(facts) ? { ...facts, remoteness: null } : facts);
  return { ...withoutPlaceholder(answer), moves: answer.moves.map(withoutPlaceholder) };
}

/** The kept form of a line: the position, the move and its name for every place. */
const placesOf = (line) => line.map(({ answer, move }) => [answer.position, move && move.move, move && move.moveName]);

/** The move from one answer to another: one of the first's moves, or a turn of two touches. */
function moveBetween(before, after, text, name) {
  const listedMove = before.moves.find((move) => move.move === text && move.position === after.position);
  if (listedMove) return listedMove;
  const moverValue = { win: "lose", lose: "win" }[after.positionValue];
  const moveValue = (turnOf(before.position) !== turnOf(after.position) && moverValue) || after.positionValue;
  return { move: text, moveName: name || text, position: after.position, moveValue, remoteness: after.remoteness };
}

/**
 * A match of one variant: the line of positions so far, who plays, and the computer. The subclass that displays it has
 * `render(before)`, `showProblem(...lines)`, `fail(error, retry)` and `seat(people)`.
 */
export class Match {
  constructor(entry, variantId) {
    this.entry = entry;
    this.id = entry.gameId;
    this.variantId = variantId;
    this.variant = entry.variants.find((variant) => variant.variantId === variantId);
    this.start = this.variant ? this.variant.startPosition : null; // the nominal one
    this.first = null; // where this match began
    this.line = []; // {answer, move that led there}
    this.at = 0;
    this.branches = []; // the places of other lines that were played
    this.key = ""; // the name of this match among those that the browser keeps
    this.attempt = null; // at a challenge of the day
    this.level = "perfect"; // how well the computer plays
    this.seed = newSeed();
    this.people = null; // the players who are people: "1", "2", "12" or ""; null: the one who is to move first
    this.partial = false; // whether some positions cannot be answered now, so that what is known of them is requested
    this.vague = null; // whether remotenesses are only known to be finite; null until one may be so
    this.walking = 0; // the number of the current walk along the best line; 0 for none
    this.lineCount = 0; // how many lines are as good as that one; 0 before they are counted
    this.walks = 0;
    this.request = {}; // for the computer's move, while it is on its way
    this.waitsFor = null; // a refusal's progress, while a table is on its way
    this.isStuck = false; // whether the computer finds no move until then
    this.isPaused = false; // whether an earlier position is looked at in which the computer is to move
    this.busy = false;
    this.stopped = false;
    this.abortController = new AbortController(); // cancels pending searches
    this.timer = 0;
  }

  stop() {
    this.stopped = true;
    this.abortController.abort();
    this.walking = 0;
    clearTimeout(this.timer);
  }

  get current() {
    return this.line[this.at];
  }

  get solo() {
    return this.entry.type === "onePlayer";
  }

  /** Whether a person is to move now. */
  get personToMove() {
    return !this.walking && this.people.includes(String(this.solo ? 1 : turnOf(this.current.answer.position)));
  }

  // --- asking --------------------------------------------------------------------------------

  /**
   * A position; if its values take long, without them, and with a promise of the whole answer as `later`. `cached`: what
   * is known of it already.
   */
  async ask(text, cached = null) {
    if (cached && [cached, ...cached.moves].every(isSettled)) return cached;
    if (!isWhole(text) || this.entry.twoTouches) return this.fullAnswer(text);
    const first = this.fullAnswer(text);
    const later = first.catch((error) => this.whenSolved(text, error)).finally(() => this.waitFor(null));
    const withLater = (facts) => {
      if (facts.progress) this.tellIfSlow(facts, later);
      return { ...facts, later };
    };
    if (cached) {
      await Promise.race([first.catch(() => null), pause(EARLY)]); // so that a refusal is told together with the board
      return withLater(cached);
    }
    const early = async () => {
      await pause(EARLY);
      return withLater(await api.knownValues(this.id, this.variantId, text, false));
    };
    return Promise.race([later, early().catch(() => later)]);
  }

  /** The whole answer, which was refused, once the variant is solved. Tells for how long that takes. */
  async whenSolved(text, error) {
    if (this.stopped || !error.body?.progress) throw error;
    this.waitFor(error.body);
    const look = error.body.progress.compiling ? NEXT : LOOK;
    await pause(1000 * (error.after > SEARCH ? SEARCH : Math.min(error.after, look)));
    return this.fullAnswer(text).catch((error) => this.whenSolved(text, error));
  }

  /** Tell of the table that is on its way if the whole answer is slow, as while its search is compiled. */
  async tellIfSlow(facts, later) {
    const isSlow = await Promise.race([later.then(() => false, () => false), pause(PATIENCE).then(() => true)]);
    if (isSlow && !this.waitsFor) this.waitFor(facts);
  }

  /** Tell of the table that is waited for, by its progress; null: of none any longer. */
  waitFor(facts) {
    if (this.stopped || this.waitsFor === facts) return;
    this.waitsFor = facts;
    if (!this.line.length) return;
    this.showProblem();
    if (facts) this.think();
  }

  /** The answer with the values that a search can find in the available time. */
  async fullAnswer(text) {
    const { signal } = this.abortController;
    if (this.partial) return api.knownValues(this.id, this.variantId, text, true, signal);
    try {
      const answer = await api.position(this.entry, this.variantId, text, signal);
      if (this.variant?.status === "solving") this.variant.status = "available";
      if (this.vague === null && isPlaceholder(answer) && !this.solo) {
        const { positionValue: value, remoteness } = await api.preview(this.id, this.variantId);
        this.vague = value !== null && value !== "draw" && remoteness === null;
      }
      return this.vague ? withoutPlaceholders(answer) : answer;
    } catch (error) {
      if (this.variant && error.body?.progress) this.variant.status = "solving";
      const late = error.status === 503 || error.status === 422; // 422: a search ended without an answer
      if (!late || !isWhole(text) || (error.body && error.body.progress)) throw error;
      this.partial = true;
      return api.knownValues(this.id, this.variantId, text, true, signal);
    }
  }

  /** Where a match begins by default: at random if the nominal start is close to a solution. */
  async opening() {
    if (!this.entry.randomStart) return this.start;
    try {
      return await api.start(this.id, this.variantId, "", null);
    } catch (error) {
      if (error.body && error.body.progress) throw error;
      return this.start;
    }
  }

  /** Fetch the start of the variant if it is not `start`. */
  async prepare(start) {
    this.start ??= start ?? (await api.preview(this.id, this.variantId)).startPosition;
  }

  /** Fetch the look of the boards. */
  async fetchLook() {
    await fetchLook(this.id, this.variantId);
  }

  /** Begin a match at a position, by default the opening. `first`: where Restart leads, null for the start. */
  async open(text, first = text) {
    this.walking = 0;
    clearTimeout(this.timer);
    this.busy = true;
    try {
      const early = await (this.entry.twoTouches ? null : api.prefetchedValues(this.id, this.variantId, text));
      await this.prepare(text || this.entry.randomStart ? null : early?.position);
      const place = text || early?.position || (await this.opening());
      const [answer] = await Promise.all([this.ask(place, early?.position === place ? early : null), this.fetchLook()]);
      if (this.stopped) return;
      this.key = newSeed() + Date.now().toString(36);
      this.branches = [];
      if (this.people === null) this.people = this.solo ? "1" : String(turnOf(answer.position));
      this.first = first === null ? this.start : first || answer.position;
      this.show([this.place(answer, null)], 0);
    } catch (error) {
      this.busy = false;
      this.fail(error, () => this.open(text, first));
    }
  }

  /** The state from which `resume` continues this match after a reload, or on returning to it. */
  state() {
    const { at, people, first, vague, key, level, seed, branches } = this;
    const attempt = this.attempt && this.attempt.state();
    return { places: placesOf(this.line), at, people, first, vague, key, level, seed, branches, attempt };
  }

  /** The URL of this match for sharing: the position, where it began, who plays, and the computer's level. */
  link() {
    const { position } = this.current.answer;
    const nominal = position === this.start && this.first === this.start && !this.entry.randomStart;
    const from = this.first === (this.entry.randomStart ? position : this.start) ? null : this.first;
    const { people, level, seed } = this;
    const options = people === "12" ? { who: "12" } : level !== "perfect" && { level, seed };
    return linkTo(this.id, this.variantId, nominal ? null : position, { ...options, ...(from && { from }) });
  }

  /** Continue a match from the state that `state` returned. */
  async resume(saved) {
    this.busy = true;
    try {
      await Promise.all([this.prepare(), this.fetchLook()]);
      this.vague = saved.vague;
      const line = await this.lineOf(saved.places);
      if (this.stopped) return;
      this.people = saved.people;
      this.first = saved.first;
      this.key = saved.key || newSeed();
      this.level = levelOf(saved.level);
      this.seed = saved.seed || this.seed;
      this.branches = saved.branches || [];
      this.show(line, saved.at);
    } catch (error) {
      this.busy = false;
      this.fail(error, () => this.resume(saved));
    }
  }

  /** The line with these places, as `state` returned them. Positions of the current line are not requested again. */
  async lineOf(places) {
    const line = [];
    for (const [position, text, name] of places) {
      const old = this.line[line.length];
      const answer = old && old.answer.position === position ? old.answer : await this.ask(position);
      const before = line.at(-1);
      line.push(this.place(answer, before ? moveBetween(before.answer, answer, text, name) : null));
      if (this.stopped) break;
    }
    return line;
  }

  /** Go to the end of another line, and keep this one. */
  async follow(branch) {
    if (this.busy) return;
    this.walking = 0;
    clearTimeout(this.timer);
    this.busy = true;
    try {
      const line = await this.lineOf(this.branches[branch]);
      if (this.stopped) return;
      this.branches = this.branches.filter((_, i) => i !== branch);
      this.keepLine();
      this.show(line, line.length - 1);
    } catch (error) {
      this.busy = false;
      this.fail(error);
    }
  }

  /** A place of a line, whose values are filled in when they arrive. */
  place(answer, move) {
    const place = { answer, move, since: Date.now() };
    answer.later?.catch(() => ({ ...answer, later: null })).then((fullAnswer) => {
      place.answer = fullAnswer;
      if (!this.stopped && !this.busy && this.line.includes(place)) this.render();
    });
    return place;
  }

  /** Add the line on the board to the branches. */
  keepLine() {
    this.branches = [...this.branches, placesOf(this.line)].slice(-BRANCHES);
  }

  show(line, at) {
    this.busy = false;
    this.line = line;
    this.at = at;
    this.isPaused = this.pausesAt(at);
    this.showProblem();
    this.render();
  }

  /** Make a move. Moves that were undone become a branch, unless this is the first of them. */
  async make(move) {
    if (this.busy) return;
    this.busy = true;
    const from = this.current;
    const next = this.line[this.at + 1];
    try {
      const isRepeat = next && next.answer.position === move.position;
      const answer = isRepeat ? next.answer : await this.ask(move.position);
      if (this.stopped || this.current !== from) return;
      if (isWhole(move.position)) this.attempt?.countMove();
      if (next && !isRepeat) this.keepLine();
      if (!isRepeat) this.line = [...this.line.slice(0, this.at + 1), this.place(answer, move)];
      this.at += 1;
      this.isPaused = false;
      this.showProblem();
      this.busy = false;
      this.render(from.answer.position);
    } catch (error) {
      this.walking = 0;
      this.fail(error, () => this.make(move));
    } finally {
      this.busy = false;
    }
  }

  // --- walking -------------------------------------------------------------------------------

  /** Show a place of the line. Where the computer is to move, it waits until `goOn`. */
  jump(place) {
    this.walking = 0;
    clearTimeout(this.timer);
    if (place < 0 || place >= this.line.length) return;
    const before = this.current.answer.position;
    this.at = place;
    this.isPaused = this.pausesAt(place);
    this.render(before);
  }

  /** Whether the computer would move at a place that the line has already gone beyond. */
  pausesAt(place) {
    return place < this.line.length - 1 && !this.waits(place);
  }

  /** Have the computer move at the place that is looked at. */
  goOn() {
    this.isPaused = false;
    this.render();
  }

  /** Whether a person is to move at this place of the line, or the match has ended there. */
  waits(place) {
    const { answer } = this.line[place];
    return answer.moves.length === 0 || this.people.includes(String(this.solo ? 1 : turnOf(answer.position)));
  }

  /** Where a step back (-1) or forward (1) leads: against the computer, to the person's next turn if there is one. */
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
    const walk = this.walks;
    this.walking = walk;
    this.lineCount = 0;
    this.render();
    try {
      while (this.walking === walk && !isWhole(this.current.answer.position)) await this.make(bestMove(this.current.answer));
      const solution = await api.solution(this.id, this.variantId, this.current.answer.position);
      if (this.walking !== walk) return;
      if (solution.message) this.showProblem(solution.message);
      else this.countLines(walk);
      for (const step of solution.solution || []) {
        await pause(calm() ? 900 : 550);
        if (this.walking !== walk || this.stopped) return;
        await this.make({ ...step, moveValue: this.current.answer.positionValue });
        if (this.walking !== walk) return;
      }
    } catch (error) {
      this.fail(error);
    }
    if (this.walking === walk) {
      this.walking = 0;
      if (!this.stopped) this.render();
    }
  }

  /** Count the lines that are as good as the one of this walk, for the hint to say so from the next move on. */
  async countLines(walk) {
    const { count } = await api.solution(this.id, this.variantId, this.current.answer.position, true).catch(() => ({}));
    if (this.walking === walk) this.lineCount = count ?? 0;
  }

  /** Have the computer move if it is its turn. */
  think() {
    clearTimeout(this.timer);
    const { answer } = this.current;
    if (this.stopped || this.busy || this.walking || this.isPaused || this.personToMove || answer.moves.length === 0) return;
    if (!this.people && this.line.length > TOO_LONG && answer.positionValue === "draw") return;
    const place = this.current;
    const patience = answer.later && !this.waitsFor ? place.since + PATIENCE - Date.now() : 0;
    this.timer = setTimeout(
      async () => {
        const move = await computerMove(this, answer);
        this.isStuck = !move;
        if (!move) {
          this.showProblem();
          this.timer = setTimeout(() => this.think(), LOOK * 1000);
        } else if (this.current === place && !this.stopped && !this.walking && !this.personToMove) {
          await this.make(place.answer.moves.find((option) => option.move === move.move)); // its value may be known by now
        }
      },
      Math.max(patience, calm() ? 300 : THINKING),
    );
  }

  /** Begin at a random position: a puzzle by difficulty ("" for any), a game after a few random moves. */
  async random(difficulty) {
    try {
      if (this.solo) {
        await this.open(await api.start(this.id, this.variantId, difficulty));
        return;
      }
      let { answer } = { answer: await this.ask(this.start) };
      for (let remaining = 1 + Math.floor(Math.random() * 6); remaining > 0 || !isWhole(answer.position); remaining -= 1) {
        const open = answer.moves.filter((move) => move.remoteness !== 0);
        if (!open.length) break;
        answer = await this.ask(open[Math.floor(Math.random() * open.length)].position);
      }
      await this.open(answer.position);
    } catch (error) {
      this.fail(error);
    }
  }
}
