// The answers of a published site, from its files: server/publishing/answer_shards.py writes them, and says how; or of
// Python in a worker, from pieces of tables (table_pieces.py).

import { t } from "./language.js";
import { Refusal, answerPath, responseOf } from "./requests.js";
import {} from "./laterwords.js";

const FIRST = 35; // the character for kind 0
const MOST = 100; // shards that stay in memory
/** Why a variant has no answers here, as `refusal` in published_site.py names it. */
const REFUSALS = {
  absent: t("This site does not have this game’s values, only its rules."),
  large: t("This game has too many positions for this site; a service can answer."),
  searched: t("This game’s values are found by search, which only a service can do."),
  unsolved: t("This game had not been solved when this site was made."),
};
const heads = new Map();
const shards = new Map(); // promises of them, by address

/** Of a variant: how many shards it has, the names of facts, and the greatest remoteness. Throws Refusal if it has none. */
async function headOf(id, variant) {
  const key = `${id}/${variant}`;
  if (!heads.has(key)) heads.set(key, await responseOf(answerPath(id, variant, "answers")));
  const head = heads.get(key);
  if (head.refusal) throw new Refusal(REFUSALS[head.refusal] || REFUSALS.absent);
  return head;
}

const shardAddress = (id, variant, number) => `${answerPath(id, variant, "answers")}${number}.bin`;

/** The addresses of all that answers are read from. */
export async function answerAddresses(id, variant) {
  const head = await headOf(id, variant);
  if (head.pieces) return [...head.python, ...["head", ...Array(head.pieces).keys()].map((name) => `${pieceFolder(id, variant, head)}${name}.bin`)];
  return Array.from({ length: head.shards }, (_, number) => shardAddress(id, variant, number));
}

/** The number of the shard that holds a position, by its text. */
function numberOfShard(text, count) {
  let code = [...text].reduce((hash, char) => Math.imul(hash ^ char.codePointAt(0), 0x01000193), 0x811c9dc5);
  code = Math.imul(code ^ (code >>> 16), 0x85ebca6b);
  return Math.floor((((code ^ (code >>> 13)) >>> 0) * count) / 2 ** 32);
}

async function fetchShard(address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Refusal(t("The service does not answer."), 0, null, 5);
  const { positions, ...content } = await new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).json();
  return { ...content, positions, numbers: new Map(positions.map((text, number) => [text, number])) };
}

async function shardAt(address) {
  if (!shards.has(address)) shards.set(address, fetchShard(address));
  if (shards.size > MOST) shards.delete(shards.keys().next().value);
  try {
    return await shards.get(address);
  } catch (error) {
    shards.delete(address); // asked for again the next time
    throw error;
  }
}

/** A text after a change: [place, character, place, character, ...], or the whole new text. */
function changed(text, change) {
  if (typeof change === "string") return change;
  const chars = [...text];
  for (let i = 0; i < change.length; i += 2) chars[change[i]] = change[i + 1];
  return chars.join("");
}

/** The answer about a position of a shard, as the service gives it. */
function answerIn(shard, number, head) {
  const kind = (kinds, string, i) => kinds[string.charCodeAt(i) - FIRST];
  const named = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i]]).filter(([, value]) => value !== null));
  const text = shard.positions[number];
  const outcomes = shard.outcomes[number];
  const moves = Array.from(shard.moves[number], (_, i) => {
    const [move, moveName, change] = kind(shard.kindsOfMoves, shard.moves[number], i);
    const [moveValue, deltaRemoteness, ...facts] = kind(shard.kindsOfOutcomes, outcomes, i);
    return { ...named(head.facts, [changed(text, change), ...facts]), move, moveName, moveValue, deltaRemoteness };
  });
  return { ...named(head.facts, [text, ...kind(shard.facts, shard.own, number)]), moves };
}

const pieceFolder = (id, variant, head) => `${answerPath(id, variant, "answers")}${head.rules}.`;
let worker = null;
const questions = new Map(); // what settles the promise of each, by number

/** The answer of Python to a question about a variant whose table is here. Throws Refusal. */
function askPython(id, variant, head, ...ask) {
  if (!worker) {
    worker = new Worker(new URL("tableworker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { number, ...reply } }) => {
      questions.get(number)(reply);
      questions.delete(number);
    };
    worker.onerror = () => {
      worker = null; // it may not even have been loaded: the next question starts another
      questions.forEach((settle) => settle({ failed: true }));
      questions.clear();
    };
  }
  const number = Math.random();
  const [runtime, rules, pieces] = ["python/", head.python[0], pieceFolder(id, variant, head)].map((path) => new URL(path, document.baseURI).href);
  worker.postMessage({ number, runtime, rules, id, variant, step: head.step, pieces, ask });
  return new Promise((resolve, reject) => {
    questions.set(number, ({ answer, error, failed }) => {
      if (failed) reject(new Refusal(t("The service does not answer."), 0, null, 5));
      else if (error) reject(new Refusal(error));
      else resolve(answer);
    });
  });
}

/** The answers about a variant, as offline.js reads them. Throws Refusal if it is not on this site. */
export async function answersOf(id, variant) {
  const head = await headOf(id, variant);
  if (head.pieces) {
    return {
      at: (text) => askPython(id, variant, head, "position", text),
      start: (difficulty) => askPython(id, variant, head, "start", difficulty, String(Math.random())),
    };
  }
  return {
    async at(text) {
      const shard = await shardAt(shardAddress(id, variant, numberOfShard(text, head.shards)));
      return shard.numbers.has(text) ? answerIn(shard, shard.numbers.get(text), head) : null;
    },
    async some() {
      const shard = await shardAt(shardAddress(id, variant, Math.floor(Math.random() * head.shards)));
      return shard.positions.map((_, number) => answerIn(shard, number, head));
    },
    longest: head.longest,
  };
}
