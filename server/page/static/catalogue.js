// The view of the catalogue: every puzzle and game with a picture of its start, its variants, their sizes and status.

import { linkTo, nameOf, openingOf } from "./addresses.js";
import * as api from "./api.js";
import * as archive from "./archive.js";
import { announce, h, keep, kept, put } from "./dom.js";
import { number, some, t } from "./language.js";
import { fit, searchable } from "./search.js";
import { counted } from "./words.js";

const LISTED = 4; // greatest number of variants on a card
const EVERY = 3000; // milliseconds between requests for the progress of solving

/** The variants on a card: the one to open by default, and those after it. */
function listed(entry) {
  const at = entry.variants.indexOf(openingOf(entry));
  return entry.variants.slice(Math.max(0, Math.min(at, entry.variants.length - LISTED))).slice(0, LISTED);
}

function dot(status) {
  const words = { available: t("can be played"), solving: t("is being solved"), unavailable: t("not solved yet") }[status];
  return h("span", { class: `dot ${status}`, role: "img", "aria-label": words, title: words });
}

/** The choices for the length of play: [the words, the least and the greatest number of moves]. */
const LENGTHS = {
  short: [t("Short: up to 10 moves"), 0, 10],
  medium: [t("Medium: 11 to 30 moves"), 11, 30],
  long: [t("Long: more than 30 moves"), 31, Infinity],
};

/** The greatest number of moves to the end of the variant that opens; null if it is not known. */
const longest = (entry) => openingOf(entry)?.longest || null;

/** The entries under their headings: first the best known, then families. */
function sections(entries) {
  const known = entries.filter((one) => one.entry.wellKnown !== null);
  known.sort((a, b) => a.entry.wellKnown - b.entry.wellKnown);
  const found = new Map(known.length ? [[t("What most people know"), known]] : []);
  for (const one of entries) {
    if (one.entry.wellKnown !== null) continue;
    const family = t(one.entry.family);
    if (!found.has(family)) found.set(family, []);
    found.get(family).push(one);
  }
  const [first, ...families] = found;
  return known.length ? [first, ...families.sort(([a], [b]) => a.localeCompare(b))] : [...found].sort();
}

function card(entry) {
  const first = openingOf(entry);
  const variant = first ? first.variantId : entry.customStart.example;
  const shown = `${api.picture(entry.gameId, variant, first ? first.startPosition : entry.example)}#adaptive`;
  const home = linkTo(entry.gameId, first ? first.variantId : entry.opens);
  const solved = entry.variants.filter((one) => one.status === "available").length;
  const large = (one) => one.positions || one.about || 0;
  const largest = entry.variants.reduce((one, other) => (large(other) > large(one) ? other : one), {});
  const more = entry.variants.length - LISTED;
  const facts = [
    entry.variants.length
      ? solved === entry.variants.length
        ? some(solved, "variant")
        : t("{solved} of {variants} solved", { solved, variants: some(entry.variants.length, "variant") })
      : t("typed starts"),
    large(largest) ? t("up to {positions}", { positions: counted(largest) }) : "",
    longest(entry) ? t("at most {moves}", { moves: some(longest(entry), "move") }) : "",
    entry.variants.length && entry.customStart ? t("typed starts") : "",
  ];
  return h(
    "li",
    { class: "card", "data-id": entry.gameId },
    h("div", { class: "card-board" }, h("img", { src: shown, alt: "", loading: "lazy" })),
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
        listed(entry).map((one) =>
          h(
            "a",
            {
              class: "chip",
              href: linkTo(entry.gameId, one.variantId),
              title: counted(one) || null,
            },
            dot(one.status),
            nameOf(entry, one),
          ),
        ),
        more > 0 &&
          h(
            "a",
            { class: "chip more", href: home, "aria-label": t("{more} more variants of {name}", { more, name: entry.name }) },
            `+${more}`,
          ),
      ),
    ),
  );
}

function progressBar(progress) {
  const { available = 0, solving = 0, unavailable = 0 } = progress.tables;
  const all = available + solving + unavailable;
  const current = progress.solving;
  const of = current && current.expected ? t(" of about {number}", { number: number(current.expected) }) : "";
  const doing = current ? `${current.id}: ${number(current.positions || 0)}${of} ${t("positions")}` : "";
  return [
    h("p", null, h("strong", null, t("Solving in the background.")), ` ${t("{available} of {all} tables are ready.", { available, all })} `, doing),
    h("progress", { max: all, value: available, "aria-label": t("Solved tables") }),
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
  const chosen = kept("players", "");
  const radios = filters.map(([value, words]) => [
    h("input", {
      type: "radio",
      name: "players",
      id: `players-${value || "all"}`,
      value,
      checked: chosen === value,
      onchange: refresh,
    }),
    h("label", { for: `players-${value || "all"}` }, words),
  ]);
  const select = (id, words, options) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: id, class: "unseen" }, words),
      h("select", { id, onchange: refresh }, [["", words], ...options].map(([value, said]) => h("option", { value }, said))),
    );
  const families = [...new Set(entries.map((entry) => entry.family))].sort();
  const family = select("family", t("All families"), families.map((name) => [name, t(name)]));
  const length = select("length", t("Any length"), Object.entries(LENGTHS).map(([value, [words]]) => [value, words]));
  const left = archive.all().find((one) => !one.result && entries.some((entry) => entry.gameId === one.id));
  const list = h("div", { class: "shelves" });
  const count = h("p", { class: "count", role: "status" });
  const solving = () => entries.some((entry) => entry.variants.some((one) => one.status === "solving"));
  const bar = h("div", { class: "notice progress", hidden: !solving() });
  const made = () => entries.map((entry) => ({ entry, known: searchable(entry), card: card(entry) }));
  let cards = made();

  function refresh() {
    const query = search.value.trim();
    const players = root.querySelector("input[name=players]:checked")?.value || "";
    keep("players", players);
    const [kind, span] = [family, length].map((one) => one.querySelector("select").value);
    const [, least, most] = LENGTHS[span] || [];
    const found = cards
      .filter(({ entry }) => (!players || entry.type === players) && (!kind || entry.family === kind))
      .filter(({ entry }) => !span || (longest(entry) && longest(entry) >= least && longest(entry) <= most))
      .map((one) => ({ ...one, place: fit(one.known, query) }))
      .filter(({ place }) => place !== null)
      .sort((a, b) => a.place - b.place);
    const shelves = query || kind ? [[t("Found"), found]] : sections(found);
    put(
      list,
      shelves.map(([name, ones]) =>
        h(
          "section",
          { "aria-label": name },
          h("h2", { class: query || kind ? "unseen" : "" }, name),
          h("ul", { class: "cards" }, ones.map((one) => one.card)),
        ),
      ),
    );
    count.textContent = found.length ? t("{found} of {all}", { found: found.length, all: entries.length }) : t("Nothing found. Try fewer words.");
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
      const fresh = await api.catalogue();
      if (stopped) return;
      const changed = JSON.stringify(fresh) !== JSON.stringify(entries);
      entries = fresh;
      if (changed && !list.contains(document.activeElement)) {
        cards = made();
        refresh();
      }
    } catch {
      // retried below
    }
    timer = setTimeout(watch, EVERY);
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
        h("a", { href: "#/today" }, t("Today’s challenges")),
        left && h("a", { id: "continue", href: archive.addressOf(left) }, t("Continue {name}", left)),
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
