/** Caches the site for offline use. The names of its files change with their content. */

/** The files to cache, and the name of the cache. Both are filled in when the site is built. */
const FILES = [/* FILES */];
const KEPT = "winways-/* VERSION */";

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(KEPT)).addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("winways-") && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(forget().then(() => self.clients.claim()));
});

/** Adds the headers that let pages share memory with their workers, so that work can be cancelled. @param {Response} response */
function isolated(response) {
  if (response.type !== "basic" && response.type !== "default") return response;
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {Request} request */
async function answer(request) {
  const found = await caches.match(request, { ignoreSearch: true, cacheName: KEPT });
  return isolated(found ?? (await fetch(request)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});
