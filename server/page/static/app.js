// The page: which view an address names, and the theme.

import * as api from "./api.js";
import { catalogueView } from "./catalogue.js";
import { h, keep, put } from "./dom.js";
import { playView } from "./play.js";

const main = document.getElementById("main");
let entries = null;
let view = null;
let turn = 0;

/** The path and the query of an address behind the #. */
const halves = () => location.hash.replace(/^#\/?/, "").split("?");

/** The parts of the path, decoded; what cannot be decoded stays as it is. */
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
  else view = catalogueView(main, entries, id ? `Nothing here is called “${id}”.` : "");
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
    button.setAttribute("aria-label", `Switch to ${now() === "dark" ? "light" : "dark"} colours`);
  };
  button.addEventListener("click", () => {
    root.dataset.theme = now() === "dark" ? "light" : "dark";
    keep("theme", root.dataset.theme);
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

// The address is changed silently while one plays; this is for links, for back and forward, and for typing.
addEventListener("hashchange", () => show(true));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
setUpTheme();
show(false);
