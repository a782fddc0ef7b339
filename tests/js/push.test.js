import assert from "node:assert/strict";
import { test } from "node:test";

import { stateOf } from "../../frontend/static/js/push.js";

const able = { canPush: true, isIPhone: false, permission: "default", isStored: false, isSubscribed: false };

test("a supported browser is asked on click, and is on when both browser and site are subscribed", () => {
  assert.equal(stateOf(able), "off");
  const on = { ...able, permission: "granted", isStored: true, isSubscribed: true };
  assert.equal(stateOf(on), "on");
  assert.equal(stateOf({ ...on, isStored: false }), "off");
  assert.equal(stateOf({ ...on, isSubscribed: false }), "off");
  assert.equal(stateOf({ ...on, permission: "default" }), "off");
});

test("a denied permission is explained, whatever the state before", () => {
  assert.equal(stateOf({ ...able, permission: "denied", isStored: true, isSubscribed: true }), "denied");
});

test("an unsupported browser is explained: an iPhone needs the app on its home screen first", () => {
  assert.equal(stateOf({ ...able, canPush: false }), "unable");
  assert.equal(stateOf({ ...able, canPush: false, isIPhone: true }), "homeless");
});
