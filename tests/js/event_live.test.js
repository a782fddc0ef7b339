import assert from "node:assert/strict";
import test from "node:test";

import { pauseFor, wordsOf } from "../../frontend/static/js/event_live.js";

test("what happened is said by the log's words, or by who has how many points", () => {
  assert.equal(wordsOf({ text: "Round 2 was published." }), "Round 2 was published.");
  const players = [{ name: "Mira", points: "6" }, { name: "Pavel", points: "0" }];
  assert.equal(wordsOf({ players }), "Mira 6 – Pavel 0");
  assert.equal(wordsOf({}), "");
});

test("readers are spread over a second or so, and none waits longer than two", () => {
  assert.ok(pauseFor(0) < pauseFor(0.5));
  assert.ok(pauseFor(0) >= 100);
  assert.ok(pauseFor(1) < 2000);
});
