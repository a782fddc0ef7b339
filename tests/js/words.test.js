import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { timeText } from "../../frontend/static/js/game/clocks.js";
import { cellWords } from "../../frontend/static/js/game/board_words.js";
import { moment, number, speak, t, tn } from "../../frontend/static/js/words.js";

const CZECH = {
  "Ready to send: {turn}.": "Připraveno k odeslání: {turn}.",
  "{count} turn": { one: "{count} tah", few: "{count} tahy", other: "{count} tahů" },
  "{days} d {hours} h": "{days} dní {hours} hod",
  "{cell}: empty": "{cell}: prázdné",
};

afterEach(() => speak({}, "en"));

test("English texts come from the script itself", () => {
  assert.equal(t("Ready to send: {turn}.", { turn: "a1-b2" }), "Ready to send: a1-b2.");
  assert.deepEqual([1, 2].map((count) => tn("{count} turn", "{count} turns", count)), ["1 turn", "2 turns"]);
  assert.equal(number(12_345.5), "12,345.5");
});

test("another language has its own sentences and its own plurals", () => {
  speak(CZECH, "cs");
  assert.equal(t("Ready to send: {turn}.", { turn: "a1-b2" }), "Připraveno k odeslání: a1-b2.");
  assert.deepEqual(
    [1, 3, 5, 0].map((count) => tn("{count} turn", "{count} turns", count)),
    ["1 tah", "3 tahy", "5 tahů", "0 tahů"],
  );
  assert.equal(timeText(3 * 86_400 + 4 * 3600), "3 dní 4 hod");
  assert.equal(timeText(9.44), "9,4");
  assert.equal(cellWords({ pieces: [], cells: [], platform: null, marked: {}, last_turn: [] }, "a1", ["red"]), "a1: prázdné");
  assert.match(moment("2026-11-16T12:00:00Z"), /16\. 11\. 2026/);
});

test("an untranslated text is in English, and a placeholder without a value stays", () => {
  speak(CZECH, "cs");
  assert.equal(t("Board"), "Board");
  assert.deepEqual([1, 2].map((count) => tn("one {count}", "many {count}", count)), ["one 1", "many 2"]);
  assert.equal(t("{name} is to move."), "{name} is to move.");
});
