// Helpers for the DOM: creating elements, announcements to screen readers, and local storage.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * An HTML element. `on...` attributes are listeners; null, undefined and false leave an attribute or child out. A button
 * submits nothing unless its type says so.
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), tag === "button" ? { type: "button", ...attributes } : attributes, children);
}

/** An SVG element, as `h`. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The options of a choice, from pairs of value and label. */
export const options = (pairs) => pairs.map(([value, label]) => h("option", { value }, label));

/** An input or a choice below its label, which only screen readers meet if it is `isUnseen`. */
export const field = (label, control, isUnseen = false) =>
  h("div", { class: "field" }, h("label", { for: control.id, class: isUnseen && "unseen" }, label), control);

/** A table of texts; the first cell of a row is its head. */
export function table(head, rows) {
  const row = ([first, ...others]) => h("tr", null, h("th", { scope: "row" }, first), others.map((cell) => h("td", null, cell)));
  const titles = head && h("thead", null, h("tr", null, head.map((title) => h("th", { scope: "col" }, title))));
  return h("table", null, titles, h("tbody", null, rows.map(row)));
}

/** What colors mean, from pairs of a value and its meaning. */
export const legend = (pairs) => h("p", { class: "legend" }, pairs.map(([value, meaning]) => h("span", { class: `key ${value}` }, meaning)));

/** A box in which something large can be scrolled, also by keys. */
export const scrolling = (label, content) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, content);

/** The head of a view. */
export const hero = (title, text, ...more) => h("div", { class: "hero" }, h("h1", null, title), h("p", null, text), more);

/** Right and down of the arrow keys. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Replace the contents of an element. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Have screen readers read a sentence aloud, without moving the focus. */
export function announce(sentence) {
  document.getElementById("live").textContent = sentence;
}

/** Whether the user prefers reduced motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The value saved by `remember` in an earlier visit, or `fallback`. Works without storage, too. */
export function recall(name, fallback) {
  try {
    return localStorage.getItem(name) ?? fallback;
  } catch {
    return fallback;
  }
}

/** The JSON saved by `remember`, or `fallback`, also if it is none. */
export function recallJson(name, fallback) {
  try {
    return Object(JSON.parse(recall(name, null)) ?? fallback);
  } catch {
    return fallback;
  }
}

/** Save a value for later visits. Returns whether there was room for it. */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false; // no storage, or it is full
  }
}

/** Load a style sheet of the page, once; resolves when it applies. */
export function style(name) {
  const href = new URL(name, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
}

/** Have a field of one line keep the rows of what is pasted, with bars between them. */
export function keepRows(input) {
  input.addEventListener("paste", (event) => {
    const rows = event.clipboardData.getData("text").trimEnd();
    if (!/[\r\n]/.test(rows)) return;
    event.preventDefault();
    input.value = `|${rows.replace(/\r\n?|\n/g, "|")}`; // the first bar protects the blanks of the first row
    input.dispatchEvent(new Event("input"));
  });
}
