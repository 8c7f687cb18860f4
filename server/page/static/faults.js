// Why a position that was set up is impossible, in the language of the page: the service gives its reasons in English.

import { h } from "./dom.js";
import { language, t } from "./language.js";
import {} from "./laterwords.js";

const QUOTE = `(?:'[^']*'|"[^"]*")`;
const QUOTED = new RegExp(`^(?:(?:${QUOTE}|\\([^)]*\\)|[-*A-Za-z0-9]{8,})(?:\\.\\.\\. \\(\\d+ characters\\))?: )+`); // the text that is wrong, which stands in the editor
const EXAMPLE = / (?:It must be one of this variant; for example|Also read:) .*$/s;
const MOST_MOVES = 20; // that are listed

const shortened = (moves) => [...moves.split(", ").slice(0, MOST_MOVES), ...(moves.split(", ").length > MOST_MOVES ? ["…"] : [])].join(", ");
const read = (rows) => rows.map(([pattern, say]) => [new RegExp(`^(?:${pattern})$`, "s"), say]);

/** What the reasons given most often look like, and what is said instead. */
const REASONS = read([
  [
    "there is no position with (?<pieces>.+) and player (?<player>\\d) to move\\. Expected, for example, (?<others>.+) and player (?<other>\\d) to move(?: in other parts of the board)?\\.",
    (is) => t("With {pieces} and player {player} to move there is no position. Possible are, for example, {others} and player {other} to move.", withoutWords(is)),
  ],
  ["no play from the start (.* )?leads t?here\\.|such a position cannot occur .*", () => t("No play from the start leads here.")],
  ["this is not the board of a position of \\S+\\.", () => t("This is not a board of this variant.")],
  ["on this board it is (?<player>[AB])'s turn\\.", ({ player }) => t("On this board it is player {player}’s turn.", { player: player === "A" ? 1 : 2 })],
  ["(?:with these \\w+ it is player |it is the turn of player |expected it to be the turn of player )(?<player>\\d)(?:'s turn)?\\.", (is) => t("On this board it is player {player}’s turn.", is)],
  ["expected (?<total>\\d+) stones, not (?<given>\\d+)\\.", (are) => t("There must be {total} stones, not {given}.", are)],
  ["expected each of the .* exactly once\\.", () => t("Each piece must be there exactly once.")],
  ["cell (?<cell>\\d+): expected it as at the start, or taken\\.", (is) => t("Cell {cell} must be as at the start, or taken.", is)],
  ["a disc floats above an empty cell\\.|expected no \\w+ with an empty cell beneath it\\.", () => t("A piece floats above an empty cell.")],
  ["there can be no (?<piece>.) in row (?<row>\\d+), column (?<column>\\d+)\\.", (is) => t("There can be no {piece} in row {row}, column {column}.", is)],
]);

/** What is said of other reasons in other languages than the service's: some with less than it says. */
const RARER = read([
  [
    `Move (?<number>\\d+), (?<text>${QUOTE})(?:\\.\\.\\. \\(\\d+ characters\\))?: there is no such move in .*? The moves there: (?<moves>.*)\\.`,
    (is) => t("Move {number}, {text}, is not possible there. Possible: {moves}.", { ...is, moves: shortened(is.moves) }),
  ],
  [
    `Move (?<number>\\d+), (?<text>${QUOTE}): this names several moves of .*? Write one of (?<moves>.*)\\.`,
    (is) => t("Move {number}, {text}, may be several moves: {moves}.", { ...is, moves: shortened(is.moves) }),
  ],
  ["[\\d,]+ moves: expected at most .*", () => t("That is too large.")],
  ["\\d+ rows? of \\d+ need \\d+ cells\\.", () => t("This is not a board of this variant.")],
  [`Move (?<number>\\d+), (?<text>${QUOTE}): play has ended at .*`, (is) => t("Before move {number}, {text}, play has ended.", is)],
  ["expected (?:no piece twice|.*\\b(?:once at most|at most once)\\b.*)\\.", () => t("No piece may be there twice.")],
  [
    ".*\\bwhole\\b.*|.* on two neighboring cells\\.|.*not an L.*|.* is no vehicle .*|.*expected only the red car.*|.* boat once.*|row \\d+ has waves .*",
    () => t("Pieces of several cells must be whole, and whatever cannot move must be where it is at the start."),
  ],
  [
    "(?:expected (?:walls and goals|the fixed tiles|the dots|the lines|a disc on each|the poisoned|the level|every robot|blocks).*|cell \\d+ of row \\d+ must be .*|outside is .*)",
    () => t("Whatever cannot move or change must be as at the start."),
  ],
  ["cell (?<cell>\\d+): expected .*", (is) => t("Cell {cell} cannot be like this.", is)],
  ["(?<first>\\w+) and (?<second>\\w+) may not be .*", (are) => t("{first} and {second} cannot be like this together.", are)],
  [
    "its (?:corners|edges|centers) .*|.*not made of the twenty different pieces.*|a corner does not .*|the corners? .* not .*",
    () => t("These stickers do not make up the pieces of this puzzle."),
  ],
  [".* (?:has|had) (?:broken through|three in a line|four in a line).*|one side is empty.*|it is won without .*|.* as play goes on.*|.*if, and only if, play goes on.*", () => t("Play would have ended before.")],
  ["the queen on \\w+ attacks another\\.|no bishop may attack .*", () => t("No piece may attack another.")],
  ["a path leads from .*|expected the color of .*", () => t("Each path must begin at its dot and have its color.")],
  ["expected lines that are all connected to the ground\\.", () => t("Every line must be connected to the ground.")],
  [
    "(?:expected (?:at least|at most|as many|exactly one|one player|all robots|the red robot|the player in|the player '|the disks|the cards|a decree|covered cells|\\d+ (?:toads|pieces)).*|the bishops on .*|.*and no others\\.|.*, expected the supplies .*)",
    () => t("This number or choice of pieces is not possible."),
  ],
  ["(?:expected .*|.*: expected .*)", (is, example) => t("This cannot be read. A position is written like {example}.", { example })],
]);

