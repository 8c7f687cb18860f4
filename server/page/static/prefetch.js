// Reads the address, and requests what the first view needs while the rest of the page is still loading: api.js takes
// these answers instead of asking again. A classic script, so that it runs first.
"use strict";
globalThis.prefetches = {};
/** Whether this is a published site: the answers are files, and no service is asked. */
globalThis.published = "published" in document.documentElement.dataset;

/** Where an answer is requested: at its path, or from the file of a published site; null if it has none. */
globalThis.addressOf = (path) => {
  if (!published) return path;
  const [place, query] = path.split("?");
  const { id, locale } = Object.fromEntries(new URLSearchParams(query));
  const isFile = /\/(?:answers|cards|catalogue|instructions|look|pictures|preview|statistics)\/$/.test(place);
  return isFile ? [place.slice(0, -1), id, locale, "json"].filter(Boolean).join(".") : null;
};
const recall = (name) => {
  try {
    return localStorage.getItem(name) || "";
  } catch {
    return ""; // no storage
  }
};
const preferences = [recall("language"), ...navigator.languages].map((locale) => locale.slice(0, 2));
globalThis.language = preferences.find((code) => ["en", "es", "fr"].includes(code)) || "en"; // of the page
document.documentElement.classList.add("untranslated"); // until app.js has translated what is there

/** The parts of a path; one that cannot be decoded is left as it is. */
const partsOf = (path) =>
  path.split("/").filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });

/** What the current address names: the view, "g" for a game; its id, variant, position and the other parameters. */
globalThis.addressNow = () => {
  const { pathname, search } = location;
  const [view = "", id, variant] = partsOf(pathname.slice(new URL(document.baseURI).pathname.length));
  const query = new URLSearchParams(search);
  return { view, id, variant, position: query.get("p") ?? undefined, query };
};

/** Replace an address of former releases, `#/<id>/<variant>/<position>`, by the one of today. */
globalThis.replaceOldAddress = () => {
  if (!location.hash.startsWith("#/")) return;
  const [path, search] = location.hash.slice(2).split("?");
  const [id, variant, position] = partsOf(path);
  const isView = ["today", "matches"].includes(id);
  const query = new URLSearchParams(search);
  if (position) query.set("p", position);
  const parts = isView || !id ? [id || ""] : ["g", id, ...(variant ? [variant] : [])];
  const address = new URL(parts.map(encodeURIComponent).join("/"), document.baseURI);
  address.search = query;
  history.replaceState(history.state, "", address);
};

replaceOldAddress();
{
  const { view, id, variant, position } = addressNow();
  const isFirstVisit = !recall("visited").split(" ").includes(id);
  const kind = (name) => `api/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/${name}/`;
  const ask = (path, suffix = "") => {
    const address = addressOf(path + suffix);
    if (!address) return;
    globalThis.prefetches[path] = fetch(address, { headers: { Accept: "application/json" } });
    globalThis.prefetches[path].catch(() => {}); // handled where it is taken
  };
  if (view === "g" && id) ask(`api/catalogue/?${new URLSearchParams({ id, locale: language })}`);
  else if (view === "script") ask("api/scripts/");
  else ask(`api/${["today", "matches", "practice"].includes(view) ? "catalogue" : "cards"}/?locale=${language}`);
  if (view === "g" && variant) {
    ask(kind("look"));
    if (isFirstVisit) ask(`universal/v1/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/instructions/?locale=${language}`);
    const seed = Math.random().toString(36).slice(2);
    if (!position) ask(`${kind("known")}?search=false`, `&seed=${seed}`); // the start of play
    else if (!position.includes("_prevmove=")) ask(`${kind("known")}?${new URLSearchParams({ p: position, search: false })}`);
  }
}
