import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { listenToGame } from "../../frontend/static/js/game/live.js";

/** @type {Record<string, (event: any) => void>} */
let listeners = {};

class FakeEventSource {
  /** @param {string} kind @param {(event: any) => void} listener */
  addEventListener(kind, listener) {
    listeners[kind] = listener;
  }

  close() {}
}

Object.assign(globalThis, { window: new EventTarget(), EventSource: FakeEventSource });

/** @param {string} kind @param {object} data @param {number} [number] */
const send = (kind, data, number = 0) => listeners[kind]({ data: JSON.stringify(data), lastEventId: String(number || "") });

/** A page that has seen event 7, and a count of how often it reloaded its game. */
function openPage() {
  const page = { seen: 7, reads: 0 };
  listenToGame({ id: 1, event: 7 }, {
    event: () => page.seen,
    reload: async () => { page.reads += 1; },
    onChat: () => {},
    onState: () => {},
  });
  return page;
}

beforeEach(() => { listeners = {}; });

test("a page that missed an event reloads its game when the stream says hello", () => {
  const page = openPage();
  send("hello", { now: "2026-03-02T12:00:00Z", event: 8 });
  assert.equal(page.reads, 1);
});

test("a page that has seen every event does not reload its game on hello", () => {
  const page = openPage();
  send("hello", { now: "2026-03-02T12:00:00Z", event: 7 });
  assert.equal(page.reads, 0);
});

test("an event that the page has already seen, its own turn, is ignored", () => {
  const page = openPage();
  page.seen = 8;
  send("turn", { seq: 8 }, 8);
  assert.equal(page.reads, 0);
  send("turn", { seq: 9 }, 9);
  assert.equal(page.reads, 1);
});
