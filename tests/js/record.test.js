import assert from "node:assert/strict";
import { test } from "node:test";

import { entryWords } from "../../frontend/static/js/game/record.js";

test("what happened between two turns is said in words, a step as it is written", () => {
  const entries = ["a2-b5", "#resignation:1", "#agreement"];
  assert.deepEqual(entries.map((entry) => entryWords(entry)), ["a2-b5", "resigned", "draw by agreement"]);
});
