/**
 * Drawing of what lies under the pieces: frame, cells, coordinates, marks, platform, trail of the last turn. Each
 * function returns the elements of one layer; keep in step with `games/pictures/ground.py`, which draws the same on the
 * server.
 *
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Point} Point
 * @typedef {import("../types.js").Board} Board
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Platform} Platform
 * @typedef {import("./geometry.js").Viewpoint} Viewpoint
 */

import { hull } from "./geometry.js";
import { drawPiece } from "./pieces.js";
import { circle, lines, polygon, svg, written } from "./svg.js";
import { middle } from "./tetrahedron.js";

/** From the last disc of a row or a slanting column to its coordinate. */
const [BESIDE, BELOW] = [[-0.76, 0], [0.37, 0.64]];

/** Radius of the ring around a capture: wider than a piece, which would hide it. */
const TAKEN = 0.46;

/** A board that stays has a mount: its stroke reaches as far as the coordinates need, and less without them. @param {Board} board @param {Point[]} points */
export function drawMount(board, points) {
  const corners = hull(points);
  if (corners.length === 0) return [];
  const labelled = polygon("board-mount mount-labelled", corners, { "stroke-width": 2 * board.mount });
  return [polygon("board-mount mount-bare", corners), labelled, polygon("board-rim", corners)];
}

/** @param {Cell} cell @param {Viewpoint} viewpoint @returns {SVGElement} */
export function drawCell(cell, viewpoint) {
  const element = cell.kind === "disc" ? drawDisc(cell, viewpoint) : polygon(cellKind(cell), viewpoint.outline(cell.outline));
  element.dataset.cell = cell.name;
  return element;
}

/** @param {Cell} cell */
function cellKind(cell) {
  if (cell.kind === "space") return "cell-space";
  const isDark = cell.outline.length === 4 && (Math.round(cell.x - 0.5) + Math.round(cell.y - 0.5)) % 2 !== 0;
  return `cell ${isDark ? "tone-b" : "tone-a"}`;
}

/** Draw a disc of the board itself, at absolute coordinates. @param {Cell} cell @param {Viewpoint} viewpoint */
function drawDisc(cell, viewpoint) {
  const [x, y] = viewpoint.point(cell.x, cell.y);
  const radius = discRadius(cell.outline);
  return svg("g", { class: "cell-disc" }, [
    circle("disc-shadow", radius, [x + 0.02, y + 0.05]), circle("disc-body", radius, [x, y]), circle("disc-ring", radius * 0.86, [x, y]),
  ]);
}

/** Return the radius of the largest disc that fits into a cell, less a small margin. @param {Point[]} outline */
export function discRadius(outline) {
  const [[x, y], [one, other]] = [middle(outline), outline];
  return Math.hypot((one[0] + other[0]) / 2 - x, (one[1] + other[1]) / 2 - y) - 0.02;
}

/** @param {Board} board @param {Viewpoint} viewpoint */
export function drawLabels(board, viewpoint) {
  const size = { "font-size": board.label_size };
  return board.labels.map((label) => written("board-label", label.text, viewpoint.point(label.x, label.y), size));
}

/**
 * Coordinates of a board that wanders: at the left of every row of discs `,2)`, below every slanting one `(1,`.
 * @param {Iterable<Cell>} cells @param {Board} board @param {Viewpoint} viewpoint
 */
export function drawWanderingLabels(cells, board, viewpoint) {
  /** The cell at the end of each row and column. @type {Map<string, Point>} */
  const ends = new Map();
  for (const { name, kind, x, y } of cells) {
    if (kind !== "disc") continue;
    const [column, row] = name.split(",");
    const at = viewpoint.point(x, y);
    const [atRow, atColumn] = [ends.get(`,${row}`), ends.get(`${column},`)];
    if (!atRow || at[0] < atRow[0]) ends.set(`,${row}`, at);
    if (!atColumn || at[1] > atColumn[1]) ends.set(`${column},`, at);
  }
  return [...ends].sort(([one], [other]) => (one < other ? -1 : 1)).map(([text, [x, y]]) => {
    const [dx, dy] = text.startsWith(",") ? BESIDE : BELOW;
    return written("board-label label-table", text, [x + dx, y + dy], { "font-size": board.label_size });
  });
}

/**
 * Draw marks on cells that the platform doesn't cover. A mark of a seat (`goal:1`) is shown to that seat only.
 * @param {Scene} scene @param {Map<string, Cell>} cells @param {Viewpoint} viewpoint @param {number | null} seat
 */
export function drawMarks(scene, cells, viewpoint, seat) {
  return Object.entries(scene.marked).flatMap(([word, names]) => {
    const [kind, owner] = word.split(":");
    if (owner !== undefined && Number(owner) !== seat) return [];
    // Boarding cells show how far the next pawn must travel.
    const text = kind === "boarding" ? String(scene.platform?.reaches[Number(owner)] ?? "") : "";
    return names.flatMap((name) => {
      const cell = scene.platform?.cells.includes(name) ? null : cells.get(name);
      return cell ? drawMark(kind, cell, viewpoint, text) : [];
    });
  });
}

