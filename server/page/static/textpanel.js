// What the views of matches and of practice share: a panel with a text to import or export, and a line for what fails.

import { announce, h } from "./dom.js";
import { t } from "./language.js";
import {} from "./laterwords.js";

/** A line that says why an action failed: {fault, attempt}, where `attempt(action)` carries one out. */
export function faultLine() {
  const fault = h("p", { class: "fault", role: "alert" });
  async function attempt(action) {
    fault.textContent = "";
    try {
      await action();
    } catch (error) {
      fault.textContent = error.message;
    }
  }
  return { fault, attempt };
}

/** A panel with a text: {panel, text, show, attempt}, where `show(words)` puts words into it. `actions`: its buttons, [label, id, action]. */
export function textPanel(title, help, actions) {
  const { fault, attempt } = faultLine();
  const text = h("textarea", { id: "text", rows: 8, spellcheck: "false", "aria-describedby": "text-help" });
  const buttons = actions.map(([label, id, action]) => h("button", { type: "button", id, onclick: () => attempt(action) }, label));
  const panel = h(
    "section",
    { class: "panel" },
    h("h2", null, h("label", { for: "text" }, title)),
    h("div", { class: "inner" }, text, h("p", { id: "text-help", class: "help" }, help), fault, h("div", { class: "joined" }, buttons)),
  );
  function show(words) {
    text.value = words;
    text.focus();
    text.select();
    announce(t("The text is in the field below."));
  }
  return { panel, text, show, attempt };
}
