/**
 * What the browser keeps of the site while no page of it is open: it shows push notices, leads a click on one to its
 * game, and says kindly that there is no connection. It keeps no page and no answer but that one page, which is fetched
 * anew with every new address of this script (`frontend/app_views.py`); everything else goes to the network untouched.
 *
 * @typedef {{title: string, body: string, path: string, tag: string, language: string, icon: string, badge: string}} PushMessage
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OFFLINE = "/offline/";
const BROWSERS = "/api/v1/me/push/";
const CACHE = `offline${worker.location.search}`;
const STATIC = "/static/";
/** Whether the last page asked for could not be reached: only then are the files of the offline page lent from here. */
let isAdrift = false;

worker.addEventListener("install", (event) => event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(goThere(event));
  else if (isAdrift && new URL(request.url).pathname.startsWith(STATIC)) event.respondWith(lend(request));
});
worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(/** @type {PushSubscriptionChangeEvent} */ (event)));
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

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The page is asked for while this script wakes up, so that it costs nobody time.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {FetchEvent} event @returns {Promise<Response>} the page as the site gives it, or that it cannot be reached */
async function goThere(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    isAdrift = false;
    return page;
  } catch {
    isAdrift = true;
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request of a file whose name changes with what is in it */
async function lend(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// -- push notices ------------------------------------------------------------------------------------------------------

/** @param {PushMessageData | null} data */
async function show(data) {
  /** @type {Partial<PushMessage>} */
  const told = data?.json() ?? {};
  const path = told.path ?? "/";
  // Browsers want every push message shown; to somebody who looks at the game already it is shown without a sound.
  const isSeen = (await openPages()).some((page) => page.focused && isAt(page, path));
  const options = { body: told.body, tag: told.tag, lang: told.language, icon: told.icon, badge: told.badge };
  const quiet = isSeen ? { silent: true } : { renotify: Boolean(told.tag) };
  await worker.registration.showNotification(told.title ?? "Asterism", { ...options, ...quiet, data: { path } });
}

/** Go to a page of the site: in the window that has it, or in a new one. @param {string} path */
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
 * The push service gave this browser another address: the site is told, as whoever asked here before.
 * @param {PushSubscriptionChangeEvent} event
 */
async function renew(event) {
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
