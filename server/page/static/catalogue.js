// The view of the catalogue: every puzzle and game with a picture of its start, its variants, their sizes and status.

import * as api from "./api.js";
import { draw } from "./board.js";
import { announce, h, keep, kept, put } from "./dom.js";
import { fit, searchable } from "./search.js";
import { number, some } from "./words.js";

const LISTED = 4; // greatest number of variants on a card
const EVERY = 3000; // milliseconds between requests for the progress of solving

export const linkTo = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** The variant to open by default: the one the service names, unless it cannot be played while another can. */
export function openingOf(entry) {
  const meant = entry.variants.find((one) => one.variantId === entry.opens);
  const other = entry.variants.find((one) => one.status === "available");
  return meant && meant.status === "unavailable" && other ? other : meant;
}

/** The variants on a card: the one to open by default, and those after it. */
function listed(entry) {
  const at = entry.variants.indexOf(openingOf(entry));
  return entry.variants.slice(Math.max(0, Math.min(at, entry.variants.length - LISTED))).slice(0, LISTED);
}

/** The name of a variant, with its id if another variant of the game has the same name. */
export function nameOf(entry, variant) {
  const same = entry.variants.filter((one) => one.description === variant.description).length;
  return same > 1 ? `${variant.description} (${variant.variantId})` : variant.description;
}

function dot(status) {
  const words = { available: "can be played", solving: "is being solved", unavailable: "not solved yet" }[status];
  return h("span", { class: `dot ${status}`, role: "img", "aria-label": words, title: words });
}

function card(entry) {
  const first = openingOf(entry);
  const start = first ? first.startPosition : entry.example;
  const home = linkTo(entry.gameId, first ? first.variantId : entry.opens);
  const solved = entry.variants.filter((one) => one.status === "available").length;
  const most = Math.max(0, ...entry.variants.map((one) => one.positions || one.about || 0));
  const more = entry.variants.length - LISTED;
  const facts = [
    entry.variants.length
      ? solved === entry.variants.length
        ? some(solved, "variant")
        : `${solved} of ${some(entry.variants.length, "variant")} solved`
      : "typed starts",
    most ? `up to ${some(most, "position")}` : "",
    entry.variants.length && entry.customStart ? "typed starts" : "",
  ];
  return h(
    "li",
    { class: "card", "data-id": entry.gameId },
    h("div", { class: "card-board", "aria-hidden": "true" }, draw(start, { start })),
    h(
      "div",
      { class: "card-words" },
      h("h2", null, h("a", { href: home, class: "cover" }, entry.name)),
      h(
        "p",
        { class: "kind" },
        entry.type === "onePlayer" ? "One player" : entry.impartial ? "Two players, impartial" : "Two players",
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
              title: one.positions ? some(one.positions, "position") : null,
            },
            dot(one.status),
            nameOf(entry, one),
          ),
        ),
        more > 0 &&
          h(
            "a",
            { class: "chip more", href: home, "aria-label": `${more} more variants of ${entry.name}` },
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
  const of = current && current.expected ? ` of about ${number(current.expected)}` : "";
  const doing = current ? `${current.id}: ${number(current.positions || 0)}${of} positions` : "";
  return [
    h("p", null, h("strong", null, "Solving in the background. "), `${available} of ${all} tables are ready. `, doing),
    h("progress", { max: all, value: available, "aria-label": "Solved tables" }),
  ];
}

export function catalogueView(root, entries, problem) {
  let timer = 0;
  let stopped = false;
  const search = h("input", {
    type: "search",
    id: "search",
    placeholder: "Search by name or text",
    autocomplete: "off",
  });
  const filters = [
    ["", "All"],
    ["onePlayer", "One player"],
    ["twoPlayer", "Two players"],
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
  const list = h("ul", { class: "cards" });
  const count = h("p", { class: "count", role: "status" });
  const bar = h("div", { class: "notice progress", hidden: true });
  const made = () => entries.map((entry) => ({ entry, known: searchable(entry), card: card(entry) }));
  let cards = made();

  function refresh() {
    const query = search.value.trim();
    const players = root.querySelector("input[name=players]:checked")?.value || "";
    keep("players", players);
    const found = cards
      .filter(({ entry }) => !players || entry.type === players)
      .map((one) => ({ ...one, place: fit(one.known, query) }))
      .filter(({ place }) => place !== null)
      .sort((a, b) => a.place - b.place);
    put(
      list,
      found.map((one) => one.card),
    );
    count.textContent = found.length ? `${found.length} of ${entries.length}` : "Nothing found. Try fewer words.";
  }

  async function watch() {
    if (stopped || !entries.some((entry) => entry.variants.some((one) => one.status === "solving"))) {
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
      h("h1", null, "Play against perfect play"),
      h(
        "p",
        null,
        "Puzzles and games for which the value of every position is known. Play, ask for the best move, or watch.",
      ),
    ),
    problem && h("p", { class: "notice", role: "alert" }, problem),
    bar,
    h(
      "form",
      { class: "sieve", role: "search", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "field" }, h("label", { for: "search", class: "unseen" }, "Search"), search),
      h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, "Players"), radios),
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
