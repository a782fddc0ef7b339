/** Making SVG without a framework. */

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

/** @param {import("./types.js").Point[]} points @returns {string} */
export function pointList(points) {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 1000) / 1000;
}
