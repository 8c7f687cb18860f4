// The matches that the browser keeps, and matches as text. None of this reaches the service.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import { keep, kept } from "./dom.js";
import { t } from "./language.js";
import { levelOf } from "./opponent.js";
import { isWhole } from "./words.js";

const NAME = "matches";
const MOST = 100; // matches kept; the oldest are forgotten first
const FIRST_LINE = "# Perfect Play match";

/** Whether something read from the storage is a match. */
const isMatch = (one) => Array.isArray(one?.places) && one.places.length > 0 && one.places.every(Array.isArray);

/** All kept matches, the latest first. */
export function all() {
  try {
    const found = JSON.parse(kept(NAME, "[]"));
    return Array.isArray(found) ? found.filter(isMatch) : [];
  } catch {
    return [];
  }
}

export const find = (key) => all().find((one) => one.key === key);

/** The current position of a kept match. */
export const positionOf = (record) => (record.places[record.at] || record.places[0])[0];

/** The address that continues a kept match. */
export const addressOf = (record) =>
  `${linkTo(record.id, record.variant, positionOf(record))}?${new URLSearchParams({ match: record.key })}`;

export function remove(key) {
  keep(NAME, JSON.stringify(all().filter((one) => one.key !== key)));
}

/**
 * Keep a match as it is now: the state of the match, and its `id`, `variant`, `name` and `result`. If there is no room
 * for all matches, the older half of them is forgotten.
 */
export function save(record) {
  const others = all().filter((one) => one.key !== record.key);
  const date = new Date().toISOString().slice(0, 10);
  let records = [{ ...record, date }, ...others].slice(0, MOST);
  while (!keep(NAME, JSON.stringify(records)) && records.length > 1) {
    records = records.slice(0, Math.ceil(records.length / 2));
  }
}

// --- as text -------------------------------------------------------------------------------------

/** The names of the moves of a match. Turns of two touches are named by the service. */
async function namesOf(record) {
  const places = record.places.filter(([position]) => isWhole(position));
  if (places.length === record.places.length) return places.slice(1).map(([, , name]) => name);
  const judged = await api.judge(record.id, record.variant, { positions: places.map(([position]) => position) });
  return judged.moves.map((move) => move.moveName);
}

/** A match as text: its facts in lines that begin with #, then its moves, one per line. */
export async function write(record) {
  const { id, variant, places, people, level, seed, date } = record;
  const facts = { variant: `${id}/${variant}`, start: places[0][0], people: people || "none", date };
  if (level !== "perfect") Object.assign(facts, { level, seed });
  const lines = Object.entries(facts).map(([name, value]) => `# ${name}: ${value}`);
  return [FIRST_LINE, ...lines, ...(await namesOf(record)), ""].join("\n");
}

/** The matches in a text: {facts, moves} each. Text before the first is ignored. */
export function read(text) {
  const found = [];
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === FIRST_LINE) found.push({ facts: {}, moves: [] });
    else if (found.length && line.startsWith("# ")) {
      const [, name, value] = /^# (\w+): *(.*)$/.exec(line) || [];
      if (name) found.at(-1).facts[name] = value;
    } else if (found.length && line) found.at(-1).moves.push(line);
  }
  return found;
}

/** Have the service check a match that was read, and keep it. Throws Refused, which says what is wrong. */
export async function take({ facts, moves }, entries) {
  const [id, ...rest] = (facts.variant || "").split("/");
  const variant = rest.join("/");
  const entry = entries.find((one) => one.gameId === id);
  if (!entry || !variant) throw new api.Refused(t("“# variant: {variant}” names no puzzle or game.", { variant: facts.variant || "" }));
  const start = facts.start ? { position: facts.start } : {};
  const judged = await api.judge(id, variant, { moves, ...start });
  const people = { none: "" }[facts.people] ?? (["1", "2", "12"].includes(facts.people) ? facts.people : "12");
  const places = judged.moves.map((one) => [one.after.position, one.move, one.moveName]);
  const record = {
    ...{ key: `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`, id, variant, name: entry.name },
    ...{ places: [[judged.position, null, null], ...places], at: places.length, people, first: judged.position },
    ...{ vague: false, level: levelOf(facts.level), seed: facts.seed || "", branches: [], result: "" },
  };
  save(record);
  return record;
}
