// Puts values and remotenesses into plain words.

import { amount, t } from "./language.js";

const UNSOLVABLE = -1;
const INFINITE = -200;

/** The player to move: 1 or 2. */
export const turnOf = (text) => (text.startsWith("R_B") ? 2 : 1);

/** Whether a position is whole, not the half-position between the touches of a turn, which only one route accepts. */
export const isWhole = (text) => !text.includes("_prevmove=");

const isOver = (answer) => answer.moves.length === 0;

/** The number of moves to the end: " in 5 moves"; "" if it is now, or if there is none. */
export const inMoves = ({ remoteness }) => (remoteness > 0 ? t(" in {moves}", { moves: amount(remoteness, "{n} move|{n} moves") }) : "");

/** The name of a player: you or the computer if one person plays, else by number. `people`: as in a match. */
export function playerName(player, people) {
  if (!people || people.length !== 1) return t("Player {player}", { player });
  return people === String(player) ? t("You") : t("The computer");
}

/** A name within a sentence: "the computer". */
const withinSentence = (name) => (name === t("The computer") ? t("the computer") : name);

/** One of two sentences: about you, or about another player, `{who}`. */
const about = (name, you, otherwise, values) => (name === t("You") ? t(you, values) : t(otherwise, { who: name, ...values }));

/** The value of a position for people: {value, title, text}, where `value` is win, lose, tie, draw or unsolved. */
export function verdict(entry, answer, people) {
  const value = answer.positionValue;
  if (value === "unsolved" && answer.later) {
    return { value, title: t("Searching…"), text: t("You can move in the meantime.") };
  }
  if (value === "unsolved") {
    return { value, title: t("Not known yet"), text: t("Two seconds were not enough to solve it. Play on!") };
  }
  return entry.type === "onePlayer" ? puzzleVerdict(value, answer) : gameVerdict(value, answer, people);
}

function puzzleVerdict(value, answer) {
  if (value === "win" && isOver(answer)) return { value, title: t("Solved"), text: t("There is nothing left to do.") };
  if (value === "win") return { value, title: `${t("Solvable")}${inMoves(answer)}`, text: t("No solution is shorter.") };
  if (isOver(answer)) {
    return { value, title: t("Stuck"), text: t("There are no moves left, and it is not solved. Undo to go back.") };
  }
  return { value, title: t("Cannot be solved"), text: t("No solution can be reached from here. Undo to go back.") };
}

function gameVerdict(value, answer, people) {
  const turn = turnOf(answer.position);
  const [mover, opponent] = [playerName(turn, people), playerName(3 - turn, people)];
  if (isOver(answer)) {
    const winner = { lose: opponent, win: mover }[value];
    if (!winner) return { value, title: value === "draw" ? t("A draw") : t("A tie"), text: t("The game is over and nobody has won.") };
    return { value, title: about(winner, "You have won", "{who} has won"), text: t("The game is over.") };
  }
  const values = { when: inMoves(answer) };
  const { title, text } = {
    win: () => ({
      title: about(mover, "You can win{when}", "{who} can win{when}", values),
      text: about(opponent, "You cannot prevent or delay it.", "{who} cannot prevent or delay it."),
    }),
    lose: () => ({
      title: about(mover, "You lose{when}", "{who} loses{when}", values),
      text: about(opponent, "Whatever the move, you can win; no defense lasts longer.", "Whatever the move, {who} can win; no defense lasts longer.", {
        who: withinSentence(opponent),
      }),
    }),
    tie: () => ({ title: t("A tie{when}", values), text: t("With perfect play nobody wins.") }),
    draw: () => ({ title: t("A draw"), text: t("With perfect play nobody wins, and the game may never end.") }),
  }[value]();
  const note = answer.remoteness > 1 && t("Both players’ moves are counted.");
  return { value, title, text: [text, note, points(mover, answer)].filter(Boolean).join(" ") };
}

