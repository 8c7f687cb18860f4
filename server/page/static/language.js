// The language of the page's own words. Translations are JSON files keyed by English texts.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français" };

/** The language of the page, such as "es"; prefetch.js has chosen it. */
export const language = globalThis.language;

/** Words of the page; none if they do not come, as the page is better in English than not at all. */
async function fetchWords(part) {
  if (language === "en") return {};
  const answer = await fetch(new URL(`translation.${language}${part}.json`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer.json() : {};
}
const translations = await fetchWords("");
const pluralRules = new Intl.PluralRules(language);

/** A text with its places, such as `{name}`, filled in. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);

/** A text in the language of the page. `values` replace `{name}` in it. */
export const t = (text, values = {}) => filled(translations[text] ?? text, values);

const moveNames = translations["names of moves"];
const moveNamePhrases = moveNames && new RegExp(`(?<!\\p{L})(?:${Object.keys(moveNames).sort((a, b) => b.length - a.length).join("|")})(?!\\p{L})`, "gu");

/** The name of a move in the language of the page: its English phrases, in which # is a cell or number, are replaced. */
export function moveWords(name) {
  if (!moveNames || !name) return name;
  const cells = name.match(/\p{L}*\d+/gu) ?? [];
  const withoutCells = name.replace(/\p{L}*\d+/gu, "#");
  return withoutCells.replace(moveNamePhrases, (phrase) => moveNames[phrase]).replace(/#/g, () => cells.shift() ?? "#"); // as in Qb7#
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Fetch the words of views that are opened later. */
export const addLaterWords = async () => Object.assign(translations, await fetchWords(".later"));

/** A number; one too large to be exact here as "4.3 × 10¹⁹". */
export function number(n) {
  if (n <= Number.MAX_SAFE_INTEGER) return n.toLocaleString(language);
  const [digits, power] = n.toExponential(1).split("e+");
  return `${Number(digits).toLocaleString(language)} × 10${[...power].map((digit) => SUPERSCRIPTS[digit]).join("")}`;
}

/**
 * A text in the form for a number, which replaces `{n}`. English has two: "{n} move|{n} moves". Translations name theirs
 * as Intl.PluralRules does.
 */
export function amount(n, text, values = {}) {
  const [one, other = one] = text.split("|");
  const forms = translations[text] ?? { one, other };
  return filled(forms[pluralRules.select(n)] ?? forms.other, { n: number(n), ...values });
}

/** A date such as 2026-11-25 in words. */
export const dateInWords = (date) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

/** A list of texts: "a, b and c". */
export const list = (texts) => new Intl.ListFormat(language, { type: "conjunction" }).format(texts);
