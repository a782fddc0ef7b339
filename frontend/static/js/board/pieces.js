/**
 * Drawing of pieces as SVG; keep in step with `games/pictures/pieces.py`, which draws the same on the server. Seats
 * differ in pattern, emblem or shape as well as in colour; looks.css styles the classes and hides what a piece set
 * doesn't use.
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Point} Point
 */

import { arc, ellipse, onCircle, range } from "./curves.js";
import { hull } from "./geometry.js";
import { circle, lines, polygon, svg, written } from "./svg.js";
import { middle, project, standing, visibleFacets } from "./tetrahedron.js";

const RADIUS = 0.4;
const LETTERS = { sun: "S", moon: "M", star: "T", champion: "C" };
/** Pawns of these colours have a pointed head. */
const POINTED = ["yellow", "black"];
/** Profile of a pawn: [half width, y], from the foot up. */
const NECK = [[0.3, 0.2], [0.31, 0.12], [0.24, 0.04], [0.13, -0.08], [0.1, -0.14]];
/** @type {Point[]} */
const CROWN = [[-0.24, 0.12], [-0.24, -0.13], [-0.12, 0], [0, -0.22], [0.12, 0], [0.24, -0.13], [0.24, 0.12]];

/**
 * Draw a piece centred at the origin; a tetrahedron at its absolute corners.
 * @param {Piece} piece @param {string} colour @param {Point[]} outline @param {Point[]} onScreen
 * @returns {SVGElement}
 */
export function drawPiece(piece, colour, outline, onScreen) {
  const classes = ["piece", `piece-${piece.kind}`, `colour-${colour}`, ...piece.marks.map((mark) => `mark-${mark}`)];
  const group = svg("g", { class: classes.join(" ") });
  if (piece.kind === "tetrahedron") {
    group.dataset.colour = colour;
    const { vertices, marked } = standing(outline, onScreen);
    drawTetrahedron(group, vertices, marked);
  } else {
    group.append(...(piece.kind in LETTERS ? token(/** @type {keyof typeof LETTERS} */ (piece.kind)) : pawn(colour)));
  }
  if (piece.marks.includes("huffable")) group.append(...huffSigns());
  return group;
}

// -- pyramids -------------------------------------------------------------------------------------------------------

/**
 * Redraw a tetrahedron with its shadow, and with its emblem while it rests on a face.
 * @param {SVGElement} group @param {import("./tetrahedron.js").Vertex[]} vertices @param {number} marked
 */
export function drawTetrahedron(group, vertices, marked) {
  const isStanding = vertices.slice(0, 3).every(([, , z]) => Math.abs(z) < 0.001);
  const under = vertices.map(([x, y]) => /** @type {Point} */ ([x + 0.03, y + 0.05]));
  group.replaceChildren(
    polygon("piece-shadow", isStanding ? under.slice(0, 3) : hull(under)),
    ...visibleFacets(vertices, marked).flatMap(drawFacet),
    ...(isStanding ? emblem(group.dataset.colour ?? "", project(vertices[3]), 0.62, "cap") : []),
  );
}

/** @param {import("./tetrahedron.js").Facet} facet @returns {SVGElement[]} */
function drawFacet({ points, light, marked }) {
  const shade = polygon("facet-shade", points);
  shade.setAttribute("opacity", String(Math.round((1 - light) * 80) / 100));
  const [x, y] = middle(points);
  const sign = points.map(([px, py]) => /** @type {Point} */ ([x + (px - x) * 0.3, y + (py - y) * 0.3]));
  return [polygon("piece-body facet", points), polygon("facet-hatching", points), shade, ...(marked ? [polygon("facet-sign", sign)] : [])];
}

// -- suns, moons, stars and champions -------------------------------------------------------------------------------

/** @param {keyof typeof LETTERS} kind @returns {SVGElement[]} */
function token(kind) {
  return [
    circle("piece-shadow", RADIUS, [0.03, 0.06]),
    circle("piece-body", RADIUS),
    circle("turned-rim", 0.325),
    lines("turned-light", arc(0.36, 190, 280)),
    ...sign(kind),
    written("piece-letter", LETTERS[kind], [0, 0.01]),
  ];
}

