// The view of practice: what is due, a choice of exercises, and all of them as text.

import { goTo } from "./addresses.js";
import { announce, h, put, recall, remember } from "./dom.js";
import { amount, t } from "./language.js";
import * as practice from "./practice.js";

const CHOICE = "practice"; // under which the last choice is kept
const DIFFICULTIES = { "": t("any"), easy: t("easy"), medium: t("medium"), hard: t("hard") };

export function practiceView(root, entries) {
  const choice = recall(CHOICE, " ").split(" "); // the id of a puzzle or game, and a difficulty
  const option = ([value, name]) => h("option", { value }, name);
  const names = practice.sources(entries).map(({ entry }) => [entry.gameId, entry.name]);
  const game = h("select", { id: "game" }, [["", t("all")], ...names].map(option));
  const difficulty = h("select", { id: "difficulty" }, Object.entries(DIFFICULTIES).map(option));
  const facts = h("p", { class: "streak" });
  const fault = h("p", { class: "fault", role: "alert" });
  const text = h("textarea", { id: "text", rows: 8, spellcheck: "false", "aria-describedby": "text-help" });
  [game.value, difficulty.value] = choice;
  if (game.selectedIndex < 0) game.value = "";

  async function attempt(action) {
    fault.textContent = "";
    try {
      await action();
    } catch (error) {
      fault.textContent = error.message;
    }
  }

  async function start() {
    remember(CHOICE, `${game.value} ${difficulty.value}`);
    starter.disabled = true;
    try {
      goTo(await practice.next(entries, game.value, difficulty.value));
    } finally {
      starter.disabled = false;
    }
  }

  function refresh() {
    const all = Object.values(practice.exercises());
    const words = [
      amount(all.length, "{n} exercise met.|{n} exercises met."),
      t("Due now: {number}.", { number: practice.due().length }),
      t("Learned: {number}.", { number: all.filter(([stage]) => stage === 3).length }),
    ];
    put(facts, all.length ? words.join(" ") : t("None met yet."));
  }

  function importText() {
    const count = practice.importText(text.value, entries);
    text.value = "";
    refresh();
    announce(amount(count, "Imported {n} exercise.|Imported {n} exercises."));
  }

  function exportText() {
    text.value = practice.asText();
    text.focus();
    text.select();
    announce(t("The text is in the field below."));
  }

  const starter = h("button", { type: "button", id: "start", class: "main", onclick: () => attempt(start) }, t("Start practicing"));
  const field = (label, select) => h("p", null, h("label", { for: select.id }, label), " ", select);
  const button = (label, id, action) => h("button", { type: "button", id, onclick: () => attempt(action) }, label);
  put(
    root,
    h(
      "div",
      { class: "hero" },
      h("h1", null, t("Practice")),
      h("p", null, t("Positions in which exactly one move is right. One that you miss soon returns; one that you find returns after a day, a week and a month.")),
    ),
    facts,
    h(
      "section",
      { class: "panel" },
      h("div", { class: "inner" }, field(t("Puzzle or game"), game), field(t("Difficulty"), difficulty), fault, starter),
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", null, h("label", { for: "text" }, t("Exercises as text"))),
      h(
        "div",
        { class: "inner" },
        text,
        h("p", { id: "text-help", class: "help" }, t("They are kept in this browser only. Export them here, and import them in another.")),
        h("div", { class: "joined" }, button(t("Import"), "import", importText), button(t("Export all"), "export", exportText)),
      ),
    ),
  );
  document.title = `${t("Practice")} – Perfect Play`;
  refresh();
  return { stop() {} };
}
