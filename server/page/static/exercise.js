// A match that is an exercise: judges its first move, and tells when it returns.

import { goTo } from "./addresses.js";
import * as api from "./api.js";
import { Attempt } from "./attempt.js";
import { h } from "./dom.js";
import { amount, moveWords, t } from "./language.js";
import { turnOf } from "./phrases.js";
import { keep, keyOf, next } from "./practice.js";
import {} from "./laterwords.js";

const KEPT = { win: t("The only move that kept the win."), tie: t("The only move that kept the tie.") };
const TASKS = { win: t("Exactly one move wins. Which?"), tie: t("Exactly one move keeps the tie. Which?") };
const GIVEN_AWAY = { win: t("{move} gives the win away."), tie: t("{move} gives the tie away.") };
const ANSWERED = { win: t("{move} is answered by {reply}, and the win is gone."), tie: t("{move} is answered by {reply}, which wins.") };

/** An attempt at an exercise. One with help counts as missed. */
export class Exercise extends Attempt {
  /** `saved`: what `state` returned before. */
  constructor(match, saved) {
    super(match, { practice: true, days: null, ...saved });
  }

  /** Whether no move was made yet. */
  get isOpen() {
    return this.saved.days === null;
  }

  /** Whether `task` is shown. */
  get asks() {
    return this.match.at === 0;
  }

  /** What is to be done, in a sentence or two. */
  get task() {
    const { match, isOpen } = this;
    const question = match.solo ? t("Exactly one move begins a shortest solution. Which?") : TASKS[match.line[0].answer.positionValue];
    return isOpen ? `${question} ${t("With a hint it counts as missed.")}` : question;
  }

  /** Nothing: any hint makes it missed, and its task says so. */
  get warning() {
    return "";
  }

  /** What is said of the first move, once it is made. Called whenever the match is shown. */
  note() {
    const { match, saved } = this;
    const [{ answer }, first] = match.line;
    if (match.at === 0 && match.hints) saved.helped = true;
    if (!first || match.at === 0 || answer.later) return null;
    const isRight = match.solo ? first.move.remoteness === answer.remoteness - 1 : first.move.moveValue === answer.positionValue;
    saved.days ??= keep(keyOf(match.id, match.variantId, answer.position), isRight && !saved.helped);
    const again = h("button", { id: "again", onclick: () => match.jump(0) }, t("Try again"));
    const more = h("button", { id: "next", class: isRight ? "main" : null, onclick: () => this.goOn() }, t("Next exercise"));
    return [
      h("p", null, h("strong", null, isRight ? t("Right.") : t("Not right.")), " ", isRight ? this.praise() : this.refutation()),
      h("p", { class: "help" }, saved.days ? amount(saved.days, "It comes back in {n} day.|It comes back in {n} days.") : t("It comes back among the next ones.")),
      h("div", { class: "joined" }, !isRight && again, more),
    ];
  }

  praise() {
    const { solo, line } = this.match;
    return solo ? t("Part of a shortest solution.") : KEPT[line[0].answer.positionValue];
  }

  /** Why the first move is wrong; in a game, once the computer has replied. */
  refutation() {
    const { solo, line } = this.match;
    const [{ answer }, first, reply] = line;
    const move = moveWords(first.move.moveName);
    if (solo && first.move.positionValue === "lose") return t("After {move} it can no longer be solved.", { move });
    if (solo) return t("After {move} it takes {moves}, not {fewest}.", { move, moves: amount(first.move.remoteness, "{n} more move|{n} more moves"), fewest: answer.remoteness - 1 });
    const isAnswered = reply && turnOf(first.answer.position) !== turnOf(answer.position); // otherwise it is one's own next move
    if (!isAnswered) return t(GIVEN_AWAY[answer.positionValue], { move });
    return t(ANSWERED[answer.positionValue], { move, reply: moveWords(reply.move.moveName) });
  }

  /** Go to another exercise of the same puzzle or game. */
  async goOn() {
    this.match.showProblem(t("Choosing…"));
    try {
      goTo(await next(await api.catalogue(), this.match.id, ""));
    } catch (error) {
      this.match.showProblem(error.message);
    }
  }
}
