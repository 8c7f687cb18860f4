// An attempt at a challenge of the day: counts every move, notes help, and grades the end.

import { record, resultSentence } from "./challenges.js";
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

  /** Called when the person has made a move; it counts even if it is undone later. */
  countMove() {
    this.saved.moves += 1;
  }

  /** Called when the person has asked for a hint. */
  noteHelp() {
    this.saved.helped = true;
  }

  /** The grade if the match has ended, else "". Called whenever the match is shown. */
  note() {
    const { match, saved } = this;
    const { answer } = match.current;
    const over = answer.moves.length === 0;
    const usesHelp = !over && (match.hints || match.walking || match.review.report || match.analysis.reveals);
    if (usesHelp || match.people !== saved.people) saved.helped = true;
    if (!over || (match.solo && answer.positionValue !== "win")) return "";
    if (!saved.result) {
      const seconds = Math.round((Date.now() - saved.began) / 1000);
      saved.result = { seconds, helped: saved.helped, ...(match.solo ? this.ofPuzzle() : this.ofGame(answer)) };
      record(saved.date, saved.key, saved.result);
    }
    return resultSentence(saved.result);
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
