import assert from "node:assert/strict";
import { test } from "node:test";

import { StepBuilder } from "../../frontend/static/js/board/turn.js";

const CHOICES = [
  { kind: "move", text: "a1-b2", clicks: ["a1", "b2"] },
  { kind: "move", text: "a1xb3", clicks: ["a1", "b3"], takes: ["b3"] },
  { kind: "move", text: "c1-c2", clicks: ["c1", "c2"], optional: ["d3", "b3"] },
  { kind: "huff", text: "!e5", clicks: ["e5"] },
  { kind: "pass", text: "pass", clicks: ["pass"] },
];

test("nothing is a target before something is picked", () => {
  const { picked, targets, sources } = new StepBuilder(CHOICES).progress;
  assert.deepEqual({ picked, targets, sources }, { picked: [], targets: [], sources: ["a1", "c1", "e5", "pass"] });
});

test("a picked piece shows where it can go and what that takes", () => {
  const builder = new StepBuilder(CHOICES);
  assert.equal(builder.click("a1"), null);
  const { picked, targets, captures } = builder.progress;
  assert.deepEqual({ picked, targets, captures }, { picked: ["a1"], targets: ["b2", "b3"], captures: ["b3"] });
});

test("the last click completes the step and clears the selection", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("a1");
  assert.equal(builder.click("b2"), "a1-b2");
  assert.deepEqual(builder.progress.picked, []);
});

test("a step of one click needs no more", () => {
  assert.equal(new StepBuilder(CHOICES).click("!e5"), null);
  assert.equal(new StepBuilder(CHOICES).click("e5"), "!e5");
  assert.equal(new StepBuilder(CHOICES).click("pass"), "pass");
});

test("a click elsewhere clears the selection; a click on another piece selects it", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("a1");
  builder.click("c1");
  assert.deepEqual(builder.progress.picked, ["c1"]);
  builder.click("h8");
  assert.deepEqual(builder.progress.picked, []);
  builder.click("a1");
  builder.click("a1");
  assert.deepEqual(builder.progress.picked, []);
});

test("captures are all selected at first, and can be deselected one by one", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("c1");
  assert.equal(builder.click("c2"), null);
  assert.deepEqual(builder.progress.taken, ["d3", "b3"]);
  builder.click("d3");
  assert.deepEqual(builder.progress.captures, ["b3"]);
  assert.equal(builder.confirm(), "c1-c2xb3");
});

test("captures are written in the order the server gave", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("c1");
  builder.click("c2");
  builder.click("d3");
  builder.click("d3");
  assert.equal(builder.confirm(), "c1-c2xd3xb3");
});

test("a click outside the captures cancels the move", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("c1");
  builder.click("c2");
  builder.click("a8");
  assert.equal(builder.progress.pending, null);
  assert.equal(builder.confirm(), null);
});

test("a dragged piece shows its targets, and clears the previous selection", () => {
  const builder = new StepBuilder(CHOICES);
  builder.click("c1");
  assert.equal(builder.lift("a1"), null);
  const { picked, targets, captures } = builder.progress;
  assert.deepEqual({ picked, targets, captures }, { picked: ["a1"], targets: ["b2", "b3"], captures: ["b3"] });
});

test("dragging makes both clicks at once, or none", () => {
  const builder = new StepBuilder(CHOICES);
  assert.equal(builder.carry("a1", "b3"), "a1xb3");
  assert.equal(builder.carry("a1", "h8"), null);
  assert.deepEqual(builder.progress.picked, []);
});

test("the threats of a piece are known before it moves", () => {
  const builder = new StepBuilder(CHOICES);
  assert.deepEqual(builder.takenBy(["a1"]), ["b3"]);
  assert.deepEqual(builder.takenBy(["c1"]), ["d3", "b3"]);
  assert.deepEqual(builder.takenBy(["a1", "b2"]), []);
});

test("a step of the record is recognised by its clicks, whatever it captures", () => {
  const builder = new StepBuilder(CHOICES);
  assert.deepEqual(builder.clicksOf("a1-b2"), ["a1", "b2"]);
  assert.deepEqual(builder.clicksOf("c1-c2xd3"), ["c1", "c2"]);
  assert.deepEqual(builder.clicksOf("a1-c9"), []);
});
