import assert from "node:assert/strict";
import { test } from "node:test";

import { Threats } from "../../frontend/static/js/game/threats.js";

const THREATS = { d4: ["e5"] };

test("threats are requested once per position", async () => {
  /** @type {string[]} */
  const asked = [];
  const threats = new Threats(true, async (position) => {
    asked.push(position);
    return { threats: THREATS };
  });
  assert.deepEqual(await threats.from("one", "d4"), ["e5"]);
  assert.deepEqual(await threats.from("one", "a1"), []);
  assert.deepEqual(await threats.from("two", "d4"), ["e5"]);
  assert.deepEqual(asked, ["one", "two"]);
});

test("nothing is requested for games without threats", async () => {
  const threats = new Threats(false, () => assert.fail("asked"));
  assert.deepEqual(await threats.from("one", "d4"), []);
});

test("without a connection nothing is marked", async () => {
  const threats = new Threats(true, () => Promise.reject(new Error("lost")));
  assert.deepEqual(await threats.from("one", "d4"), []);
});