/** What is said, in other languages than the service's, of why a text is no start. */
const OF_STARTS = read([
  ["That is .*, more than (?<most>[\\d,]+)\\.|It has \\d+ lines; there may be .*", () => t("That is too large.")],
  ["Its rows .*|That is \\d+ rows of \\d+\\.|\\d+ x \\d+ makes .*", () => t("Its rows differ in length, or are too many.")],
  ["It has (?<players>\\d+) players, (?<boxes>\\d+) boxes and (?<goals>\\d+) goals\\.", (are) => t("It has {players} players, {boxes} boxes and {goals} goals.", are)],
  ["It has (?<number>\\d+) (?:dots?|cells) (?<piece>.)\\b.*; expected (?<most>one|two)\\b.*", (are) => t("It has {piece} {number} times; expected: {most}.", { ...are, most: are.most === "one" ? 1 : 2 })],
  [".*\\b(?<piece>\\w) is no vehicle of .*", (is) => t("{piece} is no vehicle of 2 or 3 cells in a line; the car A has 2.", is)],
  [".*the cells (?<piece>.) are no block of one, two or four cells\\.", (are) => t("The cells {piece} are no block of one, two or four cells.", are)],
  ["The numbers must rise, .*", () => t("The numbers must rise, and none may be greater than the goal.")],
  ["Its robots are .*|A robot is in the border\\.", () => t("These robots are not possible.")],
  ["Its walls are not closed .*", () => t("Its walls are not closed around the player.")],
  ["Nothing before the path .*", () => t("Each path must begin where another ends.")],
  [`(?<text>${QUOTE}) is no game from a start: .*`, (is) => t("{text} is no game from a start.", is)],
]);

/** The counts of pieces of a reason, without English words. */
const withoutWords = (groups) => Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text.replaceAll("the digits ", "")]));

/** What is said of a reason; undefined if only the service says it. */
function sentence(rows, reason, example) {
  for (const [pattern, say] of rows) {
    const match = pattern.exec(reason);
    if (match) return say(match.groups ?? {}, example);
  }
}

/** Why a typed text is no start, by the service's refusal, whose last sentence is `help`; "" if only the service says it. */
export function startFault(refusal, help) {
  const [, reason = ""] = / is not a start of \S+?\. (.*)$/s.exec(refusal.split(` ${help}`)[0]) ?? [];
  return sentence(OF_STARTS, reason) ?? "";
}

/** The nodes that say what is wrong: a sentence of the page, or the service's. `example`: a position as it is written. */
export function faultNodes(fault, example) {
  const reason = fault.replace(QUOTED, "").replace(EXAMPLE, "");
  const translation = sentence(language === "en" ? REASONS : [...REASONS, ...RARER], reason, example);
  if (translation) return [translation];
  return language === "en" ? [fault] : [t("This position is not possible:"), " ", h("span", { lang: "en" }, reason)];
}
