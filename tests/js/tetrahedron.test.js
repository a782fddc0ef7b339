import assert from "node:assert/strict";
import { test } from "node:test";

import { latticeLabel, standing, TUMBLE, tumbling, visibleFacets } from "../../frontend/static/js/board/tetrahedron.js";

const H = Math.sqrt(3) / 2;
/** @typedef {import("../../frontend/static/js/types.js").Point} Point */

/** Two triangles that share an edge, and the four around them. @type {Point[]} */
const UP = [[0, 0], [1, 0], [0.5, -H]];
/** @type {Point[]} */
const DOWN = [[1, 0], [0.5, -H], [1.5, -H]];

/** @param {number} one @param {number} other */
const near = (one, other) => Math.abs(one - other) < 1e-6;

/** @param {number[]} a @param {number[]} b */
const distance = (a, b) => Math.hypot(...a.map((value, index) => value - b[index]));

test("a standing piece is a regular tetrahedron", () => {
  const { vertices } = standing(UP, UP);
  const edges = vertices.flatMap((a, i) => vertices.slice(i + 1).map((b) => distance(a, b)));
  assert.equal(edges.length, 6);
  for (const edge of edges) assert.ok(near(edge, edges[0]), `${edges}`);
});

test("a tumble turns by 180° less the dihedral angle", () => {
  assert.ok(near((TUMBLE * 180) / Math.PI, 109.4712206));
});

test("a whole tumble lands flat on the next cell", () => {
  const { vertices } = standing(UP, UP);
  const landed = tumbling(vertices, DOWN, 1);
  const heights = landed.map((corner) => corner[2]).sort((a, b) => a - b);
  assert.ok(near(heights[0], 0) && near(heights[1], 0) && near(heights[2], 0), `${heights}`);
  const target = standing(DOWN, DOWN).vertices;
  for (const corner of landed) assert.ok(target.some((other) => distance(corner, other) < 1e-6), `${corner}`);
});

test("a piece keeps its shape during the tumble and never dips below the board", () => {
  const { vertices } = standing(UP, UP);
  const edge = distance(vertices[0], vertices[1]);
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const corners = tumbling(vertices, DOWN, part);
    for (let i = 0; i < 4; i += 1) for (let j = i + 1; j < 4; j += 1) assert.ok(near(distance(corners[i], corners[j]), edge));
    assert.ok(Math.min(...corners.map((corner) => corner[2])) > -1e-9);
  }
});

test("the marked face follows the tumble, and depends on the cell alone", () => {
  const [from, to] = [standing(UP, UP), standing(DOWN, DOWN)];
  const landed = tumbling(from.vertices, DOWN, 1);
  const carried = landed[from.marked];
  assert.ok(distance(carried, to.vertices[to.marked]) < 1e-6);
});

test("the three corners of a cell and the top have the four labels", () => {
  for (const cell of [UP, DOWN]) {
    const labels = new Set(cell.map(latticeLabel));
    assert.equal(labels.size, 3);
    const { marked } = standing(cell, cell);
    assert.ok(marked >= 0 && marked < 4);
  }
});

test("a standing piece shows three facets, shaded differently", () => {
  const { vertices, marked } = standing(UP, UP);
  const facets = visibleFacets(vertices, marked);
  assert.equal(facets.length, 3);
  assert.equal(new Set(facets.map((facet) => facet.light.toFixed(2))).size, 3);
});
