import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = new URL("../../frontend/static/js/worker/service_worker.js", import.meta.url);
const ORIGIN = "https://play.example.org";

/** Start the service worker in a context of its own, click a push notification that names `path`, and list what it opened. */
async function clickNotification(/** @type {string | undefined} */ path, /** @type {string[]} */ openPages = []) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {string[]} */
  const opened = [];
  const pages = openPages.map((url) => ({ url, focus: async () => opened.push(`focus ${url}`) }));
  const self = {
    location: new URL(`${ORIGIN}/service-worker.js?1`),
    addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => { listeners[kind] = listener; },
    clients: { matchAll: async () => pages, openWindow: async (/** @type {string} */ url) => opened.push(url) },
  };
  runInNewContext(readFileSync(SCRIPT, "utf8"), { self, URL });
  /** @type {Promise<unknown>[]} */
  const waits = [];
  listeners.notificationclick({
    notification: { close: () => {}, data: { path } },
    waitUntil: (/** @type {Promise<unknown>} */ promise) => waits.push(promise),
  });
  await Promise.all(waits);
  return opened;
}

test("a click on a notification opens its page of this site", async () => {
  assert.deepEqual(await clickNotification("/games/5/"), [`${ORIGIN}/games/5/`]);
  assert.deepEqual(await clickNotification(undefined), [`${ORIGIN}/`]);
});

test("a page that is open already is focused instead", async () => {
  const page = `${ORIGIN}/games/5/`;
  assert.deepEqual(await clickNotification("/games/5/", [page]), [`focus ${page}`]);
});

for (const path of ["https://evil.example/", "//evil.example/games/5/", "javascript:alert(1)", "data:text/html,x"]) {
  test(`a notification that names another origin opens nothing: ${path}`, async () => {
    assert.deepEqual(await clickNotification(path), []);
    assert.deepEqual(await clickNotification(path, [`${ORIGIN}/games/5/`]), []);
  });
}
