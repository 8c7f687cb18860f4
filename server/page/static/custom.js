// The form for a start that the user types: explains what may be typed, and checks and draws it as the user types.

import * as api from "./api.js";
import { draw, fetchLook } from "./board.js";
import { h, kept, put } from "./dom.js";
import { some, t } from "./language.js";

const WAIT = 250; // milliseconds after the last key

function known(preview) {
  const facts = [some(preview.moves, "move")];
  if (kept("hints", "off") !== "on") return facts[0];
  if (preview.positionValue)
    facts.push(t(preview.positionValue) + (preview.remoteness ? t(" in {moves}", { moves: some(preview.remoteness, "move") }) : ""));
  if (preview.nimber !== null) facts.push(`${t("nimber")} ${preview.nimber}`);
  return facts.join(" · ");
}

/** The form. `choose(variant)` is called with a start that the service accepts. */
export function customStart(entry, given, choose) {
  const rule = entry.customStart;
  const howTo = `${rule.help} ${t("Example:")} ${rule.example}`;
  const pattern = new RegExp(`^(?:${rule.pattern})$`);
  const input = h("input", {
    id: "custom",
    type: "text",
    maxlength: rule.maxLength,
    value: given || rule.example,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "custom-help custom-fault",
  });
  const fault = h("p", { id: "custom-fault", class: "fault", role: "alert" });
  const help = h("p", { id: "custom-help", class: "help" }, rule.help, ` ${t("Example:")} `, h("code", null, rule.example));
  const shown = h("div", { class: "custom-preview" });
  const play = h("button", { type: "submit", class: "main" }, t("Play this start"));
  let timer = 0;
  let asked = 0;

  function refuse(sentence) {
    fault.textContent = sentence;
    help.hidden = sentence.includes(rule.help); // so as not to show it twice
    input.setAttribute("aria-invalid", "true");
    play.disabled = true;
    put(shown);
  }

  async function check() {
    asked += 1;
    const mine = asked;
    const text = input.value.trim();
    if (!pattern.test(text)) {
      refuse(`${text ? t("“{text}” is not a start of {name}.", { text, name: entry.name }) : t("Type a start.")} ${howTo}`);
      return null;
    }
    try {
      const [preview] = await Promise.all([api.preview(entry.gameId, text), fetchLook(entry.gameId, text)]);
      if (mine !== asked) return null;
      fault.textContent = "";
      help.hidden = false;
      input.removeAttribute("aria-invalid");
      play.disabled = false;
      const start = preview.startPosition;
      put(shown, draw(start, { of: [entry.gameId, text], start, label: t("The board of {text}", { text }) }));
      shown.append(h("p", { class: "facts" }, known(preview)));
      return text;
    } catch (refused) {
      if (mine === asked) refuse(refused.message);
      return null;
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, WAIT);
  });
  const form = h(
    "form",
    {
      class: "custom",
      async onsubmit(event) {
        event.preventDefault();
        clearTimeout(timer);
        const text = await check();
        if (text !== null) choose(text);
      },
    },
    h("label", { for: "custom" }, t("Your own start")),
    h("div", { class: "custom-field" }, input, play),
    fault,
    help,
    shown,
  );
  check();
  return form;
}
