// Offline play: what the browser keeps for it, and the answers read from there. The graph of a small variant has all
// its positions; the service worker (worker.js) keeps the page's files.

import { CARDS, CATALOGUE, answerPath, graphPath, responseOf } from "./requests.js";

const CACHE = "kept"; // the cache of variants that people chose to keep; the worker refreshes it
const THIRDS = { easy: 0, medium: 1, hard: 2 };
const graphs = new Map();

/** The addresses of everything needed to play a variant. */
const addresses = (id, variant) => [CARDS, CATALOGUE, graphPath(id, variant), ...["look", "preview", "statistics"].map((kind) => answerPath(id, variant, kind))];

/** Register the service worker of this release; resolves when it has cached the page's files. */
export async function register() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(new URL("worker.js", import.meta.url), { scope: new URL("../../", import.meta.url) });
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
  await responseOf(graphPath(id, variant)); // throws Refusal if it cannot be kept
  await register();
  await (await caches.open(CACHE)).addAll(addresses(id, variant));
}

/** Forget a variant. The page's files stay. */
export async function forget(id, variant) {
  graphs.delete(`${id}/${variant}`);
  await (await caches.open(CACHE)).delete(graphPath(id, variant));
}

/** Read a graph as the service sends it: its positions by their texts. */
export function readGraph({ facts: fields, own: moveFields, positions }) {
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
  return { texts, at: (text) => (numbers.has(text) ? answer(numbers.get(text)) : null) };
}

/** The kept graph of a variant; null if there is none. */
async function graphOf(id, variant) {
  const key = `${id}/${variant}`;
  if (!graphs.has(key)) {
    const response = await caches.match(graphPath(id, variant), { ignoreVary: true });
    graphs.set(key, response ? readGraph((await response.json()).response) : null);
  }
  return graphs.get(key);
}

/** A position and its moves, as the service answers; null if it is not kept. */
export async function position(id, variant, text) {
  return (await graphOf(id, variant))?.at(text) ?? null;
}

/** The best line from a position, as the service answers; null if it is not kept, or has no end. */
export async function solution(id, variant, text) {
  const graph = await graphOf(id, variant);
  const line = [];
  for (let current = graph?.at(text); current?.moves.length; current = graph.at(line.at(-1).position)) {
    if (current.positionValue === "draw") return null;
    line.push(current.moves[0]);
  }
  return graph?.at(text) ? { solution: line } : null;
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
  const moves = (await graphOf(id, variant))?.at(text)?.moves;
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
  const graph = await graphOf(id, variant);
  const solvable = (graph?.texts || []).map(graph?.at).filter((answer) => answer.moves.length && answer.positionValue === "win");
  const greatest = Math.max(...solvable.map((answer) => answer.remoteness));
  const third = ({ remoteness }) => Math.min(2, Math.floor((3 * (remoteness - 1)) / greatest));
  const candidates = solvable.filter((answer) => !difficulty || third(answer) === THIRDS[difficulty]);
  return candidates.length ? candidates[Math.floor(Math.random() * candidates.length)].position : null;
}
