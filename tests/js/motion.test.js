import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { slide, tumble } from "../../frontend/static/js/board/motion.js";
import { drawTetrahedron } from "../../frontend/static/js/board/pieces.js";
import { standing } from "../../frontend/static/js/board/tetrahedron.js";
import { Viewport } from "../../frontend/static/js/board/viewport.js";

const FRAME_MS = 10;
const ROW = Math.sqrt(3) / 2;
/** Cells of one strip: each shares an edge with the next. @type {[number, number][][]} */
const STRIP = [
  [[0, ROW], [1, ROW], [0.5, 0]],
  [[0.5, 0], [1.5, 0], [1, ROW]],
  [[1, ROW], [2, ROW], [1.5, 0]],
  [[1.5, 0], [2.5, 0], [2, ROW]],
];

/** A page whose animation frames follow each other at once, `FRAME_MS` apart. */
let now = 0;
const page = /** @type {any} */ (globalThis);

beforeEach(() => {
  now = 0;
  page.performance = { now: () => now };
  page.window = { matchMedia: () => ({ matches: false }) };
  page.document = { hidden: false, createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => element(tag) };
  page.requestAnimationFrame = (/** @type {(now: number) => void} */ draw) => queueMicrotask(() => draw((now += FRAME_MS)));
});

/** @param {string} tag @returns {any} */
function element(tag) {
  /** @type {Record<string, string>} */
  const attributes = {};
  return {
    tag,
    attributes,
    dataset: {},
    /** @type {any[]} */
    children: [],
    /** @type {any[][]} */
    drawn: [],
    classList: { toggle() {} },
    append() {},
    getBoundingClientRect: () => ({ width: 360, height: 360 }),
    replaceChildren(/** @type {any[]} */ ...children) {
      this.children = children;
      this.drawn.push(children);
    },
    setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
      attributes[name] = value;
      if (name === "transform" || name === "viewBox") this.drawn.push([value]);
    },
  };
}

/** Return the facets drawn in a frame. @param {any[]} children */
function facets(children) {
  return children.flatMap(({ attributes }) => (attributes.class === "piece-body facet" ? [corners(attributes.points)] : [])).sort().join(" | ");
}

/** @param {string} points */
function corners(points) {
  return points.split(" ").map((point) => point.split(",").map((number) => Number(number).toFixed(2)).join(",")).sort().join(" ");
}

/** Return the facets of a piece on a cell. @param {[number, number][]} outline */
function standingOn(outline) {
  const piece = element("g");
  drawTetrahedron(piece, standing(outline, outline).vertices, 0);
  return facets(piece.children);
}

test("three tumbles follow each other, and the piece stands on every cell of its path", async () => {
  const piece = element("g");
  const way = STRIP.map((outline) => ({ outline, onScreen: outline }));
  await tumble(piece, way, new AbortController().signal);
  const frames = piece.drawn.map(facets);
  const landings = STRIP.map((outline) => frames.lastIndexOf(standingOn(outline)));
  assert.deepEqual(landings, [...landings].sort((one, other) => one - other));
  assert.equal(landings.at(-1), frames.length - 1, "it ends on its last cell");
  assert.ok(landings[2] - landings[1] > 10 && landings[3] - landings[2] > 10, "and is in the air between");
  assert.ok(piece.drawn.every((/** @type {any[]} */ children) => children.some(({ attributes }) => attributes.class === "piece-shadow")));
});

test("a new position stops a tumble at once", async () => {
  const piece = element("g");
  const motion = new AbortController();
  const way = STRIP.map((outline) => ({ outline, onScreen: outline }));
  const tumbling = tumble(piece, way, motion.signal);
  motion.abort();
  await tumbling;
  assert.equal(piece.drawn.length, 0);
});

test("a moved piece follows its path at constant speed and ends at its target", async () => {
  const pawn = element("g");
  await slide([pawn], [[0, 0], [2, 0], [2, 2]], new AbortController().signal);
  /** @type {number[][]} */
  const places = pawn.drawn.map((/** @type {string[]} */ [transform]) => (transform.match(/-?[\d.]+/g) ?? []).map(Number));
  assert.deepEqual(places.at(-1), [2, 2]);
  assert.ok(places.every(([x, y]) => y === 0 || x === 2), "round the corner, not across it");
  assert.ok(places.some(([x]) => x > 0 && x < 2) && places.some(([, y]) => y > 0 && y < 2));
});

test("the view follows a moving board smoothly, and at once with reduced motion", async () => {
  const [moving, still] = [element("svg"), element("svg")];
  const whole = { x: 0, y: 0, width: 10, height: 10 };
  const wandered = { x: 2, y: -1, width: 10, height: 10 };
  const viewport = new Viewport(moving, { canZoom: false, onChange: () => {} });
  viewport.fit(whole);
  assert.deepEqual(moving.drawn, [["0 0 10 10"]]);
  viewport.fit(wandered);
  await new Promise((resolve) => setTimeout(resolve, 50));
  /** @type {number[]} */
  const lefts = moving.drawn.map((/** @type {string[]} */ [box]) => Number(box.split(" ")[0]));
  assert.equal(lefts.at(-1), 2);
  assert.ok(lefts.length > 10);
  assert.deepEqual(lefts, [...lefts].sort((one, other) => one - other), "and never back");

  page.window = { matchMedia: () => ({ matches: true }) };
  const quiet = new Viewport(still, { canZoom: false, onChange: () => {} });
  quiet.fit(whole);
  quiet.fit(wandered);
  assert.deepEqual(still.drawn, [["0 0 10 10"], ["2 -1 10 10"]]);
});

test("a large board on a small screen starts at its focus, and the window stays on the board", () => {
  const root = element("svg");
  const viewport = new Viewport(root, { canZoom: true, onChange: () => {} });
  viewport.fit({ x: 0, y: 0, width: 22, height: 22 });
  viewport.approach([11, 11]);
  assert.ok(viewport.isZoomed && viewport.sees([11, 11]));
  viewport.pan(10_000, 10_000);
  assert.deepEqual([viewport.seen.x, viewport.seen.y], [0, 0]);
  viewport.zoom(100);
  assert.deepEqual(viewport.seen, viewport.whole);
  viewport.zoom(0.001);
  assert.ok(viewport.seen.width >= 6);
});
