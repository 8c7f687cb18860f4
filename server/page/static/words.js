// Puts values and remotenesses into words that need no knowledge of the field.

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

/** What a player is called: you or the computer if one person plays, else by number. `people`: as in a match. */
export function called(player, people) {
  if (!people || people.length !== 1) return `Player ${player}`;
  return people === String(player) ? "You" : "The computer";
}

/** A name within a sentence: "the computer". */
export const inside = (name) => name.replace(/^(The|You)/, (word) => word.toLowerCase());

const verb = (name, plain) => (name === "You" ? plain : { have: "has" }[plain] || `${plain}s`);

/** The value of a position for people: {value, title, text}, where `value` is win, lose, tie, draw or unsolved. */
export function verdict(entry, answer, people) {
  const { positionValue: value, remoteness } = answer;
  if (value === "unsolved") return { value, title: "Not known yet", text: "It was not solved in two seconds. Play on!" };
  return entry.type === "onePlayer" ? puzzleVerdict(value, answer) : gameVerdict(value, answer, remoteness, people);
}

function puzzleVerdict(value, answer) {
  if (value === "win" && ended(answer)) return { value, title: "Solved", text: "There is nothing left to do." };
  if (value === "win") return { value, title: `Solvable${inMoves(answer)}`, text: "No solution is shorter." };
  if (ended(answer))
    return { value, title: "Stuck", text: "There are no moves left, and it is not solved. Undo to go back." };
  return { value, title: "Cannot be solved", text: "No solution can be reached from here. Undo to go back." };
}

function gameVerdict(value, answer, remoteness, people) {
  const turn = turnOf(answer.position);
  const [mover, other] = [called(turn, people), called(3 - turn, people)];
  if (ended(answer)) {
    const winner = { lose: other, win: mover }[value];
    if (winner) return { value, title: `${winner} ${verb(winner, "have")} won`, text: "The game is over." };
    return { value, title: "A tie", text: "The game is over and nobody has won." };
  }
  const points =
    "margin" in answer && answer.margin
      ? ` ${mover} ${verb(mover, "end")} ${some(Math.abs(answer.margin), "point")} ${answer.margin > 0 ? "ahead" : "behind"}.`
      : "";
  const both = remoteness > 1 ? " The moves of both players count." : "";
  const { title, text } = {
    win: {
      title: `${mover} can win${inMoves(answer)}`,
      text: `${other} cannot prevent it, and cannot hold out longer.`,
    },
    lose: {
      title: `${mover} ${verb(mover, "lose")}${inMoves(answer)}`,
      text: `Every move lets ${inside(other)} win; none holds out longer.`,
    },
    tie: { title: `A tie${inMoves(answer)}`, text: "With perfect play nobody wins." },
    draw: { title: "A draw", text: "With perfect play the game never ends, and nobody wins." },
  }[value];
  return { value, title, text: `${text}${both}${points}` };
}

const remains = (move) =>
  move.remoteness === null || move.remoteness === INFINITE || move.remoteness === UNSOLVABLE ? null : move.remoteness;

/** The value of a move in a few words. Counts as `play` does: in a game, the move itself and all that follow. */
export function worth(entry, move) {
  const left = remains(move);
  if (move.moveValue === "unsolved") return "not known yet";
  if (entry.type === "onePlayer") {
    if (move.positionValue === "lose") return "can no longer be solved";
    if (left === 0) return "solves it";
    const way = { win: "nearer", tie: "no nearer", lose: "farther" }[move.moveValue];
    return left === null ? way : `${way}, ${some(left, "move")} to go`;
  }
  const does = { win: "wins", lose: "loses", tie: "ties", draw: "draws" }[move.moveValue];
  if (move.moveValue === "draw" || left === null) return does;
  return left === 0 ? `${does} at once` : `${does} in ${some(left + 1, "move")}`;
}

/** The same in as few words as a list beside the board has room for. */
export function brief(entry, move) {
  if (entry.type !== "onePlayer") return move.moveValue === "unsolved" ? "?" : worth(entry, move);
  if (move.moveValue === "unsolved") return "?";
  if (move.positionValue === "lose") return "dead end";
  const left = remains(move);
  return left ? `${number(left)} to go` : worth(entry, move);
}

/** The sign beside the color of a value, so that nobody needs to tell colors apart. */
export const SIGNS = { win: "+", tie: "=", lose: "−", draw: "∞", unsolved: "?" };

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
