// The puzzles and the game of the day, the same for everybody on a date. Results stay in the browser.

import * as api from "./api.js";
import { keep, kept } from "./dom.js";
import { fewestWords } from "./judgements.js";
import { some, t } from "./language.js";
import { turnOf } from "./words.js";

const LEVELS = ["easy", "easy", "medium", "medium", "hard"]; // of the puzzles, in order
const LEAST = 6; // fewest moves that the hardest position of a variant must take
const MOST = 60; // most moves that it may take
const DAYS = "days"; // under which results are kept: {date: {challenge: result}}
const A_DAY = 86_400_000; // milliseconds

/** A date as text, such as 2026-11-23; the day changes everywhere at once. */
export const dateOf = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);

/** A number from 0 to 2 ** 32 - 1 that depends on every character of a text (FNV-1a, then mixed). */
function hash(text) {
  let found = 0x811c9dc5;
  for (const char of text) found = Math.imul(found ^ char.codePointAt(0), 0x01000193);
  found = Math.imul(found ^ (found >>> 16), 0x85ebca6b);
  return (found ^ (found >>> 13)) >>> 0;
}

/** The items in the order drawn for a date; leaving one out does not change the order of the others. */
const drawn = (date, items, name) =>
  items.map((item) => [hash(`${date} ${name(item)}`), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);

/** The variants of an entry that are suitable challenges. */
const suitable = (entry) =>
  entry.variants.filter((one) => one.status === "available" && one.longest >= LEAST && one.longest <= MOST);

/** The candidates for a date: puzzles or games in the order of the draw, each with one variant. */
function candidates(entries, date, type) {
  const able = entries.filter((entry) => entry.type === type && suitable(entry).length);
  return drawn(date, able, (entry) => entry.gameId).map((entry) => {
    const [variant] = drawn(date, suitable(entry), (one) => `${entry.gameId}/${one.variantId}`);
    return { entry, variant, key: `${entry.gameId}/${variant.variantId}` };
  });
}

async function puzzle(candidate, difficulty, date) {
  const { entry, variant } = candidate;
  const start = await api.start(entry.gameId, variant.variantId, difficulty, date);
  const { position } = await api.position(entry, variant.variantId, start);
  return { ...candidate, difficulty, position, people: "1" };
}

/** The first game whose start is not a draw, which might never end. The person plays the side that can win, if any. */
async function game(list) {
  for (const candidate of list) {
    const { entry, variant } = candidate;
    const answer = await api.position(entry, variant.variantId, variant.startPosition);
    const turn = turnOf(answer.position);
    const people = String(answer.positionValue === "lose" ? 3 - turn : turn);
    if (["win", "lose", "tie"].includes(answer.positionValue)) return { ...candidate, position: answer.position, people };
  }
  return null;
}

/** The challenges of a date: five puzzles and a game, or as many as the service has solved. */
export async function challenges(entries, date) {
  const puzzles = candidates(entries, date, "onePlayer").slice(0, LEVELS.length);
  const played = game(candidates(entries, date, "twoPlayer"));
  const found = [];
  for (const [i, one] of puzzles.entries()) found.push(await puzzle(one, LEVELS[i], date)); // one by one: a service runs few searches at a time
  return [...found, await played].filter(Boolean);
}

// --- results -------------------------------------------------------------------------------------

function days() {
  try {
    return Object(JSON.parse(kept(DAYS, "{}")));
  } catch {
    return {};
  }
}

/** The results of a date by challenge. */
export const resultsOf = (date) => Object(days()[date]);

/** Keep a result, unless this challenge has one already: the first attempt counts. */
export function record(date, key, result) {
  const all = days();
  if (Object(all[date])[key]) return;
  all[date] = { ...all[date], [key]: result };
  keep(DAYS, JSON.stringify(all));
}

/** The number of consecutive days, up to this one or the one before, on which something was finished. */
export function streak(date) {
  const all = days();
  let time = Date.parse(date);
  if (!all[date]) time -= A_DAY;
  let found = 0;
  while (all[dateOf(time)]) {
    found += 1;
    time -= A_DAY;
  }
  return found;
}

/** The best of all days: {perfect: the number of perfect results, seconds: the least time of those, or null}. */
export function bests() {
  const met = Object.values(days()).flatMap(Object.values).filter(isPerfect);
  return { perfect: met.length, seconds: met.length ? Math.min(...met.map((one) => one.seconds)) : null };
}

/** Whether a result is perfect: the fewest moves, or the value kept, without help. */
export const isPerfect = (result) => !result.helped && result.faults === 0;

/** A time in minutes and seconds: 1:05. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A sentence on a result. */
export function graded(result) {
  const help = result.helped ? ` ${t("With help.")}` : "";
  const time = ` ${t("Time: {time}.", { time: clock(result.seconds) })}`;
  if (result.fewest !== undefined) {
    const took = result.faults ? t("you took {number}", { number: result.fewest + result.faults }) : t("and you took no more");
    return `${fewestWords(result.fewest)}; ${took}.${time}${help}`;
  }
  const could = { win: t("You could win"), tie: t("With perfect play nobody wins"), lose: t("You could not win") }[result.could];
  const did = { win: t("and you won"), tie: t("and it became a tie"), lose: t("and you lost") }[result.did];
  return `${could}, ${did}.${time}${help}`;
}

const SIGNS = { perfect: "★", done: "☆", none: "·" };

/** The results of a date as a text without spoilers. */
export function shared(date, list, results) {
  const signs = list.map(({ key }) => (results[key] ? (isPerfect(results[key]) ? SIGNS.perfect : SIGNS.done) : SIGNS.none));
  const perfect = signs.filter((sign) => sign === SIGNS.perfect).length;
  const done = signs.filter((sign) => sign !== SIGNS.none).length;
  const days = streak(date);
  return [
    `Perfect Play, ${date}`,
    signs.join(" "),
    `${t("{done} of {all} finished, {perfect} perfectly.", { done, all: list.length, perfect })} ${t("{days} in a row.", { days: some(days, "day") })}`,
    `${location.origin}${location.pathname}#/today`,
  ].join("\n");
}
