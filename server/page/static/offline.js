// Play without the service: what the browser keeps for it, and the answers read from there, or from a published site. The
// graph of a small variant has all its positions; the service worker (worker.js) keeps the page's files.

import { language } from "./language.js";
import { CARDS, CATALOGUE, addressOf, answerPath, entryPath, instructionsPath, offlinePath, published, responseOf } from "./requests.js";

const site = published ? await import("./published.js") : null;
const CACHE = "kept"; // the cache of variants that people chose to keep; the worker refreshes it
const THIRDS = { easy: 0, medium: 1, hard: 2 };
const graphs = new Map();

/** The addresses of everything needed to play a variant. */
async function addresses(id, variant) {
  const kinds = ["look", "preview", "statistics"].map((kind) => answerPath(id, variant, kind));
  const paths = [CARDS, CATALOGUE, entryPath(id), instructionsPath(id, variant, language), offlinePath(id, variant), ...kinds];
  return [...paths.map(addressOf), ...(published ? await site.answerAddresses(id, variant) : [])];
}

/** Register the service worker of this release; resolves when it has cached the page's files. */
export async function register() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(new URL("worker.js", published ? document.baseURI : import.meta.url), { scope: new URL("../../", import.meta.url) });
  const worker = registration.installing || registration.waiting;
  if (!worker) return;
  await new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error(worker.state));
    });
  });
}

/** Keep a variant in the browser. Throws Refusal if it is too large, or not solved. */
export async function keep(id, variant) {
  await responseOf(offlinePath(id, variant)); // throws Refusal if it cannot be kept
  await register();
  await (await caches.open(CACHE)).addAll(await addresses(id, variant));
}

/** Forget a variant. The page's files stay. */
export async function forget(id, variant) {
  graphs.delete(`${id}/${variant}`);
  await (await caches.open(CACHE)).delete(addressOf(offlinePath(id, variant)));
}

/** Read a graph as the service sends it: its positions by their texts. */
function readGraph({ facts: fields, own: moveFields, positions }) {
  const factsOf = (row) => Object.fromEntries(fields.map((name, i) => [name, row[i]]).filter(([, value]) => value !== null));
  const texts = positions.map((row) => row[fields.indexOf("position")]);
  const numbers = new Map(texts.map((text, number) => [text, number]));
  const answer = (number) => {
    const moves = positions[number].at(-1).map((row) => {
      const { number: child, ...moveFacts } = Object.fromEntries(moveFields.map((name, i) => [name, row[i]]));
      return { ...factsOf(positions[child]), ...moveFacts };
    });
    return { ...factsOf(positions[number]), moves };
  };
  const wins = positions.map(factsOf).filter((facts) => facts.positionValue === "win");
  return {
    at: (text) => (numbers.has(text) ? answer(numbers.get(text)) : null),
    some: () => texts.map((_, number) => answer(number)),
    longest: Math.max(...wins.map((facts) => facts.remoteness)),
  };
}

/**
 * The answers about a variant that are read without the service; null if there are none. `at(text)`: about a position;
 * `some()`: about some positions, or all; `longest`: the greatest remoteness of a win; or instead of these two `start`,
 * which draws one.
 */
async function answersOf(id, variant) {
  if (published) return site.answersOf(id, variant);
  const key = `${id}/${variant}`;
  if (!graphs.has(key)) {
    const response = await caches.match(offlinePath(id, variant), { ignoreVary: true });
    graphs.set(key, response ? readGraph((await response.json()).response) : null);
  }
  return graphs.get(key);
}

/** A position and its moves, as the service answers; null if it is not kept. */
export async function position(id, variant, text) {
  return (await (await answersOf(id, variant))?.at(text)) ?? null;
}

/** The best line from a position, as the service answers; null if it is not kept, or has no end. */
export async function solution(id, variant, text) {
  const answers = await answersOf(id, variant);
  const line = [];
  let current = await answers?.at(text);
  if (!current) return null;
  while (current.moves.length) {
    if (current.positionValue === "draw") return null;
    line.push(current.moves[0]);
    current = await answers.at(line.at(-1).position);
  }
  return { solution: line };
}

/** Numbers from 0 to 1, the same for the same text. */
function chances(text) {
  let state = [...text].reduce((hash, char) => Math.imul(hash ^ char.codePointAt(0), 0x01000193), 0x811c9dc5); // FNV-1a
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The move of an opponent that makes one of the best moves in `strength` percent of its choices, otherwise another;
 * null if the position is not kept. The same seed gives the same move, though not the service's.
 */
export async function bestMove(id, variant, text, strength, seed) {
  const moves = (await position(id, variant, text))?.moves;
  if (!moves?.length) return null;
  const [first] = moves;
  const equal = ["moveValue", "deltaRemoteness", "margin"];
  const isBest = (move) => equal.every((fact) => move[fact] === first[fact]);
  const inferior = moves.filter((move) => !isBest(move));
  const chance = chances(`${id}/${variant} ${text} ${seed}`);
  const choice = chance() * 100 < strength || !inferior.length ? moves.filter(isBest) : inferior;
  return choice[Math.floor(chance() * choice.length)];
}

/** A random start of a puzzle, of any difficulty if `difficulty` is ""; null if none is kept. */
export async function start(id, variant, difficulty) {
  const answers = await answersOf(id, variant);
  if (answers?.start) return answers.start(difficulty || "");
  const solvable = ((await answers?.some()) || []).filter((answer) => answer.moves.length && answer.positionValue === "win");
  const third = ({ remoteness }) => Math.min(2, Math.floor((3 * (remoteness - 1)) / answers.longest));
  const candidates = solvable.filter((answer) => !difficulty || third(answer) === THIRDS[difficulty]);
  return candidates.length ? candidates[Math.floor(Math.random() * candidates.length)].position : null;
}
