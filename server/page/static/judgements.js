// Puts the service's judgement of moves into words.

import { some, t } from "./language.js";

const NOUNS = { win: t("a win"), tie: t("a tie"), draw: t("a draw"), lose: t("a loss") };
const KEPT = {
  win: t("The only move that kept the win."),
  tie: t("The only move that kept the tie."),
  draw: t("The only move that kept the draw."),
  lose: t("The only move there was."),
};

export const KINDS = { best: ["✓", t("best")], slower: ["~", t("slower")], mistake: ["✗", t("mistake")], unknown: ["?", t("unknown")] };

/** The number of moves that kept the value. */
function keepers(judged, answer) {
  return answer.moves.filter((move) => move.moveValue === judged.before.positionValue).length;
}

const after = (judged) => (judged.after.remoteness === null ? null : judged.after.remoteness + 1);

function slower(judged) {
  const { before, bestMoveName: best, moveValue } = judged;
  if (moveValue === "draw") return t("With perfect play it never ends; {best} ends in a tie.", { best });
  const [mine, fewest] = [after(judged), before.remoteness];
  if (mine === null || fewest === null) return t("{best} was better.", { best });
  const values = { moves: some(mine, "move"), best, fewest };
  if (moveValue === "lose") return t("It loses in {moves}; {best} held out for {fewest}.", values);
  if (moveValue === "tie") return t("It still ties, in {moves}; {best} does in {fewest}.", values);
  return t("It still wins, in {moves}; {best} does in {fewest}.", values);
}

function mistake(judged, answer) {
  const { before, bestMoveName, moveValue } = judged;
  const only = keepers(judged, answer) === 1;
  const better = only ? t("{best} was the only move that kept it.", { best: bestMoveName }) : t("{best} would have kept it.", { best: bestMoveName });
  return `${t("Here {before} became {after}.", { before: NOUNS[before.positionValue], after: NOUNS[moveValue] })} ${better}`;
}

function inPuzzle(judged) {
  const { before, after: left, bestMoveName } = judged;
  if (judged.class === "mistake") return t("From here it can no longer be solved. {best} would have kept it solvable.", { best: bestMoveName });
  if (judged.class === "best") return before.positionValue === "lose" ? t("It could not be solved any more.") : t("On a shortest way.");
  if (left.remoteness === null || before.remoteness === null) return t("{best} was nearer.", { best: bestMoveName });
  const lost = left.remoteness - before.remoteness + 1;
  const values = { moves: some(lost, "move"), best: bestMoveName, least: before.remoteness - 1, left: left.remoteness };
  return t("A detour of {moves}: {best} left {least} to go, this {left}.", values);
}

/** A sentence on a judged move. `answer`: the position before it, with the values of all its moves. */
export function sentence(entry, judged, answer) {
  if (judged.class === "unknown") return judged.message || t("The values are not known.");
  if (entry.type === "onePlayer") return inPuzzle(judged);
  if (judged.class === "slower") return slower(judged);
  if (judged.class === "mistake") return mistake(judged, answer);
  if (judged.choices === 1) return t("The only move there was.");
  return judged.onlyMove ? KEPT[judged.before.positionValue] : t("None was better.");
}

/** A phrase for the fewest moves. */
export const fewestWords = (fewest) =>
  fewest === 1 ? t("1 move is the fewest") : t("{moves} are the fewest", { moves: some(fewest, "move") });

/** A sentence on how well a player played. `name`: the player's. */
export function summary(entry, score, name, judgement) {
  if (entry.type === "onePlayer") {
    const [first, last] = [judgement.moves[0], judgement.moves.at(-1)];
    const solved = last.after.positionValue === "win" && last.after.remoteness === 0;
    const fewest = first.before.remoteness;
    if (!solved || fewest === null) return t("{moves} so far; {best} of them on a shortest way.", { moves: some(score.moves, "move"), best: score.best });
    return `${fewestWords(fewest)}; ${t("you took {number}", { number: score.moves })}.`;
  }
  const mistakes = score.mistakes ? some(score.mistakes, "mistake") : t("no mistake");
  const values = { name, best: score.best, moves: some(score.judged, "move"), mistakes };
  return score.best === 1 ? t("{name}: 1 of {moves} was best, {mistakes}.", values) : t("{name}: {best} of {moves} were best, {mistakes}.", values);
}
