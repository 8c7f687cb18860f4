// A client of the service's JSON API, with no privileges over other clients. Positions are AutoGUI strings of 2021.

import { t } from "./language.js";
import { CARDS, CATALOGUE, Refusal, answerPath, entryPath, instructionsPath, pathOf, prefetches, published, request, responseOf } from "./requests.js";

const section = (entry) => (entry.type === "onePlayer" ? "puzzles" : "games");

/** An answer of the service; on a published site, or without a network, `offlineAnswer(offline)`, of offline.js, if it has one. */
async function orOffline(online, offlineAnswer) {
  if (published) {
    const answer = await import("./offline.js").then(offlineAnswer);
    if (answer) return answer;
    throw new Refusal(t("This site has no answer to this."), 404);
  }
  try {
    return await online();
  } catch (error) {
    const isOffline = error.status === 0 && globalThis.caches;
    const answer = isOffline && (await import("./offline.js").then(offlineAnswer).catch(() => null));
    if (answer) return answer;
    throw error;
  }
}

export const catalogue = () => responseOf(CATALOGUE);

/** What the catalogue shows of each puzzle and game. */
export const cards = () => responseOf(CARDS);

/** The pictures of puzzles and games, as SVG, by id. */
export const pictures = (ids) => responseOf(`api/pictures/?ids=${ids.join(",")}`);

/** The catalogue's entry for one puzzle or game; undefined if there is none. */
export async function entry(id) {
  try {
    return (await responseOf(entryPath(id)))[0];
  } catch (error) {
    if (published && error.status === 404) return undefined;
    if (error.status !== 0) throw error;
    return (await catalogue()).find((item) => item.gameId === id); // it may be saved
  }
}

/** A position with its moves; if its search is still to be compiled, that is told soon. `signal`: as `request` has it. */
export const position = (entry, variant, text, signal) =>
  orOffline(
    () => responseOf(pathOf(section(entry), entry.gameId, "variants", variant, "positions", text), null, signal, { Prefer: "wait=1" }),
    (offline) => offline.position(entry.gameId, variant, text),
  );

/** The instructions in Markdown, in the given language if available, else in English. */
export const instructions = async (id, variant, locale) =>
  (await request(instructionsPath(id, variant, locale))).instructions;

/** The path of an answer about a variant, with these parameters. */
const pathWith = (id, variant, kind, parameters) => `${answerPath(id, variant, kind)}?${new URLSearchParams(parameters)}`;

const knownValuesUrl = (id, variant, text, search) => pathWith(id, variant, "known", { ...(text && { p: text }), search });

/** A position and its moves with the values known now, or known without a search; the others are `unsolved`. */
export const knownValues = (id, variant, text, search = true, signal = undefined) =>
  responseOf(knownValuesUrl(id, variant, text, search), null, signal);

/** The same without a search, by default for the start of play, if prefetch.js has requested it. */
export const prefetchedValues = (id, variant, text) =>
  prefetches[knownValuesUrl(id, variant, text, false)] && knownValues(id, variant, text, false).catch(() => null);

export const preview = (id, variant) => responseOf(answerPath(id, variant, "preview"));

/** The look of a variant's boards. */
export const look = (id, variant) => responseOf(answerPath(id, variant, "look"));

export const statistics = (id, variant) => responseOf(answerPath(id, variant, "statistics"));

/** The best line from a position; with `count`, how many lines are as good. */
export const solution = (id, variant, text, count = false) =>
  orOffline(
    () => responseOf(pathWith(id, variant, "solution", { p: text, ...(count && { count }) })),
    (offline) => offline.solution(id, variant, text),
  );

/** The move of an opponent; `strength` and `seed` as the service takes them. */
export const bestMove = (id, variant, text, strength, seed) =>
  orOffline(
    () => responseOf(pathWith(id, variant, "best-move", { p: text, strength, seed })),
    (offline) => offline.bestMove(id, variant, text, strength, seed),
  );

/** A random position with one right move, of any difficulty if `difficulty` is "". */
export const exercise = (id, variant, difficulty, signal) =>
  responseOf(pathWith(id, variant, "practice", difficulty && { difficulty }), null, signal);

/** The judgment of a play's moves. `play`: its positions, or its moves and the position where they begin. */
export const judge = (id, variant, play) => responseOf(answerPath(id, variant, "judge"), play);

/** Whether a text is a legal position, in any notation; `query` has the text as `p` and perhaps `moves` from there. */
export const setup = (id, variant, query) => responseOf(pathWith(id, variant, "setup", query));

/** The positions of a small game and the moves between them, or those near the last of these positions. */
export const map = (id, variant, positions) => responseOf(answerPath(id, variant, "map"), { positions });

/** The theory of a position. */
export const theory = (id, variant, text) => responseOf(pathWith(id, variant, "theory", { p: text }));

/** The URL of the service's picture of a position, by default the start. */
export const picture = (id, variant, text) =>
  `api/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/image.svg${text === undefined ? "" : `?p=${encodeURIComponent(text)}`}`;

/** Whether the service takes PuzzleScripts, and its examples. */
export const scripts = () => responseOf("api/scripts/");

/** Have a PuzzleScript read and stored. */
export const readScript = (text) => responseOf("api/scripts/", { text });

/** A PuzzleScript with its text. */
export const script = (id) => responseOf(pathOf("api", "scripts", id));

/** What a search finds of a level. */
export const levelSurvey = (id, level) => responseOf(pathOf("api", "scripts", id, level));

/** The value of a position as a partizan game. */
export const value = (id, variant, text) => responseOf(pathWith(id, variant, "value", { p: text }));

/** The URL of the picture of its thermograph. */
export const thermograph = (id, variant, text) => pathWith(id, variant, "value.svg", { p: text });

/** A random start of a puzzle, of any difficulty if `difficulty` is ""; the same one for the same `seed`; without: the usual. */
export function start(id, variant, difficulty, seed = Math.random().toString(36).slice(2)) {
  const query = new URLSearchParams({ ...(seed && { seed }), ...(difficulty && { difficulty }) });
  return orOffline(
    async () => (await request(`${pathOf("puzzles", id, variant, "start")}?${query}`)).position,
    (offline) => offline.start(id, variant, difficulty),
  );
}