/** @param {keyof typeof LETTERS} kind @returns {SVGElement[]} */
function sign(kind) {
  if (kind === "moon") return [polygon("piece-sign", crescent())];
  if (kind === "star") return [polygon("piece-sign", range(0, 9, 1).map((corner) => onCircle(corner % 2 ? 0.115 : 0.28, 36 * corner - 90)))];
  if (kind === "champion") return [polygon("piece-sign", CROWN), lines("piece-sign-line", [[-0.22, 0.2], [0.22, 0.2]])];
  const rays = range(0, 330, 30).map((turn) => [onCircle(0.195, turn), onCircle(0.27, turn)]);
  return [circle("piece-sign", 0.135), lines("piece-sign-line", ...rays)];
}

/** Outline of a circle minus a smaller one shifted to the right. @returns {Point[]} */
function crescent() {
  const inner = range(84, 276, 16).reverse().map((turn) => onCircle(0.235, turn));
  return [...range(60, 300, 20).map((turn) => onCircle(0.27, turn)), ...inner.map(([x, y]) => /** @type {Point} */ ([x + 0.11, y]))];
}

// -- pawns ----------------------------------------------------------------------------------------------------------

/**
 * Draw a flat disc with the seat's emblem and a pawn figure; the look's CSS shows one of them.
 * @param {string} colour @returns {SVGElement[]}
 */
function pawn(colour) {
  const head = POINTED.includes(colour)
    ? polygon("piece-body figure", [[-0.16, -0.16], [0, -0.5], [0.16, -0.16], [0, -0.1]])
    : circle("piece-body figure", 0.18, [0, -0.25]);
  return [
    circle("piece-shadow flat", RADIUS, [0.03, 0.06]),
    circle("piece-body flat", RADIUS),
    circle("flat-rim", 0.325),
    lines("flat-light", arc(0.36, 190, 280)),
    ...emblem(colour, [0, 0], 1, "emblem"),
    polygon("piece-shadow figure", ellipse([0.05, 0.25], 0.32, 0.15)),
    polygon("piece-body figure", bell()),
    head,
    polygon("figure-light", ellipse([-0.06, -0.28], 0.035, 0.06)),
  ];
}

/** Outline of a pawn's body, from the left of the neck round the foot to the right. @returns {Point[]} */
function bell() {
  const left = NECK.map(([width, y]) => /** @type {Point} */ ([-width, y])).reverse();
  const foot = range(20, 160, 20).reverse().map((turn) => onCircle(1, turn)).map(([x, y]) => /** @type {Point} */ ([0.3 * x, 0.2 + 0.13 * y]));
  return [...left, ...foot, .../** @type {Point[]} */ (NECK)];
}

/**
 * Draw the emblem of a colour: a dot, a bar, a cross, a triangle or a ring.
 * @param {string} colour @param {Point} at @param {number} scale @param {string} kind @returns {SVGElement[]}
 */
function emblem(colour, [x, y], scale, kind) {
  const reach = 0.17 * scale;
  /** @type {Point[]} */
  const bar = [[x - reach, y], [x + reach, y]];
  if (colour === "red") return [circle(kind, 0.13 * scale, [x, y])];
  if (colour === "blue" || colour === "black") return [lines(`${kind}-line`, bar)];
  if (colour === "yellow") return [lines(`${kind}-line`, bar, [[x, y - reach], [x, y + reach]])];
  if (colour === "orange") return [circle(`${kind}-line`, 0.14 * scale, [x, y])];
  if (colour !== "violet") return [];
  return [polygon(kind, [[x - reach, y + 0.7 * reach], [x, y - 1.1 * reach], [x + reach, y + 0.7 * reach]])];
}

/** Draw the marker of a piece that may be huffed. @returns {SVGElement[]} */
function huffSigns() {
  return [circle("huff-ring", RADIUS - 0.01), circle("huff-sign", 0.15, [0.29, -0.29]), written("huff-text", "!", [0.29, -0.285])];
}
