import assert from "node:assert/strict";
import { test } from "node:test";

import { stateOf } from "../../frontend/static/js/push.js";

const able = { canPush: true, isIPhone: false, permission: "default", isStored: false, isSubscribed: false };

test("a browser that can is asked on a click, and is on when both it and the site know", () => {
  assert.equal(stateOf(able), "off");
  const on = { ...able, permission: "granted", isStored: true, isSubscribed: true };
  assert.equal(stateOf(on), "on");
  assert.equal(stateOf({ ...on, isStored: false }), "off");
  assert.equal(stateOf({ ...on, isSubscribed: false }), "off");
  assert.equal(stateOf({ ...on, permission: "default" }), "off");
});

test("a no is explained, whatever was before", () => {
  assert.equal(stateOf({ ...able, permission: "denied", isStored: true, isSubscribed: true }), "denied");
});

test("who cannot is told why: an iPhone wants the app on its home screen first", () => {
  assert.equal(stateOf({ ...able, canPush: false }), "unable");
  assert.equal(stateOf({ ...able, canPush: false, isIPhone: true }), "homeless");
});
