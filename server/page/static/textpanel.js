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

/** A fold with a text: {panel, text, show, attempt}, where `show(words)` puts words into it. `actions`: its buttons, [label, id, action]. */
export function textPanel(title, help, actions) {
  const { fault, attempt } = faultLine();
  const text = h("textarea", { id: "text", rows: 8, spellcheck: "false", "aria-label": title, "aria-describedby": "text-help" });
  const buttons = actions.map(([label, id, action]) => h("button", { id, onclick: () => attempt(action) }, label));
  const panel = h("details", { class: "panel fold" },
    h("summary", null, title),
    h("div", { class: "inner" }, h("p", { id: "text-help", class: "help" }, help), text, fault, h("div", { class: "joined" }, buttons)),
  );
  function show(words) {
    panel.open = true;
    text.value = words;
    text.focus();
    text.select();
    announce(t("The text is in the field below."));
  }
  return { panel, text, show, attempt };
}
