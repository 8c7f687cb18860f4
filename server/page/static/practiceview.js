// The view of practice: what is due, a choice of exercises, and all of them as text.

import { addressNow, goTo } from "./addresses.js";
import { DIFFICULTIES } from "./controls.js";
import { announce, h, hero, options, put, recall, remember } from "./dom.js";
import { amount, t } from "./language.js";
import * as practice from "./practice.js";
import { faultLine, textPanel } from "./textpanel.js";
import {} from "./laterwords.js";

const CHOICE = "practice"; // under which the last choice is kept

export function practiceView(root, entries) {
  const lastChoice = recall(CHOICE, " ").split(" "); // the id of a puzzle or game, and a difficulty
  const names = practice.sources(entries).map(({ entry }) => [entry.gameId, entry.name]);
  const game = h("select", { id: "game" }, options([["", t("all")], ...names]));
  const difficulty = h("select", { id: "difficulty" }, options(DIFFICULTIES));
  const facts = h("p", { class: "streak" });
  const { fault, attempt } = faultLine();
  [game.value, difficulty.value] = lastChoice;
  game.value = addressNow().query.get("game") ?? game.value;
  if (game.selectedIndex < 0) game.value = "";

  async function start() {
    remember(CHOICE, `${game.value} ${difficulty.value}`);
    starter.disabled = true;
    starter.textContent = t("Choosing…");
    try {
      goTo(await practice.next(entries, game.value, difficulty.value));
    } finally {
      starter.disabled = false;
      starter.textContent = t("Start practicing");
    }
  }

  function refresh() {
    const all = Object.values(practice.exercises());
    const words = [
      amount(all.length, "{n} exercise done.|{n} exercises done."),
      t("Due now: {number}.", { number: practice.due().length }),
      t("Learned: {number}.", { number: all.filter(([stage]) => stage === practice.LEARNED).length }),
    ];
    put(facts, all.length ? words.join(" ") : t("No exercises done yet."));
  }

  function importText() {
    const count = practice.importText(text.value, entries);
    text.value = "";
    refresh();
    announce(amount(count, "Imported {n} exercise.|Imported {n} exercises."));
  }

  const { panel, text, show } = textPanel(t("Exercises as text"), t("They are kept in this browser only. Export them here, and import them in another."), [
    [t("Import"), "import", importText],
    [t("Export all"), "export", () => show(practice.asText())],
  ]);
  const starter = h("button", { id: "start", class: "main", onclick: () => attempt(start) }, t("Start practicing"));
  const choice = (label, select) => h("p", null, h("label", { for: select.id }, label), " ", select);
  put(
    root,
    hero(
      t("Practice"),
      t("Positions in which exactly one move is right. Those you miss come back soon; those you solve come back after a day, a week and a month."),
    ),
    facts,
    h("section", { class: "panel" }, h("div", { class: "inner" }, choice(t("Puzzle or game"), game), choice(t("Difficulty"), difficulty), fault, starter)),
    panel,
  );
  document.title = `${t("Practice")} – Perfect Play`;
  refresh();
  return { stop() {} };
}
