/**
 * What lies under the pieces: cells, coordinates, marks, the platform, the trail of the last turn. Each function makes
 * the elements of one layer from a scene and a viewpoint.
 *
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Cell} Cell
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Label} Label
 * @typedef {import("./types.js").Platform} Platform
 * @typedef {import("./geometry.js").Viewpoint} Viewpoint
 */

import { pointList, svg } from "./svg.js";

/** @param {Cell} cell @param {Viewpoint} viewpoint @returns {SVGElement} */
export function drawCell(cell, viewpoint) {
  const tone = (Math.round(cell.x - 0.5) + Math.round(cell.y - 0.5)) % 2 === 0 ? "tone-a" : "tone-b";
  const points = pointList(viewpoint.outline(cell.outline));
  const element = svg("polygon", { class: `cell cell-${cell.kind} ${tone}`, points });
  element.dataset.cell = cell.name;
  return element;
}

/** @param {Label[]} labels @param {Viewpoint} viewpoint */
export function drawLabels(labels, viewpoint) {
  return labels.map((label) => {
    const [x, y] = viewpoint.point(label.x, label.y);
    return svg("text", { class: "board-label", x, y }, [label.text]);
  });
}

/**
 * Marks on cells. A mark may belong to a seat (`goal:1`): others do not need to see it.
 * @param {Scene} scene @param {Map<string, Cell>} cells @param {Viewpoint} viewpoint @param {number | null} seat
 */
export function drawMarks(scene, cells, viewpoint, seat) {
  return Object.entries(scene.marked).flatMap(([word, names]) => {
    const [kind, owner] = word.split(":");
    if (owner !== undefined && Number(owner) !== seat) return [];
    return names.flatMap((name) => {
      const cell = cells.get(name);
      return cell ? [drawMark(kind, cell, viewpoint)] : [];
    });
  });
}

/** @param {string} kind @param {Cell} cell @param {Viewpoint} viewpoint */
function drawMark(kind, cell, viewpoint) {
  if (kind !== "frozen") {
    return svg("polygon", { class: `marked marked-${kind}`, points: pointList(viewpoint.outline(cell.outline)) });
  }
  const [x, y] = viewpoint.point(cell.x, cell.y);
  return svg("g", { class: "pin", transform: `translate(${x} ${y})` }, [
    svg("path", { class: "pin-needle", d: "M0,0 L0.09,0.24" }),
    svg("circle", { class: "pin-head", cy: -0.04, r: 0.13 }),
    svg("circle", { class: "pin-light", cx: -0.04, cy: -0.08, r: 0.035 }),
  ]);
}

/** @param {Platform} platform @param {Map<string, Cell>} cells @param {Viewpoint} viewpoint */
export function drawPlatform({ x, y, width, height, cells: names }, cells, viewpoint) {
  const corners = /** @type {Point[]} */ ([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
  const deck = names.map((name) => {
    const cell = svg("polygon", { class: "platform-cell", points: pointList(viewpoint.outline(cells.get(name)?.outline ?? [])) });
    cell.dataset.cell = name;
    return cell;
  });
  return [svg("polygon", { class: "platform", points: pointList(viewpoint.outline(corners)) }), ...deck];
}

/**
 * Arrows at the ends of the platform, for the steps that slide it.
 * @param {Platform} platform @param {Viewpoint} viewpoint @param {string[]} steps the buttons' words among `P+`, `P-`
 */
export function drawArrows({ x, y, width, height }, viewpoint, steps) {
  return steps.map((step) => {
    const side = step === "P+" ? 1 : -1;
    const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      viewpoint.point(x + width / 2 + side * (width / 2 + dx), y + height / 2 + dy);
    const arrow = svg("g", { class: "platform-arrow" }, [
      svg("polygon", { class: "platform-arrow-field", points: pointList([at(0.1, -1), at(1.1, -1), at(1.1, 1), at(0.1, 1)]) }),
      svg("polygon", { class: "platform-arrow-head", points: pointList([at(0.3, -0.5), at(0.85, 0), at(0.3, 0.5)]) }),
    ]);
    arrow.dataset.cell = step;
    return arrow;
  });
}

/**
 * @param {Scene} scene @param {(name: string) => Point} centre @param {string[]} colours @param {number} scale
 */
export function drawTrail(scene, centre, colours, scale) {
  return scene.last_turn.flatMap((trail) => {
    if (trail.path.length === 0) return [];
    const colour = `colour-${colours[trail.seat]}`;
    const points = trail.path.map(centre);
    const marks = [svg("polyline", { class: `trail ${colour}`, points: pointList(points) })];
    if (trail.path.length > 1) marks.push(ring(points[0], `trail-start ${colour}`, 0.3 * scale));
    return [...marks, ...trail.taken.map((name) => ring(centre(name), "trail-taken", 0.3 * scale))];
  });
}

/** @param {Point} at @param {string} kind @param {number} radius @returns {SVGElement} */
export function ring([cx, cy], kind, radius) {
  return svg("circle", { class: kind, cx, cy, r: radius });
}
