// A match: positions and moves, who plays, and the computer that plays perfectly. Nothing here is drawn.

import * as api from "./api.js";
import { linkTo } from "./catalogue.js";
import { calm, pause } from "./dom.js";
import { best, isWhole, turnOf } from "./words.js";

const PLACEHOLDERS = { win: 1, lose: 2 }; // for remotenesses that are not known; also remotenesses
const THINKING = 650; // milliseconds before the computer moves
const TOO_LONG = 200; // moves after which the computer stops playing itself where there is no end

/** Whether the remoteness of a position may stand for one that is finite, but not known. */
function isPlaceholder(facts) {
  return facts.remoteness === PLACEHOLDERS[facts.positionValue];
}

/** An answer with null where a remoteness is a placeholder for one that is finite, but not known. */
function withoutPlaceholders(answer) {
  const plain = (facts) => (isPlaceholder(facts) ? { ...facts, remoteness: null } : facts);
  return { ...plain(answer), moves: answer.moves.map(plain) };
}

/**
 * A match of one variant: the line of positions so far, who plays, and the computer. What shows it derives from it
 * and has `render(before)`, `problem(...what)`, `fail(refused, again)` and `seat(people)`.
 */
export class Match {
  constructor(entry, variantId) {
    this.entry = entry;
    this.id = entry.gameId;
    this.variantId = variantId;
    this.variant = entry.variants.find((one) => one.variantId === variantId);
    this.start = this.variant ? this.variant.startPosition : null; // the nominal one
    this.first = null; // where this match began
    this.line = []; // {answer, move that led there}
    this.at = 0;
    this.people = null; // players who are not the computer; null: whoever is to move first
    this.vague = false; // whether remotenesses are known to be finite only
    this.walking = 0; // which walk along a line is under way; 0 for none
    this.walks = 0;
    this.busy = false;
    this.stopped = false;
    this.timer = 0;
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

  /** Refuse what the service would: nothing is known of the variant before it is solved. */
  async solved() {
    const told = await api.progress();
    const name = `${this.id}/${this.variantId}`;
    if (!(name in told.waiting)) this.variant.status = "available";
    else {
      const current = told.solving && told.solving.id === name ? told.solving : null;
      throw new api.Refused(told.waiting[name], 503, { progress: current }, 2);
    }
  }

  /** Where a match begins if nothing is said: at random where the nominal start is next to a solution. */
  async opening() {
    if (!this.entry.randomStart) return this.start;
    try {
      return await api.start(this.id, this.variantId, "");
    } catch (refused) {
      if (refused.after) throw refused;
      return this.start;
    }
  }

  /** Wait for the variant to be solved, and learn its start. */
  async prepare() {
    if (this.variant && this.variant.status === "solving") await this.solved();
    if (this.start === null) this.start = (await api.preview(this.id, this.variantId)).startPosition;
  }

  /** Begin a match at a position; at the opening if none is given. `first`: where Restart leads, null for the start. */
  async open(text, first = text) {
    this.walking = 0;
    clearTimeout(this.timer);
    this.busy = true;
    try {
      await this.prepare();
      const place = text || (await this.opening());
      let answer = await this.ask(place);
      if (isPlaceholder(answer) && !this.solo && !this.vague) {
        const told = await api.preview(this.id, this.variantId);
        this.vague = told.positionValue !== null && told.positionValue !== "draw" && told.remoteness === null;
        if (this.vague) answer = withoutPlaceholders(answer);
      }
      if (this.stopped) return;
      if (this.people === null) this.people = this.solo ? "1" : String(turnOf(answer.position));
      this.first = first === null ? this.start : first || answer.position;
      this.show([{ answer, move: null }], 0);
    } catch (refused) {
      this.busy = false;
      this.fail(refused, () => this.open(text, first));
    }
  }

  /** What is needed to go on with this match after a reload, or on the way back to it. */
  kept() {
    const { at, people, first, vague } = this;
    return { places: this.line.map(({ answer, move }) => [answer.position, move && move.move]), at, people, first, vague };
  }

  /** The address of this match for others: the position, where it began, and that two people play if they do. */
  link() {
    const { position } = this.here.answer;
    const nominal = position === this.start && this.first === this.start && !this.entry.randomStart;
    const from = this.first === (this.entry.randomStart ? position : this.start) ? null : this.first;
    const query = String(new URLSearchParams({ ...(this.people === "12" && { who: "12" }), ...(from && { from }) }));
    const path = linkTo(this.id, this.variantId, ...(nominal ? [] : [position]));
    return query ? `${path}?${query}` : path;
  }

  /** Go on with a match as `kept` told it. */
  async resume(told) {
    this.busy = true;
    try {
      await this.prepare();
      this.vague = told.vague;
      const line = [];
      for (const [position, text] of told.places) {
        const before = line.at(-1);
        const move = before ? before.answer.moves.find((one) => one.move === text) : null;
        line.push({ answer: await this.ask(position), move });
        if (this.stopped) return;
      }
      this.people = told.people;
      this.first = told.first;
      this.show(line, told.at);
    } catch (refused) {
      this.busy = false;
      this.fail(refused, () => this.resume(told));
    }
  }

  show(line, at) {
    this.busy = false;
    this.line = line;
    this.at = at;
    this.problem();
    this.render();
  }

  /** Make a move, and forget what was undone. */
  async make(move) {
    if (this.busy) return;
    this.busy = true;
    const from = this.here;
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

  // --- walking -------------------------------------------------------------------------------

  jump(place) {
    this.walking = 0;
    clearTimeout(this.timer);
    if (place < 0 || place >= this.line.length) return;
    const before = this.here.answer.position;
    if (!this.waits(place)) {
      this.people = this.solo ? "1" : "12"; // else the computer would play on from there at once
    }
    this.at = place;
    this.render(before);
  }

  /** Whether a position of the line is for a person to go on from, or the end. */
  waits(place) {
    const { answer } = this.line[place];
    return answer.moves.length === 0 || this.people.includes(String(this.solo ? 1 : turnOf(answer.position)));
  }

  /** Where one step back or on leads: against the computer to where it is the person's turn, if there is. */
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
      if (told.message) this.problem(told.message);
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

  /** Begin at random: a puzzle by difficulty, "" for any, a game after some moves. */
  async random(difficulty) {
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
}
