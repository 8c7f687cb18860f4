// Copies the picture of a position as SVG text or a PNG image; saves it as a file where copying is not permitted.

import { announce, h } from "./dom.js";
import { t } from "./language.js";
import {} from "./laterwords.js";

const SCALE = 3; // pixels of the PNG per unit of the drawing
const CONFIRMATION = 2000; // milliseconds for which a button confirms what it did

async function svgAt(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Save data as a file of this name. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), CONFIRMATION);
}

async function deliver(kind, url) {
  const svg = await svgAt(url);
  const blob = kind === "PNG" ? await pngOf(svg) : new Blob([svg], { type: "image/svg+xml" });
  try {
    if (kind === "PNG") await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    else await navigator.clipboard.writeText(svg);
    return t("Copied");
  } catch {
    save(blob, `position.${kind.toLowerCase()}`);
    return t("Saved");
  }
}

/** Copy the picture at `url` as "SVG" or "PNG". Returns what was done. */
export async function copyPicture(kind, url) {
  const outcome = await deliver(kind, url).catch(() => t("No picture"));
  announce(t("{done}: the position as {kind}.", { done: outcome, kind }));
  return outcome;
}

/** A button that shows what `act()` has done, in words that it returns, for a while. */
export function confirming(label, id, act) {
  const onclick = async () => {
    button.textContent = await act();
    setTimeout(() => {
      button.textContent = label;
    }, CONFIRMATION);
  };
  const button = h("button", { id, onclick }, label);
  return button;
}
