import assert from "node:assert/strict";
import { test } from "node:test";

import { isOut } from "../../frontend/static/js/game/seats.js";

test("no seat is out while all play, nor after the end", () => {
  assert.deepEqual([0, 1].map((seat) => isOut([0, 0], seat)), [false, false]);
  assert.deepEqual([0, 1].map((seat) => isOut([2, 1], seat)), [false, false]);
});

test("while others play on, the last are out, and the first have finished", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => isOut([0, 4, 1, 0], seat)), [false, true, false, false]);
});
