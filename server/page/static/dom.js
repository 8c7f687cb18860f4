// Making elements, and saying things to those who listen instead of looking.

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

/** An HTML element. `on...` attributes are listeners; null, undefined and false leave an attribute or child out. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, as `h`. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replace what an element holds. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Have a sentence read out by screen readers, without moving the focus. */
export function announce(sentence) {
  document.getElementById("live").textContent = sentence;
}

/** Whether animations are unwanted. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What was chosen here before, or what is given; `keep` keeps it. Works without storage, too. */
export function kept(name, otherwise) {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // no storage
  }
}
