import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { follow, pauseFor, wordsOf } from "../../frontend/static/js/tournament_live.js";

test("an event is announced with the text of the log, or with player and points", () => {
  assert.equal(wordsOf({ text: "Round 2 was published." }), "Round 2 was published.");
  const players = [{ name: "Mira", points: "6" }, { name: "Pavel", points: "0" }];
  assert.equal(wordsOf({ players }), "Mira 6 – Pavel 0");
  assert.equal(wordsOf({ players: [{ name: "Mira", points: "10/3" }] }), "Mira 3.33");
  assert.equal(wordsOf({ is_cleared: true, players }), "A result was cleared.");
  assert.equal(wordsOf({}), "");
});

test("refreshes are spread over about a second, and none waits longer than two", () => {
  assert.ok(pauseFor(0) < pauseFor(0.5));
  assert.ok(pauseFor(0) >= 100);
  assert.ok(pauseFor(1) < 2000);
});

/** A part of a page with a button in it, and a site that has new rows for it. @returns {any} */
function livePage() {
  const button = { matches: () => true };
  const fresh = { childNodes: ["new rows"], querySelectorAll: () => [], isEqualNode: () => false };
  /** @type {unknown[]} */
  const shown = [];
  const part = Object.assign(new EventTarget(), {
    id: "tables",
    dataset: { live: "/events/", last: "5" },
    contains: (/** @type {unknown} */ one) => one === button,
    querySelectorAll: () => [],
    replaceChildren: (/** @type {unknown[]} */ ...rows) => shown.push(...rows),
  });
  const document = Object.assign(new EventTarget(), { hidden: false, activeElement: /** @type {unknown} */ (null) });
  const source = Object.assign(new EventTarget(), { close() {} });
  Object.assign(globalThis, {
    document,
    window: Object.assign(new EventTarget(), { location: { href: "/tournaments/1/", pathname: "/tournaments/1/" } }),
    EventSource: function () { return source; },
    DOMParser: class { parseFromString = () => ({ getElementById: () => fresh }); },
    fetch: async () => ({ ok: true, redirected: false, text: async () => "" }),
  });
  return { part, document, source, button, shown };
}

/** Let the longest delay pass, and the response arrive. */
async function waitAPause() {
  mock.timers.tick(pauseFor(1));
  await new Promise((done) => setImmediate(done));
}

test("rows that could not be replaced while a button had the focus are replaced when the focus leaves", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { part, document, source, button, shown } = livePage();
    follow(part, null);
    document.activeElement = button;
    source.dispatchEvent(new MessageEvent("result", { data: "{}", lastEventId: "6" }));
    await waitAPause();
    assert.deepEqual(shown, []);
    document.activeElement = null;
    part.dispatchEvent(new Event("focusout"));
    await waitAPause();
    assert.deepEqual(shown, ["new rows"]);
    part.dispatchEvent(new Event("focusout"));
    await waitAPause();
    assert.deepEqual(shown, ["new rows"], "nothing was put off, so nothing is read again");
  } finally {
    mock.timers.reset();
  }
});
