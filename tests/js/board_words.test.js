import assert from "node:assert/strict";
import { test } from "node:test";

import { cellUnderCursor, cellWords, pickedWords, rowWords, sceneWords, turnWords } from "../../frontend/static/js/game/board_words.js";

const COLOURS = ["white", "brown"];
const piece = (/** @type {number} */ seat, /** @type {string} */ kind, /** @type {string} */ cell, /** @type {string[]} */ marks = []) =>
  ({ seat, kind, cell, x: 0, y: 0, marks });
const disc = (/** @type {string} */ name, kind = "disc") => ({ name, kind, x: 0, y: 0, outline: [] });
const EMPTY = { pieces: [], cells: [], platform: null, marked: {}, last_turn: [] };
const NUMBERED = { rows_have_letters: false };
const PROGRESS = { picked: [], targets: [], captures: [], sources: [], pending: null, taken: [] };

test("the text of a cell names its piece and its marks", () => {
  const scene = {
    ...EMPTY,
    pieces: [piece(0, "sun", "d3", ["huffable"]), piece(1, "tetrahedron", "e4")],
    platform: { x: 0, y: 0, width: 1, height: 1, cells: ["f5"], reaches: [1, 1] },
    marked: { "goal:1": ["e4"], "boarding:0": ["f5"], "boarding:1": ["f5"], huffable: ["d3"] },
  };
  assert.equal(cellWords(scene, "d3", COLOURS), "d3: white sun (huffable)");
  assert.equal(cellWords(scene, "e4", COLOURS), "e4: brown, goal of brown");
  assert.equal(cellWords(scene, "f5", COLOURS), "f5: empty, boarding cell, platform");
});

test("on a moving board, a disc is distinguished from an empty place", () => {
  const scene = { ...EMPTY, cells: [disc("(0,1)"), disc("(0,2)", "space")], marked: { frozen: ["(0,1)"] } };
  assert.equal(cellWords(scene, "(0,1)", COLOURS), "(0,1): empty disc, frozen");
  assert.equal(cellWords(scene, "(0,2)", COLOURS), "(0,2): no disc");
});

test("the text of a cell names its most important action", () => {
  const progress = { ...PROGRESS, targets: ["d4"], captures: ["d4"], sources: ["d4"] };
  assert.equal(cellUnderCursor(EMPTY, "d4", COLOURS, progress), "d4: empty. Captures here.");
  assert.equal(cellUnderCursor(EMPTY, "d5", COLOURS, progress), "d5: empty");
});

test("picking up a piece announces its targets", () => {
  assert.equal(pickedWords({ ...PROGRESS, picked: ["a1"], targets: ["a2", "b2"] }), "a1 selected. It can move to a2 and b2.");
  assert.equal(pickedWords(PROGRESS), "Deselected.");
});

test("a turn is described step by step", () => {
  const trail = (/** @type {string} */ step, /** @type {string[]} */ path = [], /** @type {string[]} */ taken = []) => ({ seat: 0, step, path, taken });
  const describe = (/** @type {ReturnType<typeof trail>[]} */ ...last_turn) =>
    turnWords({ ...EMPTY, pieces: [piece(0, "sun", "e4"), piece(1, "pawn", "c1")], last_turn }, COLOURS);
  assert.equal(describe(trail("!g6", ["g6"]), trail("d3-e4xd5xf5", ["d3", "e4"], ["d5", "f5"])), "huffs g6; white sun from d3 to e4, taking d5 and f5");
  assert.equal(describe(trail("c3-c1", ["c3", "c2", "c1"])), "brown from c3 to c1");
  assert.equal(describe(trail("o(0,1)-(2,2)", ["(0,1)", "(2,2)"])), "disc from (0,1) to (2,2)");
  assert.equal(describe(trail("P+")), "the platform goes towards T");
  assert.equal(describe(trail("pass")), "passes");
});

test("the position is described by seat and kind, and row by row, in natural order", () => {
  const scene = { ...EMPTY, pieces: [piece(1, "sun", "a10"), piece(0, "moon", "b2"), piece(0, "moon", "a2"), piece(0, "moon", "a10")] };
  assert.deepEqual(sceneWords(scene, COLOURS), ["white moon: a2, a10, b2", "brown sun: a10"]);
  assert.deepEqual(rowWords({ ...scene, pieces: scene.pieces.slice(0, 3) }, COLOURS, NUMBERED), [
    "Row 2: a2: white moon; b2: white moon",
    "Row 10: a10: brown sun",
  ]);
  assert.deepEqual(rowWords({ ...scene, pieces: scene.pieces.slice(1, 3) }, COLOURS, { rows_have_letters: true }), ["Row a: a2: white moon", "Row b: b2: white moon"]);
  const wandering = { ...EMPTY, pieces: [piece(0, "pawn", "(0,-2)")], cells: [disc("(0,-2)"), disc("(1,1)"), disc("(-1,-2)")] };
  assert.deepEqual(rowWords(wandering, COLOURS, NUMBERED), ["Row -2: (-1,-2): empty disc; (0,-2): white", "Row 1: (1,1): empty disc"]);
});
