import assert from "node:assert/strict";
import { test } from "node:test";

import { ConditionalTree } from "../../frontend/static/js/game/conditional_tree.js";

const OWNER = 1;

/** Ada may play a or b; the reply to a is x. */
function smallTree() {
  const tree = new ConditionalTree(OWNER, []);
  tree.enter(0, ["a"]);
  tree.enter(1, ["x", "y"]);
  tree.goTo([]);
  tree.enter(0, ["b"]);
  return tree;
}

test("opponents' turns are alternatives, and lines without a reply are not saved", () => {
  const tree = smallTree();
  assert.deepEqual(tree.root.map((branch) => branch.steps), [["a"], ["b"]]);
  assert.deepEqual(tree.whole, [{ seat: 0, steps: ["a"], then: [{ seat: 1, steps: ["x", "y"], then: [] }] }]);
});

test("only the owner's last reply is kept", () => {
  const tree = smallTree();
  tree.goTo([tree.root[0]]);
  tree.enter(1, ["z"]);
  assert.deepEqual(tree.root[0].then?.map((branch) => branch.steps), [["z"]]);
  tree.back();
  tree.end("resign");
  assert.deepEqual(tree.whole[0].then, [{ seat: 1, act: "resign" }]);
});

test("an existing turn is followed, not added again", () => {
  const tree = smallTree();
  tree.goTo([]);
  tree.enter(0, ["a"]);
  tree.enter(1, ["x", "y"]);
  assert.equal(tree.root.length, 2);
  assert.deepEqual(tree.steps, ["a", "x", "y"]);
});

test("a deleted turn is deleted with all that follows", () => {
  const tree = smallTree();
  tree.goTo([tree.root[0]]);
  tree.remove([tree.root[0]]);
  assert.deepEqual(tree.root.map((branch) => branch.steps), [["b"]]);
  assert.deepEqual(tree.path, []);
});

test("editing a copy leaves the saved tree unchanged", () => {
  const kept = [{ seat: 0, steps: ["a"], then: [{ seat: 1, act: "accept_draw" }] }];
  const tree = new ConditionalTree(OWNER, kept);
  tree.remove([tree.root[0]]);
  assert.equal(kept.length, 1);
  assert.deepEqual(tree.root, []);
});
