// How good a move was, in words: from the service's judgement of it.

import { some } from "./words.js";

const NOUNS = { win: "a win", tie: "a tie", draw: "a draw", lose: "a loss" };
const KEPT = { win: "the win", tie: "the tie", draw: "the draw", lose: "the loss" };
const DOES = { win: "wins", tie: "ties", draw: "draws", lose: "loses" };

export const KINDS = { best: ["✓", "best"], slower: ["~", "slower"], mistake: ["✗", "mistake"], unknown: ["?", "unknown"] };

/** How many moves kept the value. */
function keepers(judged, answer) {
  return answer.moves.filter((move) => move.moveValue === judged.before.positionValue).length;
}

const after = (judged) => (judged.after.remoteness === null ? null : judged.after.remoteness + 1);

function slower(judged) {
  const { before, bestMoveName: best, moveValue } = judged;
  if (moveValue === "draw") return `With perfect play it never ends; ${best} ends in a tie.`;
  const [mine, fewest] = [after(judged), before.remoteness];
  if (mine === null || fewest === null) return `${best} was better.`;
  if (moveValue === "lose") return `It loses in ${some(mine, "move")}; ${best} held out for ${fewest}.`;
  return `It still ${DOES[moveValue]}, in ${some(mine, "move")}; ${best} does in ${fewest}.`;
}

function mistake(judged, answer) {
  const { before, bestMoveName, moveValue } = judged;
  const only = keepers(judged, answer) === 1;
  const better = only ? `${bestMoveName} was the only move that kept it.` : `${bestMoveName} would have kept it.`;
  return `Here ${NOUNS[before.positionValue]} became ${NOUNS[moveValue]}. ${better}`;
}

function inPuzzle(judged) {
  const { before, after: left, bestMoveName } = judged;
  if (judged.class === "mistake") return `From here it can no longer be solved. ${bestMoveName} would have kept it solvable.`;
  if (judged.class === "best") return before.positionValue === "lose" ? "It could not be solved any more." : "On a shortest way.";
  if (left.remoteness === null || before.remoteness === null) return `${bestMoveName} was nearer.`;
  const lost = left.remoteness - before.remoteness + 1;
  return `A detour of ${some(lost, "move")}: ${bestMoveName} left ${before.remoteness - 1} to go, this ${left.remoteness}.`;
}

/** A sentence on a judged move. `answer`: the position before it, with the values of all its moves. */
export function sentence(entry, judged, answer) {
  if (judged.class === "unknown") return judged.message || "The values are not known.";
  if (entry.type === "onePlayer") return inPuzzle(judged);
  if (judged.class === "slower") return slower(judged);
  if (judged.class === "mistake") return mistake(judged, answer);
  if (judged.choices === 1) return "The only move there was.";
  return judged.onlyMove ? `The only move that kept ${KEPT[judged.before.positionValue]}.` : "None was better.";
}

/** How well a player played. `name`: what the player is called; `fewest`: of a puzzle, the moves that were needed. */
export function summary(entry, score, name, judgement) {
  if (entry.type === "onePlayer") {
    const [first, last] = [judgement.moves[0], judgement.moves.at(-1)];
    const solved = last.after.positionValue === "win" && last.after.remoteness === 0;
    const fewest = first.before.remoteness;
    if (!solved || fewest === null) return `${some(score.moves, "move")} so far; ${score.best} of them on a shortest way.`;
    return `${some(fewest, "move")} ${fewest === 1 ? "is" : "are"} the fewest; you took ${score.moves}.`;
  }
  const mistakes = score.mistakes ? some(score.mistakes, "mistake") : "no mistake";
  return `${name}: ${score.best} of ${some(score.judged, "move")} ${score.best === 1 ? "was" : "were"} best, ${mistakes}.`;
}
