// Why a position has its value, as far as theory explains it: nimbers, symmetry, refutations, and the next landmark.

import * as api from "./api.js";
import { draw, parse } from "./board.js";
import { h, put, s, scrolling } from "./dom.js";
import { amount, list, moveWords, t } from "./language.js";
import { isWhole, moveWorth } from "./phrases.js";
import {} from "./laterwords.js";

const LIMIT = 8; // most groups, moves and components listed
const FOLLOWING_MOVES = 3; // moves that a reason names
const NAMED_MOVES = 12; // most moves of a line named
const ORDER = ["win", "tie", "draw", "lose"];

/** What theory says of the position that a match shows, without a search. */
async function theoryOf(match) {
  const { answer } = match.current;
  const theory = await api.theory(match.id, match.variantId, answer.position);
  return [nimbers(match, answer, theory), remarks(theory), symmetry(theory), !match.solo && refutations(match)].flat().filter(Boolean);
}

/** Whether there is anything to explain; of a puzzle that can be solved, its next landmark may be. */
export async function canExplain(match) {
  const { answer } = match.current;
  if (!isWhole(answer.position) || (match.solo && answer.positionValue === "win" && answer.moves.length)) return true;
  return (await theoryOf(match)).length > 0;
}

/** Fill a box with the explanation of the position that a match shows. */
export async function explain(match, box) {
  const { answer } = match.current;
  if (!isWhole(answer.position)) {
    put(box, help(t("Finish this move first.")));
    return;
  }
  const parts = [await theoryOf(match), match.solo && (await landmark(match))];
  if (match.current.answer !== answer) return;
  const content = parts.flat().filter(Boolean);
  put(box, content.length ? content : help(t("There is nothing more to explain here.")));
}

/** One reason why a best move is best, as sentences: what theory says, what another move meets, or the line that follows. */
export async function reasonFor(match, best) {
  const { entry, id, variantId } = match;
  const { moves, position, positionValue } = match.current.answer;
  if (!isWhole(position)) return "";
  const { nimber, components, remarks: sentences } = await api.theory(id, variantId, position);
  if (nimber !== null && nimber !== undefined) return verdictOf(nimber, components);
  if (sentences.length) return sentences[0];
  const worse = moves.find((move) => isWhole(move.position) && ORDER.indexOf(move.moveValue) > ORDER.indexOf(positionValue));
  const compared = !match.solo && worse;
  if (!compared && !isWhole(best.position)) return "";
  const { solution } = await api.solution(id, variantId, compared ? worse.position : best.position);
  const line = (solution || []).slice(0, FOLLOWING_MOVES).map((step) => moveWords(step.moveName)).join(", ");
  if (!line) return "";
  return compared ? t("{move} instead {does}: {line}.", { move: moveWords(worse.moveName), does: moveWorth(entry, worse), line }) : t("It goes on with {line}.", { line });
}

const help = (text) => h("p", { class: "help" }, text);
const heading = (text) => h("h3", null, text);

// --- nimbers -------------------------------------------------------------------------------------

function nimbers(match, answer, { nimber, reached: childNimbers, components, balancing }) {
  if (nimber === null || nimber === undefined) return null;
  if (!answer.moves.length) return [heading(t("Nimbers")), h("p", null, t("Nothing is left, so the nimber is 0: whoever is to move has lost."))];
  const hasTable = components.length > 1 || (components.length === 1 && components[0].name.includes(" "));
  const parts = [heading(t("Nimbers"))];
  if (hasTable) parts.push(table(components, nimber), h("p", null, verdictOf(nimber, components)));
  if (!hasTable || components.length === 1) parts.push(h("p", null, mexSentence(childNimbers, nimber)));
  if (balancing.length) parts.push(h("p", null, t("These moves win, because they leave 0:")), balancingMoves(match, balancing));
  return parts;
}

