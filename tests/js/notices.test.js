import assert from "node:assert/strict";
import { test } from "node:test";

import { showCount } from "../../frontend/static/js/notices.js";

/** A bell as the header draws it. @returns {any} */
function bell() {
  const badge = { textContent: "", hidden: true };
  const attributes = new Map();
  return {
    badge,
    attributes,
    dataset: { label: "Notices", fresh: "new" },
    querySelector: () => badge,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => attributes.set(name, value),
  };
}

test("new notices are counted and said", () => {
  const link = bell();
  showCount(link, 3);
  assert.deepEqual([link.badge.textContent, link.badge.hidden], ["3", false]);
  assert.equal(link.attributes.get("aria-label"), "Notices: 3 new");
});

test("with none the bell is quiet", () => {
  const link = bell();
  showCount(link, 2);
  showCount(link, 0);
  assert.equal(link.badge.hidden, true);
  assert.equal(link.attributes.get("aria-label"), "Notices");
});