/** @param {string} kind @param {Cell} cell @param {Viewpoint} viewpoint @param {string} text */
function drawMark(kind, cell, viewpoint, text) {
  const at = viewpoint.point(cell.x, cell.y);
  if (kind !== "frozen") return [polygon(`marked marked-${kind}`, viewpoint.outline(cell.outline)), ...(text ? [written("mark-text", text, at)] : [])];
  return [svg("g", { class: "pin", transform: `translate(${at[0]} ${at[1]})` }, [
    lines("pin-needle", [[0, 0], [0.13, 0.3]]), circle("pin-head", 0.17, [0, -0.05]), circle("pin-light", 0.045, [-0.055, -0.105]),
  ])];
}

/**
 * Draw the platform and its clickable cells.
 * @param {Platform} platform @param {Map<string, Cell>} cells @param {Viewpoint} viewpoint
 */
export function drawPlatform({ x, y, width, height, cells: names }, cells, viewpoint) {
  const deck = names.map((name) => {
    const cell = polygon("platform-cell", viewpoint.outline(cells.get(name)?.outline ?? []));
    cell.dataset.cell = name;
    return cell;
  });
  const across = Array.from({ length: Math.round(width) - 1 }, (_, index) => [[x + index + 1, y], [x + index + 1, y + height]]);
  const along = Array.from({ length: Math.round(height) - 1 }, (_, index) => [[x, y + index + 1], [x + width, y + index + 1]]);
  const ways = /** @type {Point[][]} */ ([...across, ...along]).map((way) => viewpoint.outline(way));
  const corners = /** @type {Point[]} */ ([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
  return [polygon("platform", viewpoint.outline(corners)), lines("platform-line", ...ways), ...deck];
}

/**
 * Draw arrows at the ends of the platform, for the steps that slide it.
 * @param {Platform} platform @param {Viewpoint} viewpoint @param {string[]} steps any of `P+`, `P-`
 */
export function drawArrows({ x, y, width, height }, viewpoint, steps) {
  return steps.map((step) => {
    const side = step === "P+" ? 1 : -1;
    const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      viewpoint.point(x + width / 2 + side * (width / 2 + dx), y + height / 2 + dy);
    const arrow = svg("g", { class: "platform-arrow" }, [
      polygon("platform-arrow-field", [at(0.1, -1), at(1.1, -1), at(1.1, 1), at(0.1, 1)]),
      polygon("platform-arrow-head", [at(0.3, -0.34), at(0.85, 0), at(0.3, 0.34)]),
    ]);
    arrow.dataset.cell = step;
    return arrow;
  });
}

/**
 * Draw the paths and captures of the last turn.
 * @param {Scene} scene @param {Map<string, Cell>} cells @param {Viewpoint} viewpoint @param {string[]} colours @param {number} scale
 */
export function drawTrail(scene, cells, viewpoint, colours, scale) {
  return scene.last_turn.flatMap((trail) => {
    const points = trail.path.flatMap((name) => cells.get(name) ?? []).map(({ x, y }) => viewpoint.point(x, y));
    const way = points.length > 1 ? [drawWay(points, colours[trail.seat], scale)] : [];
    const slid = trail.slide && scene.platform ? [drawSlide(scene.platform, trail.slide, viewpoint, colours[trail.seat])] : [];
    const losses = (trail.lost ?? []).flatMap((piece) => {
      const cell = cells.get(piece.cell);
      return cell ? drawLoss(piece, cell, viewpoint, colours[piece.seat], scale) : [];
    });
    return [...way, ...slid, ...losses];
  });
}

/**
 * Draw a captured piece as a ghost in a ring.
 * @param {Piece} piece @param {Cell} cell @param {Viewpoint} viewpoint @param {string} colour @param {number} scale
 */
function drawLoss(piece, cell, viewpoint, colour, scale) {
  const ghost = drawPiece(piece, colour, cell.outline, viewpoint.outline(cell.outline));
  const [x, y] = viewpoint.point(cell.x, cell.y);
  ghost.setAttribute("class", `ghost colour-${colour}`);
  if (piece.kind !== "tetrahedron") ghost.setAttribute("transform", `translate(${x} ${y})`);
  return [ghost, circle("trail-taken", TAKEN * scale, [x, y])];
}

/**
 * Draw the platform's previous outline, and an arrow between its rows, where no pawn hides it.
 * @param {Platform} platform @param {number} slide @param {Viewpoint} viewpoint @param {string} colour
 */
function drawSlide({ x, y, width, height }, slide, viewpoint, colour) {
  const [left, row, end, back] = [x - slide, y + height / 2, x + width / 2, slide > 0 ? -0.28 : 0.28];
  const [lay, way, head] = /** @type {Point[][]} */ ([
    [[left, y], [left + width, y], [left + width, y + height], [left, y + height]],
    [[left + width / 2, row], [end, row]],
    [[end + back, row - 0.28], [end, row], [end + back, row + 0.28]],
  ]).map((points) => viewpoint.outline(points));
  return svg("g", { class: `colour-${colour}` }, [polygon("trail-slid", lay), lines("trail", way, head)]);
}

/** @param {Point[]} points @param {string} colour @param {number} scale */
function drawWay(points, colour, scale) {
  return svg("g", { class: `colour-${colour}` }, [lines("trail", points), circle("trail-start", 0.3 * scale, points[0])]);
}
