import assert from "node:assert/strict";
import { test } from "node:test";

import { applyUsual, moved } from "../../frontend/static/js/tie_breaks.js";
import { matchClock, matchFormat } from "../../frontend/static/js/tournament_form.js";

/** @param {string[]} values @param {string} chosen @returns {any} */
function select(values, chosen) {
  const options = values.map((value) => ({ value, disabled: false, hidden: false }));
  return { options, value: chosen, get selectedOptions() { return options.filter(({ value }) => value === this.value); } };
}

test("a live venue brings a live clock with it, and back", () => {
  const clock = select(["days:1", "days:3", "bank:600:5"], "days:3");
  matchClock(select([], "live"), clock);
  assert.equal(clock.value, "bank:600:5");
  assert.deepEqual(clock.options.map((/** @type {any} */ option) => option.disabled), [true, true, false]);
  matchClock(select([], "correspondence"), clock);
  assert.equal(clock.value, "days:1");
  matchClock(select([], "board"), clock);
  assert.ok(clock.options.every((/** @type {any} */ option) => !option.disabled));
});

test("a rule of some formats is asked for only there, and otherwise not sent", () => {
  const field = { hidden: false };
  const input = /** @type {any} */ ({ dataset: { formats: "knockout other" }, disabled: false, closest: () => field });
  matchFormat(select([], "swiss"), input);
  assert.deepEqual([input.disabled, field.hidden], [true, true]);
  matchFormat(select([], "knockout"), input);
  assert.deepEqual([input.disabled, field.hidden], [false, false]);
});

test("the clock of the tournament is kept where it fits", () => {
  const clock = select(["days:kept", "days:3", "bank:600:5"], "days:kept");
  matchClock(select([], "board"), clock);
  assert.equal(clock.value, "days:kept");
  matchClock(select([], "live"), clock);
  assert.equal(clock.value, "bank:600:5");
  matchClock(select([], "correspondence"), clock);
  assert.equal(clock.value, "days:kept");
});

test("an item moves one place, and not beyond the ends", () => {
  assert.deepEqual(moved(["a", "b", "c"], 2, -1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, -1), ["a", "b", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "b", "c"]);
});

test("the usual tie-breaks of a format are ticked and come first", () => {
  /** @type {any[]} */
  let rows = [];
  /** @type {any} */
  const list = { querySelectorAll: () => rows.map((row) => row.box), append: (/** @type {any[]} */ ...moved) => (rows = moved) };
  rows = ["wins", "buchholz", "koya"].map((value) => {
    const row = /** @type {any} */ ({ parentElement: list });
    row.box = { value, checked: value === "buchholz", parentElement: row };
    return row;
  });
  applyUsual(list, ["koya", "wins"]);
  assert.deepEqual(rows.map(({ box }) => [box.value, box.checked]), [["koya", true], ["wins", true], ["buchholz", false]]);
});
