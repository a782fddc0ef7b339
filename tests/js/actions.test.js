import assert from "node:assert/strict";
import { test } from "node:test";

class Part {
  hidden = false;
  textContent = "";
  dataset = {};
}
/** @type {Record<string, any>} */
const parts = {};
const page = /** @type {any} */ (globalThis);
page.HTMLElement = Part;
page.document = { documentElement: { lang: "en" }, getElementById: () => null, querySelector: (/** @type {string} */ selector) => (parts[selector] ??= new Part()) };
const { showActions } = await import("../../frontend/static/js/game/actions.js");

/** Return the label of an action's button for a seat, if it is shown. @param {string} name @param {any} game @returns {string | null} */
function wording(name, game) {
  const seats = game.seats ?? [0, 1, 2].map((index) => ({ index }));
  showActions(/** @type {any} */ ({ game: { seats, ...game }, isOver: game.status === "over", isLive: true, isArranged: false }));
  const button = parts[`[data-part="action-${name}"]`];
  return button.hidden ? null : button.textContent;
}

const STATE = { placed: [0, 0, 0], turns: [1, 1, 0] };

test("a player who has agreed to a rematch is not asked again", () => {
  const rematch = { seat: 0, accepted: [0, 1], game: null };
  const said = [0, 1, 2].map((you) => wording("rematch", { status: "over", you, state: STATE, rematch }));
  assert.deepEqual(said, ["Rematch offered", "Rematch offered", "Accept the rematch"]);
  assert.equal(wording("rematch", { status: "over", you: 1, state: STATE, rematch: null }), "Offer a rematch");
  assert.equal(wording("rematch", { status: "over", you: 1, state: STATE, rematch: { ...rematch, game: 7 } }), "Go to the rematch");
});

test("a take-back is offered to players who have moved, and needs everyone's agreement", () => {
  const game = { status: "running", rated: false, state: STATE, to_move: 2 };
  assert.deepEqual([0, 1, 2].map((you) => wording("takeback", { ...game, you })), ["Request take-back", "Request take-back", null]);
  const seats = [{ index: 0, wants_takeback: true }, { index: 1 }, { index: 2 }];
  assert.deepEqual([0, 1, 2].map((you) => wording("takeback", { ...game, seats, you })), [null, "Accept the take-back", "Accept the take-back"]);
});
