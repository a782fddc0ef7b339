/**
 * Piece animations: tumbles for tetrahedra, slides for the rest. Callers check `prefers-reduced-motion`.
 * @typedef {import("../types.js").Point} Point
 */

import { drawTetrahedron } from "./pieces.js";
import { standing, tumbling } from "./tetrahedron.js";

const TUMBLE_MS = 180;
const SLIDE_MS = 220;

export function prefersReducedMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Call `draw` on every frame with the eased progress from 0 to 1; resolve at the end, or when aborted.
 * @param {number} milliseconds @param {(part: number) => void} draw @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function animate(milliseconds, draw, signal) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const frame = (/** @type {number} */ now) => {
      const part = Math.min(Math.max((now - begun) / milliseconds, 0), 1);
      if (!signal.aborted) draw(ease(part));
      if (part < 1 && !signal.aborted) requestAnimationFrame(frame);
      else resolve();
    };
    // A hidden page gets no animation frames: don't wait for them.
    if (document.hidden) resolve();
    else requestAnimationFrame(frame);
  });
}

/**
 * @param {SVGElement} element a tetrahedron @param {{outline: Point[], onScreen: Point[]}[]} cells its way
 * @param {AbortSignal} signal
 */
export async function tumble(element, cells, signal) {
  for (let at = 0; at + 1 < cells.length && !signal.aborted; at += 1) {
    const { vertices, marked } = standing(cells[at].outline, cells[at].onScreen);
    const draw = (/** @type {number} */ part) =>
      drawTetrahedron(element, tumbling(vertices, cells[at + 1].onScreen, part), marked);
    await animate(TUMBLE_MS, draw, signal);
  }
}

/**
 * Move elements along a path at constant speed, eased. @param {SVGElement[]} elements @param {Point[]} points as
 * translations
 * @param {AbortSignal} signal
 */
export async function slide(elements, points, signal) {
  const lengths = points.slice(1).map(([x, y], index) => Math.hypot(x - points[index][0], y - points[index][1]));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const draw = (/** @type {number} */ part) => {
    let left = part * whole;
    let leg = 0;
    while (leg < lengths.length - 1 && left > lengths[leg]) left -= lengths[leg++];
    const share = lengths[leg] ? left / lengths[leg] : 1;
    const [from, to] = [points[leg], points[leg + 1] ?? points[leg]];
    for (const element of elements) moveTo(element, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
  };
  await animate(SLIDE_MS, draw, signal);
}

/** @param {SVGElement} element @param {Point} point */
export function moveTo(element, [x, y]) {
  element.setAttribute("transform", `translate(${x} ${y})`);
}

/** @param {number} part */
function ease(part) {
  return part * part * (3 - 2 * part);
}
