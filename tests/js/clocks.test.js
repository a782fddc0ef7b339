import assert from "node:assert/strict";
import { test } from "node:test";

import { spokenTime, timeLeft, timeText } from "../../frontend/static/js/game/clocks.js";
import { serverNow, setServerTime } from "../../frontend/static/js/game/server_time.js";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const CLOCK = {
  seat: 1, since: "2026-11-16T11:59:00.000Z", deadline: "2026-11-16T12:01:30.000Z", ends_at: null, banks: [300, 120],
};

test("the clock of the seat to move counts down to its deadline, the others show their bank", () => {
  assert.deepEqual(timeLeft(CLOCK, 1, NOW), { seconds: 90, running: true });
  assert.deepEqual(timeLeft(CLOCK, 0, NOW), { seconds: 300, running: false });
});

test("during set-up every clock runs", () => {
  const setup = { ...CLOCK, seat: null };
  assert.equal(timeLeft(setup, 0, NOW).running, true);
  assert.equal(timeLeft(setup, 1, NOW).running, true);
});

test("a game that is over has no clock", () => {
  assert.deepEqual(timeLeft({ ...CLOCK, seat: null, deadline: null, banks: [null, null] }, 0, NOW), { seconds: null, running: false });
});

test("times are formatted for reading", () => {
  assert.equal(timeText(3 * 86_400 + 4 * 3600), "3 d 4 h");
  assert.equal(timeText(2 * 3600 + 5 * 60 + 30), "2 h 05 min");
  assert.equal(timeText(249), "4:09");
  assert.equal(timeText(9.44), "9.4");
});

test("an expired clock shows 0:00, before and after the end of the game", () => {
  assert.equal(timeText(-3), "0:00");
  const flagged = { seat: null, since: null, deadline: null, ends_at: null, banks: [0, 44] };
  assert.deepEqual(timeLeft(flagged, 0, NOW), { seconds: 0, running: false });
  assert.equal(timeText(0), "0:00");
});

test("clocks use the server's time, whatever the computer's clock", () => {
  setServerTime(new Date(Date.now() + 90_000).toISOString());
  assert.ok(Math.abs(serverNow() - Date.now() - 90_000) < 50);
  setServerTime(new Date().toISOString());
});

test("times are spoken with their two largest units", () => {
  assert.equal(spokenTime(3 * 86_400 + 4 * 3600 + 5 * 60), "3 days 4 hours");
  assert.equal(spokenTime(3600 + 30), "1 hour");
  assert.equal(spokenTime(249.6), "4 minutes 9 seconds");
  assert.equal(spokenTime(60), "1 minute");
  assert.equal(spokenTime(0.4), "0 seconds");
});
