// The panel with the value of a position as a partizan game: canonical form, temperature, thermograph.

import * as api from "./api.js";
import { h, put } from "./dom.js";
import { t } from "./language.js";

const OUTCOMES = {
  L: t("Player 1, Left, wins whoever begins."),
  R: t("Player 2, Right, wins whoever begins."),
  N: t("Whoever moves next wins."),
  P: t("Whoever has to move loses."),
};
const TOO_LONG = t("too long to be written");

export class ValuePanel {
  /** `match`: of a game that has such values. */
  constructor(match) {
    this.match = match;
    this.position = null; // the position whose value is requested or shown
    this.body = h("div", { class: "inner" });
    this.box = h("details", { class: "panel", id: "value" }, h("summary", null, h("h2", null, t("Value"))), this.body);
    this.box.addEventListener("toggle", () => this.refresh());
  }

  /** Called whenever the match has changed. */
  async refresh() {
    const position = this.match.current?.answer.position;
    if (!this.box.open || !position || position === this.position) return;
    this.position = position;
    const { id, variantId } = this.match;
    if (!this.body.childNodes.length) put(this.body, h("p", { class: "help" }, t("Loading…")));
    let content;
    try {
      content = this.facts(await api.value(id, variantId, position), api.thermograph(id, variantId, position));
    } catch (error) {
      content = h("p", { class: "fault" }, error.message);
    }
    if (this.position === position && !this.match.stopped) put(this.body, content);
  }

  facts(value, picture) {
    const rows = [
      [t("Value"), value.name || value.canonicalForm || TOO_LONG],
      [t("Canonical form"), value.canonicalForm || TOO_LONG],
      [t("Outcome"), `${value.outcome}: ${OUTCOMES[value.outcome]}`],
      [t("Mean"), value.mean],
      [t("Temperature"), value.temperature],
    ];
    const caption = t("Thermograph: mean {mean}, temperature {temperature}", value);
    return [
      h("p", { class: "help" }, t("What this position is worth in a sum of games, whoever is to move; player 1 is Left.")),
      h(
        "div",
        { class: "value" },
        h(
          "dl",
          null,
          rows.map(([name, text]) => [h("dt", null, name), h("dd", null, text)]),
        ),
        h("img", { src: `${picture}#adaptive`, alt: caption, width: 360, height: 260 }),
      ),
    ];
  }
}
