// Keeps the pages on which results are entered, so that a reload without a connection shows them. Nothing is kept that
// somebody leaves behind: signing in or out, and an answer that refuses the page, forget it.

const PAGES = "pages";
const FILES = "files";
const KEPT_MILLISECONDS = 12 * 60 * 60 * 1000;
const scope = new URL(registration.scope).pathname;
const OF_AN_EVENING = /^(games\/\d+\/evening|evenings\/|tables\/)/;
const ANOTHER_READER = /^(sign-in|sign-out|enter)$/;
const REFUSED = [401, 403, 404, 410];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(scope)) return;
  const path = pathname.slice(scope.length);
  if (request.method === "POST" && ANOTHER_READER.test(path)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (path.startsWith("assets/")) event.respondWith(file(request, pathname));
  else if (request.mode === "navigate" && OF_AN_EVENING.test(path)) event.respondWith(page(request, pathname));
});

// A notice of the service: where somebody sits in a tournament. It leads to their page.
addEventListener("push", (event) => {
  const { title, body, page } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: page, renotify: true, data: page }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, registration.scope).href));
});

async function open(address) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find(({ url }) => url === address);
  return found ? found.focus() : clients.openWindow(address);
}

// A file of this version of the service. Those of another version go when it comes.
async function file(request, pathname) {
  const files = await caches.open(FILES);
  const kept = await files.match(pathname);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const version = pathname.slice(0, pathname.lastIndexOf("/"));
    for (const key of await files.keys()) {
      const other = new URL(key.url).pathname;
      if (other.startsWith(scope) && !other.startsWith(version)) await files.delete(key);
    }
    await files.put(pathname, answer.clone());
  }
  return answer;
}

// A page as it is now, or without a connection as it was last.
async function page(request, pathname) {
  const pages = await caches.open(PAGES);
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) await pages.put(pathname, answer.clone());
  else if (REFUSED.includes(answer?.status)) await pages.delete(pathname);
  if (answer && answer.status < 500) return answer;
  const kept = await pages.match(pathname);
  const isFresh = kept && Date.now() - Date.parse(kept.headers.get("Date")) < KEPT_MILLISECONDS;
  return (isFresh ? asKept(kept) : answer) ?? Response.error();
}

// An answer that tells its page, in device.js, that it does not come from the service.
function asKept(answer) {
  const headers = new Headers(answer.headers);
  headers.set("Server-Timing", "kept");
  return new Response(answer.body, { status: answer.status, headers });
}
