// The moves of a position as a list of buttons, and the moves of a match so far as a trail of buttons.

import { h } from "./dom.js";
import { moveWords, t } from "./language.js";
import { SIGNS, moveWorth, opacities, shortWorth } from "./phrases.js";

/**
 * List items with a button for each move, best first. With `hints` each shows the value of its move; `choose(move)` is
 * called on a click, and false disables the buttons.
 */
export function moveButtons(entry, moves, hints, choose) {
  const strength = opacities(moves);
  return moves.map((move, i) => {
    const facts = { "data-move": move.move, ...(hints && { "data-value": move.moveValue, "data-delta": move.deltaRemoteness }) };
    const button = h(
      "button",
      { class: `option ${hints ? move.moveValue : "plain"}`, disabled: !choose, onclick: () => choose(move), ...facts },
      hints && h("span", { class: "swatch", "aria-hidden": "true" }),
      hints && h("span", { class: "mark", "aria-hidden": "true" }, SIGNS[move.moveValue]),
      h("span", { class: "name" }, moveWords(move.moveName)),
      hints && h("span", { class: "worth", title: moveWorth(entry, move) }, shortWorth(entry, move)),
    );
    if (hints) button.querySelector(".swatch").style.opacity = strength[i];
    return h("li", null, button);
  });
}

/** List items with a button for each move of the match, which calls `jump` with its place in the line. */
export function trail(line, at, hints, jump) {
  return line.slice(1).map(({ move }, i) =>
    h("li", null,
      h(
        "button",
        { class: "step", "aria-current": i + 1 === at ? "step" : null, "data-keep": `step-${i + 1}`, onclick: () => jump(i + 1) },
        h("span", { class: `bead ${hints ? move.moveValue : "plain"}`, "aria-hidden": "true" }),
        hints && h("span", { class: "mark", "aria-hidden": "true" }, SIGNS[move.moveValue]),
        moveWords(move.moveName),
      ),
    ),
  );
}

const NAMED_MOVES = 4; // most moves of another line that its button names

/** List items with a button for each other line that was played, which calls `follow` with its number. */
export function branchButtons(line, branches, follow) {
  return branches.map((places, i) => {
    const branching = places.findIndex(([position], at) => line[at]?.answer.position !== position);
    const from = branching < 0 ? places.length : branching;
    const names = places.slice(from).map(([, , name]) => name);
    const ellipsis = names.length > NAMED_MOVES ? "…" : "";
    const label = names.length ? `${t("From move {from}:", { from })} ${names.slice(0, NAMED_MOVES).map(moveWords).join(", ")}${ellipsis}` : t("Up to here");
    return h("li", null, h("button", { class: "step", onclick: () => follow(i) }, label));
  });
}
