// The controls of a match: the tools below the board; beside it, the players and starts; above it, the variant.

import { goTo, linkTo, nameOf } from "./addresses.js";
import { field, h, options } from "./dom.js";
import { t } from "./language.js";
import { LEVELS, levelName } from "./opponent.js";
import { published } from "./requests.js";

const PLAYERS = {
  onePlayer: [
    ["1", t("I solve it")],
    ["", t("The computer solves it")],
  ],
  twoPlayer: [
    ["1", t("I play first")],
    ["2", t("The computer plays first")],
    ["12", t("Two people")],
    ["", t("The computer plays itself")],
  ],
};

/** The difficulties of puzzles and exercises, as pairs of name and words. */
export const DIFFICULTIES = [
  ["", t("any")],
  ["easy", t("easy")],
  ["medium", t("medium")],
  ["hard", t("hard")],
];

function button(label, id, onclick, letter) {
  return h("button", { id, onclick, "aria-keyshortcuts": letter, title: letter && `${label} (${letter})` }, label);
}

/** The buttons below the board, by name; the last one appears once a move was undone. */
export function tools(match) {
  const redo = button("↷", "redo", () => match.forth(), "r");
  redo.ariaLabel = t("Redo");
  redo.title = `${t("Redo")} (r)`;
  redo.disabled = true; // until a move is undone
  return {
    undo: button(t("Undo"), "undo", () => match.back(), "u"),
    newMatch: button(t("New"), "new", () => match.newMatch(), "n"),
    hint: match.hint.opener,
    share: button(t("Share"), "share", () => match.share()),
    redo,
  };
}

/** The keys of a script as buttons, for those who have no keyboard. */
export function keypad(match) {
  const key = (sign, label, press) => h("button", { "aria-label": label, onclick: press }, sign);
  const slide = (sign, label, name) => key(sign, label, () => match.slide(name));
  return h("div", { class: "tools keypad", role: "group", "aria-label": t("Keys") },
    slide("←", t("Left"), "ArrowLeft"),
    slide("↑", t("Up"), "ArrowUp"),
    slide("↓", t("Down"), "ArrowDown"),
    slide("→", t("Right"), "ArrowRight"),
    slide("x", t("Act (x)"), "x"),
    key("z", t("Undo (z)"), () => match.back()),
    key("r", t("Restart (r)"), () => match.open(match.first || undefined)),
  );
}

/** The fields for who plays and from where, by name; `box` holds all of them, folded under a `summary`. */
export function setup(match) {
  const { entry, solo } = match;
  const players = h("select", { id: "who", onchange: () => match.seat(players.value) }, options(PLAYERS[entry.type]));
  const names = Object.entries(LEVELS).map(([name, [label]]) => [name, label]);
  const level = !solo && h("select", { id: "level", onchange: () => match.setLevel(level.value) }, options(names));
  const levelField = level && field(t("The computer"), level);
  const difficulty = solo && h("select", { id: "difficulty" }, options(DIFFICULTIES));
  const random = button(t("Random position"), "random", () => {
    match.attempt = null;
    match.random(difficulty ? difficulty.value : "");
  });
  const restart = button(t("Restart"), "restart", () => match.open(match.first || undefined));
  const start = solo ? h("label", { for: "difficulty" }, t("Difficulty")) : h("span", { class: "label" }, t("Starting position"));
  const summary = h("summary");
  const box = h("details", { class: "fold setup" },
    summary,
    field(t("Who plays"), players),
    levelField,
    h("div", { class: "field" }, start, h("div", { class: "joined" }, difficulty, random, restart)),
  );
  return { box, summary, players, level, levelField };
}

/** Who plays, in the fewest words. */
export function playersInShort({ solo, people, level }) {
  if (people === "12") return t("Two people");
  if (solo) return people ? t("Starting position") : t("The computer solves it");
  return t("Computer: {level}", { level: levelName(level) });
}

/** The field that chooses a variant. `typeOwn()` is called when the user wants to type a start. */
export function variantField(match, typeOwn) {
  const { entry, variantId } = match;
  const states = { solving: ` · ${t("being solved")}`, unavailable: ` · ${published ? t("Not on this site").toLowerCase() : t("not solved")}` };
  const stateOf = ({ status }, isShown) => (isShown && status === "solving" ? "" : states[status]); // for which the page tells more
  const choices = entry.variants.map((variant) => {
    const isShown = variant === match.variant;
    return h("option", { value: variant.variantId, selected: isShown }, nameOf(entry, variant), stateOf(variant, isShown));
  });
  const select = h(
    "select",
    {
      id: "variant",
      onchange() {
        if (select.value) goTo(linkTo(match.id, select.value));
        else typeOwn();
      },
    },
    choices,
    !match.variant && h("option", { value: variantId, selected: true }, `${variantId} · ${t("typed")}`),
    entry.customStart && h("option", { value: "" }, t("Type your own…")),
  );
  return field(t("Variant"), select, true);
}