/** The nimbers of the components in binary, as columns of sticks; the last row shows which columns are odd. */
function table(components, nimber) {
  const greatest = Math.max(nimber, ...components.map((part) => part.nimber));
  const powers = Array.from({ length: Math.max(1, greatest.toString(2).length) }, (_, bit) => 1 << bit).reverse();
  const cell = (power, isOn, odd) => (odd ? (isOn ? t("odd") : t("even")) : isOn ? sticks(power) : "·");
  const row = (label, value, odd) =>
    h("tr", { class: odd ? "sum" : null },
      h("th", { scope: "row" }, label),
      powers.map((power) => h("td", { class: value & power ? "on" : null }, cell(power, Boolean(value & power), odd))),
      h("td", { class: "nim" }, String(value)),
    );
  const head = [t("part"), ...powers.map(String), t("nimber")].map((title) => h("th", { scope: "col" }, title));
  const inner = h("table", { class: "nims" },
    h("thead", null, h("tr", null, head)),
    h("tbody", null, components.map((part) => row(part.name, part.nimber))),
    components.length > 1 && h("tfoot", null, row(t("together"), nimber, true)),
  );
  return scrolling(t("Nimbers in binary"), inner);
}

function sticks(count) {
  if (count > 8) return String(count);
  const lines = Array.from({ length: count }, (_, i) => `M${3 + 5 * i} 2V16`).join("");
  const label = { role: "img", "aria-label": String(count) };
  return s("svg", { class: "sticks", width: 5 * count + 1, height: 18, ...label }, s("path", { d: lines }));
}

/** What the nim-sum means for the player to move. */
function verdictOf(nimber, components) {
  if (components.length < 2) return nimber ? t("A nimber other than 0: whoever is to move can win.") : t("Nimber 0: whoever is to move loses.");
  const odd = [...nimber.toString(2)].flatMap((digit, i, digits) => (digit === "1" ? [String(2 ** (digits.length - 1 - i))] : []));
  if (odd.length) return t("The columns of {columns} are odd. Whoever is to move wins by making every column even.", { columns: list(odd) });
  const even = t("Every column is even: the nim-sum is 0. Any move makes a column odd, and the answer can make all even again, so whoever is to move loses.");
  const names = components.map((part) => part.name.replace(/^pile \d+$/, "") || String(part.nimber)).sort();
  const pairs = names.length % 2 === 0 && names.every((name, i) => i % 2 || name === names[i + 1]);
  return pairs ? `${even} ${t("The parts come in equal pairs: just answer each move with the same move in its twin.")}` : even;
}

/** The nimber as the mex: the least number that no move leads to. */
function mexSentence(childNimbers, nimber) {
  const numbers = list(childNimbers.map(String));
  return t("The moves lead to the nimbers {numbers}. The least number that is missing is {nimber}: that is the nimber here.", { numbers, nimber });
}

function balancingMoves(match, balancing) {
  const items = balancing.slice(0, LIMIT).map((option) => {
    const move = match.current.answer.moves.find((candidate) => candidate.position === option.position);
    const sum = option.components.map((part) => part.nimber).join(" ⊕ ");
    const equation = option.components.length > 1 ? `${sum} = 0` : "";
    return h("li", null, move ? button(moveWords(option.moveName), () => match.personToMove && match.make(move)) : h("strong", null, moveWords(option.moveName)), " ", h("span", { class: "soft" }, equation));
  });
  const unlistedCount = balancing.length - LIMIT;
  return [h("ul", { class: "reasons" }, items), unlistedCount > 0 && help(t("and {number} more", { number: unlistedCount }))];
}

const button = (label, onclick, attributes) => h("button", { class: "quiet", onclick, ...attributes }, label);

/** Further remarks from theory, in the service's sentences. */
const remarks = ({ remarks: sentences }) => sentences.length > 0 && [heading(t("Theory")), sentences.map((sentence) => h("p", { lang: "en" }, sentence))];

// --- symmetry ------------------------------------------------------------------------------------

function symmetry({ moves, alike: groups }) {
  if (!groups.length) return null;
  const differ = moves - groups.reduce((sum, group) => sum + group.length - 1, 0);
  return [
    heading(t("Symmetry")),
    h("p", null, amount(differ, "Of {moves}, only {n} is really different; the others lead to the same position mirrored, turned or with equal parts swapped.|Of {moves}, only {n} are really different; the others lead to the same positions mirrored, turned or with equal parts swapped.", { moves: amount(moves, "{n} move|{n} moves") })),
    h("ul", { class: "reasons" }, groups.slice(0, LIMIT).map((group) => h("li", null, [...group.slice(0, LIMIT), ...(group.length > LIMIT ? ["…"] : [])].join(" ↔ ")))),
  ];
}

// --- refutations ---------------------------------------------------------------------------------

