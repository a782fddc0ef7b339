/** @typedef {import("../../frontend/static/js/results/queue.js").Write} Write */

import assert from "node:assert/strict";
import test from "node:test";

import { choicesOf, describeResult, Finish } from "../../frontend/static/js/results/outcomes.js";
import { ResultQueue } from "../../frontend/static/js/results/queue.js";

/** An answer of the site, of which the queue reads the version. @param {number} version @returns {any} */
const answer = (version) => ({ version });
const WIN = { outcome: "goal", ranks: [1, 2], absent: [] };
const DRAW = { outcome: "draw", ranks: [1, 1], absent: [] };

test("eight results of a table of two have a key each", () => {
  const choices = choicesOf(["Ada", "Ben"]);
  assert.deepEqual(choices.map((choice) => choice.key).join(""), "12345678");
  assert.deepEqual(choices[0].result, WIN);
  assert.deepEqual(choices[5].result, { outcome: "forfeit", ranks: [2, 1], absent: [0] });
  for (const choice of choices) assert.equal(describeResult(choice.result, ["Ada", "Ben"]), choice.label);
});

test("the last player of an order of finish is placed by itself", () => {
  const finish = new Finish(3).place(2).place(0);
  assert.deepEqual(finish.result(false), { outcome: "goal", ranks: [2, 3, 1], absent: [] });
});

test("players are tied with the last one, or all the rest", () => {
  assert.deepEqual(new Finish(4).place(1).tie().place(0).place(3).result(true)?.ranks, [1, 1, 4, 3]);
  assert.deepEqual(new Finish(4).place(1).tieRest().result(false)?.ranks, [2, 1, 2, 2]);
  assert.equal(new Finish(3).tieRest().result(false)?.outcome, "draw");
});

test("the others are ranked without those who did not appear", () => {
  const finish = new Finish(3).miss(0);
  assert.equal(finish.result(false), null);
  assert.deepEqual(finish.place(2).result(false), { outcome: "goal", ranks: [3, 2, 1], absent: [0] });
  assert.deepEqual(finish.miss(1).result(false), { outcome: "forfeit", ranks: [2, 2, 1], absent: [0, 1] });
});

function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("results of a table are sent in order, each with the version that the one before left", async () => {
  /** @type {number[]} */
  const sent = [];
  const send = async (/** @type {Write} */ write) => answer(5 + sent.push(write.seen));
  const queue = new ResultQueue("x", storage(), send, () => {});
  queue.add({ table: 1, result: null, seen: 5, reason: "" });
  queue.add({ table: 1, result: WIN, seen: 5, reason: "" });
  await settled();
  assert.deepEqual([sent, queue.writes], [[5, 6], []]);
});

test("results wait without a connection, survive a reload and are sent again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const store = storage();
  let isOnline = false;
  const send = async (/** @type {Write} */ write) => {
    if (!isOnline) throw new Error("no connection");
    return answer(write.seen + 1);
  };
  new ResultQueue("x", store, send, () => {}).add({ table: 1, result: WIN, seen: 0, reason: "" });
  await settled();
  const later = new ResultQueue("x", store, send, () => {});
  assert.deepEqual(later.last(1)?.result, WIN);
  isOnline = true;
  later.flush();
  await settled();
  assert.deepEqual([later.writes, store.getItem("x")], [[], "[]"]);
});

test("however many tables wait, they are sent again together, with growing pauses", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let attempts = 0;
  const send = async () => {
    attempts += 1;
    throw new Error("no connection");
  };
  const queue = new ResultQueue("x", storage(), send, () => {});
  for (let table = 1; table <= 8; table += 1) queue.add({ table, result: WIN, seen: 0, reason: "" });
  await settled();
  const before = attempts;
  const rounds = [];
  for (let second = 1; second <= 15; second += 1) {
    context.mock.timers.tick(1000);
    await settled();
    rounds.push((attempts - before) / 8);
  }
  assert.deepEqual(rounds, [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
});

test("a stale result stops its table until the organiser has chosen", async () => {
  /** @type {[number, string][]} */
  const sent = [];
  const stale = Object.assign(new Error("stale"), { status: 409, code: "stale", body: { table: { version: 3 } } });
  const send = async (/** @type {Write} */ write) => {
    sent.push([write.seen, write.reason]);
    if (write.seen === 0) throw stale;
    return answer(4);
  };
  const queue = new ResultQueue("x", storage(), send, () => {});
  queue.add({ table: 1, result: DRAW, seen: 0, reason: "" });
  await settled();
  queue.flush();
  assert.equal(queue.conflicts.get(1)?.current?.version, 3);
  queue.insist(1, "misread");
  await settled();
  assert.deepEqual([sent, queue.writes], [[[0, ""], [3, "misread"]], []]);
});
