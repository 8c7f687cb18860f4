// The controls of a match: the tools below the board; beside it, the players, starts and links.

import { goTo, linkTo, nameOf } from "./addresses.js";
import { announce, h } from "./dom.js";
import { t } from "./language.js";
import { LEVELS } from "./opponent.js";
import { sizeText } from "./phrases.js";
import { graphPath } from "./requests.js";

const OFFLINE_LIMIT = 6000; // positions up to which a variant may be kept for offline play
const CONFIRMATION = 2000; // milliseconds for which the button confirms the copying of the link

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

const DIFFICULTIES = [
  ["", t("any")],
  ["easy", t("easy")],
  ["medium", t("medium")],
  ["hard", t("hard")],
];

const options = (pairs) => pairs.map(([value, label]) => h("option", { value }, label));
const key = (letter) => h("kbd", { "aria-hidden": "true" }, letter);

function button(label, id, onclick, letter) {
  return h("button", { type: "button", id, onclick, "aria-keyshortcuts": letter }, label, letter && [" ", key(letter)]);
}

/** The buttons below the board, by name. */
export function tools(match) {
  const best = button(t("Best line"), "best", () => match.walkBest());
  best.className = "main";
  return {
    undo: button(t("Undo"), "undo", () => match.back(), "u"),
    redo: button(t("Redo"), "redo", () => match.forth(), "r"),
    restart: button(t("Restart"), "restart", () => match.open(match.first || undefined)),
    newMatch: button(t("New"), "new", () => match.newMatch(), "n"),
    hint: button(t("Hints"), "hints", () => match.toggleHints(), "h"),
    best,
  };
}

/** The fields beside the board, by name; `box` holds all of them. */
export function setup(match) {
  const { entry, solo } = match;
  const players = h("select", { id: "who", onchange: () => match.seat(players.value) }, options(PLAYERS[entry.type]));
  const names = Object.entries(LEVELS).map(([name, [label]]) => [name, label]);
  const level = !solo && h("select", { id: "level", onchange: () => match.setLevel(level.value) }, options(names));
  const levelField = level && field("level", t("The computer"), level);
  const difficulty = solo && h("select", { id: "difficulty" }, options(DIFFICULTIES));
  const random = button(t("Random start"), "random", () => {
    match.attempt = null;
    match.random(difficulty ? difficulty.value : "");
  });
  const picture = h("a", { id: "picture", class: "button", target: "_blank" }, t("Picture"));
  const copies = ["SVG", "PNG"].map((kind) => {
    const copy = async () => (await import("./pictures.js")).copy(copier, kind, picture.href);
    const copier = button(t("Copy {kind}", { kind }), `copy-${kind.toLowerCase()}`, copy);
    return copier;
  });
  const start = solo ? h("label", { for: "difficulty" }, t("Difficulty")) : h("span", { class: "label" }, t("Another start"));
  const box = h(
    "div",
    { class: "setup" },
    field("who", t("Who plays"), players),
    levelField,
    h("div", { class: "field" }, start, h("div", { class: "joined" }, difficulty, random)),
    h("div", { class: "joined" }, linkButton(), picture),
    h("div", { class: "joined" }, copies),
    offlineButton(match),
  );
  return { box, players, level, levelField, picture, copies };
}

/** The button that keeps a small variant in the browser for offline play. */
function offlineButton(match) {
  const { id, variantId, variant } = match;
  if (!navigator.serviceWorker || (variant?.positions ?? variant?.about) > OFFLINE_LIMIT) return null;
  const showPressed = (isPressed) => keeper.setAttribute("aria-pressed", String(isPressed));
  const keeper = button(t("Keep for offline play"), "offline", async () => {
    const available = keeper.ariaPressed === "true";
    keeper.disabled = true;
    try {
      const offline = await import("./offline.js");
      await (available ? offline.forget : offline.keep)(id, variantId);
      showPressed(!available);
      announce(available ? t("It is no longer kept.") : t("It is kept: it can be played without the network."));
    } catch (error) {
      match.showProblem(error.message);
    }
    keeper.disabled = false;
  });
  showPressed(false);
  caches.match(graphPath(id, variantId), { ignoreVary: true }).then((cached) => showPressed(Boolean(cached)), () => keeper.remove());
  return keeper;
}

const field = (id, label, control) => h("div", { class: "field" }, h("label", { for: id }, label), control);

function linkButton() {
  const copy = button(t("Copy link"), "copy", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      copy.textContent = t("Copied");
      announce(t("The link to this position has been copied."));
    } catch {
      copy.textContent = t("See the address bar");
    }
    setTimeout(() => {
      copy.textContent = t("Copy link");
    }, CONFIRMATION);
  });
  return copy;
}

/**
 * The field that chooses a variant, and `refresh()`, which shows what has been solved meanwhile. `typeOwn()` is called
 * when the user wants to type a start.
 */
export function variantField(match, typeOwn) {
  const { entry, variantId } = match;
  const states = { available: "", solving: ` · ${t("being solved")}`, unavailable: ` · ${t("not solved")}` };
  const size = (variant) => (sizeText(variant) ? ` · ${sizeText(variant)}` : "");
  const label = (variant) => `${nameOf(entry, variant)}${size(variant)}${states[variant.status]}`;
  const options = entry.variants.map((variant) =>
    h("option", { value: variant.variantId, selected: variant.variantId === variantId }, label(variant)),
  );
  const select = h(
    "select",
    {
      id: "variant",
      onchange() {
        if (select.value) goTo(linkTo(match.id, select.value));
        else typeOwn();
      },
    },
    options,
    !match.variant && h("option", { value: variantId, selected: true }, `${variantId} · ${t("typed")}`),
    entry.customStart && h("option", { value: "" }, t("Type your own…")),
  );
  const refresh = () =>
    entry.variants.forEach((variant, number) => {
      options[number].textContent = label(variant);
    });
  return { box: field("variant", t("Variant"), select), refresh };
}
