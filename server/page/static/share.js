// What to do with a position elsewhere: its link, picture and text, a frame for other pages, and offline play.

import { picture, script } from "./api.js";
import { matchText } from "./archive.js";
import { announce, h } from "./dom.js";
import { t } from "./language.js";
import { isWhole } from "./phrases.js";
import { confirming, copyPicture } from "./pictures.js";
import { addressOf, offlinePath, published } from "./requests.js";
import {} from "./laterwords.js";

const OFFLINE_LIMIT = 6000; // positions up to which a variant may be kept for offline play

/** A button that copies the text that `textOf()` returns. */
export function textCopier(label, id, textOf) {
  return confirming(label, id, async () => {
    try {
      await navigator.clipboard.writeText(await textOf());
    } catch {
      return id === "copy" ? t("See the address bar") : t("Not allowed by the browser");
    }
    announce(t("Copied"));
    return t("Copied");
  });
}

/** The end of a link to a visitor's script, which carries its text. */
async function scriptEnd(id) {
  if (!id.startsWith("script-")) return "";
  const { linkEnd } = await import("./scriptlinks.js");
  return linkEnd((await script(id)).text);
}

/** The HTML of a frame that shows a position on other pages. */
function frameOf({ id, variantId, entry, current }) {
  const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const path = `embed/${encodeURIComponent(id)}/${encodeURIComponent(variantId)}/?${new URLSearchParams({ p: current.answer.position })}`;
  const address = new URL(path, document.baseURI).href;
  return `<iframe src="${quoted(address)}" title="${quoted(entry.name)}" width="480" height="640" loading="lazy" style="border:0"></iframe>`;
}

/** The button that keeps a small variant in the browser for offline play. */
function offlineButton(match) {
  const { id, variantId, variant } = match;
  const isTooLarge = !published && (variant?.positions ?? variant?.about) > OFFLINE_LIMIT;
  if (!navigator.serviceWorker || isTooLarge) return null;
  const showPressed = (isPressed) => {
    keeper.setAttribute("aria-pressed", String(isPressed));
    keeper.textContent = isPressed ? t("Saved for offline play: delete") : t("Save for offline play");
  };
  const onclick = async () => {
    const available = keeper.ariaPressed === "true";
    keeper.disabled = true;
    if (!available) keeper.textContent = t("Saving…");
    try {
      const offline = await import("./offline.js");
      await (available ? offline.forget : offline.keep)(id, variantId);
      showPressed(!available);
      announce(available ? t("No longer saved for offline play.") : t("Saved: you can play it offline."));
    } catch (error) {
      showPressed(available);
      match.showProblem(error.message);
    }
    keeper.disabled = false;
  };
  const keeper = h("button", { id: "offline", onclick });
  showPressed(false);
  caches.match(addressOf(offlinePath(id, variantId)), { ignoreVary: true }).then((cached) => showPressed(Boolean(cached)), () => keeper.remove());
  return keeper;
}

/** The buttons for the position and the match on the board. */
export function shareButtons(match) {
  const { position } = match.current.answer;
  const hasPicture = isWhole(position) && !published;
  const link = picture(match.id, match.variantId, position);
  const pictures = ["SVG", "PNG"].map((kind) => confirming(t("Copy {kind}", { kind }), `copy-${kind.toLowerCase()}`, () => copyPicture(kind, link)));
  const record = { ...match.state(), id: match.id, variant: match.variantId, date: new Date().toISOString().slice(0, 10) };
  return [
    textCopier(t("Copy link"), "copy", async () => location.href + (match.entry.script ? await scriptEnd(match.id) : "")),
    hasPicture && h("a", { id: "picture", class: "button", target: "_blank", href: link }, t("Picture")),
    hasPicture && pictures,
    textCopier(t("Copy the moves"), "copy-text", () => matchText(record)),
    hasPicture && textCopier(t("Copy embed code"), "copy-embed", () => frameOf(match)),
    offlineButton(match),
  ];
}
