import assert from "node:assert/strict";
import { test } from "node:test";

import { Bell, showCount } from "../../frontend/static/js/notices.js";

/** A notification bell like that of the header. @returns {any} */
function bell() {
  const badge = { textContent: "", hidden: true };
  const attributes = new Map();
  return {
    badge,
    attributes,
    dataset: { label: "Notifications" },
    querySelector: () => badge,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => attributes.set(name, value),
  };
}

test("new notices are counted and announced", () => {
  const link = bell();
  showCount(link, 3);
  assert.deepEqual([link.badge.textContent, link.badge.hidden], ["3", false]);
  assert.equal(link.attributes.get("aria-label"), "Notifications: 3 new");
});

test("without notices the bell is empty", () => {
  const link = bell();
  showCount(link, 2);
  showCount(link, 0);
  assert.equal(link.badge.hidden, true);
  assert.equal(link.attributes.get("aria-label"), "Notifications");
});

/** Pages of one browser: a message reaches all other pages; the lock is given to one page after the other. */
function browser() {
  /** @type {Set<any>} */
  const channels = new Set();
  /** @type {(() => void)[]} */
  const queue = [];
  /** @type {{news: () => void, state: (state: string) => void}[]} */
  const streams = [];
  const asked = { count: 0, answer: /** @type {{count: number, awaited: number} | null} */ ({ count: 3, awaited: 2 }) };
  const open = () => {
    /** @type {((event: any) => void)[]} */
    const listeners = [];
    const channel = {
      addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ listener) => listeners.push(listener),
      postMessage: (/** @type {any} */ data) => [...channels].filter((one) => one !== channel).forEach((one) => one.hear({ data })),
      hear: (/** @type {any} */ event) => listeners.forEach((listener) => listener(event)),
    };
    channels.add(channel);
    /** @type {(number | undefined)[][]} */
    const shown = [];
    const world = {
      ask: async () => ((asked.count += 1), asked.answer),
      channel,
      locks: { request: (/** @type {string} */ _, /** @type {() => void} */ hold) => (queue.push(hold), queue.length === 1 && hold()) },
      listen: (/** @type {any} */ news, /** @type {any} */ state) => streams.push({ news, state }),
    };
    const bell = new Bell(({ count, awaited }) => shown.push([count, awaited]), /** @type {any} */ (world));
    bell.start();
    return { bell, shown, channel, close: () => (channels.delete(channel), queue.shift(), queue[0]?.()) };
  };
  return { open, streams, asked };
}

test("of many pages one listens, and all are updated", async () => {
  const { open, streams, asked } = browser();
  const pages = [open(), open(), open()];
  assert.equal(streams.length, 1);
  streams[0].state("live");
  await streams[0].news();
  await new Promise(setImmediate);
  assert.deepEqual(pages.map((page) => page.shown), [[[3, 2]], [[3, 2]], [[3, 2]]]);
  for (const page of pages) await page.bell.tick();
  assert.equal(asked.count, 1, "nobody asks by the clock while the stream is live");
});

test("when the listening page is closed, the next takes over", () => {
  const { open, streams } = browser();
  const [first, second] = [open(), open()];
  streams[0].state("live");
  first.close();
  assert.equal(streams.length, 2);
  streams[1].state("lost");
  assert.equal(second.bell.isLive, false);
});

test("without a stream each page polls, and a failed request changes nothing", async () => {
  const { open, streams, asked } = browser();
  const page = open();
  streams[0].state("lost");
  await page.bell.tick();
  asked.answer = null;
  await page.bell.tick();
  assert.deepEqual(page.shown, [[3, 2]]);
});

test("a new page stops the polling of others and learns that there is a stream", () => {
  const { open, streams } = browser();
  const first = open();
  streams[0].state("live");
  const second = open();
  second.channel.postMessage({ count: 0, awaited: 1 });
  assert.deepEqual(first.shown, [[0, 1]]);
  assert.equal(second.bell.isLive, true);
});
