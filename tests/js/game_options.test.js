import assert from "node:assert/strict";
import { test } from "node:test";

import { showOptions } from "../../frontend/static/js/game_options.js";

test("only the options of the chosen game are shown", () => {
  const options = ["galax", "sirius", "lyra-2 lyra-3"].map((variants) => ({ dataset: { variants }, hidden: false }));
  const select = { value: "lyra-3" };
  const form = /** @type {any} */ ({ querySelector: () => select, querySelectorAll: () => options });
  showOptions(form);
  assert.deepEqual(options.map(({ hidden }) => hidden), [true, true, false]);
  select.value = "galax";
  showOptions(form);
  assert.deepEqual(options.map(({ hidden }) => hidden), [false, true, true]);
});