/** The number of points by which the player to move ends ahead or behind. */
function points(mover, { margin }) {
  if (!margin) return "";
  const values = { points: amount(Math.abs(margin), "{n} point|{n} points") };
  if (margin > 0) return about(mover, "You finish {points} ahead.", "{who} finishes {points} ahead.", values);
  return about(mover, "You finish {points} behind.", "{who} finishes {points} behind.", values);
}

const movesLeft = (move) =>
  move.remoteness === null || move.remoteness === INFINITE || move.remoteness === UNSOLVABLE ? null : move.remoteness;

/** The value of a move in a few words. Counts as `play` does: in a game, the move itself and all that follow. */
export function moveWorth(entry, move) {
  const remaining = movesLeft(move);
  if (move.moveValue === "unsolved") return t("not known yet");
  if (entry.type === "onePlayer") {
    if (move.positionValue === "lose") return t("can no longer be solved");
    if (remaining === 0) return t("solves it");
    const progress = { win: t("closer"), tie: t("no closer"), lose: t("farther") }[move.moveValue];
    return remaining === null ? progress : `${progress}, ${amount(remaining, "{n} move to go|{n} moves to go")}`;
  }
  const effect = { win: t("wins"), lose: t("loses"), tie: t("ties"), draw: t("draws") }[move.moveValue];
  if (move.moveValue === "draw" || remaining === null) return effect;
  return remaining === 0 ? t("{does} at once", { does: effect }) : `${effect}${inMoves({ remoteness: remaining + 1 })}`;
}

/** The sign of a move's value and, where it is known, the same number of moves: "+5". */
export function signedCount(entry, move) {
  const remaining = movesLeft(move);
  const isCounted = remaining !== null && !["draw", "unsolved"].includes(move.moveValue) && (entry.type !== "onePlayer" || move.positionValue !== "lose");
  return `${SIGNS[move.moveValue] || ""}${isCounted ? remaining + (entry.type === "onePlayer" ? 0 : 1) : ""}`;
}

/** The same in as few words as a list beside the board has room for. */
export function shortWorth(entry, move) {
  if (entry.type !== "onePlayer") return move.moveValue === "unsolved" ? "?" : moveWorth(entry, move);
  if (move.moveValue === "unsolved") return "?";
  if (move.positionValue === "lose") return t("dead end");
  const remaining = movesLeft(move);
  return remaining ? amount(remaining, "{n} to go") : moveWorth(entry, move);
}

/** How many positions a variant has, those that play reaches unless it says otherwise; "" where that is unknown. */
export function sizeText({ positions, meaning, about }) {
  if (!positions) return about ? amount(Number(about.toPrecision(2)), "About {n} position|About {n} positions") : "";
  if (meaning === "legal") return amount(positions, "{n} legal position|{n} legal positions");
  if (meaning === "solvable") return amount(positions, "{n} solvable position|{n} solvable positions");
  return meaning === "classes" ? amount(positions, "{n} class of positions|{n} classes of positions") : amount(positions, "{n} position|{n} positions");
}

/** The sign beside the color of a value, so that nobody needs to distinguish colors. */
export const SIGNS = { win: "+", tie: "=", lose: "−", draw: "∞", unsolved: "?" };

/** The opacity of each move: within a value, a quarter less for each step to a worse delta, but at least one half. */
export function opacities(moves) {
  const values = [];
  moves.forEach((move, i) => {
    const before = moves[i - 1];
    if (!before || before.moveValue !== move.moveValue) values.push(1);
    else if (before.deltaRemoteness !== move.deltaRemoteness) values.push(Math.max(0.5, values[i - 1] - 0.25));
    else values.push(values[i - 1]);
  });
  return values;
}

/** A best move: the first whose value is that of the position; if that is unknown, the middle one of unknown value. */
export function bestMove(answer) {
  const equal = answer.moves.filter((move) => move.moveValue === answer.positionValue);
  if (answer.positionValue === "unsolved" && equal.length) return equal[Math.floor(equal.length / 2)];
  return equal[0] || answer.moves[0];
}

/** A phrase for the fewest moves. */
export const fewestPhrase = (fewest) => amount(fewest, "The fewest possible is {n} move|The fewest possible is {n} moves");
