import assert from "node:assert/strict";
import { test } from "node:test";

import { playerOf, tickAll } from "../../frontend/static/js/add_player.js";

/** @param {Record<string, string>} values */
function fields(values) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("a name alone is sent without the other fields", () => {
  assert.deepEqual(playerOf(fields({ name: " Ana ", username: "", rating: "" })), { name: "Ana" });
});

test("a username and a rating are sent where they are given", () => {
  assert.deepEqual(playerOf(fields({ name: "", username: "ana", rating: "1500" })), { name: "", username: "ana", rating: 1500 });
});

test("all people are ticked by one button, and unticked by the next press", () => {
  const boxes = [{ checked: true }, { checked: false }];
  tickAll(boxes);
  assert.deepEqual(boxes, [{ checked: true }, { checked: true }]);
  tickAll(boxes);
  assert.deepEqual(boxes, [{ checked: false }, { checked: false }]);
});
