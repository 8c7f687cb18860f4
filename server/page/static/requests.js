// Requests to the service's JSON API, and the addresses that several modules request.

import { language, t } from "./language.js";

/** What is said in other languages than the service's of answers with these statuses. */
const SENTENCES = {
  422: t("No answer was found in the time that one request may take."),
  503: t("The service is not ready for this yet. Try again in a few seconds."),
};

/** An error answer; its message is the service's sentence. */
export class Refusal extends Error {
  constructor(sentence, status, body, after) {
    super(sentence);
    this.status = status;
    this.body = body;
    this.after = after; // seconds to wait before retrying; null if that is of no use
  }
}

/** Whether this is a published site, without a service; and the address of an answer there. prefetch.js has them. */
export const published = globalThis.published;
export const addressOf = globalThis.addressOf;

/** The answers that prefetch.js has requested, by path; each is used once. */
export const prefetches = globalThis.prefetches;

/**
 * The JSON that the service answers. Throws Refusal. `signal`: of an AbortController, which cancels the request;
 * `headers`: further ones.
 */
export async function request(path, body, signal, headers) {
  const address = addressOf(path);
  if (!address) throw new Refusal(t("Only a service can answer this."));
  let response = prefetches[path];
  delete prefetches[path];
  const options = body && { method: "POST", body: JSON.stringify(body) };
  const type = body && { "Content-Type": "application/json" };
  try {
    response = await (response || fetch(address, { ...options, signal, headers: { Accept: "application/json", ...type, ...headers } }));
  } catch {
    throw new Refusal(t("The service does not answer."), signal?.aborted ? null : 0, null, 5);
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch {
    // reported below
  }
  if (!response.ok || answer === null) {
    const ofService = answer && (answer.error || answer.detail); // in English
    const sentence = (language !== "en" && SENTENCES[response.status]) || ofService || t("The service answered {status}.", response);
    const after = Number(response.headers.get("Retry-After")) || null;
    throw new Refusal(sentence, response.status, answer, after);
  }
  return answer;
}

/** The same without its wrapping. */
export const responseOf = async (...args) => (await request(...args)).response;

/** A path below the page, wherever that is. */
export const pathOf = (...parts) => `${parts.map(encodeURIComponent).join("/")}/`;

/** The paths of answers that can be kept in the browser. */
export const CATALOGUE = `api/catalogue/?locale=${language}`;
export const CARDS = `api/cards/?locale=${language}`;
export const answerPath = (id, variant, kind) => pathOf("api", id, variant, kind);
export const entryPath = (id) => `api/catalogue/?${new URLSearchParams({ id, locale: language })}`;
export const instructionsPath = (id, variant, locale) => `${pathOf("universal", "v1", id, variant, "instructions")}?${new URLSearchParams({ locale })}`;

/** The path of the answer with which a variant can be played offline. */
export const offlinePath = (id, variant) => answerPath(id, variant, published ? "answers" : "graph");
