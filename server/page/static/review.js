// The review of a match: a judgement of every move, a graph, and ways back to where it could have gone better.

import * as api from "./api.js";
import { valueHistory } from "./charts.js";
import { announce, h, put } from "./dom.js";
import { KINDS, sentence, summary } from "./judgements.js";
import { t } from "./language.js";
import { called, isWhole } from "./words.js";

/** The places of the whole positions of a line; a turn of two touches passes through a half-position. */
const wholes = (line) => line.map((_, place) => place).filter((place) => isWhole(line[place].answer.position));

export class Review {
  constructor(match) {
    this.match = match;
    this.judgement = null;
    this.line = []; // the line that was judged
    this.seenBy = 1;
    this.ask = h("button", { type: "button", id: "review", class: "main", onclick: () => this.judge() }, t("Review"));
    this.body = h("div", { class: "inner" });
    const head = h("div", { class: "panel-head" }, h("h2", { id: "review-head" }, t("Review")), this.ask);
    this.box = h("section", { class: "panel review", "aria-labelledby": "review-head" }, head, this.body);
  }

  /** Called whenever the match has changed. */
  refresh() {
    const { match } = this;
    this.ask.disabled = wholes(match.line).length < 2;
    const same = this.line.every((one, place) => match.line[place]?.answer === one.answer);
    if (this.judgement && !same) this.judgement = null;
    this.ask.hidden = this.judgement !== null && this.line.length === match.line.length;
    this.render();
  }

  async judge() {
    const { match } = this;
    const line = match.line;
    this.ask.disabled = true;
    put(this.body, h("p", { class: "help" }, t("Looking at every move…")));
    try {
      const positions = wholes(line).map((place) => line[place].answer.position);
      const judgement = await api.judge(match.id, match.variantId, { positions });
      if (match.stopped) return;
      this.judgement = judgement;
      this.line = line;
      this.seenBy = match.people === "2" ? 2 : 1;
      this.refresh();
      announce(this.sums().join(" "));
      this.body.querySelector("button")?.focus({ preventScroll: true });
    } catch (refused) {
      put(this.body, h("p", { class: "fault" }, refused.message));
      this.ask.disabled = false;
    }
  }

  sums() {
    const { match, judgement } = this;
    return judgement.players
      .filter((score) => score.moves)
      .map((score) => summary(match.entry, score, called(score.player, match.people), judgement));
  }

  render() {
    const { match, judgement } = this;
    if (!judgement) {
      const words = t("Once a move is made: which moves were best, which were mistakes, and what would have been better.");
      put(this.body, h("p", { class: "help" }, words));
      return;
    }
    const places = wholes(this.line);
    const graph = h("div", { class: "plot-box" });
    put(
      this.body,
      this.sums().map((words) => h("p", null, words)),
      !match.solo && this.sides(),
      graph,
      h(
        "ol",
        { class: "judged" },
        judgement.moves.map((judged, i) => this.row(judged, places[i], places[i + 1])),
      ),
    );
    put(graph, valueHistory(match.entry, this.line, match.at, (place) => match.jump(place), graph, this.seenBy));
  }

  /** The choice of the graph's point of view. */
  sides() {
    const { match } = this;
    const option = (player) =>
      h("option", { value: player, selected: this.seenBy === player }, called(player, match.people));
    const select = h("select", { id: "seen-by", onchange: () => this.turn(Number(select.value)) }, [1, 2].map(option));
    return h("div", { class: "field" }, h("label", { for: "seen-by" }, t("The graph is seen by")), select);
  }

  turn(player) {
    this.seenBy = player;
    this.render();
    this.body.querySelector("#seen-by").focus();
  }

  /** A judged move, which led from one place of the line to another. */
  row(judged, from, to) {
    const { match } = this;
    const [sign, word] = KINDS[judged.class];
    const button = (words, action) =>
      h("button", { type: "button", class: "quiet", "aria-label": t("{words}: move {number}", { words, number: judged.number }), onclick: action }, words);
    const ways = judged.class !== "best" && judged.class !== "unknown";
    return h(
      "li",
      { class: `judged-move ${judged.class}`, "aria-current": to === match.at ? "step" : null },
      h(
        "button",
        { type: "button", class: "step", "data-keep": `judged-${judged.number}`, onclick: () => match.jump(to) },
        h("span", { class: "mark", "aria-hidden": "true" }, sign),
        `${judged.number}. ${judged.moveName}`,
      ),
      h("p", null, h("strong", null, `${word[0].toUpperCase()}${word.slice(1)}. `), sentence(match.entry, judged, this.line[from].answer)),
      ways && h("div", { class: "joined" }, button(t("Try again from here"), () => match.playFrom(from)), button(t("Best line"), () => this.playOut(from))),
    );
  }

  /** Play the best line from a place; the line that was played becomes a branch. */
  async playOut(from) {
    const { match } = this;
    match.playFrom(from);
    await match.walkBest();
  }
}
