// Requests what the first view needs while the rest of the page is still loading: api.js takes these answers instead of
// asking again. A classic script, so that it runs first.
"use strict";
globalThis.prefetches = {};
const recall = (name) => {
  try {
    return localStorage.getItem(name) || "";
  } catch {
    return ""; // no storage
  }
};
const preferences = [recall("language"), ...navigator.languages].map((locale) => locale.slice(0, 2));
globalThis.language = preferences.find((code) => ["en", "es", "fr"].includes(code)) || "en"; // of the page
try {
  const [id, variant, position] = location.hash.replace(/^#\/?/, "").split("?")[0].split("/").filter(Boolean).map(decodeURIComponent);
  const kind = (name) => `api/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/${name}/`;
  const play = id && !["matches", "today"].includes(id);
  const isFirstVisit = !recall("visited").split(" ").includes(id);
  const ask = (path, suffix = "") => {
    globalThis.prefetches[path] = fetch(path + suffix, { headers: { Accept: "application/json" } });
    globalThis.prefetches[path].catch(() => {}); // handled where it is taken
  };
  ask(`api/catalogue/${play ? `?${new URLSearchParams({ id })}` : ""}`);
  if (play && variant) {
    ask(kind("look"));
    if (isFirstVisit) ask(`universal/v1/${encodeURIComponent(id)}/${encodeURIComponent(variant)}/instructions/?locale=${language}`);
    const seed = Math.random().toString(36).slice(2);
    if (!position) ask(`${kind("known")}?search=false`, `&seed=${seed}`); // the start of play
    else if (!position.includes("_prevmove=")) ask(`${kind("known")}?${new URLSearchParams({ p: position, search: false })}`);
  }
} catch {
  // an address that cannot be decoded
}
