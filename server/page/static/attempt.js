// An attempt at a challenge of the day: counts every move, notes help, and grades the end.

import { graded, record } from "./daily.js";
import { turnOf } from "./words.js";

export class Attempt {
  /** `saved`: what `kept` returned before, or the new attempt {date, key, people}. */
  constructor(match, saved) {
    this.match = match;
    this.saved = { moves: 0, helped: false, began: Date.now(), ...saved };
  }

  kept() {
    return this.saved;
  }

  /** Called when the person has made a move; it counts even if it is undone later. */
  moved() {
    this.saved.moves += 1;
  }

  /** The grade if the match has ended, else "". Called whenever the match is shown. */
  note() {
    const { match, saved } = this;
    const { answer } = match.here;
    const over = answer.moves.length === 0;
    const seen = !over && (match.hints || match.walking || match.review.judgement || match.why.box.open || match.map.box.open);
    if (seen || match.people !== saved.people) saved.helped = true;
    if (!over || (match.solo && answer.positionValue !== "win")) return "";
    if (!saved.result) {
      const seconds = Math.round((Date.now() - saved.began) / 1000);
      saved.result = { seconds, helped: saved.helped, ...(match.solo ? this.ofPuzzle() : this.ofGame(answer)) };
      record(saved.date, saved.key, saved.result);
    }
    return graded(saved.result);
  }

  ofPuzzle() {
    const fewest = this.match.line[0].answer.remoteness;
    return { fewest, faults: Math.max(0, this.saved.moves - fewest) };
  }

  ofGame(answer) {
    const { line } = this.match;
    const mine = (place) => {
      const { position, positionValue: value } = place;
      const other = { win: "lose", lose: "win" }[value] || value;
      return String(turnOf(position)) === this.saved.people ? value : other;
    };
    const [could, did] = [mine(line[0].answer), mine(answer)];
    return { could, did, faults: could === did ? 0 : 1 };
  }
}
