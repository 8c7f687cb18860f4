// The review of a match: its moves and their graph, a judgment of each, and ways back to where it could have gone better.

import * as api from "./api.js";
import { valueHistory } from "./charts.js";
import { announce, field, h, options, put } from "./dom.js";
import { moveWords, t } from "./language.js";
import { branchButtons, trail } from "./movelist.js";
import { isWhole, playerName } from "./phrases.js";
import { published } from "./requests.js";

/** The places of the whole positions of a line; a turn of two touches passes through a half-position. */
const wholePlaces = (line) => line.map((_, place) => place).filter((place) => isWhole(line[place].answer.position));

export class Review {
  constructor(match) {
    this.match = match;
    this.report = null;
    this.judgments = null; // the module, once there is a report
    this.line = []; // the line that was judged
    this.viewer = 0; // the player chosen for the graph's point of view; 0: whoever plays
    this.ask = h("button", { id: "review", class: "main", onclick: () => this.judge() }, t("Review every move"));
    this.board = h("div", { class: "review-board" }); // stays in sight while one reads the judgments
    this.graph = h("div", { class: "plot-box" });
    this.body = h("div", { class: "inner" });
    this.trail = h("ol", { class: "trail" });
    this.branches = h("ul", { class: "branches", "aria-label": t("Other lines") });
    this.box = h("div", { class: "inner review" }, this.board, this.ask, this.body, this.trail, this.branches);
  }

  /** Called whenever the match has changed. */
  refresh() {
    const { match } = this;
    this.ask.disabled = wholePlaces(match.line).length < 2;
    const isUnchanged = this.line.every((item, place) => match.line[place]?.answer === item.answer);
    if (this.report && !isUnchanged) this.report = null;
    const isJudged = this.report !== null && this.line.length === match.line.length;
    this.ask.hidden = isJudged || published;
    put(this.trail, trail(match.line, match.at, match.hints, (place) => match.jump(place)));
    this.trail.hidden = isJudged; // the judged moves stand in its place
    put(this.branches, branchButtons(match.line, match.branches, (branch) => match.follow(branch)));
    this.render();
  }

  async judge() {
    const { match } = this;
    const line = match.line;
    this.ask.disabled = true;
    put(this.body, h("p", { class: "help" }, t("Reviewing every move…")));
    try {
      const positionPlaces = wholePlaces(line);
      const positions = positionPlaces.map((place) => line[place].answer.position);
      const [report, judgments] = await Promise.all([api.judge(match.id, match.variantId, { positions }), import("./judgments.js")]);
      if (match.stopped) return;
      this.judgments = judgments;
      this.report = report;
      this.line = line;
      this.refresh();
      announce(this.sums().join(" "));
      this.showFirstFault(positionPlaces);
    } catch (error) {
      put(this.body, h("p", { class: "fault" }, error.message));
      this.ask.disabled = false;
    }
  }

  /** Lead to the first mistake of a person, or else the first move that was slower than need be, or the first of all. */
  showFirstFault(places) {
    const { match, report } = this;
    const firstOf = (kind) => report.moves.findIndex((judgment, i) => judgment.class === kind && match.waits(places[i]));
    const first = ["mistake", "slower"].map(firstOf).find((i) => i >= 0) ?? 0;
    const row = this.body.querySelectorAll(".judged-move")[first];
    row?.querySelector("button").focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }

  sums() {
    const { judgments, match, report } = this;
    return report.players
      .filter((score) => score.moves)
      .map((score) => judgments.summary(match.entry, score, playerName(score.player, match.people), report));
  }

  render() {
    const { match, report } = this;
    const places = wholePlaces(this.line);
    const hasGraph = match.line.length > 1 && (match.hints || report !== null);
    const intro = t("After your first move, see here which moves were best, which were mistakes, and what would have been better.");
    put(
      this.body,
      report ? this.sums().map((sentenceText) => h("p", null, sentenceText)) : h("p", { class: "help" }, intro),
      hasGraph && !match.solo && this.sides(),
      hasGraph && this.graph,
      report && h("ol", { class: "judged" }, report.moves.map((judgment, i) => this.row(judgment, places[i], places[i + 1]))),
    );
    const isVisible = match.line.length > 1 && this.box.checkVisibility();
    const { answer, move } = match.current;
    put(this.board, isVisible && match.drawPosition(answer.position, { last: match.at > 0 && isWhole(answer.position) ? move.move : null, label: this.placeInWords() }));
    if (hasGraph) put(this.graph, valueHistory(match.entry, match.line, match.at, (place) => match.jump(place), this.graph, this.side));
  }

  /** Which position the small board shows. */
  placeInWords() {
    const { at, current } = this.match;
    const number = wholePlaces(this.match.line.slice(1, at + 1)).length;
    return current.move ? t("After move {number}: {move}", { number, move: moveWords(current.move.moveName) }) : t("The start of the match");
  }

  /** The player from whose point of view the graph is drawn. */
  get side() {
    return this.viewer || (this.match.people === "2" ? 2 : 1);
  }

  /** The choice of the graph's point of view. */
  sides() {
    const { match } = this;
    const players = options([1, 2].map((player) => [player, playerName(player, match.people)]));
    const select = h("select", { id: "seen-by", onchange: () => this.turn(Number(select.value)) }, players);
    select.value = this.side;
    return field(t("Show the graph for"), select);
  }

  turn(player) {
    this.viewer = player;
    this.render();
    this.body.querySelector("#seen-by").focus();
  }

  /** A judged move, which led from one place of the line to another. */
  row(judgment, from, to) {
    const { judgments, match } = this;
    const [sign, kind] = judgments.KINDS[judgment.class];
    const button = (label, action) =>
      h("button", { class: "quiet", "aria-label": t("{words}: move {number}", { words: label, number: judgment.number }), onclick: action }, label);
    const improvable = judgment.class !== "best" && judgment.class !== "unknown";
    return h("li", { class: `judged-move ${judgment.class}`, "aria-current": to === match.at ? "step" : null },
      h("button", { class: "step", "data-keep": `judged-${judgment.number}`, onclick: () => match.jump(to) },
        h("span", { class: "mark", "aria-hidden": "true" }, sign),
        `${judgment.number}. ${moveWords(judgment.moveName)}`,
      ),
      h("p", null, h("strong", null, `${kind[0].toUpperCase()}${kind.slice(1)}. `), judgments.sentence(match.entry, judgment, this.line[from].answer)),
      improvable && h("div", { class: "joined" }, match.waits(from) && button(t("Try again from here"), () => match.playFrom(from)), button(t("Best line"), () => this.playOut(from))),
    );
  }

  /** Play the best line from a place; the line that was played becomes a branch. */
  async playOut(from) {
    const { match } = this;
    match.playFrom(from);
    await match.walkBest();
  }
}
