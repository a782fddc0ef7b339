import assert from "node:assert/strict";
import { test } from "node:test";

import { awaitedOn, showAwaited } from "../../frontend/static/js/awaited.js";

/** A page with or without a count in its header. @param {string | null} counted @returns {any} */
function page(counted) {
  const figure = { textContent: "" };
  const badge = { hidden: true, getAttribute: () => counted, querySelector: () => figure };
  const badges = counted === null ? [] : [badge];
  return { title: "Lobby · Asterism", badge, figure, querySelector: () => badges[0] ?? null, querySelectorAll: () => badges };
}

test("games to move are counted in the header and once in the title", () => {
  const one = page("2");
  assert.equal(awaitedOn(one), 2);
  showAwaited(one, 2);
  showAwaited(one, 1200);
  assert.deepEqual([one.title, one.figure.textContent, one.badge.hidden], ["(1,200) Lobby · Asterism", "1,200", false]);
});

test("without games to move the count is removed", () => {
  const one = page("1");
  showAwaited(one, 1);
  showAwaited(one, 0);
  assert.deepEqual([one.title, one.badge.hidden], ["Lobby · Asterism", true]);
});

test("the title of an anonymous page is unchanged", () => {
  const one = page(null);
  showAwaited(one, awaitedOn(one));
  assert.equal(one.title, "Lobby · Asterism");
});
