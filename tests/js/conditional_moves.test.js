import assert from "node:assert/strict";
import { test } from "node:test";

/** The parts of a page that the editor needs, by name. */
class Part {
  textContent = "";
  hidden = false;
  addEventListener() {}
  replaceChildren() {}
  scrollIntoView() {}
}
/** @type {Record<string, any>} */
const parts = {};
const page = /** @type {any} */ (globalThis);
page.HTMLElement = Part;
page.document = {
  cookie: "",
  documentElement: { lang: "en" },
  getElementById: () => null,
  querySelector: (/** @type {string} */ selector) => (parts[selector] ??= new Part()),
};
const { ConditionalMoves } = await import("../../frontend/static/js/game/conditional_moves.js");

const TREE = [{ seat: 0, steps: ["a"], then: [{ seat: 1, steps: ["x"], then: [] }] }];

/** An editor of seat 1 whose saved turns are `kept`. @param {any[]} kept */
function editor(kept) {
  page.fetch = async (/** @type {string} */ _address, /** @type {any} */ { method }) => {
    const tree = method === "PUT" ? TREE : kept;
    return { ok: true, status: 200, json: async () => ({ tree }) };
  };
  const game = { id: 7, you: 1, to_move: 0, ply: 2, status: "running", state: { placed: [0, 0] } };
  const host = { game, attempt: (/** @type {any} */ act) => act(), lookAtPresent: async () => {} };
  return new ConditionalMoves(/** @type {any} */ (host), { tree: [] });
}

const said = () => parts['[data-part="conditional-state"]'].textContent;

test("conditional moves are shown as saved until the game goes on, not after they were played", async () => {
  const moves = editor([]);
  await moves.save();
  assert.equal(said(), "Conditional moves saved.");
  await moves.renew();
  assert.deepEqual([said(), moves.kept], ["", []]);
});
