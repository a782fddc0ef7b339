/**
 * Circles, arcs and ellipses as lists of points.
 * @typedef {import("../types.js").Point} Point
 */

/**
 * Numbers from `first` to `last` inclusive.
 * @param {number} first @param {number} last @param {number} step @returns {number[]}
 */
export function range(first, last, step) {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

/** @param {number} radius @param {number} degrees clockwise from the right @returns {Point} */
export function onCircle(radius, degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [radius * Math.cos(turn), radius * Math.sin(turn)];
}

/** @param {number} radius @param {number} first @param {number} last @returns {Point[]} */
export function arc(radius, first, last) {
  return range(first, last, 15).map((turn) => onCircle(radius, turn));
}

/** @param {Point} at @param {number} width @param {number} height @returns {Point[]} */
export function ellipse([x, y], width, height) {
  return range(0, 336, 24).map((turn) => onCircle(1, turn)).map(([dx, dy]) => [x + width * dx, y + height * dy]);
}
