import assert from "node:assert/strict";
import test from "node:test";

import { PresenceQueue } from "../../frontend/static/js/check_in/organiser.js";
import { isMatch } from "../../frontend/static/js/check_in/search.js";
import { editOfMove, editOfTwo } from "../../frontend/static/js/draft_sheet.js";

test("a name is found without accents, by parts, in any order", () => {
  assert.ok(isMatch("Žofie Nováková", "nova zof"));
  assert.ok(isMatch("Anna", ""));
  assert.ok(!isMatch("Anna", "ben"));
});

test("of several taps the last one is sent, one request at a time", async () => {
  /** @type {[number, boolean][]} */
  const sent = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const queue = new PresenceQueue((entry, isPresent) => {
    sent.push([entry, isPresent]);
    return new Promise((resolve) => waiting.push(() => resolve(undefined)));
  });
  const first = queue.set(7, true);
  queue.set(7, false);
  queue.set(7, true);
  queue.set(7, false);
  assert.deepEqual(sent, [[7, true]]);
  assert.ok(queue.isPending(7));
  waiting[0]();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(sent, [[7, true], [7, false]]);
  waiting[1]();
  await first;
  assert.ok(!queue.isPending(7));
});

test("a failed request leaves nothing pending", async () => {
  const queue = new PresenceQueue(() => Promise.reject(new Error("offline")));
  await assert.rejects(queue.set(1, true));
  assert.ok(!queue.isPending(1));
  assert.equal(queue.saved.get(1), undefined);
});

test("of several taps the confirmed one is known when a later one fails", async () => {
  let isOnline = true;
  const queue = new PresenceQueue(async () => {
    if (!isOnline) throw new Error("offline");
    isOnline = false;
  });
  const first = queue.set(1, true);
  queue.set(1, false);
  await assert.rejects(first);
  assert.equal(queue.saved.get(1), true);
});

test("two players without a table are paired, others change places", () => {
  const free = { player: 1, isUnplaced: true };
  const other = { player: 2, isUnplaced: true };
  const seated = { player: 3, isUnplaced: false };
  assert.deepEqual(editOfTwo(free, other), { path: "seat-together/", body: { one: 1, other: 2 } });
  assert.equal(editOfTwo(free, seated).path, "swap/");
  assert.deepEqual(editOfMove(free, "4"), { path: "move/", body: { player: 1, table: 4 } });
  assert.deepEqual(editOfMove(free, "").body, { player: 1, table: null });
});
