import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { EventStream } from "../../frontend/static/js/net/stream.js";

/** @type {FakeSource[]} */
let sources = [];
/** @type {EventTarget} */
let page;

class FakeSource extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    this.isClosed = false;
    sources.push(this);
  }

  close() {
    this.isClosed = true;
  }

  /** @param {string} kind @param {unknown} data @param {number} [id] */
  tell(kind, data, id) {
    if (!this.isClosed) this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId: id ? String(id) : "" }));
  }

  fail() {
    this.dispatchEvent(new Event("error"));
  }
}

/** @returns {{stream: EventStream, heard: unknown[], states: string[]}} */
function listen(last = 5) {
  /** @type {unknown[]} */
  const heard = [];
  /** @type {string[]} */
  const states = [];
  const onEvent = (/** @type {string} */ kind, /** @type {any} */ data) => heard.push([kind, data]);
  const stream = new EventStream("/events/", last, { onEvent, onState: (state) => states.push(state) }, ["turn"]);
  return { stream, heard, states };
}

beforeEach(() => {
  sources = [];
  page = new EventTarget();
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { EventSource: FakeSource, window: page });
});
afterEach(() => mock.timers.reset());

test("it requests events after the last one known", () => {
  listen(5);
  assert.equal(sources[0].url, "/events/?last_event_id=5");
});

test("events arrive once and in order, whatever is resent", () => {
  const { heard } = listen(5);
  sources[0].tell("turn", { ply: 1 }, 6);
  sources[0].tell("turn", { ply: 1 }, 6);
  sources[0].tell("turn", { ply: 2 }, 7);
  assert.deepEqual(heard, [["turn", { ply: 1 }], ["turn", { ply: 2 }]]);
});

test("a lost connection is reported, reopened and resumed", () => {
  const { heard, states } = listen(5);
  sources[0].tell("hello", { event: 5 });
  sources[0].tell("turn", { ply: 1 }, 6);
  sources[0].fail();
  assert.deepEqual(states, ["live", "lost"]);
  mock.timers.tick(1000);
  assert.equal(sources[1].url, "/events/?last_event_id=6");
  sources[1].tell("hello", { event: 7 });
  sources[1].tell("turn", { ply: 2 }, 7);
  assert.deepEqual(states, ["live", "lost", "live"]);
  assert.equal(heard.filter((one) => /** @type {any} */ (one)[0] === "turn").length, 2);
});

test("delays grow while the site is unavailable, and are reset when it is back", () => {
  listen();
  sources[0].fail();
  mock.timers.tick(1000);
  sources[1].fail();
  mock.timers.tick(1999);
  assert.equal(sources.length, 2);
  mock.timers.tick(1);
  assert.equal(sources.length, 3);
  sources[2].tell("hello", { event: 5 });
  sources[2].fail();
  mock.timers.tick(1000);
  assert.equal(sources.length, 4);
});

test("going offline is reported at once, and so is coming back", () => {
  const { states } = listen();
  page.dispatchEvent(new Event("offline"));
  assert.deepEqual(states, ["lost"]);
  assert.equal(sources[0].isClosed, true);
  page.dispatchEvent(new Event("online"));
  assert.equal(sources.length, 2);
});

test("a stream that is destroyed stays closed", () => {
  const { stream } = listen();
  stream.destroy();
  page.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(sources.length, 1);
  assert.equal(sources[0].isClosed, true);
});
