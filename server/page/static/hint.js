// The hint beside the board, in steps: which piece moves, where to, and why; then the best line, and all values.

import { parse } from "./board.js";
import { announce, h, put } from "./dom.js";
import { amount, moveWords, number, t } from "./language.js";
import { bestMove, moveWorth } from "./phrases.js";

/**
 * The cells on which a move of an answer begins, for `which piece`; of a new piece or a button, those of its row that can
 * be touched, if there are several. None if the board does not show them.
 */
function cellsOf(moveText, { moves, position }) {
  const board = parse(position);
  const [kind, first, second] = moveText.split("_");
  if (!board || !["A", "M"].includes(kind)) return [];
  if (kind === "M") return [Number(first)];
  const row = Math.floor(Number(second) / board.cols);
  const targets = [...new Set(moves.map(({ move }) => Number(move.split("_")[2])))];
  const cells = targets.filter((cell) => Math.floor(cell / board.cols) === row);
  return board.rows > 1 && row < board.rows && cells.length > 1 ? cells : [];
}

export class Hint {
  constructor(match) {
    this.match = match;
    this.step = 0; // 0: none; then which piece, where to, and why
    this.answer = null; // the position that the hint is about
    this.reason = ""; // why its best move is best, once that has been looked up
    const button = (id, label, onclick) => h("button", { class: "quiet", id, onclick }, label);
    this.sentence = h("p");
    this.warning = h("p", { class: "help", id: "hint-warning" });
    this.more = button("hint-more", t("Where to?"), () => this.advance());
    this.values = button("hints", t("All values"), () => match.toggleHints());
    this.values.setAttribute("aria-keyshortcuts", "h");
    this.best = button("best", t("Best line"), () => match.walkBest());
    const buttons = h("div", { class: "joined" }, this.more, this.values, this.best);
    this.box = h("section", { class: "hint", id: "hint-box", "aria-label": t("Hint"), hidden: true }, this.sentence, buttons);
    this.opener = h("button", { id: "hint", "aria-controls": "hint-box", onclick: () => (this.endsAttempt ? this.more.focus() : this.advance()) }, t("Hint"));
    this.render();
  }

  /** Give the next part of the hint. */
  advance() {
    if (!this.match.current) return;
    const { attempt } = this.match;
    this.step = Math.min(3, this.step + 1);
    if (this.step === 1 && this.isSure && !this.narrows && !attempt?.warning) this.step = 2;
    if (this.step === 3 && this.isSure) this.lookUpReason();
    if (this.isSure && this.answer.moves.length > 1) attempt?.noteHelp(this.step > 1);
    if (this.step > 1) this.match.render();
    else this.refresh();
    announce(`${this.sentence.textContent} ${this.warning.textContent}`.trim());
  }

  /** Whether the next step ends an attempt, so that it takes the button that the warning is about. */
  get endsAttempt() {
    return this.step === 1 && this.isSure && Boolean(this.match.attempt?.warning);
  }

  /** Add to the last step what theory or another move shows of the reason. */
  async lookUpReason() {
    const { answer, match } = this;
    const { reasonFor } = await import("./explanation.js");
    const reason = await reasonFor(match, bestMove(answer)).catch(() => "");
    if (!reason || this.answer !== answer || this.step !== 3) return;
    this.reason = reason;
    this.render();
    announce(this.sentence.textContent);
  }

  /** Called whenever the match is shown: another position has another hint. */
  refresh() {
    const { answer } = this.match.current;
    if (this.answer?.position !== answer.position || this.match.walking) {
      this.step = 0;
      this.reason = "";
    }
    this.answer = answer;
    this.render();
    if (this.step && this.step < 3) this.mark();
  }

