// Offline play: what the browser keeps for it, and the answers read from there. The graph of a small variant has all
// its positions; the service worker (worker.js) keeps the page's files.

import * as api from "./api.js";

const KEPT = "kept"; // the cache of variants that people chose to keep; the worker refreshes it
const THIRDS = { easy: 0, medium: 1, hard: 2 };
const graphs = new Map();

/** The addresses of everything needed to play a variant. */
const addresses = (id, variant) => [api.CATALOGUE, api.graphOf(id, variant), ...["look", "preview", "statistics"].map((kind) => api.addressOf(id, variant, kind))];

/** Register the service worker of this release; resolves when it has cached the page's files. */
export async function register() {
  const { serviceWorker } = navigator;
  const found = await serviceWorker.register(new URL("worker.js", import.meta.url), { scope: new URL("../../", import.meta.url) });
  const coming = found.installing || found.waiting;
  if (!coming) return;
  await new Promise((done, failed) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") done();
      if (coming.state === "redundant") failed(new Error(coming.state));
    });
  });
}

/** Keep a variant in the browser. Throws Refused if it is too large, or not solved. */
export async function keep(id, variant) {
  await api.graph(id, variant);
  await register();
  await (await caches.open(KEPT)).addAll(addresses(id, variant));
}

/** Forget a variant. The page's files stay. */
export async function forget(id, variant) {
  graphs.delete(`${id}/${variant}`);
  await (await caches.open(KEPT)).delete(api.graphOf(id, variant));
}

/** Read a graph as the service sends it: its positions by their texts. */
export function read({ facts, own, positions }) {
  const known = (row) => Object.fromEntries(facts.map((name, i) => [name, row[i]]).filter(([, told]) => told !== null));
  const texts = positions.map((row) => row[facts.indexOf("position")]);
  const numbers = new Map(texts.map((text, number) => [text, number]));
  const answer = (number) => {
    const moves = positions[number].at(-1).map((row) => {
      const { number: child, ...told } = Object.fromEntries(own.map((name, i) => [name, row[i]]));
      return { ...known(positions[child]), ...told };
    });
    return { ...known(positions[number]), moves };
  };
  return { texts, at: (text) => (numbers.has(text) ? answer(numbers.get(text)) : null) };
}

/** The kept graph of a variant; null if there is none. */
async function graphOf(id, variant) {
  const key = `${id}/${variant}`;
  if (!graphs.has(key)) {
    const kept = await caches.match(api.graphOf(id, variant), { ignoreVary: true });
    graphs.set(key, kept ? read((await kept.json()).response) : null);
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
  for (let here = graph?.at(text); here?.moves.length; here = graph.at(line.at(-1).position)) {
    if (here.positionValue === "draw") return null;
    line.push(here.moves[0]);
  }
  return graph?.at(text) ? { solution: line } : null;
}

/** Numbers from 0 to 1, the same for the same text. */
function chances(text) {
  let state = [...text].reduce((hash, char) => Math.imul(hash ^ char.codePointAt(0), 0x01000193), 0x811c9dc5); // FNV-1a
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
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
  const others = moves.filter((move) => !isBest(move));
  const chance = chances(`${id}/${variant} ${text} ${seed}`);
  const choice = chance() * 100 < strength || !others.length ? moves.filter(isBest) : others;
  return choice[Math.floor(chance() * choice.length)];
}

/** A random start of a puzzle, of any difficulty if `difficulty` is ""; null if none is kept. */
export async function start(id, variant, difficulty) {
  const graph = await graphOf(id, variant);
  const open = (graph?.texts || []).map(graph?.at).filter((one) => one.moves.length && one.positionValue === "win");
  const greatest = Math.max(...open.map((one) => one.remoteness));
  const third = ({ remoteness }) => Math.min(2, Math.floor((3 * (remoteness - 1)) / greatest));
  const fit = open.filter((one) => !difficulty || third(one) === THIRDS[difficulty]);
  return fit.length ? fit[Math.floor(Math.random() * fit.length)].position : null;
}
