// The view of the catalogue: every puzzle and game with a picture of its start, its variants, their sizes and status.

import { defaultVariant, linkTo, nameOf } from "./addresses.js";
import * as api from "./api.js";
import * as archive from "./archive.js";
import { announce, h, put, recall, remember } from "./dom.js";
import { amount, number, t } from "./language.js";
import { sizeText } from "./phrases.js";
import { fit, searchable } from "./search.js";

const CHIPS = 4; // greatest number of variants on a card
const INTERVAL = 3000; // milliseconds between requests for the progress of solving

/** The variants on a card: the one to open by default, and those after it. */
function listedVariants(entry) {
  const at = entry.variants.indexOf(defaultVariant(entry));
  return entry.variants.slice(Math.max(0, Math.min(at, entry.variants.length - CHIPS))).slice(0, CHIPS);
}

function dot(status) {
  const label = { available: t("can be played"), solving: t("is being solved"), unavailable: t("not solved yet") }[status];
  return h("span", { class: `dot ${status}`, role: "img", "aria-label": label, title: label });
}

/** The choices for the length of play: [the words, the least and the greatest number of moves]. */
const LENGTHS = {
  short: [t("Short: up to 10 moves"), 0, 10],
  medium: [t("Medium: 11 to 30 moves"), 11, 30],
  long: [t("Long: more than 30 moves"), 31, Infinity],
};

/** The greatest number of moves to the end of the variant that opens; null if it is not known. */
const longest = (entry) => defaultVariant(entry)?.longest || null;

/** The entries under their headings: first the best known, then families. */
function sections(entries) {
  const famous = entries.filter((item) => item.entry.wellKnown !== null);
  famous.sort((a, b) => a.entry.wellKnown - b.entry.wellKnown);
  const shelves = new Map(famous.length ? [[t("What most people know"), famous]] : []);
  for (const item of entries) {
    if (item.entry.wellKnown !== null) continue;
    const family = t(item.entry.family);
    if (!shelves.has(family)) shelves.set(family, []);
    shelves.get(family).push(item);
  }
  const [first, ...families] = shelves;
  return famous.length ? [first, ...families.sort(([a], [b]) => a.localeCompare(b))] : [...shelves].sort();
}

