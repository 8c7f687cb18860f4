// The service worker, for people who have chosen to keep something for offline play. It tries the network first, and
// falls back to what is kept: the files of its release, and the answers that offline.js has stored.
"use strict";

const FILES = "{{ files }}"; // the names of the page's files, inserted by the service
const OFFLINE_CACHE = "kept";
const FOLDER = new URL("{{ folder }}", self.location); // of the files
const ROOT = new URL("../../", FOLDER).href;
const NO_VIEW = /^(?:api|embed|games|puzzles|static|universal)(?:\/|$)/; // paths below the root of which the page shows nothing
const PAGE_CACHE = `page ${FOLDER.pathname}`;

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

async function answer(request) {
  try {
    const response = await fetch(request);
    const cache = await caches.open(OFFLINE_CACHE);
    if (response.ok && (await cache.match(request, { ignoreVary: true }))) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const isView = request.mode === "navigate" && !NO_VIEW.test(new URL(request.url).pathname.slice(new URL(ROOT).pathname.length));
    const cached = await caches.match(isView ? ROOT : request, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});
