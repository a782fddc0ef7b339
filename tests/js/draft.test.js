import assert from "node:assert/strict";
import { test } from "node:test";

import { TurnDraft } from "../../frontend/static/js/game/draft.js";

const SCENE = { pieces: [], cells: [], platform: null, marked: {}, last_turn: [] };
const START = { position: "start", seat: 0, scene: SCENE, choices: [], tally: [0, 0], placed: [0, 0], result: /** @type {unknown} */ (null) };

/** @param {string[]} steps how many make a turn: two */
const faceAfter = (steps) => ({ ...START, position: `after ${steps.join(" ")}`, turn_begins: steps.length === 2 });

test("a turn of two steps is complete after the second", async () => {
  const draft = new TurnDraft(START, async (_, steps) => faceAfter(steps));
  await draft.add("one");
  assert.equal(draft.isComplete, false);
  await draft.add("two");
  assert.equal(draft.isComplete, true);
  assert.deepEqual(draft.steps, ["one", "two"]);
});

test("every step is checked by the server from the start of the turn", async () => {
  /** @type {[string, string[]][]} */
  const asked = [];
  const draft = new TurnDraft(START, async (position, steps) => {
    asked.push([position, steps]);
    return faceAfter(steps);
  });
  await draft.add("one");
  await draft.add("two");
  assert.deepEqual(asked, [["start", ["one"]], ["start", ["one", "two"]]]);
});

test("a refused step changes nothing", async () => {
  const draft = new TurnDraft(START, async () => {
    throw new Error("No such step.");
  });
  await assert.rejects(draft.add("nonsense"), /No such step/);
  assert.deepEqual(draft.steps, []);
  assert.equal(draft.face, START);
});

test("undo removes one step, clear all", async () => {
  const draft = new TurnDraft(START, async (_, steps) => faceAfter(steps));
  await draft.add("one");
  await draft.add("two");
  draft.undo();
  assert.equal(draft.face.position, "after one");
  assert.equal(draft.isComplete, false);
  draft.clear();
  assert.equal(draft.face, START);
});

test("a step that ends the game completes the turn", async () => {
  const draft = new TurnDraft(START, async () => ({ ...START, turn_begins: false, result: { ranks: [1, 2] } }));
  await draft.add("one");
  assert.equal(draft.isComplete, true);
});
