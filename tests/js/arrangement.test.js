import assert from "node:assert/strict";
import { test } from "node:test";

import { Arrangement, tidied } from "../../frontend/static/js/game/arrangement.js";

const SUITS = {
  cells: ["a1", "b1", "c1", "a2", "b2", "c2"],
  symbols: [
    { symbol: "S", kind: "sun", count: 2 },
    { symbol: "M", kind: "moon", count: 2 },
    { symbol: "T", kind: "star", count: 2 },
  ],
  arrangements: [],
  example: "=SMT/TMS",
};
const PAWNS = { cells: ["A1", "B1", "C1", "D1"], symbols: [{ symbol: "", kind: "pawn", count: 2 }], arrangements: [], example: "=AC" };

test("a set-up is parsed and written back unchanged", () => {
  assert.equal(new Arrangement(SUITS, "=SMT/TMS").text, "=SMT/TMS");
  assert.equal(new Arrangement(PAWNS, "=AC").text, "=AC");
});

test("each cell has its piece", () => {
  const suits = new Arrangement(SUITS, "=SMT/TMS");
  assert.deepEqual(SUITS.cells.map((cell) => suits.kindAt(cell)), ["sun", "moon", "star", "star", "moon", "sun"]);
  assert.deepEqual(PAWNS.cells.map((cell) => new Arrangement(PAWNS, "=AC").kindAt(cell)), ["pawn", null, "pawn", null]);
});

test("two cells are swapped", () => {
  const suits = new Arrangement(SUITS, "=SMT/TMS");
  suits.swap("a1", "b2");
  assert.equal(suits.text, "=MMT/TSS");
  const pawns = new Arrangement(PAWNS, "=AC");
  pawns.swap("A1", "D1");
  assert.equal(pawns.text, "=CD");
});

test("a cell of the opponent's side changes nothing", () => {
  const suits = new Arrangement(SUITS, "=SMT/TMS");
  suits.swap("a1", "a9");
  assert.equal(suits.text, "=SMT/TMS");
});

test("mirroring reverses each row, and twice restores it", () => {
  const suits = new Arrangement(SUITS, "=SMT/MST");
  suits.mirror();
  assert.equal(suits.text, "=TMS/TSM");
  suits.mirror();
  assert.equal(suits.text, "=SMT/MST");
  const pawns = new Arrangement(PAWNS, "=AC");
  pawns.mirror();
  assert.equal(pawns.text, "=BD");
});

test("shuffling keeps every piece", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const suits = new Arrangement(SUITS, "=SMT/TMS");
  suits.shuffle(random);
  assert.deepEqual([...suits.text.replaceAll(/[=/]/g, "")].sort().join(""), "MMSSTT");
});

test("a typed set-up may be in lower case, with spaces and without its prefix", () => {
  assert.equal(tidied(" smt / tms"), "=SMT/TMS");
  assert.equal(tidied("=b, d, f"), "=BDF");
});