function card(entry) {
  const first = defaultVariant(entry);
  const variant = first ? first.variantId : entry.customStart.example;
  const image = `${api.picture(entry.gameId, variant, first ? first.startPosition : entry.example)}#adaptive`;
  const home = linkTo(entry.gameId, first ? first.variantId : entry.opens);
  const solvedCount = entry.variants.filter((item) => item.status === "available").length;
  const positionCount = (item) => item.positions || item.about || 0;
  const largest = entry.variants.reduce((best, item) => (positionCount(item) > positionCount(best) ? item : best), {});
  const unlistedCount = entry.variants.length - CHIPS;
  const facts = [
    entry.variants.length
      ? solvedCount === entry.variants.length
        ? amount(solvedCount, "variant")
        : t("{solved} of {variants} solved", { solved: solvedCount, variants: amount(entry.variants.length, "variant") })
      : t("typed starts"),
    positionCount(largest) ? t("up to {positions}", { positions: sizeText(largest) }) : "",
    longest(entry) ? t("at most {moves}", { moves: amount(longest(entry), "move") }) : "",
    entry.variants.length && entry.customStart ? t("typed starts") : "",
  ];
  return h(
    "li",
    { class: "card", "data-id": entry.gameId },
    h("div", { class: "card-board" }, h("img", { src: image, alt: "", loading: "lazy" })),
    h(
      "div",
      { class: "card-words" },
      h("h3", null, h("a", { href: home, class: "cover" }, entry.name)),
      h(
        "p",
        { class: "kind" },
        [
          entry.type === "onePlayer" ? t("One player") : t("Two players"),
          entry.impartial && t("same moves for both"),
          t(entry.family),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      entry.description && h("p", { class: "about" }, entry.description),
      h("p", { class: "facts" }, facts.filter(Boolean).join(" · ")),
      h(
        "p",
        { class: "chips" },
        listedVariants(entry).map((item) =>
          h(
            "a",
            {
              class: "chip",
              href: linkTo(entry.gameId, item.variantId),
              title: sizeText(item) || null,
            },
            dot(item.status),
            nameOf(entry, item),
          ),
        ),
        unlistedCount > 0 &&
          h(
            "a",
            { class: "chip more", href: home, "aria-label": t("{more} more variants of {name}", { more: unlistedCount, name: entry.name }) },
            `+${unlistedCount}`,
          ),
      ),
    ),
  );
}

function progressBar(progress) {
  const { available = 0, solving = 0, unavailable = 0 } = progress.tables;
  const total = available + solving + unavailable;
  const current = progress.solving;
  const of = current && current.expected ? t(" of about {number}", { number: number(current.expected) }) : "";
  const doing = current ? `${current.id}: ${number(current.positions || 0)}${of} ${t("positions")}` : "";
  return [
    h("p", null, h("strong", null, t("Solving in the background.")), ` ${t("{available} of {all} tables are ready.", { available, all: total })} `, doing),
    h("progress", { max: total, value: available, "aria-label": t("Solved tables") }),
  ];
}

export function catalogueView(root, entries, problem) {
  let timer = 0;
  let stopped = false;
  const search = h("input", {
    type: "search",
    id: "search",
    placeholder: t("Search by name or text"),
    autocomplete: "off",
  });
  const filters = [
    ["", t("All")],
    ["onePlayer", t("One player")],
    ["twoPlayer", t("Two players")],
  ];
  const players = recall("players", "");
  const radios = filters.map(([value, label]) => [
    h("input", {
      type: "radio",
      name: "players",
      id: `players-${value || "all"}`,
      value,
      checked: players === value,
      onchange: refresh,
    }),
    h("label", { for: `players-${value || "all"}` }, label),
  ]);
  const select = (id, label, options) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: id, class: "unseen" }, label),
      h("select", { id, onchange: refresh }, [["", label], ...options].map(([value, text]) => h("option", { value }, text))),
    );
  const families = [...new Set(entries.map((entry) => entry.family))].sort();
  const family = select("family", t("All families"), families.map((name) => [name, t(name)]));
  const length = select("length", t("Any length"), Object.entries(LENGTHS).map(([value, [label]]) => [value, label]));
  const unfinishedMatch = archive.records().find((record) => !record.result && entries.some((entry) => entry.gameId === record.id));
  const list = h("div", { class: "shelves" });
  const count = h("p", { class: "count", role: "status" });
  const solving = () => entries.some((entry) => entry.variants.some((variant) => variant.status === "solving"));
  const bar = h("div", { class: "notice progress", hidden: !solving() });
  const makeCards = () => entries.map((entry) => ({ entry, texts: searchable(entry), card: card(entry) }));
  let cards = makeCards();

  function refresh() {
    const query = search.value.trim();
    const players = root.querySelector("input[name=players]:checked")?.value || "";
    remember("players", players);
    const [kind, span] = [family, length].map((element) => element.querySelector("select").value);
    const [, minimum, maximum] = LENGTHS[span] || [];
    const results = cards
      .filter(({ entry }) => (!players || entry.type === players) && (!kind || entry.family === kind))
      .filter(({ entry }) => !span || (longest(entry) && longest(entry) >= minimum && longest(entry) <= maximum))
      .map((item) => ({ ...item, place: fit(item.texts, query) }))
      .filter(({ place }) => place !== null)
      .sort((a, b) => a.place - b.place);
    const shelves = query || kind ? [[t("Found"), results]] : sections(results);
    put(
      list,
      shelves.map(([name, items]) =>
        h(
          "section",
          { "aria-label": name },
          h("h2", { class: query || kind ? "unseen" : "" }, name),
          h("ul", { class: "cards" }, items.map((item) => item.card)),
        ),
      ),
    );
    count.textContent = results.length ? t("{found} of {all}", { found: results.length, all: entries.length }) : t("Nothing found. Try fewer words.");
  }

  async function watch() {
    if (stopped || !solving()) {
      bar.hidden = true;
      return;
    }
    try {
      const progress = await api.progress();
      if (stopped) return;
      bar.hidden = false;
      put(bar, progressBar(progress));
      const newEntries = await api.catalogue();
      if (stopped) return;
      const hasChanged = JSON.stringify(newEntries) !== JSON.stringify(entries);
      entries = newEntries;
      if (hasChanged && !list.contains(document.activeElement)) {
        cards = makeCards();
        refresh();
      }
    } catch {
      // retried below
    }
    timer = setTimeout(watch, INTERVAL);
  }

  put(
    root,
    h(
      "div",
      { class: "hero" },
      h("h1", null, t("Play against perfect play")),
      h(
        "p",
        null,
        t("Puzzles and games for which the value of every position is known. Play, ask for the best move, or watch."),
      ),
      h(
        "p",
        { class: "ways" },
        h("a", { href: "today" }, t("Today’s challenges")),
        unfinishedMatch && h("a", { id: "continue", href: archive.addressOf(unfinishedMatch) }, t("Continue {name}", unfinishedMatch)),
      ),
    ),
    problem && h("p", { class: "notice", role: "alert" }, problem),
    bar,
    h(
      "form",
      { class: "sieve", role: "search", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "field" }, h("label", { for: "search", class: "unseen" }, t("Search")), search),
      h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, t("Players")), radios),
      family,
      length,
      count,
    ),
    list,
  );
  document.title = "Perfect Play";
  search.addEventListener("input", refresh);
  refresh();
  watch();
  if (problem) announce(problem);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
