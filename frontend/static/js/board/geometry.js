/**
 * Geometry of the board on screen: rotation to the viewer's side, bounds, convex hull, keyboard neighbours.
 * @typedef {import("../types.js").Point} Point
 * @typedef {import("../types.js").Board} Board
 * @typedef {import("../types.js").Cell} Cell
 */

/** The board rotated so that a seat's side is at the bottom; text and pieces stay upright. */
export class Viewpoint {
  /** @param {Board} board @param {number} seat */
  constructor(board, seat) {
    const angle = ((board.turns[seat] ?? 0) * Math.PI) / 180;
    this.cosine = Math.cos(angle);
    this.sine = Math.sin(angle);
    this.centre = /** @type {Point} */ ([board.x + board.width / 2, board.y + board.height / 2]);
  }

  /** @param {number} x @param {number} y @returns {Point} */
  point(x, y) {
    const [centreX, centreY] = this.centre;
    const [dx, dy] = [x - centreX, y - centreY];
    return [centreX + dx * this.cosine - dy * this.sine, centreY + dx * this.sine + dy * this.cosine];
  }

  /** @param {Point[]} outline @returns {Point[]} */
  outline(outline) {
    return outline.map(([x, y]) => this.point(x, y));
  }
}

/**
 * The rectangle that holds all these points, with a margin.
 * @param {Point[]} points @param {number} margin
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function boundsOf(points, margin) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/**
 * Extend a box to a square, so that the page layout doesn't shift while a board of movable discs changes its shape.
 * @param {{x: number, y: number, width: number, height: number}} box
 */
export function squared({ x, y, width, height }) {
  const side = Math.max(width, height);
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}

/** Return the convex hull (Andrew's monotone chain). @param {Point[]} points @returns {Point[]} */
export function hull(points) {
  const ordered = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return [chain(ordered), chain(ordered.reverse())].flatMap((half) => half.slice(0, -1));
}

/** @param {Point[]} points @returns {Point[]} */
function chain(points) {
  /** @type {Point[]} */
  const kept = [];
  for (const point of points) {
    while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], point) < 1e-3) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** @param {Point} one @param {Point} other @param {Point} third */
function turn(one, other, third) {
  return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0]);
}

/**
 * Return a cell's neighbour in a direction on screen: the nearest within 60° of it.
 * @param {Map<string, Point>} centres @param {string} from @param {Point} direction
 * @returns {string | null}
 */
export function neighbourTowards(centres, from, direction) {
  const start = centres.get(from);
  if (!start) return null;
  let best = null;
  let bestCost = Infinity;
  for (const [name, [x, y]] of centres) {
    const [dx, dy] = [x - start[0], y - start[1]];
    const length = Math.hypot(dx, dy);
    const along = (dx * direction[0] + dy * direction[1]) / (length || 1);
    if (name === from || along < 0.5) continue;
    const cost = length * (2 - along);
    if (cost < bestCost) [best, bestCost] = [name, cost];
  }
  return best;
}

/** @param {number} value @param {number} least @param {number} most */
export function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
