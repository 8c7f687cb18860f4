// Puts values and remotenesses into words.

const UNSOLVABLE = -1;
const INFINITE = -200;

export const number = (n) => n.toLocaleString("en");
export const some = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/** The player to move: 1 or 2. */
export const turnOf = (text) => (text.startsWith("R_B") ? 2 : 1);

/** Whether a position is whole: not the half-position between the two touches of a turn, which only one route takes. */
export const isWhole = (text) => !text.includes("_prevmove=");

const ended = (answer) => answer.moves.length === 0;

function inMoves(answer) {
  return answer.remoteness > 0 ? ` in ${some(answer.remoteness, "move")}` : "";
}

/** The value of a position for people: {value, title, text}, where `value` is win, lose, tie, draw or unsolved. */
export function verdict(entry, answer) {
  const { positionValue: value, remoteness } = answer;
  if (value === "unsolved") return { value, title: "Not known yet", text: "It was not solved in two seconds. Play on!" };
  if (entry.type === "onePlayer") {
    if (value === "win" && ended(answer)) return { value, title: "Solved", text: "There is nothing left to do." };
    if (value === "win") return { value, title: `Solvable${inMoves(answer)}`, text: "No solution is shorter." };
    if (ended(answer))
      return { value, title: "Stuck", text: "There are no moves left, and it is not solved. Undo to go back." };
    return { value, title: "Cannot be solved", text: "No solution can be reached from here. Undo to go back." };
  }
  const mover = `Player ${turnOf(answer.position)}`;
  const other = `Player ${3 - turnOf(answer.position)}`;
  if (ended(answer)) {
    if (value === "lose") return { value, title: `${other} has won`, text: "The game is over." };
    if (value === "win") return { value, title: `${mover} has won`, text: "The game is over." };
    return { value, title: "A tie", text: "The game is over and nobody has won." };
  }
  const points =
    "margin" in answer && answer.margin
      ? ` ${mover} ends ${some(Math.abs(answer.margin), "point")} ${answer.margin > 0 ? "ahead" : "behind"}.`
      : "";
  if (value === "win")
    return {
      value,
      title: `${mover} wins${inMoves(answer)}`,
      text: `${mover} is to move. Values assume perfect play by both sides.${points}`,
    };
  if (value === "lose")
    return {
      value,
      title: `${mover} loses${inMoves(answer)}`,
      text: `${mover} is to move. Every move lets ${other} win.${points}`,
    };
  if (value === "tie")
    return {
      value,
      title: `A tie${inMoves(answer)}`,
      text: `${mover} is to move. With perfect play nobody wins.${points}`,
    };
  return { value, title: "A draw", text: `${mover} is to move. With perfect play the game never ends.` };
}

/** The value of a move in a few words. */
export function worth(entry, move) {
  const after = move.remoteness === INFINITE || move.remoteness === UNSOLVABLE ? null : move.remoteness;
  if (move.moveValue === "unsolved") return "not known yet";
  if (entry.type === "onePlayer") {
    if (move.positionValue === "lose") return "can no longer be solved";
    if (after === 0) return "solves it";
    const way = { win: "nearer", tie: "no nearer", lose: "farther" }[move.moveValue];
    return `${way}, ${number(after)} to go`;
  }
  const verb = { win: "wins", lose: "loses", tie: "ties", draw: "draws" }[move.moveValue];
  if (move.moveValue === "draw" || after === null) return verb;
  return after === 0 ? `${verb} now` : `${verb}, ${number(after)} to go`;
}

/** The same in a word or two and a number, for a list where colors say the rest. */
export function brief(entry, move) {
  const solo = entry.type === "onePlayer";
  if (move.moveValue === "unsolved") return "?";
  if (solo && move.positionValue === "lose") return "dead end";
  if (solo && move.remoteness === 0) return "solves it";
  const word = solo ? { win: "nearer", tie: "no nearer", lose: "farther" }[move.moveValue] : move.moveValue;
  return move.remoteness === null || move.remoteness < 0 ? word : `${word} · ${number(move.remoteness)}`;
}

/** The opacity of each move: within a value, a quarter less for each step to a worse delta, but at least one half. */
export function opacities(moves) {
  const found = [];
  moves.forEach((move, i) => {
    const before = moves[i - 1];
    if (!before || before.moveValue !== move.moveValue) found.push(1);
    else if (before.deltaRemoteness !== move.deltaRemoteness) found.push(Math.max(0.5, found[i - 1] - 0.25));
    else found.push(found[i - 1]);
  });
  return found;
}

/** A best move: the first whose value is that of the position; the middle one of those of which nothing is known. */
export function best(answer) {
  const equal = answer.moves.filter((move) => move.moveValue === answer.positionValue);
  if (answer.positionValue === "unsolved" && equal.length) return equal[Math.floor(equal.length / 2)];
  return equal[0] || answer.moves[0];
}
