import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { durationText } from "../../frontend/static/js/screen/countdown.js";
import { balancedHeight, paginate, sizesFor } from "../../frontend/static/js/screen/fit.js";
import { Rotation } from "../../frontend/static/js/screen/rotation.js";

test("items fill the columns of a page, then the next page", () => {
  assert.deepEqual(paginate([], 100, 2), [[0, 0]]);
  assert.deepEqual(paginate([40, 40, 40, 40, 40], 100, 2), [[0, 4], [4, 5]]);
  assert.deepEqual(paginate([60, 60, 30, 30, 30], 100, 1), [[0, 1], [1, 3], [3, 5]]);
});

test("an item higher than a column has one of its own", () => {
  assert.deepEqual(paginate([150, 50, 50], 100, 1), [[0, 1], [1, 3]]);
});

test("pages are about equally full", () => {
  const heights = Array.from({ length: 12 }, () => 10);
  const height = balancedHeight(heights, 100, 1);
  assert.deepEqual(paginate(heights, height, 1), [[0, 6], [6, 12]]);
});

test("the smallest type is a share of the screen's height, and never tiny", () => {
  const sizes = sizesFor(1920, 1080);
  assert.ok(sizes[sizes.length - 1] >= 1080 / 25);
  assert.ok(sizes[0] > sizes[sizes.length - 1]);
  assert.ok(sizesFor(200, 200).every((size) => size >= 14));
});

test("durations are written as a clock, and those of a day or more as a date", () => {
  assert.equal(durationText(61_000), "1:01");
  assert.equal(durationText(3_600_000 + 5_000), "1:00:05");
  assert.equal(durationText(0), "0:00");
  assert.equal(durationText(86_400_000), null);
});

/** @param {string[]} shown @param {string[]} keys */
function framesOf(shown, keys) {
  return keys.map((key) => ({ key, show: () => shown.push(key) }));
}

test("frames turn by themselves, except while paused", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    /** @type {string[]} */
    const shown = [];
    const rotation = new Rotation(12, () => {});
    rotation.setFrames(framesOf(shown, ["a", "b"]));
    rotation.wait();
    mock.timers.tick(12_000);
    mock.timers.tick(12_000);
    assert.deepEqual(shown, ["a", "b", "a"]);
    rotation.toggle();
    mock.timers.tick(60_000);
    assert.equal(shown.length, 3);
    rotation.step(-1);
    assert.equal(shown.at(-1), "b");
    rotation.toggle();
    mock.timers.tick(12_000);
    assert.equal(shown.at(-1), "a");
  } finally {
    mock.timers.reset();
  }
});

test("new frames keep the current one, by its key", () => {
  /** @type {string[]} */
  const shown = [];
  const rotation = new Rotation(12, () => {});
  rotation.setFrames(framesOf(shown, ["a", "b", "c"]));
  rotation.index = 2;
  rotation.setFrames(framesOf(shown, ["c", "d"]));
  assert.equal(shown.at(-1), "c");
  rotation.goTo("d");
  assert.equal(shown.at(-1), "d");
  clearTimeout(rotation.timer);
});
