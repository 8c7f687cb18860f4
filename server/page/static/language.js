// The language of the page's own words. Translations are keyed by English texts.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français" };

/** The language of the page, such as "es"; prefetch.js has chosen it. */
export const language = globalThis.language;

const translations = language === "en" ? {} : (await import(`./translation.${language}.js`)).default;
const pluralRules = new Intl.PluralRules(language);

/** A text in the language of the page. `values` replace `{name}` in it. */
export function t(text, values = {}) {
  return (translations[text] ?? text).replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number; one too large to be exact here as "4.3 × 10¹⁹". */
export function number(n) {
  if (n <= Number.MAX_SAFE_INTEGER) return n.toLocaleString(language);
  const [digits, power] = n.toExponential(1).split("e+");
  return `${Number(digits).toLocaleString(language)} × 10${[...power].map((digit) => SUPERSCRIPTS[digit]).join("")}`;
}

/** A number of things: "1 move", "2 moves". Translations have both forms under `move|moves`. */
export function amount(n, singular, pluralForm = `${singular}s`) {
  const forms = (translations[`${singular}|${pluralForm}`] ?? `${singular}|${pluralForm}`).split("|");
  return `${number(n)} ${forms[pluralRules.select(n) === "one" ? 0 : 1]}`;
}

/** A date such as 2026-11-25 in words. */
export const dateInWords = (date) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

/** A list of texts: "a, b and c". */
export const list = (texts) => new Intl.ListFormat(language, { type: "conjunction" }).format(texts);