/** The moves that lose value, each with the line that shows why. */
function refutations(match) {
  const { answer, move } = match.current;
  const before = match.line[match.at - 1]?.answer;
  const parts = [];
  const worse = (value, than) => ORDER.indexOf(value) > ORDER.indexOf(than);
  if (before && move && ORDER.includes(move.moveValue) && worse(move.moveValue, before.positionValue)) {
    parts.push(h("p", null, t("The last move, {move}, was a mistake.", { move: moveWords(move.moveName) }), " ", refutationButton(match, move)));
  }
  const bad = ORDER.includes(answer.positionValue) ? answer.moves.filter((option) => isWhole(option.position) && worse(option.moveValue, answer.positionValue)) : [];
  if (bad.length) {
    parts.push(
      h("p", null, t("These moves are mistakes. See why:")),
      h("ul", { class: "reasons" }, bad.slice(0, LIMIT).map((option) => h("li", null, moveWords(option.moveName), " ", refutationButton(match, option)))),
      bad.length > LIMIT && help(t("and {number} more", { number: bad.length - LIMIT })),
    );
  }
  if (!parts.length && answer.moves.every((option) => isWhole(option.position)) && answer.moves.length) parts.push(help(t("No move here is a mistake.")));
  return parts.length ? [heading(t("Mistakes, and why they fail")), ...parts] : null;
}

/** A button that shows the best answer to a move, and the line after it, in its place. */
function refutationButton(match, move) {
  const place = h("span", { class: "refutation" });
  const show = async () => {
    put(place, t("Looking…"));
    try {
      const { solution, message } = await api.solution(match.id, match.variantId, move.position);
      const names = (solution || []).map((step) => moveWords(step.moveName));
      const line = names.slice(0, NAMED_MOVES).join(", ") + (names.length > NAMED_MOVES ? ", …" : "");
      const text = names.length ? t("The reply: {line}.", { line }) : message || t("Play is over.");
      const playable = match.current.move === move || (match.current.answer.moves.includes(move) && match.personToMove);
      put(place, h("span", null, text), " ", playable && names.length > 0 && button(t("Play it out"), () => playOut(match, move)));
    } catch (error) {
      put(place, error.message);
    }
  };
  const label = t("Why {move} is a mistake", { move: moveWords(move.moveName) });
  put(place, button(t("Why?"), show, { "aria-label": label }));
  return place;
}

async function playOut(match, move) {
  if (match.current.move !== move) await match.make(move);
  if (match.current.answer.position === move.position) await match.walkBest();
}

// --- landmarks -----------------------------------------------------------------------------------

/** The next position on a shortest line after which more of the board stays as it is in the end. */
async function landmark(match) {
  const { answer } = match.current;
  if (!answer.moves.length || answer.positionValue !== "win") return null;
  const { solution } = await api.solution(match.id, match.variantId, answer.position);
  if (!solution?.length) return null;
  const boards = [answer.position, ...solution.map((step) => step.position)].map((text) => parse(text)?.cells);
  const last = boards.at(-1);
  if (boards.some((cells) => cells?.length !== last?.length)) return null;
  const stays = last.map(() => 0); // the position from which on each cell is as in the end
  boards.forEach((cells, at) => cells.forEach((char, cell) => char !== last[cell] && (stays[cell] = at + 1)));
  const settledCells = (at) => stays.filter((from) => from <= at).length;
  const next = boards.findIndex((_, at) => at > 0 && settledCells(at) > settledCells(at - 1) && stays.some((from, cell) => from === at && last[cell] !== "-" && last[cell] !== "*"));
  if (next < 1) return null;
  const board = draw(solution[next - 1].position, { of: [match.id, match.variantId], start: match.start, label: t("The next milestone") });
  stays.forEach((from, cell) => from <= next && board.querySelector(`.cell[data-cell="${cell}"]`)?.classList.add("marked"));
  const values = { moves: amount(next, "{n} move|{n} moves"), left: solution.length - next };
  return [
    heading(t("The next milestone")),
    h("p", null, next === solution.length ? t("In {moves} it is solved and looks like this. Nothing falls into place for good before then.", values) : t("In {moves} the board can look like this, with {left} to go. Whatever is in place by then stays there to the end.", values)),
    h("div", { class: "landmark" }, board),
  ];
}
