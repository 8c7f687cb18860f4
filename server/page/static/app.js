// The entry point of the page: shows the view that the URL names, and switches the theme.

import * as api from "./api.js";
import { catalogueView } from "./catalogue.js";
import { h, keep, put } from "./dom.js";
import { playView } from "./play.js";

const main = document.getElementById("main");
let entries = null;
let view = null;
let turn = 0;

/** The path and the query of the URL after the #. */
const halves = () => location.hash.replace(/^#\/?/, "").split("?");

/** The decoded parts of the path; a part that cannot be decoded is left as it is. */
function parts() {
  return halves()[0]
    .split("/")
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

async function show(moveFocus) {
  turn += 1;
  const mine = turn;
  if (view) view.stop();
  view = null;
  const [id, variant, position] = parts();
  try {
    if (!entries || !id) entries = await api.catalogue();
  } catch (refused) {
    put(
      main,
      h("p", { class: "notice", role: "alert" }, refused.message),
      h("p", null, h("button", { type: "button", onclick: () => show(true) }, "Try again")),
    );
    return;
  }
  if (mine !== turn) return;
  const entry = entries.find((one) => one.gameId === id);
  if (entry) view = playView(main, entry, variant, position, new URLSearchParams(halves()[1]));
  else view = catalogueView(main, entries, id ? `There is no puzzle or game called “${id}”.` : "");
  if (moveFocus) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function setUpTheme() {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const now = () => root.dataset.theme || (system.matches ? "dark" : "light");
  const tell = () => {
    button.textContent = now() === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to ${now() === "dark" ? "light" : "dark"} colors`);
  };
  button.addEventListener("click", () => {
    root.dataset.theme = now() === "dark" ? "light" : "dark";
    keep("theme", root.dataset.theme);
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

// During a match the URL changes without this event; it fires for links, back and forward, and typed URLs.
addEventListener("hashchange", () => show(true));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
setUpTheme();
show(false);
