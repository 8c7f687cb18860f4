// Tells how long a table that is on its way will still take.

import { h } from "./dom.js";
import { t } from "./language.js";

const PLACES = [t("next in the queue"), t("second in the queue"), t("third in the queue")];

/** A time in words: seconds up to a minute and a half, then minutes. */
function timeWords(seconds) {
  if (!seconds) return "";
  return seconds > 90 ? t("about {number} min", { number: Math.round(seconds / 60) }) : t("about {number} s", { number: seconds });
}

/**
 * The lines about a table that is on its way, by the service's refusal, which has its progress and perhaps the seconds
 * left: "Being solved, second in the queue, about 10 s", and a bar.
 */
export function waitingLines({ progress, secondsLeft }) {
  const { ahead, positions = 0, expected } = progress;
  const place = ahead === undefined ? "" : PLACES[ahead] || t("number {place} in the queue", { place: ahead + 1 });
  const words = [progress.compiling ? t("Being prepared for its first use") : t("Being solved"), place, timeWords(secondsLeft)].filter(Boolean).join(", ");
  const share = expected && { max: expected, value: Math.min(positions, expected) };
  return [h("p", null, `${words}.`), h("progress", { ...share, "aria-label": t("Positions solved") })];
}
