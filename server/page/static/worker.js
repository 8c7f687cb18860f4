// The service worker, for people who have chosen to keep something for offline play. It tries the network first, and
// falls back to what is kept: the files of its release, and the answers that offline.js has stored.
"use strict";

const FILES = "{{ files }}"; // the names of the page's files, inserted by the service
const KEPT = "kept";
const HERE = new URL("./", self.location);
const ROOT = new URL("../../", HERE).href;
const PAGE = `page ${HERE.pathname}`;

async function install() {
  const cache = await caches.open(PAGE);
  await cache.addAll(FILES.split(" ").map((name) => new URL(name, HERE).href));
  await cache.put(ROOT, await fetch(ROOT, { headers: { Accept: "text/html" } }));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("page ") && name !== PAGE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  try {
    const response = await fetch(request);
    const cache = await caches.open(KEPT);
    if (response.ok && (await cache.match(request, { ignoreVary: true }))) await cache.put(request, response.clone());
    return response;
  } catch (refused) {
    const found = await caches.match(request, { ignoreVary: true });
    if (found) return found;
    throw refused;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});
