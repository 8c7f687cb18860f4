// The matches that the browser keeps, and matches as text. None of this reaches the service.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { h, recallJson, remember } from "./dom.js";
import { language, t } from "./language.js";
import { levelOf } from "./opponent.js";
import { isWhole } from "./phrases.js";
import { Refusal } from "./requests.js";

const NAME = "matches";
const LIMIT = 100; // matches kept; the oldest are forgotten first
const FIRST_LINE = "# Perfect Play match";

/** Whether something read from the storage is a match. */
const isMatch = (value) => Array.isArray(value?.places) && value.places.length > 0 && value.places.every(Array.isArray);

/** All kept matches, the latest first. */
export function records() {
  const value = recallJson(NAME, []);
  return Array.isArray(value) ? value.filter(isMatch) : [];
}

export const find = (key) => records().find((record) => record.key === key);

/** The current position of a kept match. */
const positionOf = (record) => (record.places[record.at] || record.places[0])[0];

/** The address that continues a kept match. */
export const addressOf = (record) =>
  linkTo(record.id, record.variant, positionOf(record), { match: record.key });

export function remove(key) {
  remember(NAME, JSON.stringify(records().filter((record) => record.key !== key)));
}

/**
 * Keep a match as it is now: the state of the match, and its `id`, `variant`, `name` and `result`. If there is no room
 * for all matches, the older half of them is forgotten.
 */
export function save(record) {
  const olderRecords = records().filter((item) => item.key !== record.key);
  const date = new Date().toISOString().slice(0, 10);
  let recent = [{ ...record, date }, ...olderRecords].slice(0, LIMIT);
  while (!remember(NAME, JSON.stringify(recent)) && recent.length > 1) {
    recent = recent.slice(0, Math.ceil(recent.length / 2));
  }
}

// --- as text -------------------------------------------------------------------------------------

/** The names of the moves of a match. Turns of two touches are named by the service. */
async function namesOf(record) {
  const places = record.places.filter(([position]) => isWhole(position));
  if (places.length === record.places.length) return places.slice(1).map(([, , name]) => name);
  const judgment = await api.judge(record.id, record.variant, { positions: places.map(([position]) => position) });
  return judgment.moves.map((move) => move.moveName);
}

/** A match as text: its facts in lines that begin with #, then its moves, one per line. */
export async function matchText(record) {
  const { id, variant, places, people, level, seed, date } = record;
  const facts = { variant: `${id}/${variant}`, start: places[0][0], people: people || "none", date };
  if (level !== "perfect") Object.assign(facts, { level, seed });
  const lines = Object.entries(facts).map(([name, value]) => `# ${name}: ${value}`);
  return [FIRST_LINE, ...lines, ...(await namesOf(record)), ""].join("\n");
}

/** The matches in a text: {facts, moves} each. Text before the first is ignored. */
export function parseMatches(text) {
  const matches = [];
  for (const line of text.split(/\r?\n/).map((row) => row.trim())) {
    if (line === FIRST_LINE) matches.push({ facts: {}, moves: [] });
    else if (matches.length && line.startsWith("# ")) {
      const [, name, value] = /^# (\w+): *(.*)$/.exec(line) || [];
      if (name) matches.at(-1).facts[name] = value;
    } else if (matches.length && line) matches.at(-1).moves.push(line);
  }
  return matches;
}

/** Have the service check a match that was read, and keep it. Throws Refusal, which says what is wrong. */
export async function importMatch({ facts, moves }, entries) {
  const [id, ...variantParts] = (facts.variant || "").split("/");
  const variant = variantParts.join("/");
  const entry = entries.find((item) => item.gameId === id);
  const noSuchVariant = () => new Refusal(t("“# variant: {variant}” names no puzzle or game.", { variant: facts.variant || "" }));
  if (!entry || !variant) throw noSuchVariant();
  const start = facts.start ? { position: facts.start } : {};
  const judgment = await api.judge(id, variant, { moves, ...start }).catch(async (error) => {
    if (language === "en" || ![400, 404].includes(error.status)) throw error;
    if (error.status === 404) throw noSuchVariant();
    const { faultNodes } = await import("./faults.js");
    throw new Refusal(h("p", null, faultNodes(error.message, entry.variants[0]?.startPosition)).textContent);
  });
  const people = { none: "" }[facts.people] ?? (["1", "2", "12"].includes(facts.people) ? facts.people : "12");
  const places = judgment.moves.map((move) => [move.after.position, move.move, move.moveName]);
  const record = {
    ...{ key: `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`, id, variant, name: entry.name },
    ...{ places: [[judgment.position, null, null], ...places], at: places.length, people, first: judgment.position },
    ...{ vague: false, level: levelOf(facts.level), seed: facts.seed || "", branches: [], result: "" },
  };
  save(record);
  return record;
}
