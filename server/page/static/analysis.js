// The analysis of a match: one row of tabs below the board, whose panels are filled when they are first shown.

import { h, put, style } from "./dom.js";
import { t } from "./language.js";
import { published } from "./requests.js";
import { waitingLines } from "./waiting.js";

const LOOK = 5; // most seconds between looks whether a table has come
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Analysis {
  /** `statistics(match, box)` fills that panel; the others are loaded on demand. */
  constructor(match, statistics) {
    this.match = match;
    const why = async (...args) => (await import("./explanation.js")).explain(...args);
    const value = async (...args) => (await import("./values.js")).showValue(...args);
    const map = async (...args) => (await import("./map.js")).showMap(...args);
    const setUp = async (...args) => (await import("./setup.js")).edit(...args);
    this.why = !published && this.tab("why", t("Why"), why, true);
    this.tabs = [
      this.tab("match-review", t("Review"), null),
      this.why,
      !published && match.entry.partizan && this.tab("value", t("Value"), value, true),
      !published && this.tab("map", t("Map"), map, true),
      !published && this.tab("set-up", t("Set up"), setUp),
      this.tab("statistics", t("Statistics"), statistics),
    ].filter(Boolean);
    put(this.tabs[0].panel, match.review.box);
    const row = h("div", { class: "tabs", role: "tablist", "aria-label": t("Analysis") }, this.tabs.map((tab) => tab.button));
    const exercises = !published && !match.entry.twoTouches && h("p", { class: "ways" }, h("a", { id: "practice", href: `practice?game=${match.id}` }, t("Practice: positions with one right move")));
    this.box = h("details", { class: "panel", id: "analysis" }, h("summary", null, h("h2", null, t("Analysis"))), row, this.tabs.map((tab) => tab.panel), exercises);
    this.box.addEventListener("toggle", () => this.select(this.selected));
    this.selected = this.tabs[0];
    this.mark();
  }

  /** A tab. `fill(match, panel)`: fills its panel. `follows`: again whenever the position has changed. */
  tab(id, title, fill, follows = false) {
    const tab = { id, fill, follows, filled: false };
    tab.button = h("button", { role: "tab", id: `tab-${id}`, "aria-controls": id, onclick: () => this.select(tab), onkeydown: (event) => this.step(event) }, title);
    tab.panel = h("div", { role: "tabpanel", id, class: "inner", "aria-labelledby": `tab-${id}` });
    return tab;
  }

  select(tab) {
    this.selected = tab;
    this.mark();
    if (this.match.current) this.match.review.render(); // the graph is as wide as its panel
    this.refresh();
  }

  /** Open the review, and judge the moves. */
  async openReview() {
    this.box.open = true;
    this.select(this.tabs[0]);
    this.box.scrollIntoView();
    await this.match.review.judge();
  }

  mark() {
    for (const tab of this.tabs) {
      const isSelected = tab === this.selected;
      tab.button.setAttribute("aria-selected", String(isSelected));
      tab.button.tabIndex = isSelected ? 0 : -1;
      tab.panel.hidden = !isSelected;
    }
  }

  /** Arrow keys lead from tab to tab. */
  step(event) {
    const tabs = this.tabs.filter((tab) => !tab.button.hidden);
    const to = tabs.indexOf(this.selected) + (STEPS[event.key] || 0);
    const tab = { Home: tabs[0], End: tabs.at(-1) }[event.key] || (STEPS[event.key] && tabs.at(to % tabs.length));
    if (!tab) return;
    event.preventDefault();
    this.select(tab);
    tab.button.focus();
    tab.button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Called whenever the match has changed. */
  refresh() {
    const { match, selected } = this;
    for (const tab of this.tabs) if (tab.follows) tab.filled = tab.filled && tab.answer === match.current?.answer;
    if (!this.box.open || !match.current) return;
    if (selected.fill && !selected.filled) this.fill(selected);
    this.probe();
  }

  async fill(tab) {
    const { match } = this;
    tab.filled = true;
    tab.answer = match.current.answer;
    if (!tab.panel.childNodes.length) put(tab.panel, h("p", { class: "help" }, t("Loading…")));
    style("panels.css");
    try {
      await tab.fill(match, tab.panel);
    } catch (error) {
      if (match.stopped) return;
      const isComing = Boolean(error.body?.progress);
      put(tab.panel, isComing ? waitingLines(error.body) : h("p", { class: "fault" }, error.message));
      tab.filled = isComing;
      if (isComing) setTimeout(() => this.lookAgain(tab), 1000 * Math.min(error.after, LOOK));
    }
  }

  /** Fill a tab again that waits for a table, once it is shown. */
  lookAgain(tab) {
    tab.filled = false;
    if (!this.match.stopped) this.refresh();
  }

  /** Hide the tab "Why" where theory has nothing to say, unless it is open or waits for a table. */
  async probe() {
    const { why } = this;
    const { answer } = this.match.current;
    if (!why || this.selected === why || why.probed === answer) return;
    why.probed = answer;
    const { canExplain } = await import("./explanation.js");
    const isEmpty = !(await canExplain(this.match).catch((error) => Boolean(error.body?.progress)));
    if (this.match.current.answer === answer) why.button.hidden = isEmpty && this.selected !== why;
  }
}
