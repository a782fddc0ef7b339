/**
 * Service worker: shows push notifications, opens their pages on click, and serves an offline page. It caches nothing
 * but that page and its static files, fetched again whenever this script's URL changes (`frontend/app_views.py`).
 *
 * @typedef {{title: string, body: string, path: string, tag: string, language: string, icon: string, badge: string}} PushMessage
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OFFLINE = "/offline/";
const BROWSERS = "/api/v1/me/push/";
const CACHE = `offline${worker.location.search}`;
const STATIC = "/static/";
/** Whether the last navigation failed: only then are static files served from the cache. */
let isOffline = false;

worker.addEventListener("install", (event) => event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetchPage(event));
  else if (isOffline && new URL(request.url).pathname.startsWith(STATIC)) event.respondWith(fetchStatic(request));
});
worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(/** @type {PushSubscriptionChangeEvent} */ (event)));
});

// -- without a connection ----------------------------------------------------------------------------------------------

async function keepOfflinePage() {
  const page = await fetch(OFFLINE, { cache: "reload" });
  if (!page.ok) throw new Error(`The offline page is a ${page.status}.`);
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map(([, path]) => path);
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set(files)]);
  await cache.put(OFFLINE, page);
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // Request pages in parallel with starting this worker.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {FetchEvent} event @returns {Promise<Response>} the site's response, or the offline page */
async function fetchPage(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    isOffline = false;
    return page;
  } catch {
    isOffline = true;
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request of a static file, whose name contains a hash of its content */
async function fetchStatic(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// -- push notices ------------------------------------------------------------------------------------------------------

/** @param {PushMessageData | null} data */
async function show(data) {
  /** @type {Partial<PushMessage>} */
  const message = data?.json() ?? {};
  const path = message.path ?? "/";
  // Browsers require every push message to be shown; it is silent if the page is in focus.
  const isSeen = (await openPages()).some((page) => page.focused && isAt(page, path));
  const options = { body: message.body, tag: message.tag, lang: message.language, icon: message.icon, badge: message.badge };
  const quiet = isSeen ? { silent: true } : { renotify: Boolean(message.tag) };
  await worker.registration.showNotification(message.title ?? "Asterism", { ...options, ...quiet, data: { path } });
}

/** Focus the window that shows a page of the site, or open a new one. @param {string} path */
async function open(path) {
  const address = new URL(path, worker.location.origin);
  if (address.origin !== worker.location.origin) return;
  const there = (await openPages()).find((page) => isAt(page, address.pathname));
  await (there ? there.focus() : worker.clients.openWindow(address.href));
}

/** @returns {Promise<readonly WindowClient[]>} */
function openPages() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** @param {WindowClient} page @param {string} path */
function isAt(page, path) {
  return new URL(page.url).pathname === path;
}

/**
 * Send the site the new subscription after the push service replaced it, on behalf of the logged-in user.
 * @param {PushSubscriptionChangeEvent} event
 */
async function renewSubscription(event) {
  const token = await (/** @type {any} */ (worker).cookieStore?.get("csrftoken"));
  if (!event.oldSubscription || !token) return;
  const options = event.oldSubscription.options;
  const fresh = event.newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token.value };
  const body = JSON.stringify({ ...fresh.toJSON(), replaces: event.oldSubscription.endpoint });
  await fetch(BROWSERS, { method: "POST", headers, body });
}

/**
 * @typedef {ExtendableEvent & {oldSubscription: PushSubscription | null, newSubscription: PushSubscription | null}}
 *   PushSubscriptionChangeEvent
 */
