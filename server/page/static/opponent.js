// The computer's moves: perfect, or wrong at a rate, chosen by the service.

import * as api from "./api.js";
import { t } from "./language.js";
import { bestMove, isWhole } from "./phrases.js";

/** The levels by name: [words, strength], where the strength is the percentage of its moves that are best moves. */
export const LEVELS = {
  perfect: [t("Perfect"), "perfect"],
  strong: [t("Strong: plays the best move 9 times in 10"), "90"],
  casual: [t("Casual: plays the best move 2 times in 3"), "67"],
  beginner: [t("Beginner: plays the best move 1 time in 3"), "33"],
};

/** A level by its name; the perfect one for any other text. */
export const levelOf = (name) => (Object.hasOwn(LEVELS, name) ? name : "perfect");

/** A level in one word. */
export const levelName = (level) => LEVELS[level][0].split(":")[0].trim().toLowerCase();

/** A text that makes the computer's mistakes reproducible. */
export const newSeed = () => Math.random().toString(36).slice(2, 10);

/** The move that the service names; in a turn of two touches, the first touch: M_2_3 begins with A_x_2. */
function moveNamed(answer, text) {
  const first = `_${(text || "").split("_")[1]}`;
  return answer.moves.find((move) => move.move === text) || answer.moves.find((move) => move.move.endsWith(first));
}

/** The service's move in a position; what was asked and not answered yet is not asked again. */
function replyTo(match, position) {
  const { id, variantId, seed, level } = match;
  const key = `${position} ${level} ${seed}`;
  if (match.request.key !== key) match.request = { key, reply: api.bestMove(id, variantId, position, LEVELS[level][1], seed) };
  return match.request.reply.finally(() => {
    if (match.request.key === key) match.request = {};
  });
}

/** The move that the computer makes in a position that has moves; null if it must wait for one. */
export async function computerMove(match, answer) {
  const isUnknown = answer.positionValue === "unsolved";
  if (match.solo || !isWhole(answer.position) || (match.level === "perfect" && !isUnknown)) return bestMove(answer);
  try {
    const reply = await replyTo(match, answer.position);
    return moveNamed(answer, reply.move) || bestMove(answer);
  } catch (error) {
    return isUnknown && error.status === 503 ? null : bestMove(answer); // neither values nor an evaluation are known
  }
}
