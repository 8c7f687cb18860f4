// The value of a position as a partizan game, in the analysis: canonical form, temperature, thermograph.

import * as api from "./api.js";
import { h, put } from "./dom.js";
import { t } from "./language.js";
import {} from "./laterwords.js";

const OUTCOMES = {
  L: t("Player 1, Left, wins whoever begins."),
  R: t("Player 2, Right, wins whoever begins."),
  N: t("Whoever moves next wins."),
  P: t("Whoever has to move loses."),
};
const TOO_LONG = t("too long to be written");

/** Fill a box with the value of the position that a match shows. */
export async function showValue(match, box) {
  const { id, variantId } = match;
  const { answer } = match.current;
  const value = await api.value(id, variantId, answer.position);
  if (match.current.answer === answer && !match.stopped) put(box, facts(value, api.thermograph(id, variantId, answer.position)));
}

function facts(value, picture) {
  const rows = [
    [t("Value"), value.name || value.canonicalForm || TOO_LONG],
    [t("Canonical form"), value.canonicalForm || TOO_LONG],
    [t("Outcome"), t("{name}: {words}", { name: value.outcome, words: OUTCOMES[value.outcome] })],
    [t("Mean"), value.mean],
    [t("Temperature"), value.temperature],
  ];
  const caption = t("Thermograph: mean {mean}, temperature {temperature}", value);
  return [
    h("p", { class: "help" }, t("What this position is worth in a sum of games, whoever is to move; player 1 is Left.")),
    h("div", { class: "value" },
      h("dl", null, rows.map(([name, text]) => [h("dt", null, name), h("dd", null, text)])),
      h("img", { src: `${picture}#adaptive`, alt: caption, width: 360, height: 260 }),
    ),
  ];
}
