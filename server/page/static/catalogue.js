// The view of the catalogue: a grid of every puzzle and game, each a small picture and a name.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import * as archive from "./archive.js";
import { announce, field, h, hero, put, recall, remember } from "./dom.js";
import { arrowKeys } from "./grid.js";
import { amount, language, t } from "./language.js";
import { published } from "./requests.js";
import { IS_NEAR, byRenown, fit, nearest, searchable } from "./search.js";

const INTERVAL = 3000; // milliseconds between looks at what has been solved
const AT_ONCE = 60; // pictures in one request
const MARGIN = "200px"; // how far below the screen pictures are fetched

/** The choices for the length of play: [the words, the least and the greatest number of moves]. */
const LENGTHS = {
  short: [t("Short: up to 10 moves"), 0, 10],
  medium: [t("Medium: 11 to 30 moves"), 11, 30],
  long: [t("Long: more than 30 moves"), 31, Infinity],
};
const PLAYERS = { onePlayer: t("One player"), twoPlayer: t("Two players") };

/** The addresses of the pictures that have been fetched, by id. */
const pictures = new Map();

/** The cards under their headings: first the best known, then families. */
function sections(cards) {
  const famous = cards.filter(({ entry }) => entry.wellKnown !== null);
  famous.sort((a, b) => a.entry.wellKnown - b.entry.wellKnown);
  const families = Object.groupBy(cards.filter(({ entry }) => entry.wellKnown === null), ({ entry }) => t(entry.family));
  const shelves = Object.entries(families).sort(([a], [b]) => a.localeCompare(b));
  return famous.length ? [[t("Classics"), famous], ...shelves] : shelves;
}

function cardOf(entry) {
  const image = h("img", { alt: "" });
  const label = t("is being solved");
  const dot = h("span", { class: "dot solving", role: "img", "aria-label": label, title: label });
  const link = h("a", { href: linkTo(entry.gameId, entry.opens), class: "cover", tabindex: -1 }, entry.name);
  const absence = entry.absent && h("p", { class: "absent" }, t("Not on this site"));
  const box = h("li", { class: "card tile", "data-id": entry.gameId }, h("div", { class: "card-board" }, image), h("h3", null, link, dot), absence);
  return { entry, texts: searchable(entry), box, image, dot, link };
}

