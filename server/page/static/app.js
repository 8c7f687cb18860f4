// The entry point of the page: shows the view that the URL names, and switches theme and sound.

import { addressNow, goTo, linkTo } from "./addresses.js";
import * as api from "./api.js";
import { catalogueView } from "./catalogue.js";
import { h, put, remember, style } from "./dom.js";
import { LANGUAGES, language, t } from "./language.js";
import { playView } from "./play.js";
import { isCalled } from "./search.js";
import * as tones from "./tones.js";

const SCROLL_PAUSE = 150; // milliseconds without scrolling after which the place is noted
const main = document.getElementById("main");
/** Views at which few visits begin; their addresses are not ids. Each is loaded when it is first shown. */
const VIEWS = {
  matches: async () => (await import("./matches.js")).matchesView,
  script: async () => (await Promise.all([import("./scriptview.js"), style("script.css")]))[0].scriptView,
  practice: async () => (await import("./practiceview.js")).practiceView,
  today: async () => (await import("./dayview.js")).todayView,
};

let entries = null; // of the whole catalogue
let cards = null;
let view = null;
let scrolling = 0;
let visits = 0;

async function show(moveFocus) {
  clearTimeout(scrolling);
  visits += 1;
  const visit = visits;
  if (view) view.stop();
  view = null;
  const { view: name, id, variant, position, query } = addressNow();
  const special = Object.hasOwn(VIEWS, name) && VIEWS[name];
  try {
    if (special) {
      const listing = entries || (name === "script" ? null : api.catalogue());
      const viewOf = await special(); // its file loads while the service answers
      entries = await listing;
      if (visit === visits) view = viewOf(main, entries);
    } else {
      const entry = id && (entries?.find((item) => item.gameId === id) || (await api.entry(id)));
      if (!entry) cards ??= await api.cards();
      if (visit !== visits) return;
      const typed = entry ? null : gameTyped(addressNow());
      if (typed) {
        history.replaceState(null, "", typed);
        show(moveFocus);
        return;
      }
      if (entry) view = playView(main, entry, variant, position, query);
      else if (id?.startsWith("script-")) view = (await VIEWS.script())(main, null, id);
      else view = catalogueView(main, cards, ...mistake(name, id));
    }
    if (visit !== visits) return;
  } catch (error) {
    if (visit !== visits) return;
    const retry = h("button", { onclick: () => show(true) }, t("Try again"));
    put(main, h("p", { class: "notice", role: "alert" }, error.message), h("p", null, retry));
    return;
  }
  if (moveFocus) (view.cardToFocus || main).focus({ preventScroll: true });
  scrollTo({ top: history.state?.scroll ?? 0, behavior: "instant" });
  if (moveFocus) view.cardToFocus?.closest("li").scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** The address of the game whose name was typed as a path; without a network, no service leads there. */
function gameTyped({ view, id, variant }) {
  const [name, rest] = view === "g" ? [id, variant] : [view, id];
  const card = name && cards.find((item) => isCalled(item, name));
  return card && card.gameId !== id ? linkTo(card.gameId, rest) : null;
}

/** What is wrong with an address that leads to the catalogue, as a sentence, and the name to look for; or nothing. */
function mistake(view, id) {
  const name = id || (view === "g" ? "" : view);
  return name ? [t("There is no puzzle or game called “{id}”.", { id: name }), name] : [];
}

/** Note in the browser's history how far a view is scrolled, so that Back returns to the place. */
function keepPlace() {
  clearTimeout(scrolling);
  scrolling = setTimeout(() => history.replaceState({ ...history.state, scroll: scrollY }, ""), SCROLL_PAUSE);
}

function setUpTheme() {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => root.dataset.theme || (system.matches ? "dark" : "light");
  const label = () => {
    button.textContent = theme() === "dark" ? t("Light") : t("Dark");
    button.setAttribute("aria-label", theme() === "dark" ? t("Switch to light colors") : t("Switch to dark colors"));
  };
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    remember("theme", root.dataset.theme);
    label();
  });
  system.addEventListener("change", label);
  label();
}

function setUpSound() {
  const button = document.getElementById("sound");
  const label = () => button.setAttribute("aria-pressed", String(tones.isOn()));
  button.addEventListener("click", () => {
    tones.switchSound();
    label();
  });
  label();
}

/** Translate the words of the page around the views, and let people choose the language. */
function setUpLanguage() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.textContent.replace(/\s+/g, " "));
  for (const element of document.querySelectorAll("[data-t-label]")) element.ariaLabel = t(element.ariaLabel);
  document.documentElement.classList.remove("untranslated");
  const select = document.getElementById("language");
  put(select, Object.entries(LANGUAGES).map(([value, name]) => h("option", { value, lang: value }, name)));
  select.value = language;
  select.addEventListener("change", () => {
    remember("language", select.value);
    location.reload();
  });
}

/** Follow a link to another view without loading the page again. */
function follow(event) {
  const link = event.target.closest?.("a[href]");
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || event.defaultPrevented || link.target || !link.href.startsWith(document.baseURI)) return;
  const [view] = link.href.slice(document.baseURI.length).split(/[/?#]/);
  if (!["", "g", ...Object.keys(VIEWS)].includes(view) || link.hash) return;
  event.preventDefault();
  goTo(link.href);
}

history.scrollRestoration = "manual";
addEventListener("scroll", keepPlace, { passive: true });
document.addEventListener("click", follow);
for (const change of ["visit", "popstate"]) addEventListener(change, () => show(true));
addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#/")) return;
  replaceOldAddress();
  show(true);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
setUpLanguage();
setUpTheme();
setUpSound();
show(false);
if (navigator.serviceWorker?.controller) import("./offline.js").then(({ register }) => register()); // a new release
