// Keeps all files of the site, so that it can be used without a network.
self.addEventListener("install", (e) => e.waitUntil(caches.open(version).then((c) => c.addAll(files)).then(() => self.skipWaiting())));

self.addEventListener("activate", (e) => e.waitUntil(caches.keys()
  .then((keys) => Promise.all(keys.filter((k) => k.startsWith("ludex-") && k !== version).map((k) => caches.delete(k))))
  .then(() => self.clients.claim())));

self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith(caches.open(version).then((c) => c.match(e.request, { ignoreSearch: true })).then((kept) => kept ?? fetch(e.request)));
});
