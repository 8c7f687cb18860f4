// A client of the service's JSON API, with no privileges over other clients. Positions are AutoGUI strings of 2021.

import { t } from "./language.js";

/** An error answer; its message is the service's sentence. */
export class Refused extends Error {
  constructor(sentence, status, body, after) {
    super(sentence);
    this.status = status;
    this.body = body;
    this.after = after; // seconds to wait before retrying; null if that is of no use
  }
}

const { early } = globalThis; // the answers that early.js has requested, by address; each is taken once

async function ask(path, body, signal) {
  let response = early[path];
  delete early[path];
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const type = body && { "Content-Type": "application/json" };
  try {
    response = await (response || fetch(path, { ...sent, signal, headers: { Accept: "application/json", ...type } }));
  } catch {
    throw new Refused(t("The service does not answer."), signal?.aborted ? null : 0, null, 5);
  }
  let told = null;
  try {
    told = await response.json();
  } catch {
    // reported below
  }
  if (!response.ok || told === null) {
    const sentence = (told && (told.error || told.detail)) || t("The service answered {status}.", response);
    const after = Number(response.headers.get("Retry-After")) || null;
    throw new Refused(sentence, response.status, told, after);
  }
  return told;
}

const address = (...parts) => `${parts.map(encodeURIComponent).join("/")}/`; // below the page, wherever that is
const unwrapped = async (path, body, signal) => (await ask(path, body, signal)).response;

const room = (entry) => (entry.type === "onePlayer" ? "puzzles" : "games");

/** The addresses of answers that can be kept in the browser. */
export const CATALOGUE = "api/catalogue/";
export const addressOf = (id, variant, kind) => address("api", id, variant, kind);
export const graphOf = (id, variant) => addressOf(id, variant, "graph");

/** An answer of the service; without a network, that of offline.js, if it has one. */
async function orKept(asked, kept) {
  try {
    return await asked();
  } catch (refused) {
    const found = refused.status === 0 && globalThis.caches && (await import("./offline.js").then(kept).catch(() => null));
    if (found) return found;
    throw refused;
  }
}

export const catalogue = () => unwrapped(CATALOGUE);

/** The catalogue's entry for one puzzle or game; undefined if there is none. */
export async function entry(id) {
  const alone = async () => (await unwrapped(`${CATALOGUE}?${new URLSearchParams({ id })}`))[0];
  return orKept(alone, async () => (await catalogue()).find((one) => one.gameId === id));
}

/** All positions of a small variant. */
export const graph = (id, variant) => unwrapped(graphOf(id, variant));

/** The progress of solving in the background. */
export const progress = () => ask("api/progress/");

/** A position with its moves. `signal`: of an AbortController, which cancels the request. */
export const position = (entry, variant, text, signal) =>
  orKept(
    () => unwrapped(address(room(entry), entry.gameId, "variants", variant, "positions", text), null, signal),
    (kept) => kept.position(entry.gameId, variant, text),
  );

/** The instructions in Markdown, in the given language if available, else in English. */
export const instructions = async (id, variant, locale) =>
  (await ask(`${address("universal", "v1", id, variant, "instructions")}?${new URLSearchParams({ locale })}`)).instructions;

const knownAt = (id, variant, text, search) =>
  `${address("api", id, variant, "known")}?${new URLSearchParams({ ...(text && { p: text }), search })}`;

/** A position and its moves with the values known now, or known without a search; the others are `unsolved`. */
export const known = (id, variant, text, search = true, signal = undefined) =>
  unwrapped(knownAt(id, variant, text, search), null, signal);

/** The same without a search, by default for the start of play, if early.js has requested it. */
export const knownEarly = (id, variant, text) =>
  early[knownAt(id, variant, text, false)] && known(id, variant, text, false).catch(() => null);

export const preview = (id, variant) => unwrapped(addressOf(id, variant, "preview"));

/** The look of a variant's boards. */
export const look = (id, variant) => unwrapped(addressOf(id, variant, "look"));

export const statistics = (id, variant) => unwrapped(addressOf(id, variant, "statistics"));

export const solution = (id, variant, text) =>
  orKept(
    () => unwrapped(`${addressOf(id, variant, "solution")}?p=${encodeURIComponent(text)}`),
    (kept) => kept.solution(id, variant, text),
  );

/** The move of an opponent; `strength` and `seed` as the service takes them. */
export const bestMove = (id, variant, text, strength, seed) =>
  orKept(
    () => unwrapped(`${address("api", id, variant, "best-move")}?${new URLSearchParams({ p: text, strength, seed })}`),
    (kept) => kept.bestMove(id, variant, text, strength, seed),
  );

/** The judgement of a play's moves. `play`: its positions, or its moves and the position where they begin. */
export const judge = (id, variant, play) => unwrapped(address("api", id, variant, "judge"), play);

/** Whether a text is a legal position, in any notation; `query` has the text as `p` and perhaps `moves` from there. */
export const setup = (id, variant, query) =>
  unwrapped(`${address("api", id, variant, "setup")}?${new URLSearchParams(query)}`);

/** The positions of a small game and the moves between them, or those near the last of these positions. */
export const map = (id, variant, positions) => unwrapped(address("api", id, variant, "map"), { positions });

/** The theory of a position. */
export const theory = (id, variant, text) =>
  unwrapped(`${address("api", id, variant, "theory")}?p=${encodeURIComponent(text)}`);

/** The URL of the service's picture of a position. */
export const picture = (id, variant, text) =>
  `api/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/image.svg?p=${encodeURIComponent(text)}`;

const valued = (kind) => (id, variant, text) =>
  `${address("api", id, variant, kind)}?p=${encodeURIComponent(text)}`;

/** The value of a position as a partizan game. */
export const value = (...of) => unwrapped(valued("value")(...of));

/** The URL of the picture of its thermograph. */
export const thermograph = valued("value.svg");

/** A random start of a puzzle, of any difficulty if `difficulty` is ""; the same one for the same `seed`. */
export function start(id, variant, difficulty, seed = Math.random().toString(36).slice(2)) {
  const query = new URLSearchParams({ seed, ...(difficulty && { difficulty }) });
  return orKept(
    async () => (await ask(`${address("puzzles", id, variant, "start")}?${query}`)).position,
    (kept) => kept.start(id, variant, difficulty),
  );
}
