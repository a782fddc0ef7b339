import assert from "node:assert/strict";
import { test } from "node:test";

import { entryWords } from "../../frontend/static/js/game/record.js";

test("entries between turns are shown as text, steps in notation", () => {
  const entries = ["a2-b5", "#resignation:1", "#agreement"];
  assert.deepEqual(entries.map((entry) => entryWords(entry)), ["a2-b5", "resigned", "draw by agreement"]);
});
