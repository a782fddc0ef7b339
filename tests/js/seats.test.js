import assert from "node:assert/strict";
import { test } from "node:test";

import { isOut, placeText } from "../../frontend/static/js/game/seats.js";

test("no seat is out while all play, nor after the end", () => {
  assert.deepEqual([0, 1].map((seat) => isOut([0, 0], seat)), [false, false]);
  assert.deepEqual([0, 1].map((seat) => isOut([2, 1], seat)), [false, false]);
});

test("while others play on, the last are out, and the first have finished", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => isOut([0, 4, 1, 0], seat)), [false, true, false, false]);
});

test("a place is an ordinal with its points, which may be a fraction", () => {
  const texts = [placeText(1, "2"), placeText(2, "1"), placeText(4, "10/3")];
  assert.deepEqual(texts, ["1st, 2 points", "2nd, 1 point", "4th, 10/3 points"]);
});
