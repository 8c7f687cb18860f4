// Puts the service's judgment of moves into words.

import { amount, moveWords, t } from "./language.js";
import { fewestPhrase } from "./phrases.js";
import {} from "./laterwords.js";

const NOUNS = { win: t("a win"), tie: t("a tie"), draw: t("a draw"), lose: t("a loss") };
const ONLY_MOVE = {
  win: t("The only move that kept the win."),
  tie: t("The only move that kept the tie."),
  draw: t("The only move that kept the draw."),
  lose: t("It was the only move."),
};

export const KINDS = { best: ["✓", t("best")], slower: ["~", t("slower")], mistake: ["✗", t("mistake")], unknown: ["?", t("unknown")] };

/** The number of moves that kept the value. */
function keepers(judgment, answer) {
  return answer.moves.filter((move) => move.moveValue === judgment.before.positionValue).length;
}

const after = (judgment) => (judgment.after.remoteness === null ? null : judgment.after.remoteness + 1);

function slower(judgment) {
  const { before, bestMoveName, moveValue } = judgment;
  const best = moveWords(bestMoveName);
  if (moveValue === "draw") return t("With perfect play this never ends; {best} would have tied.", { best });
  const [moves, fewest] = [after(judgment), before.remoteness];
  if (moves === null || fewest === null) return t("{best} was better.", { best });
  const values = { moves: amount(moves, "{n} move|{n} moves"), best, fewest };
  if (moveValue === "lose") return t("It loses in {moves}; {best} would have held out for {fewest}.", values);
  if (moveValue === "tie") return t("It still ties, but in {moves}; {best} ties in {fewest}.", values);
  return t("It still wins, but in {moves}; {best} wins in {fewest}.", values);
}

function mistake(judgment, answer) {
  const { before, bestMoveName, moveValue } = judgment;
  const single = keepers(judgment, answer) === 1;
  const better = single ? t("{best} was the only move that kept it.", { best: moveWords(bestMoveName) }) : t("{best} would have kept it.", { best: moveWords(bestMoveName) });
  return `${t("This turned {before} into {after}.", { before: NOUNS[before.positionValue], after: NOUNS[moveValue] })} ${better}`;
}

function inPuzzle(judgment) {
  const { before, after: result, bestMoveName } = judgment;
  if (judgment.class === "mistake") return t("From here it can no longer be solved. {best} would have kept it solvable.", { best: moveWords(bestMoveName) });
  if (judgment.class === "best") return before.positionValue === "lose" ? t("It could no longer be solved.") : t("Part of a shortest solution.");
  if (result.remoteness === null || before.remoteness === null) return t("{best} was closer.", { best: moveWords(bestMoveName) });
  const detour = result.remoteness - before.remoteness + 1;
  const values = { moves: amount(detour, "{n} move|{n} moves"), best: moveWords(bestMoveName), least: before.remoteness - 1, left: result.remoteness };
  return t("A detour of {moves}: this leaves {left} to go; {best} would have left {least}.", values);
}

/** A sentence on a judged move. `answer`: the position before it, with the values of all its moves. */
export function sentence(entry, judgment, answer) {
  if (judgment.class === "unknown") return judgment.message || t("The values are not known.");
  if (entry.type === "onePlayer") return inPuzzle(judgment);
  if (judgment.class === "slower") return slower(judgment);
  if (judgment.class === "mistake") return mistake(judgment, answer);
  if (judgment.choices === 1) return t("It was the only move.");
  return judgment.onlyMove ? ONLY_MOVE[judgment.before.positionValue] : t("No move was better.");
}

/** A sentence on how well a player played. `name`: the player's. */
export function summary(entry, score, name, report) {
  if (entry.type === "onePlayer") {
    const [first, last] = [report.moves[0], report.moves.at(-1)];
    const isSolved = last.after.positionValue === "win" && last.after.remoteness === 0;
    const fewest = first.before.remoteness;
    if (!isSolved || fewest === null) return t("{moves} so far, {best} of them on a shortest solution.", { moves: amount(score.moves, "{n} move|{n} moves"), best: score.best });
    return `${fewestPhrase(fewest)}; ${t("you took {number}", { number: score.moves })}.`;
  }
  const mistakes = score.mistakes ? amount(score.mistakes, "{n} mistake|{n} mistakes") : t("no mistakes");
  const values = { name, moves: amount(score.judged, "{n} move|{n} moves"), mistakes };
  return amount(score.best, "{name}: {n} of {moves} was best, {mistakes}.|{name}: {n} of {moves} were best, {mistakes}.", values);
}
