import assert from "node:assert/strict";
import { test } from "node:test";

import { readTheme, themeCookie } from "../../frontend/static/js/theme.js";

test("only the three themes exist", () => {
  assert.equal(readTheme("dark"), "dark");
  assert.equal(readTheme("light"), "light");
  assert.equal(readTheme("purple"), "system");
  assert.equal(readTheme(null), "system");
});

test("the choice is stored for a year, for the whole site", () => {
  assert.equal(themeCookie("dark", false), "theme=dark; path=/; max-age=31536000; samesite=lax");
  assert.equal(themeCookie("system", true), "theme=system; path=/; max-age=31536000; samesite=lax; secure");
});
