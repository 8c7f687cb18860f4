// The puzzles and the game of the day, the same for everybody on a date. Results stay in the browser.

import * as api from "./api.js";
import { recallJson, remember } from "./dom.js";
import { amount, t } from "./language.js";
import { fewestPhrase, turnOf } from "./phrases.js";

const LEVELS = ["easy", "easy", "medium", "medium", "hard"]; // of the puzzles, in order
const FAMILIAR = 2; // puzzles and games that newcomers know, which come first
const MIN_MOVES = 6; // fewest moves that the hardest position of a variant must take
const MAX_MOVES = 60; // most moves that it may take
const DAYS = "days"; // under which results are kept: {date: {challenge: result}}
const A_DAY = 86_400_000; // milliseconds

/** A date as text, such as 2026-11-23; the day changes everywhere at once. */
export const dateOf = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);

/** A number from 0 to 2 ** 32 - 1 that depends on every character of a text (FNV-1a, then mixed). */
function hash(text) {
  let bits = 0x811c9dc5;
  for (const char of text) bits = Math.imul(bits ^ char.codePointAt(0), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  return (bits ^ (bits >>> 13)) >>> 0;
}

/** The items in the order drawn for a date; leaving one out does not change the order of the others. */
const shuffle = (date, items, name) =>
  items.map((item) => [hash(`${date} ${name(item)}`), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);

/** Thrown where the draw depends on a variant that is not solved yet. */
class Unsolved extends Error {
  constructor(entry, variant) {
    super();
    Object.assign(this, { entry, variant });
  }
}

/**
 * The candidate of an entry on a date, or none: the first variant in the order of the draw that takes a suitable number
 * of moves. Only variants that the service solves at its start take part, so that it does not matter what else is solved.
 */
function candidate(entry, date) {
  const variants = entry.variants.filter((variant) => variant.solvedAtStart && variant.status !== "unavailable");
  for (const variant of shuffle(date, variants, (item) => `${entry.gameId}/${item.variantId}`)) {
    if (variant.status === "solving") throw new Unsolved(entry, variant);
    if (variant.longest >= MIN_MOVES && variant.longest <= MAX_MOVES) return { entry, variant, key: `${entry.gameId}/${variant.variantId}` };
  }
  return null;
}

/** The candidates for a date: puzzles or games in the order of the draw; first some well-known. Throws Unsolved. */
function* candidates(entries, date, type) {
  const drawn = shuffle(date, entries.filter((entry) => entry.type === type), (entry) => entry.gameId);
  const familiar = new Set();
  for (const entry of drawn.filter((item) => item.wellKnown !== null)) {
    const choice = familiar.size < FAMILIAR && candidate(entry, date);
    if (choice) familiar.add(entry);
    if (choice) yield choice;
  }
  for (const entry of drawn) {
    const choice = !familiar.has(entry) && candidate(entry, date);
    if (choice) yield choice;
  }
}

async function puzzle(candidate, difficulty, date) {
  const { entry, variant } = candidate;
  const start = await api.start(entry.gameId, variant.variantId, difficulty, date);
  const { position } = await api.position(entry, variant.variantId, start);
  return { ...candidate, difficulty, position, people: "1" };
}

/** A game as a challenge, unless its start is a draw, which might never end. The person plays the side that can win, if any. */
async function game(candidate) {
  const { entry, variant } = candidate;
  const answer = await api.position(entry, variant.variantId, variant.startPosition);
  const turn = turnOf(answer.position);
  const people = String(answer.positionValue === "lose" ? 3 - turn : turn);
  return ["win", "lose", "tie"].includes(answer.positionValue) ? { ...candidate, position: answer.position, people } : null;
}

/**
 * The challenges of a date: {list, refusal}. The list has five puzzles and a game, or as many as there are; what the
 * others wait for, if they wait for a table, is the service's refusal.
 */
export async function challenges(entries, date) {
  const list = [];
  let refusal = null;
  for (const [type, make, count] of [["onePlayer", (choice, i) => puzzle(choice, LEVELS[i], date), LEVELS.length], ["twoPlayer", game, 1]]) {
    const before = list.length;
    try {
      for (const choice of candidates(entries, date, type)) {
        const challenge = await make(choice, list.length - before); // one after the other: a service runs few searches at a time
        if (challenge) list.push(challenge);
        if (list.length - before === count) break;
      }
    } catch (error) {
      if (!(error instanceof Unsolved)) throw error;
      refusal ??= await api.position(error.entry, error.variant.variantId, error.variant.startPosition).catch((reason) => reason);
    }
  }
  return { list, refusal };
}

// --- results -------------------------------------------------------------------------------------

const days = () => recallJson(DAYS, {});

/** The results of a date by challenge. */
export const resultsOf = (date) => Object(days()[date]);

/** Keep a result, unless this challenge has one already: the first attempt counts. */
export function record(date, key, result) {
  const results = days();
  if (Object(results[date])[key]) return;
  results[date] = { ...results[date], [key]: result };
  remember(DAYS, JSON.stringify(results));
}

/** Whether a day is part of a streak: something was finished, and nothing was shown. */
const isGood = (results) => Object.keys(Object(results)).length > 0 && !Object.values(results).some((result) => result.shown);

/** The number of consecutive good days, up to this one or, if nothing was played yet, the one before. */
export function streak(date) {
  const results = days();
  let time = Date.parse(date);
  if (!results[date]) time -= A_DAY;
  let length = 0;
  while (isGood(results[dateOf(time)])) {
    length += 1;
    time -= A_DAY;
  }
  return length;
}

/**
 * The sums of all days: how many results are finished, perfect, with help and shown; the least time of a perfect one, or
 * null; on how many days there are any; and the longest streak.
 */
export function records() {
  const all = days();
  const results = Object.values(all).flatMap(Object.values);
  const perfect = results.filter(isPerfect);
  const shown = results.filter((result) => result.shown).length;
  return {
    finished: results.length - shown,
    perfect: perfect.length,
    helped: results.filter((result) => result.helped).length,
    shown,
    seconds: perfect.length ? Math.min(...perfect.map((result) => result.seconds)) : null,
    days: Object.keys(all).length,
    longest: Math.max(0, ...Object.keys(all).filter(Date.parse).map((date) => streak(date))),
  };
}

/** Whether a result is perfect: the fewest moves, or the value kept, without help. */
const isPerfect = (result) => !result.helped && result.faults === 0;

/** The sign of a result, which may be missing. */
export const signOf = (result) => (!result ? "·" : result.shown ? "–" : isPerfect(result) ? "★" : "☆");

/** A time in minutes and seconds: 1:05. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A sentence on a result. */
export function resultSentence(result) {
  if (result.shown) return t("The solution was shown.");
  const help = result.helped ? ` ${t("With help.")}` : "";
  const time = ` ${t("Time: {time}.", { time: clock(result.seconds) })}`;
  if (result.fewest !== undefined) {
    const took = result.faults ? t("you took {number}", { number: result.fewest + result.faults }) : t("you took no more");
    return `${fewestPhrase(result.fewest)}; ${took}.${time}${help}`;
  }
  const could = { win: t("You could win"), tie: t("With perfect play nobody wins"), lose: t("You could not win") }[result.could];
  const did = { win: t("and you won"), tie: t("and you tied"), lose: t("and you lost") }[result.did];
  return `${could}, ${did}.${time}${help}`;
}

/** The results of a date as a text without spoilers. */
export function shareText(date, list, results) {
  const signs = list.map(({ key }) => signOf(results[key]));
  const perfect = signs.filter((sign) => sign === "★").length;
  const finishedCount = signs.filter((sign) => sign === "☆").length + perfect;
  const days = streak(date);
  return [
    `Perfect Play, ${date}`,
    signs.join(" "),
    `${t("{done} of {all} finished, {perfect} perfectly.", { done: finishedCount, all: list.length, perfect })} ${amount(days, "Streak: {n} day.|Streak: {n} days.")}`,
    new URL("today", document.baseURI).href,
  ].join("\n");
}
