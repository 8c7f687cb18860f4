// The form for a start that the user types: explains what may be typed, and checks and draws it as the user types.

import * as api from "./api.js";
import { draw, fetchLook } from "./board.js";
import { h, keepRows, put, recall, style } from "./dom.js";
import { startFault } from "./faults.js";
import { amount, language, t } from "./language.js";
import {} from "./laterwords.js";

const DELAY = 250; // milliseconds after the last key
const QUOTED = 60; // characters of a refused text that are repeated

function factsOf(preview) {
  const facts = [amount(preview.moves, "{n} move|{n} moves")];
  if (recall("hints", "off") !== "on") return facts[0];
  if (preview.positionValue)
    facts.push(t(preview.positionValue) + (preview.remoteness ? t(" in {moves}", { moves: amount(preview.remoteness, "{n} move|{n} moves") }) : ""));
  if (preview.nimber !== null) facts.push(`${t("nimber")} ${preview.nimber}`);
  return facts.join(" · ");
}

/** The form. `choose(variant)` is called with a start that the service accepts. */
export function customStart(entry, initial, choose) {
  const rule = entry.customStart;
  const howTo = `${t(rule.help)} ${t("Example:")} ${rule.example}`;
  const noStart = (text) => t("“{text}” is not a starting position of {name}.", { text: text.slice(0, QUOTED), name: entry.name });
  const input = h("input", {
    ...{ id: "custom", type: "text", value: initial || rule.example, "aria-describedby": "custom-help custom-fault" },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
  });
  const fault = h("p", { id: "custom-fault", class: "fault", role: "alert" });
  const help = h("p", { id: "custom-help", class: "help" }, t(rule.help), ` ${t("Example:")} `, h("code", null, rule.example));
  const sample = h("div", { class: "custom-preview" });
  const drawing = h("details", { class: "custom-drawing", hidden: !rule.symbols }, h("summary", null, t("Draw it")));
  drawing.addEventListener("toggle", openDrawing, { once: true });
  const play = h("button", { type: "submit", class: "main" }, t("Play from this position"));
  let timer = 0;
  let requests = 0;
  let showDrawn = () => {};

  async function openDrawing() {
    style("panels.css");
    const { levelGrid } = await import("./levelgrid.js");
    const [grid, follow] = levelGrid(rule, input);
    drawing.append(grid);
    showDrawn = follow;
    check(); // shows what was pasted before
  }

  function refuse(sentence) {
    fault.textContent = sentence;
    help.hidden = sentence.includes(rule.help) || sentence.includes(t(rule.help)); // so as not to show it twice
    input.setAttribute("aria-invalid", "true");
    play.disabled = true;
    put(sample);
  }

  async function check() {
    requests += 1;
    const request = requests;
    const text = input.value.trim().replaceAll("/", "|"); // a slash would part the address
    if (!text) {
      refuse(`${t("Type a starting position.")} ${howTo}`);
      return null;
    }
    try {
      const [preview] = await Promise.all([api.preview(entry.gameId, text), fetchLook(entry.gameId, text)]);
      if (request !== requests) return null;
      fault.textContent = "";
      help.hidden = false;
      input.removeAttribute("aria-invalid");
      play.disabled = false;
      showDrawn(preview.variantId);
      const start = preview.startPosition;
      put(sample, draw(start, { of: [entry.gameId, text], start, label: t("The board of {text}", { text }) }));
      sample.append(h("p", { class: "facts" }, factsOf(preview)));
      return preview.variantId;
    } catch (error) {
      if (request !== requests) return null;
      if (error.status >= 500 || (language === "en" && error.status !== 404)) refuse(error.message); // 404: a text of dots alone
      else refuse([noStart(text), startFault(error.message, rule.help), howTo].filter(Boolean).join(" "));
      return null;
    }
  }

  keepRows(input);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, DELAY);
  });
  const form = h(
    "form",
    {
      class: "custom",
      async onsubmit(event) {
        event.preventDefault();
        clearTimeout(timer);
        const variant = await check();
        if (variant !== null) choose(variant);
      },
    },
    h("label", { for: "custom" }, t("Your own starting position")),
    h("div", { class: "custom-field" }, input, play),
    drawing, // above what comes and goes, so that cells stay under the finger
    fault,
    help,
    sample,
  );
  check();
  return form;
}
