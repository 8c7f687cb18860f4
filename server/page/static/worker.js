// The service worker, for people who have chosen to keep something for offline play. Files of its release, which never
// change, come from what is kept; all else from the network, or from what offline.js has kept if that does not answer.
"use strict";

const FILES = "{{ files }}"; // the names of the page's files, inserted by the service
const OFFLINE_CACHE = "kept";
const FOLDER = new URL("{{ folder }}", self.location); // of the files
const ROOT = new URL("../../", FOLDER).href;
const NO_VIEW = /^(?:api|embed|games|puzzles|static|universal)(?:\/|$)/; // paths below the root of which the page shows nothing
const PAGE_CACHE = `page ${FOLDER.pathname}`;
const PATIENCE = 4000; // milliseconds for the network where something is kept

async function install() {
  const cache = await caches.open(PAGE_CACHE);
  await cache.addAll(FILES.split(" ").map((name) => new URL(name, FOLDER).href));
  const page = await fetch(ROOT, { headers: { Accept: "text/html" } });
  const text = (await page.text()).replace(/<base href="[^"]*">/, `<base href="${ROOT}">`); // it is served for every view
  await cache.put(ROOT, new Response(text, { headers: page.headers }));
  await self.skipWaiting();
}

async function activate() {
  const oldCaches = (await caches.keys()).filter((name) => name.startsWith("page ") && name !== PAGE_CACHE);
  await Promise.all(oldCaches.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What is kept for a request: that very answer, the page for any of its views, or else the answer in another language. */
async function backupAnswer(request) {
  const isView = request.mode === "navigate" && !NO_VIEW.test(new URL(request.url).pathname.slice(new URL(ROOT).pathname.length));
  const exact = await caches.match(isView ? ROOT : request, { ignoreVary: true });
  if (exact) return exact;
  const cache = await caches.open(OFFLINE_CACHE);
  const similar = (await cache.keys()).find(({ url }) => url !== request.url && withoutLocale(url) === withoutLocale(request.url));
  return similar && cache.match(similar, { ignoreVary: true });
}

function withoutLocale(address) {
  const url = new URL(address);
  url.searchParams.delete("locale");
  return url.href;
}

/** The network's answer, which is kept if an older one is; an error if it takes too long, unless `isPatient`. */
async function online(request, isPatient) {
  const timeout = new Promise((_, reject) => isPatient || setTimeout(reject, PATIENCE));
  const response = await Promise.race([fetch(request), timeout]);
  const cache = await caches.open(OFFLINE_CACHE);
  if (response.ok && (await cache.match(request, { ignoreVary: true }))) await cache.put(request, response.clone());
  return response;
}

async function answer(request) {
  const backup = await backupAnswer(request);
  if (backup && request.url.startsWith(FOLDER.href)) return backup;
  return online(request, !backup).catch((error) => backup || Promise.reject(error));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});
