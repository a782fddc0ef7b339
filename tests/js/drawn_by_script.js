/** What js/board draws, as plain data: scenes are read from standard input, shapes written to standard output. The DOM is mocked. */

import { readFileSync } from "node:fs";

import { Viewpoint } from "../../frontend/static/js/board/geometry.js";
import { drawLabels, drawMarks, drawMount, drawPlatform, drawTrail, drawWanderingLabels } from "../../frontend/static/js/board/ground.js";
import { drawPiece } from "../../frontend/static/js/board/pieces.js";

class FakeElement {
  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
    /** @type {Record<string, string>} */
    this.attributes = {};
    /** @type {any[]} */
    this.children = [];
    this.dataset = {};
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {any[]} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @param {any[]} children */
  replaceChildren(...children) {
    this.children = children;
  }
}
Object.assign(globalThis, { document: { createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new FakeElement(tag) } });

/** @param {any} element @returns {[string, number[], string][]} class, numbers, words */
function shapesOf(element) {
  if (element.tag === "g") return element.children.flatMap(shapesOf);
  const { points = "", d = "", cx, cy, r, x, y, opacity } = element.attributes;
  const [width, size] = [element.attributes["stroke-width"], element.attributes["font-size"]];
  const text = [points, d, cx, cy, r, x, y, opacity, width, size].filter((value) => value !== undefined).join(" ");
  const numbers = (text.match(/-?\d+(\.\d+)?(e-\d+)?/g) ?? []).map(Number);
  return [[element.attributes.class, numbers, element.children.filter((/** @type {any} */ child) => typeof child === "string").join("")]];
}

/** @param {{look: any, scene: any, seat: number}} asked */
function draw({ look, scene, seat }) {
  const viewpoint = new Viewpoint(look.board, seat);
  const cells = new Map((scene.cells.length > 0 ? scene.cells : look.board.cells).map((/** @type {any} */ cell) => [cell.name, cell]));
  const corners = look.board.cells.flatMap((/** @type {any} */ cell) => viewpoint.outline(cell.outline));
  const pieces = scene.pieces.map((/** @type {any} */ piece) => {
    const { outline } = cells.get(piece.cell);
    return drawPiece(piece, look.colours[piece.seat], outline, viewpoint.outline(outline));
  });
  return {
    mount: drawMount(look.board, corners).flatMap(shapesOf),
    labels: drawLabels(look.board, viewpoint).flatMap(shapesOf),
    marks: drawMarks(scene, cells, viewpoint, seat).flatMap(shapesOf),
    "wandering labels": look.board.cells.length > 0 ? [] : drawWanderingLabels(cells.values(), look.board, viewpoint).flatMap(shapesOf),
    platform: scene.platform ? drawPlatform(scene.platform, cells, viewpoint).slice(0, 2).flatMap(shapesOf) : [],
    trails: drawTrail(scene, cells, viewpoint, look.colours, look.board.piece_scale).flatMap(shapesOf),
    pieces: pieces.flatMap(shapesOf),
  };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(draw)));
