import assert from "node:assert/strict";
import { test } from "node:test";

import { entryWords } from "../../frontend/static/js/game/record.js";

test("entries between turns are shown as text, steps in notation", () => {
  const words = { left_resignation: "resigned", left_agreement: "a draw, agreed" };
  const entries = ["a2-b5", "#resignation:1", "#agreement"];
  assert.deepEqual(entries.map((entry) => entryWords(entry, words)), ["a2-b5", "resigned", "a draw, agreed"]);
});
