// Practice: exercises, which are positions with one right move, and when each returns. All of it stays in the browser.

import { defaultVariant, linkTo } from "./addresses.js";
import * as api from "./api.js";
import { recallJson, remember } from "./dom.js";
import { t } from "./language.js";
import { turnOf } from "./phrases.js";
import {} from "./laterwords.js";

const EXERCISES = "exercises"; // under which they are kept: {"<id>/<variant> <position>": [stage, time when it returns]}
const INTERVALS = [0, 1, 7, 30]; // days until an exercise of each stage returns; one that was missed has stage 0
export const LEARNED = INTERVALS.length - 1; // the last stage
const A_DAY = 86_400_000; // milliseconds
const A_WHILE = 600_000; // milliseconds until one that was missed returns
const DRAWS = 20; // of a variant, until one is new
const TRIES = 3; // variants of which an exercise is drawn until there is one
const PATIENCE = 3000; // milliseconds for drawing from one of them
const LEAST_DEPTH = 3; // moves that the hardest position of a variant must take
const HEAD = "# Perfect Play practice";

const NONE = t("No such exercise was found. Choose another game or difficulty.");
const UNREADY = t("The computer is still getting ready for this game. Try again soon, or choose another.");
const REFUSALS = { 422: NONE, 503: UNREADY, null: UNREADY }; // by the status of an answer; null: it did not come in time

/** The exercises of this browser. */
export const exercises = () => recallJson(EXERCISES, {});

export const keyOf = (id, variant, position) => `${id}/${variant} ${position}`;

/** The parts of a key: {id, variant, position}. */
function partsOf(key) {
  const [name, position] = key.split(" ");
  const [id, variant] = name.split("/");
  return { id, variant, position };
}

/** Keep how an exercise went. Returns after how many days it comes back. */
export function keep(key, isRight) {
  const all = exercises();
  const stage = isRight ? Math.min((all[key]?.[0] ?? 0) + 1, LEARNED) : 0;
  all[key] = [stage, Date.now() + (INTERVALS[stage] * A_DAY || A_WHILE)];
  remember(EXERCISES, JSON.stringify(all));
  return INTERVALS[stage];
}

/** The keys of the exercises that are due, the longest overdue first. `id`: of one puzzle or game, "" for all. */
export function due(id = "") {
  const all = Object.entries(exercises()).filter(([key, [, time]]) => time <= Date.now() && (!id || partsOf(key).id === id));
  return all.sort((a, b) => a[1][1] - b[1][1]).map(([key]) => key);
}

/** The address of an exercise. */
export function addressOf(key) {
  const { id, variant, position } = partsOf(key);
  return linkTo(id, variant, position, { who: String(turnOf(position)), practice: "" });
}

/**
 * The entries that exercises can be drawn from, each with its suitable variants: the default one, then the largest. Only
 * the default one may have no table, since it takes long to search for exercises.
 */
export function sources(entries) {
  const suits = (variant) => variant?.status === "available" && (variant.longest ?? LEAST_DEPTH) >= LEAST_DEPTH;
  const bySize = (entry) => entry.variants.filter(hasTable).sort((a, b) => b.positions - a.positions);
  const ordered = (entry) => new Set([defaultVariant(entry), ...bySize(entry)].filter(suits));
  const whole = entries.filter((entry) => !entry.twoTouches); // the first touch of two says nothing yet
  return whole.map((entry) => ({ entry, variants: [...ordered(entry)] })).filter(({ variants }) => variants.length);
}

const hasTable = (variant) => variant.longest !== null;

/** The items in a random order. */
const shuffled = (items) => items.map((item) => [Math.random(), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);

/** The address of the exercise to do next: one that is due, else a new one. Throws what refuses the last of its draws. */
export async function next(entries, id, difficulty) {
  const [first] = due(id);
  if (first) return addressOf(first);
  const all = sources(entries);
  const [{ entry: only, variants } = { variants: [] }] = all.filter(({ entry }) => entry.gameId === id);
  const ofMany = () => shuffled(all).map(({ entry, variants: options }) => ({ entry, variant: options.find(hasTable) })).filter(({ variant }) => variant);
  const candidates = (id ? variants.map((variant) => ({ entry: only, variant })) : ofMany()).slice(0, TRIES);
  let refusal = new Error(t("Nothing suitable has been solved yet. Come back soon."));
  for (const { entry, variant } of candidates) {
    try {
      const key = await draw(entry.gameId, variant.variantId, difficulty);
      if (key) return addressOf(key);
      refusal = new Error(t("You have done every exercise of {name} that was drawn. Choose another game or difficulty.", entry));
    } catch (error) {
      refusal = REFUSALS[error.status] ? new Error(REFUSALS[error.status]) : error;
    }
  }
  throw refusal;
}

/** The key of a new exercise; null if all that are drawn were met before. */
async function draw(id, variant, difficulty) {
  const all = exercises();
  const signal = AbortSignal.timeout(PATIENCE);
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const { position } = await api.exercise(id, variant, difficulty, signal);
    const key = keyOf(id, variant, position);
    if (!all[key]) return key;
  }
  return null;
}

/** All exercises as text: a head, then a line for each: variant, position, stage, and the date when it returns. */
export function asText() {
  const lines = Object.entries(exercises()).map(([key, [stage, time]]) => `${key} ${stage} ${new Date(time).toISOString().slice(0, 10)}`);
  return [HEAD, ...lines].join("\n");
}

/** Keep the exercises of such a text, too. Returns how many they are. Throws what is wrong with the text. */
export function importText(text, entries) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines[0] !== HEAD) throw new Error(t("The text does not begin with “{head}”.", { head: HEAD }));
  const all = exercises();
  const isListed = ({ id, variant }) => entries.find((entry) => entry.gameId === id)?.variants.some(({ variantId }) => variantId === variant);
  for (const line of lines.slice(1)) {
    const [, key, stage, date] = line.match(/^(\S+\/\S+ R_[AB]_\S+) ([0-3]) (\d{4}-\d\d-\d\d)$/) || [];
    const time = Date.parse(date);
    if (!key || Number.isNaN(time) || !isListed(partsOf(key))) throw new Error(t("“{text}” is no exercise.", { text: line.slice(0, 80) }));
    all[key] = [Number(stage), time];
  }
  remember(EXERCISES, JSON.stringify(all));
  return lines.length - 1;
}