/** Fetches the pictures of cards that come near the screen, those that come together at once. */
function pictureObserver(cards) {
  const byBox = new Map(cards.map((card) => [card.box, card]));
  const show = ({ entry, image }) => {
    if (!image.src && pictures.has(entry.gameId)) image.src = `${pictures.get(entry.gameId)}#adaptive`;
  };
  const observer = new IntersectionObserver(
    async (changes) => {
      const near = changes.filter((change) => change.isIntersecting).map((change) => byBox.get(change.target));
      for (const { box } of near) observer.unobserve(box);
      const missing = near.map((card) => card.entry.gameId).filter((id) => !pictures.has(id));
      near.forEach(show);
      try {
        for (let first = 0; first < missing.length; first += AT_ONCE) {
          const svgs = await api.pictures(missing.slice(first, first + AT_ONCE));
          for (const [id, svg] of Object.entries(svgs)) pictures.set(id, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
          near.forEach(show);
        }
      } catch {
        // names are enough
      }
    },
    { rootMargin: MARGIN },
  );
  for (const { box } of cards) observer.observe(box);
  return observer;
}

export function catalogueView(root, entries, problem, wrongName) {
  let timer = 0;
  const saved = history.state?.sieve || { players: recall("players", "") };
  const cards = entries.map(cardOf).sort((a, b) => a.entry.name.localeCompare(b.entry.name, language));
  const search = h("input", {
    ...{ type: "search", id: "search", value: saved.query ?? "", placeholder: t("Search by name or text") },
    ...{ autocomplete: "off", "aria-keyshortcuts": "/" },
  });
  const select = (id, label, options) => {
    const all = [["", label], ...options];
    const choice = h("select", { id, onchange: refresh }, all.map(([value, text]) => h("option", { value, selected: value === saved[id] }, text)));
    return [choice, field(label, choice, true)];
  };
  const families = [...new Set(entries.map((entry) => entry.family))].sort();
  const [players, playersField] = select("players", t("Any players"), Object.entries(PLAYERS));
  const [family, familyField] = select("family", t("All families"), families.map((name) => [name, t(name)]));
  const [length, lengthField] = select("length", t("Any length"), Object.entries(LENGTHS).map(([value, [label]]) => [value, label]));
  const unfinishedMatch = archive.records().find((record) => !record.result && entries.some((entry) => entry.gameId === record.id));
  const list = h("div", { class: "shelves" });
  const count = h("p", { class: "count", role: "status" });
  const banner = h("div", { class: "notice progress" });
  const grid = arrowKeys(list, search);

  /** The cards that pass, the best match first; if a search finds none, those with the nearest names. */
  function results(query) {
    const [, minimum, maximum] = LENGTHS[length.value] || [];
    const candidates = cards
      .filter(({ entry }) => (!players.value || entry.type === players.value) && (!family.value || entry.family === family.value))
      .filter(({ entry }) => !length.value || (entry.longest >= Math.max(1, minimum) && entry.longest <= maximum));
    const places = new Map(candidates.map((card) => [card, fit(card.texts, query)]));
    const matches = candidates.filter((card) => places.get(card) !== null).sort((a, b) => places.get(a) - places.get(b) || (query && byRenown(a, b)));
    if (!matches.length && query) return { matches: nearest(candidates, query), isGuess: true };
    return { matches, isGuess: query && matches.every((card) => places.get(card) === IS_NEAR) };
  }

  function refresh() {
    const query = search.value.trim();
    const { matches, isGuess } = results(query);
    const sieve = { ...saved, query, players: players.value, family: family.value, length: length.value };
    remember("players", players.value);
    history.replaceState({ ...history.state, sieve }, "");
    const isFlat = query || family.value;
    const shelves = isFlat ? [[t("Found"), matches]] : sections(matches);
    const heading = (name) => h("h2", { class: isFlat ? "unseen" : "" }, name);
    const tiles = (items) => h("ul", { class: "tiles" }, items.map((item) => item.box));
    put(list, shelves.map(([name, items]) => h("section", { "aria-label": name }, heading(name), tiles(items))));
    grid.refresh();
    if (!matches.length) count.textContent = t("Nothing found. Try another name, or fewer words.");
    else if (isGuess) count.textContent = t("Nothing is called “{query}”. Did you mean one of these?", { query });
    else if (matches.length === entries.length) count.textContent = amount(entries.length, "{n} game|{n} games");
    else count.textContent = t("{found} of {all}", { found: matches.length, all: entries.length });
  }

  /** Say which games are still being solved, and look again until none is. */
  async function watch() {
    const solving = entries.filter((entry) => entry.status === "solving").length;
    for (const { entry, dot } of cards) dot.hidden = entry.status !== "solving";
    if (!solving) {
      banner.hidden = !banner.childNodes.length;
      banner.style.minHeight = `${banner.offsetHeight}px`; // what is below stays where it is
      put(banner, h("p", null, t("All games are solved now.")));
      return;
    }
    put(
      banner,
      h("p", null, amount(solving, "Everything can be played. {n} game is still being solved; until then the computer searches for its moves.|Everything can be played. {n} games are still being solved; until then the computer searches for its moves.")),
      h("progress", { max: entries.length, value: entries.length - solving, "aria-label": t("Solved games") }),
    );
    timer = setTimeout(async () => {
      const news = await api.cards().catch(() => entries);
      for (const entry of entries) Object.assign(entry, { status: news.find((item) => item.gameId === entry.gameId)?.status });
      if (timer) watch();
    }, INTERVAL);
  }

  function shortcut(event) {
    if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    search.focus();
  }

  put(
    root,
    hero(
      t("Play against perfect play"),
      t("Play, ask for the best move, or watch: the computer knows how every game ends."),
      h("p", { class: "ways" },
        !published && h("a", { href: "today" }, t("Today’s challenges")),
        !published && h("a", { href: "practice" }, t("Practice")),
        unfinishedMatch && h("a", { id: "continue", href: archive.addressOf(unfinishedMatch) }, t("Continue {name}", unfinishedMatch)),
      ),
    ),
    problem && h("p", { class: "notice", role: "alert" }, problem),
    banner,
    h(
      "form",
      {
        class: "finder",
        role: "search",
        onsubmit(event) {
          event.preventDefault();
          list.querySelector(".cover")?.click();
        },
      },
      h("label", { for: "search", class: "unseen" }, t("Search")),
      search,
      count,
    ),
    h("div", { class: "sieve" }, playersField, familyField, lengthField),
    list,
  );
  document.title = "Perfect Play";
  search.addEventListener("input", () => {
    refresh();
    if (root.querySelector(".finder").getBoundingClientRect().top <= 0) list.scrollIntoView({ behavior: "instant" });
  });
  document.addEventListener("keydown", shortcut);
  list.addEventListener("click", (event) => {
    const id = event.target.closest(".card")?.dataset.id;
    if (id) history.replaceState({ ...history.state, sieve: { ...history.state.sieve, id } }, "");
  }, { capture: true });
  if (wrongName && results(wrongName).matches.length) search.value = wrongName;
  refresh();
  watch();
  const observer = pictureObserver(cards);
  if (problem) announce(problem);
  return {
    cardToFocus: cards.find((card) => card.entry.gameId === saved.id)?.link, // the card that was opened, on coming back
    stop() {
      clearTimeout(timer);
      timer = 0;
      observer.disconnect();
      document.removeEventListener("keydown", shortcut);
    },
  };
}