  render() {
    const { walking, hints } = this.match;
    const hadFocus = this.box.contains(document.activeElement);
    this.box.hidden = !this.step && !walking;
    this.opener.setAttribute("aria-expanded", String(!this.box.hidden));
    this.opener.disabled = this.answer?.moves.length === 0 && !walking;
    this.values.setAttribute("aria-pressed", String(hints));
    this.best.textContent = walking ? t("Stop") : t("Best line");
    const mayBeSure = this.isSure || Boolean(this.answer.later);
    this.more.hidden = walking > 0 || this.step === 3 || !mayBeSure;
    this.more.disabled = !this.isSure; // it has its place already, so that nothing jumps
    this.best.hidden = !walking && this.step < 3 && mayBeSure;
    this.warning.textContent = this.match.attempt?.warning ?? "";
    if (this.warning.textContent) this.sentence.after(this.warning);
    else this.warning.remove();
    this.more.textContent = this.step === 2 ? t("Why?") : t("Where to?");
    if (!this.box.hidden) put(this.sentence, walking ? this.lineWords() : this.words());
    if (hadFocus && this.box.hidden) this.opener.focus({ preventScroll: true });
    else if (hadFocus && this.more.hidden && !this.best.hidden && document.activeElement !== this.values) this.best.focus({ preventScroll: true });
  }

  /** What is said during a walk along the best line. */
  lineWords() {
    const { lineCount } = this.match;
    const isExact = lineCount < 2 ** 64; // from here on, the service does not count
    const others = isExact ? lineCount && amount(lineCount, "{n} best line in all.|{n} best lines in all.") : t("At least {number} best lines in all.", { number: number(lineCount) });
    return [t("This is the best line."), others].filter(Boolean).join(" ");
  }

  /** Whether the value of the position is known. */
  get isSure() {
    return this.answer?.positionValue !== "unsolved";
  }

  /** The moves that are as good as the best. */
  get equals() {
    const best = bestMove(this.answer);
    return this.answer.moves.filter((move) => move.moveValue === best.moveValue && move.deltaRemoteness === best.deltaRemoteness);
  }

  /** Whether the first step rules out any move. */
  get narrows() {
    const { moves } = this.answer;
    const begin = (move) => String(cellsOf(move.move, this.answer));
    const beginning = begin(bestMove(this.answer));
    if (this.equals.length === moves.length) return false;
    return !beginning || moves.some((move) => begin(move) !== beginning);
  }

  /** The sentences of the current step. */
  words() {
    const { answer, equals: equal, match } = this;
    if (!this.isSure) return answer.later ? t("Searching…") : t("The values are not known here.");
    const best = bestMove(answer);
    const goodMoves =
      equal.length === answer.moves.length
        ? t("All {moves} moves are equally good.", { moves: equal.length })
        : t("{number} of {moves} moves are equally good.", { number: equal.length, moves: answer.moves.length });
    if (this.step === 1) {
      const cells = this.narrows ? cellsOf(best.move, answer) : [];
      if (cells.length) return cells.length === 1 ? t("Move the marked piece.") : t("Look at the marked row.");
      if (answer.moves.length === 1) return t("There is only one move.");
      return equal.length === 1 ? t("Only one of {moves} moves is best.", { moves: answer.moves.length }) : goodMoves;
    }
    if (this.step === 2) return t("Play {move}.", { move: moveWords(best.moveName) });
    const worth = `${t("{name}: {words}", { name: moveWords(best.moveName), words: moveWorth(match.entry, best) })}.`;
    const isAlone = answer.moves.length === 1;
    const others = equal.length === 1 ? t("No other move is as good.") : goodMoves;
    return [worth, isAlone ? t("It is the only move.") : others, this.reason].filter(Boolean).join(" ");
  }

  /** Mark on the board what the current step speaks of. */
  mark() {
    const { stage } = this.match;
    const best = bestMove(this.answer);
    if (!this.isSure) return;
    const cells = this.narrows ? cellsOf(best.move, this.answer) : [];
    for (const cell of cells) stage.querySelector(`.ground > [data-cell="${cell}"]`)?.classList.add("hinted");
    if (this.step === 2) stage.querySelector(`.move[data-move="${best.move}"]`)?.classList.add("pointed");
  }
}
