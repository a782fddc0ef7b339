import assert from "node:assert/strict";
import { test } from "node:test";

import { isLow, NOTES, soundOf } from "../../frontend/static/js/game/sounds.js";

const NOW = Date.parse("2026-11-16T12:00:00Z");

/** @param {any} changes */
const game = (changes = {}) => ({ status: "running", ply: 4, you: 0, state: { scene: { last_turn: [] } }, ...changes });
/** @param {number} seat @param {string[]} taken */
const turn = (seat, taken = []) => ({ scene: { last_turn: [{ seat, taken, path: ["a1", "a2"] }] } });

test("another player's turn makes a sound, one's own does not", () => {
  assert.equal(soundOf(game(), game({ ply: 5, state: turn(1) })), "turn");
  assert.equal(soundOf(game(), game({ ply: 5, state: turn(0) })), null);
  assert.equal(soundOf(game({ you: null }), game({ ply: 5, you: null, state: turn(0) })), "turn");
});

test("captures and the end of the game have sounds of their own", () => {
  assert.equal(soundOf(game(), game({ ply: 5, state: turn(1, ["b2"]) })), "capture");
  assert.equal(soundOf(game(), game({ ply: 5, status: "over", state: turn(1, ["b2"]) })), "end");
  assert.equal(soundOf(game(), game({ status: "over" })), "end");
});

test("a position without a new turn makes no sound", () => {
  assert.equal(soundOf(game(), game({ state: turn(1) })), null);
  assert.equal(soundOf(game(), game({ ply: 3, state: turn(1) })), null);
  assert.equal(soundOf(game({ status: "over" }), game({ status: "over" })), null);
});

test("the low-time warning sounds in live games only, and only for one's own clock", () => {
  const clock = { seat: 0, deadline: new Date(NOW + 15_000).toISOString(), banks: [15, 60] };
  assert.equal(isLow(game({ is_live: true, clock }), NOW), true);
  assert.equal(isLow(game({ is_live: false, clock }), NOW), false);
  assert.equal(isLow(game({ is_live: true, clock: { ...clock, seat: 1 } }), NOW), false);
  assert.equal(isLow(game({ is_live: true, clock }), NOW - 60_000), false);
});

test("every sound is short and low-pitched", () => {
  for (const notes of Object.values(NOTES)) {
    for (const [pitch, begin, length] of notes) assert.ok(pitch < 700 && begin + length < 1);
  }
});
