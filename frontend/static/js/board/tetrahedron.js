/**
 * 3D geometry of Vega's pieces: a regular tetrahedron on a triangular cell, seen from above with a slight tilt, and its
 * tumble as a rotation about the shared edge.
 * @typedef {import("../types.js").Point} Point
 * @typedef {[number, number, number]} Vertex
 * @typedef {{points: Point[], light: number, marked: boolean}} Facet
 */

/** How far a unit of height moves a point up on the screen. */
const TILT = 0.15;
const HEIGHT = Math.sqrt(2 / 3);
/** A tumble turns the solid by 180° less its dihedral angle. */
export const TUMBLE = Math.PI - Math.acos(1 / 3);
const LIGHT = normalise([-0.6, -0.1, 0.79]);
const VIEW = normalise([0, TILT, 1]);
/** Pieces are a little smaller than their cell. */
const SIZE = 0.9;

/**
 * Return the label (0 to 3) of a corner of the triangle grid: the parities of its two lattice coordinates. Which face
 * of a piece is down depends only on the labels of its cell, whatever its path.
 * @param {Point} corner
 */
export function latticeLabel([x, y]) {
  const row = Math.round(y / (Math.sqrt(3) / 2));
  const column = Math.round(x - row / 2);
  return (Math.abs(row) % 2) * 2 + (Math.abs(column) % 2);
}

/**
 * Return the four corners of a piece resting on a triangle, the top one last, and which is opposite the marked face.
 * @param {Point[]} outline as the server gave it @param {Point[]} onScreen the same, turned for the viewer
 * @returns {{vertices: Vertex[], marked: number}}
 */
export function standing(outline, onScreen) {
  const centre = middle(onScreen);
  const base = onScreen.map(([x, y]) => vertex(centre, [x, y, 0]));
  const labels = outline.map(latticeLabel);
  const top = 6 - labels[0] - labels[1] - labels[2];
  return { vertices: [...base, [centre[0], centre[1], HEIGHT * SIZE]], marked: [...labels, top].indexOf(0) };
}

/** @param {Point} centre @param {Vertex} corner @returns {Vertex} */
function vertex(centre, [x, y, z]) {
  return [centre[0] + (x - centre[0]) * SIZE, centre[1] + (y - centre[1]) * SIZE, z * SIZE];
}

/**
 * Return the visible facets, each with its brightness from 0 to 1.
 * @param {Vertex[]} vertices @param {number} marked the corner opposite the marked face
 * @returns {Facet[]}
 */
export function visibleFacets(vertices, marked) {
  const centre = /** @type {Vertex} */ ([0, 1, 2].map((axis) => vertices.reduce((sum, v) => sum + v[axis], 0) / 4));
  const facets = [];
  for (let opposite = 0; opposite < 4; opposite += 1) {
    const corners = vertices.filter((_, index) => index !== opposite);
    const normal = outwardNormal(corners, centre);
    if (dot(normal, VIEW) <= 0.001) continue;
    const light = 0.5 + 0.5 * dot(normal, LIGHT);
    facets.push({ points: corners.map(project), light, marked: opposite === marked });
  }
  return facets;
}

/**
 * Return the corners of a piece part of the way through a tumble to the next cell.
 * @param {Vertex[]} vertices standing on the first cell @param {Point[]} to the next cell's outline on the screen
 * @param {number} part from 0 to 1
 * @returns {Vertex[]}
 */
export function tumbling(vertices, to, part) {
  const target = middle(to);
  const [first, second] = [0, 1, 2].sort(
    (one, other) => distance(vertices[one], target) - distance(vertices[other], target),
  );
  const angle = TUMBLE * part;
  const axis = normalise(subtract(vertices[second], vertices[first]));
  const from = middle(vertices.slice(0, 3).map(([x, y]) => /** @type {Point} */ ([x, y])));
  // The axis may point either way along the edge: choose the sign that tumbles towards the next cell.
  const toward = /** @type {Vertex} */ ([target[0] - from[0], target[1] - from[1], 0]);
  const sign = cross(axis, [0, 0, 1])[0] * toward[0] + cross(axis, [0, 0, 1])[1] * toward[1] > 0 ? 1 : -1;
  // Pieces are smaller than cells: translate across the gap while rotating.
  const edge = midpoint(vertices[first], vertices[second]);
  const gap = { x: (target[0] + from[0]) / 2 - edge[0], y: (target[1] + from[1]) / 2 - edge[1] };
  return vertices.map((corner) => {
    const turned = rotate(subtract(corner, vertices[first]), axis, sign * angle);
    return /** @type {Vertex} */ ([
      turned[0] + vertices[first][0] + 2 * gap.x * part,
      turned[1] + vertices[first][1] + 2 * gap.y * part,
      turned[2] + vertices[first][2],
    ]);
  });
}

/** Project a point to the screen. @param {Vertex} corner @returns {Point} */
export function project([x, y, z]) {
  return [x, y - z * TILT];
}

/** @param {Point[]} points @returns {Point} */
export function middle(points) {
  const sum = points.reduce((total, [x, y]) => [total[0] + x, total[1] + y], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** @param {Vertex[]} corners @param {Vertex} inside @returns {Vertex} */
function outwardNormal(corners, inside) {
  const normal = normalise(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0])));
  const outward = dot(normal, subtract(corners[0], inside)) > 0;
  return outward ? normal : /** @type {Vertex} */ (normal.map((value) => -value));
}

/** Rodrigues' rotation. @param {Vertex} v @param {Vertex} axis @param {number} angle @returns {Vertex} */
function rotate(v, axis, angle) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const side = cross(axis, v);
  const along = dot(axis, v) * (1 - cosine);
  return /** @type {Vertex} */ ([0, 1, 2].map((i) => v[i] * cosine + side[i] * sine + axis[i] * along));
}

/** @param {Vertex} a @param {Vertex} b @returns {Vertex} */
function subtract(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** @param {Vertex} a @param {Vertex} b @returns {Vertex} */
function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** @param {Vertex} a @param {Vertex} b */
function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** @param {Vertex} v @returns {Vertex} */
function normalise(v) {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** @param {Vertex} a @param {Vertex} b @returns {Point} */
function midpoint(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** @param {Vertex} corner @param {Point} point */
function distance(corner, point) {
  return Math.hypot(corner[0] - point[0], corner[1] - point[1]);
}
