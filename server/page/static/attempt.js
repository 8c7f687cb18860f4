// An attempt at a challenge of the day: counts every move, notes help, and grades the end. Seeing what is best ends it.

import { record, resultSentence } from "./challenges.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { turnOf } from "./phrases.js";

export class Attempt {
  /** `saved`: what `state` returned before, or the new attempt {date, key, people}. */
  constructor(match, saved) {
    this.match = match;
    this.saved = { moves: 0, helped: false, began: Date.now(), ...saved };
  }

  state() {
    return this.saved;
  }

  /** Whether it goes on: it has no result yet. */
  get isOpen() {
    return !this.saved.result;
  }

  /** Whether `task` is shown. */
  get asks() {
    return this.isOpen;
  }

  /** What is to be done, in a sentence. */
  get task() {
    return t("A challenge of the day: every move counts, even if undone. A hint is noted; seeing the best move ends it.");
  }

  /** What is said before something is shown that ends it. */
  get warning() {
    return this.isOpen ? t("What comes next shows what is best, and ends this attempt.") : "";
  }

  /** Called when a move is made, by whomever; it counts even if it is undone later. */
  countMove() {
    this.saved.moves += 1;
  }

  /** Called when the person has asked for a hint. `isShown`: it says which move is best. */
  noteHelp(isShown) {
    this.saved.helped = true;
    this.saved.isShown ||= isShown;
  }

  /** The grade if the attempt has ended, else nothing. Called whenever the match is shown. */
  note() {
    const { match, saved } = this;
    const { answer } = match.current;
    const over = answer.moves.length === 0;
    if (this.isOpen && !over && (match.hints || match.walking || saved.isShown)) this.end({ shown: true });
    if (this.isOpen && over && !(match.solo && answer.positionValue !== "win")) {
      const seconds = Math.round((Date.now() - saved.began) / 1000);
      this.end({ seconds, helped: saved.helped, ...(match.solo ? this.ofPuzzle() : this.ofGame(answer)) });
    }
    return this.isOpen ? null : [resultSentence(saved.result), " ", h("a", { href: "today" }, t("Today’s challenges"))];
  }

  end(result) {
    this.saved.result = result;
    record(this.saved.date, this.saved.key, result);
  }

  ofPuzzle() {
    const fewest = this.match.line[0].answer.remoteness;
    return { fewest, faults: Math.max(0, this.saved.moves - fewest) };
  }

  ofGame(answer) {
    const { line } = this.match;
    const valueForPerson = (place) => {
      const { position, positionValue: value } = place;
      const opposite = { win: "lose", lose: "win" }[value] || value;
      return String(turnOf(position)) === this.saved.people ? value : opposite;
    };
    const [could, did] = [valueForPerson(line[0].answer), valueForPerson(answer)];
    return { could, did, faults: could === did ? 0 : 1 };
  }
}
