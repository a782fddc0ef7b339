import assert from "node:assert/strict";
import { test } from "node:test";

import { relativeText } from "../../frontend/static/js/times.js";

const NOW = new Date("2026-11-16T12:00:00Z");

/** @param {number} seconds */
const shown = (seconds, language = "en") => relativeText(new Date(NOW.getTime() + seconds * 1000), NOW, language);

test("a near time is relative", () => {
  assert.equal(shown(3 * 3600 + 12 * 60), "in 3 hours");
  assert.equal(shown(-90), "1 minute ago");
  assert.equal(shown(2 * 86_400), "in 2 days");
  assert.equal(shown(30), "in 30 seconds");
});

test("a deadline is never rounded up", () => {
  assert.equal(shown(2 * 3600 - 60), "in 1 hour");
});

test("a few seconds either way are now", () => {
  assert.equal(shown(5), "now");
  assert.equal(shown(-5), "now");
});

test("a week away or more is a date", () => {
  assert.equal(shown(7 * 86_400), null);
  assert.equal(shown(-30 * 86_400), null);
});

test("texts are in the page's language", () => {
  assert.equal(shown(3 * 3600, "fr"), "dans 3 heures");
  assert.equal(shown(-2 * 86_400, "cs"), "před 2 dny");
});
