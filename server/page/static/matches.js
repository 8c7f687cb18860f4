// The view of the matches that the browser keeps.

import { nameOf } from "./addresses.js";
import { picture } from "./api.js";
import * as archive from "./archive.js";
import { announce, h, hero, put } from "./dom.js";
import { amount, dateInWords, t } from "./language.js";
import { levelName, levelOf } from "./opponent.js";
import { isWhole } from "./phrases.js";
import { save } from "./pictures.js";
import { published } from "./requests.js";
import { textPanel } from "./textpanel.js";
import {} from "./laterwords.js";

function players(record, solo) {
  if (solo) return "";
  if (record.people === "12") return t("Two people");
  return record.people === "" ? t("The computer alone") : t("Computer: {level}", { level: levelName(levelOf(record.level)) });
}

export function matchesView(root, entries) {
  const list = h("ul", { class: "cards matches" });
  const { panel, text, show, attempt } = textPanel(t("Matches as text"), t("Paste matches here to import them, or export yours."), [
    [t("Import"), "import", importText],
    [t("Export all"), "export", () => exportText(archive.records())],
    [t("Save as a file"), "save", () => save(new Blob([text.value], { type: "text/plain" }), "matches.txt")],
  ]);

  /** Show matches as text, to copy or save. */
  async function exportText(records) {
    const texts = [];
    for (const record of records) texts.push(await archive.matchText(record));
    show(texts.join("\n"));
  }

  async function importText() {
    const matches = archive.parseMatches(text.value);
    if (!matches.length) throw new Error(t("There is no match in this text. Each begins with “# Perfect Play match”."));
    for (const match of matches) await archive.importMatch(match, entries);
    text.value = "";
    refresh();
    announce(amount(matches.length, "Imported {n} match.|Imported {n} matches."));
  }

  function card(record) {
    const entry = entries.find((item) => item.gameId === record.id);
    const variant = entry.variants.find((item) => item.variantId === record.variant);
    const moves = amount(record.places.filter(([position]) => isWhole(position)).length - 1, "{n} move|{n} moves");
    const facts = [record.result || t("Unfinished"), moves, players(record, entry.type === "onePlayer"), record.date && dateInWords(record.date)];
    const button = (label, action) =>
      h("button", { class: "quiet", "aria-label": t("{name}: {words}", { name: label, words: entry.name }), onclick: action }, label);
    const forget = () => {
      archive.remove(record.key);
      refresh();
    };
    const [position] = record.places.slice(0, record.at + 1).findLast(([position]) => isWhole(position));
    const src = `${picture(record.id, record.variant, position)}#adaptive`;
    return h("li", { class: "card", "data-key": record.key },
      !published && h("div", { class: "card-board" }, h("img", { src, alt: "", loading: "lazy" })),
      h("div", { class: "card-words" },
        h("h2", null, h("a", { class: "cover", href: archive.addressOf(record) }, entry.name)),
        h("p", { class: "kind" }, variant ? nameOf(entry, variant) : record.variant),
        h("p", { class: "facts" }, facts.filter(Boolean).join(" · ")),
        h("p", { class: "chips acts" }, button(t("As text"), () => attempt(() => exportText([record]))), button(t("Delete"), forget)),
      ),
    );
  }

  function refresh() {
    const records = archive.records().filter((record) => entries.some((entry) => entry.gameId === record.id));
    put(list, records.map(card));
    if (!records.length) put(list, h("li", { class: "help" }, t("No matches yet. Each one appears here after its first move.")));
  }

  put(
    root,
    hero(t("Your matches"), t("They are kept only in this browser. Continue one, or take it elsewhere as text.")),
    list,
    panel,
  );
  document.title = `${t("Your matches")} – Perfect Play`;
  refresh();
  return { stop() {} };
}
