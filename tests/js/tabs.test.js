import assert from "node:assert/strict";
import { test } from "node:test";

import { centred } from "../../frontend/static/js/tabs.js";

test("a tab beyond the edge is scrolled to the middle", () => {
  assert.equal(centred(400, 500, 300), 300);
});

test("tabs that all fit are not scrolled", () => {
  assert.equal(centred(0, 100, 300), 0);
});
