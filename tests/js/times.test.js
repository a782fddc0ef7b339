import assert from "node:assert/strict";
import { test } from "node:test";

import { relativeText } from "../../frontend/static/js/times.js";

const NOW = new Date("2026-11-16T12:00:00Z");

/** @param {number} seconds */
const told = (seconds, language = "en") => relativeText(new Date(NOW.getTime() + seconds * 1000), NOW, language);

test("a time near now is told as a distance", () => {
  assert.equal(told(3 * 3600 + 12 * 60), "in 3 hours");
  assert.equal(told(-90), "1 minute ago");
  assert.equal(told(2 * 86_400), "in 2 days");
  assert.equal(told(30), "in 30 seconds");
});

test("a deadline is never made to look further away than it is", () => {
  assert.equal(told(2 * 3600 - 60), "in 1 hour");
});

test("a few seconds either way are now", () => {
  assert.equal(told(5), "now");
  assert.equal(told(-5), "now");
});

test("a week away or more stays a date", () => {
  assert.equal(told(7 * 86_400), null);
  assert.equal(told(-30 * 86_400), null);
});

test("it speaks the page's language", () => {
  assert.equal(told(3 * 3600, "fr"), "dans 3 heures");
  assert.equal(told(-2 * 86_400, "cs"), "před 2 dny");
});
