// The view of a PuzzleScript: its text, what is wrong with it, and what is known of each level.

import { addressNow, linkTo } from "./addresses.js";
import * as api from "./api.js";
import { announce, h, options, pause, put } from "./dom.js";
import { amount, t } from "./language.js";
import { linkEnd, textInLink } from "./scriptlinks.js";
import { textCopier } from "./share.js";
import {} from "./laterwords.js";

const DELAY = 700; // milliseconds after the last key
const MOST_TRIES = 5; // for the survey of a level, while the service is not ready

/** What a survey says of a level: a sentence, and whether it can be solved, if that is known. */
function verdictOf({ complete, fewest, positions, deadEnds, firstDeadEnd }) {
  const count = amount(positions, "{n} position|{n} positions");
  if (fewest === null) return complete ? [t("No solution: none of {positions} is solved.", { positions: count }), "lose"] : [t("Not solved within {positions}.", { positions: count }), ""];
  const solved = amount(fewest, "Shortest solution: {n} move.|Shortest solution: {n} moves.");
  if (!complete) return [`${solved} ${t("More than {positions}.", { positions: count })}`, "win"];
  const ends = deadEnds ? amount(deadEnds, "{n} dead end of {positions}, after move {move} at the earliest.|{n} dead ends of {positions}, after move {move} at the earliest.", { positions: count, move: firstDeadEnd }) : t("No dead ends in {positions}.", { positions: count });
  return [`${solved} ${ends}`, "win"];
}

/** The view. `missing`: the id of a script that a link names and the service does not have. */
export function scriptView(root, _entries, missing = null) {
  const wanted = missing ?? addressNow().query.get("id");
  const text = h("textarea", { id: "script", rows: 26, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-describedby": "script-help script-fault" });
  const fault = h("p", { id: "script-fault", class: "fault", role: "alert" });
  const heading = h("h2", null, t("Levels"));
  const levels = h("ol", { class: "levels" });
  const examples = h("select", { id: "example", onchange: () => examples.value && load(examples.value) });
  const check = h("button", { id: "check", class: "main", onclick: () => read() }, t("Check"));
  const share = textCopier(t("Copy link"), "copy", linkNow);
  let uploads = false;
  let id = null; // of the text, once it has been read
  let timer = 0;
  let readings = 0;
  let stopped = false;

  /** The link to this text as it was read. */
  async function linkNow() {
    const address = new URL("script", document.baseURI);
    if (id) address.searchParams.set("id", id);
    return address.href + (await linkEnd(text.value));
  }

  function complain(sentence, line = 0) {
    put(fault, line > 0 && [h("button", { id: "line", onclick: () => select(line) }, t("Line {line}", { line }))], document.createTextNode(sentence));
  }

  /** Select a line of the text. */
  function select(line) {
    const rows = text.value.split("\n");
    const begin = rows.slice(0, line - 1).join("\n").length + (line > 1);
    text.focus();
    text.setSelectionRange(begin, begin + (rows[line - 1] ?? "").length);
    text.scrollTop = (line - 6) * (text.scrollHeight / rows.length);
  }

  /** Put a text of the service into the field. */
  async function load(name) {
    try {
      const script = await api.script(name);
      if (stopped) return;
      text.value = script.text;
      show(script);
      history.replaceState(null, "", `script?${new URLSearchParams({ id: name })}`);
    } catch (error) {
      complain(error.message);
    }
  }

  /** Have the service read the text. */
  async function read() {
    clearTimeout(timer);
    readings += 1;
    const reading = readings;
    if (!text.value.trim()) {
      id = null;
      complain(t("There is no text yet."));
      put(levels);
      return;
    }
    check.disabled = true;
    try {
      const script = await api.readScript(text.value);
      if (reading !== readings || stopped) return;
      show(script);
      if (script.gameId) history.replaceState(null, "", `script?${new URLSearchParams({ id: script.gameId })}`);
    } catch (error) {
      if (reading === readings) complain(error.message);
    } finally {
      check.disabled = !uploads;
    }
  }

  /** Show what is wrong, or the levels, of which each is surveyed after the one before. */
  async function show(script) {
    readings += 1;
    const reading = readings;
    id = script.gameId;
    fault.textContent = "";
    if (script.fault) complain(script.fault.sentence, script.fault.line);
    heading.textContent = script.name ?? t("Levels");
    const items = script.levels.map(({ variantId, unlisted }) => {
      const name = t("Level {number}", { number: variantId });
      const status = h("span", { class: "survey" }, unlisted ? t("Not listed: {reason}", { reason: unlisted.sentence }) : "…");
      const picture = unlisted ? null : h("img", { src: api.picture(id, variantId), alt: "", loading: "lazy", class: "thumb" });
      const link = unlisted ? name : h("a", { href: linkTo(id, variantId), "data-level": variantId }, picture, h("strong", null, name));
      return { variantId, status, unlisted, item: h("li", null, link, status) };
    });
    put(levels, items.map(({ item }) => item));
    announce(script.fault ? script.fault.sentence : amount(items.length, "{n} level|{n} levels"));
    for (const { variantId, status, unlisted } of items) {
      if (unlisted) continue;
      const [sentence, mood] = await survey(script.gameId, variantId, () => reading === readings && !stopped);
      if (reading !== readings || stopped) return;
      status.textContent = sentence;
      if (mood) status.classList.add(mood);
    }
  }

  async function survey(game, level, isWanted) {
    for (let tries = 1; ; tries += 1) {
      try {
        return verdictOf(await api.levelSurvey(game, level));
      } catch (error) {
        if (!error.after || tries === MOST_TRIES || !isWanted()) return [error.message, ""];
        await pause(1000 * Math.min(error.after, 5));
      }
    }
  }

  /** Fill the field with what the address names: a stored text, or the one that a link carries, which waits for Check. */
  async function begin() {
    const facts = await api.scripts();
    if (stopped) return;
    uploads = facts.uploads;
    put(examples, options([["", t("Choose…")], ...facts.examples.map((name) => [name, name])]));
    check.disabled = !uploads;
    share.hidden = !uploads;
    if (!uploads) put(help, t("This service stores no texts of visitors: look at the examples, or run your own."));
    const packed = await textInLink();
    const isStored = wanted && (await api.script(wanted).catch(() => null));
    if (stopped || text.value) return;
    if (isStored) await load(wanted);
    else if (packed) {
      text.value = packed;
      complain(t("This text came with the link. Check it to play it."));
    } else if (wanted) complain(t("The service no longer has the text of this link. Paste it again."));
  }

  text.addEventListener("input", () => {
    clearTimeout(timer);
    readings += 1; // what is on its way is about another text
    if (uploads) timer = setTimeout(read, DELAY);
  });
  const help = h("p", { id: "script-help", class: "help" }, t("Paste or write a PuzzleScript. It is checked as you type; then its levels can be played, with hints and everything else."));
  put(
    root,
    h("div", { class: "hero" }, h("h1", null, "PuzzleScript"), help),
    h("div", { class: "script" },
      h("section", { class: "script-text" },
        h("p", null, h("label", { for: "example" }, t("Example")), " ", examples),
        h("label", { for: "script", class: "unseen" }, t("The text of a PuzzleScript")),
        text,
        fault,
        h("div", { class: "joined" }, check, share),
      ),
      h("section", { class: "script-levels", "aria-live": "off" }, heading, levels),
    ),
  );
  document.title = "PuzzleScript – Perfect Play";
  begin().catch((error) => complain(error.message));
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
