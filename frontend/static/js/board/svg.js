/**
 * Helpers that create SVG elements.
 * @typedef {import("../types.js").Point} Point
 */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} [children]
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {string} kind the classes @param {Point[]} points @param {Record<string, number>} [attributes] @returns {SVGElement} */
export function polygon(kind, points, attributes = {}) {
  return svg("polygon", { class: kind, points: pointList(points), ...attributes });
}

/** Create one path element of open polylines. @param {string} kind @param {Point[][]} ways @returns {SVGElement} */
export function lines(kind, ...ways) {
  return svg("path", { class: kind, d: ways.map((way) => `M${way.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`).join("") });
}

/** @param {string} kind @param {number} radius @param {Point} [at] @returns {SVGElement} */
export function circle(kind, radius, [cx, cy] = [0, 0]) {
  return svg("circle", { class: kind, cx: round(cx), cy: round(cy), r: round(radius) });
}

/** @param {string} kind @param {string} text @param {Point} at @param {Record<string, number>} [attributes] @returns {SVGElement} */
export function written(kind, text, [x, y], attributes = {}) {
  return svg("text", { class: kind, x: round(x), y: round(y), ...attributes }, [text]);
}

/** @param {Point[]} points @returns {string} */
export function pointList(points) {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 1000) / 1000;
}
