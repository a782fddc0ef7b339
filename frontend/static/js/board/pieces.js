/**
 * How pieces look. A seat is a colour and a pattern, so that nobody depends on colour; both come from board.css by
 * the class `colour-<colour>`.
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Point} Point
 */

import { pointList, svg } from "./svg.js";
import { middle, standing, visibleFacets } from "./tetrahedron.js";

/** Engraved signs, drawn in a square of 100 around the origin. */
const SIGNS = {
  sun: [
    ["circle", { r: 15 }],
    ["path", { d: rays(12, 21, 31) }],
  ],
  moon: [["path", { d: "M9,-28 A29,29 0 1 0 9,28 A23,23 0 1 1 9,-28 Z" }]],
  star: [["path", { d: star(5, 31, 13) }]],
  champion: [["path", { d: "M-28,18 L-28,-14 L-14,2 L0,-24 L14,2 L28,-14 L28,18 Z M-28,25 H28" }]],
};

/** @param {number} count @param {number} inner @param {number} outer */
function rays(count, inner, outer) {
  let path = "";
  for (let ray = 0; ray < count; ray += 1) {
    const angle = (ray * 2 * Math.PI) / count;
    const at = (/** @type {number} */ r) => `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`;
    path += `M${at(inner)} L${at(outer)} `;
  }
  return path;
}

/** @param {number} points @param {number} outer @param {number} inner */
function star(points, outer, inner) {
  const corners = [];
  for (let corner = 0; corner < points * 2; corner += 1) {
    const angle = (corner * Math.PI) / points - Math.PI / 2;
    const radius = corner % 2 ? inner : outer;
    corners.push(`${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${corners.join(" L")} Z`;
}

/**
 * A piece ready to be placed: an element with its middle at the origin, or for a tetrahedron at its true corners.
 * @param {Piece} piece @param {string} colour @param {Point[]} outline @param {Point[]} onScreen
 * @returns {SVGElement}
 */
export function drawPiece(piece, colour, outline, onScreen) {
  const classes = ["piece", `piece-${piece.kind}`, `colour-${colour}`, ...piece.marks.map((mark) => `mark-${mark}`)];
  const group = svg("g", { class: classes.join(" ") });
  if (piece.kind === "tetrahedron") {
    const { vertices, marked } = standing(outline, onScreen);
    drawTetrahedron(group, vertices, marked);
  } else {
    group.append(...token(piece.kind));
  }
  if (piece.marks.includes("huffable")) group.append(...huffSign());
  return group;
}

/**
 * @param {SVGElement} group @param {import("./tetrahedron.js").Vertex[]} vertices @param {number} marked
 */
export function drawTetrahedron(group, vertices, marked) {
  const foot = pointList(vertices.slice(0, 3).map(([x, y]) => /** @type {Point} */ ([x + 0.03, y + 0.05])));
  const parts = vertices[3] && vertices.slice(0, 3).every(([, , z]) => Math.abs(z) < 0.001)
    ? [svg("polygon", { class: "piece-shadow", points: foot })]
    : [];
  for (const facet of visibleFacets(vertices, marked)) parts.push(...drawFacet(facet));
  group.replaceChildren(...parts);
}

/** @param {import("./tetrahedron.js").Facet} facet @returns {SVGElement[]} */
function drawFacet(facet) {
  const points = pointList(facet.points);
  const parts = [
    svg("polygon", { class: "piece-body", points }),
    svg("polygon", { class: "piece-pattern", points }),
    svg("polygon", { class: "piece-shade", points, opacity: ((1 - facet.light) * 0.8).toFixed(2) }),
  ];
  if (facet.marked) parts.push(svg("polygon", { class: "piece-sign", points: pointList(shrink(facet.points, 0.3)) }));
  return parts;
}

/** @param {Point[]} points @param {number} factor @returns {Point[]} */
function shrink(points, factor) {
  const [x, y] = middle(points);
  return points.map(([px, py]) => [x + (px - x) * factor, y + (py - y) * factor]);
}

/** A flat round piece. @param {string} kind @returns {SVGElement[]} */
function token(kind) {
  const parts = [
    svg("circle", { class: "piece-shadow", cx: 0.03, cy: 0.06, r: 0.38 }),
    svg("circle", { class: "piece-body", r: 0.38 }),
    svg("circle", { class: "piece-pattern", r: 0.38 }),
    svg("circle", { class: "piece-rim", r: 0.3 }),
  ];
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (kind)];
  if (sign) {
    const shapes = sign.map(([tag, attributes]) =>
      svg(/** @type {string} */ (tag), /** @type {Record<string, string | number>} */ (attributes)),
    );
    parts.push(svg("g", { class: "piece-sign", transform: "scale(0.0092)" }, shapes));
  }
  return parts;
}

/** A piece that may be huffed calls for attention. @returns {SVGElement[]} */
function huffSign() {
  return [
    svg("circle", { class: "huff-sign", cx: 0.29, cy: -0.29, r: 0.15 }),
    svg("text", { class: "huff-text", x: 0.29, y: -0.285 }, ["!"]),
  ];
}

/** Patterns of the seats, referred to by board.css. @returns {SVGElement} */
export function patternDefinitions() {
  const patterns = {
    stripes: "M0,0 L0,4",
    slashes: "M-1,1 L1,-1 M0,4 L4,0 M3,5 L5,3",
    backslashes: "M-1,3 L1,5 M0,0 L4,4 M3,-1 L5,1",
    grid: "M0,0 L0,4 M0,0 L4,0",
    dots: "M2,2 h0.01",
  };
  const definitions = Object.entries(patterns).map(([name, d]) =>
    svg("pattern", {
      id: `pattern-${name}`, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "scale(0.035)",
    }, [svg("path", { d, class: "pattern-line" })]),
  );
  return svg("defs", {}, definitions);
}
