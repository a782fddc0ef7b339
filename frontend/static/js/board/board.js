/**
 * The board: an SVG that shows a scene and reports clicks, drags and keys through callbacks. It implements no rules:
 * the owner of the legal choices (see turn.js) decides what can be clicked and what is highlighted.
 *
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Point} Point
 * @typedef {import("../types.js").Look} Look
 * @typedef {import("../types.js").Trail} Trail
 * @typedef {{picked?: string[], targets?: string[], captures?: string[], sources?: string[],
 *            notes?: Record<string, string>, advised?: string[][]}} Highlights
 * @typedef {{seat?: number | null, label?: string, hasMap?: boolean,
 *            onClick?: (name: string) => void, onDrop?: (from: string, to: string) => void,
 *            onLift?: (name: string) => void, onFocus?: (name: string) => void, onHover?: (name: string) => void,
 *            onCancel?: () => void, onKey?: (key: string) => boolean}} BoardOptions
 * `onKey` gets the keys that the board doesn't handle, and returns whether it handled one
 */

import { boundsOf, squared, Viewpoint } from "./geometry.js";
import { discRadius, drawArrows, drawCell, drawLabels, drawMarks, drawMount, drawPlatform, drawTrail, drawWanderingLabels } from "./ground.js";
import { MiniMap } from "./minimap.js";
import { moveTo, prefersReducedMotion, slide, tumble } from "./motion.js";
import { drawPiece } from "./pieces.js";
import { Pointing } from "./pointing.js";
import { circle, lines, polygon, svg, written } from "./svg.js";
import { middle } from "./tetrahedron.js";
import { Viewport } from "./viewport.js";
import { t } from "../words.js";

const LAYERS = ["mount", "ground", "platform", "trail", "marks", "picked", "pieces", "threats", "hints", "labels"];
/** Boards with more cells can be zoomed: they are too large for a phone. */
const LARGE = 200;

export class BoardView {
  /** @param {HTMLElement} host @param {Look} look @param {BoardOptions} [options] */
  constructor(host, look, options = {}) {
    this.host = host;
    this.look = look;
    this.options = options;
    this.seat = options.seat ?? null;
    this.viewpoint = new Viewpoint(look.board, this.seat ?? 0);
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Map<string, Point>} */
    this.centres = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, SVGElement>} */
    this.pieceElements = new Map();
    /** @type {Map<string, SVGElement>} */
    this.cellElements = new Map();
    this.cursor = "";
    this.motion = new AbortController();
    /** @type {Highlights} */
    this.highlights = {};
    const classes = `board board-${look.family}${look.board.cells.length > 0 ? "" : " board-wandering"}`;
    this.root = svg("svg", { class: classes, role: "application", tabindex: 0, "aria-label": options.label ?? t("Board") });
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}`, "aria-hidden": "true" })]));
    this.root.append(...Object.values(this.layers));
    host.replaceChildren(this.root);
    this.viewport = new Viewport(this.root, { canZoom: look.board.cells.length > LARGE, onChange: () => this.map?.refresh() });
    this.drawGround(look.board.cells);
    this.layers.mount.replaceChildren(...drawMount(look.board, this.corners()));
    this.map = this.viewport.canZoom && options.hasMap ? new MiniMap(host, this.viewport) : null;
    this.pointing = new Pointing(this);
  }

  destroy() {
    this.motion.abort();
    this.pointing.destroy();
    this.host.replaceChildren();
  }

  // -- showing ------------------------------------------------------------------------------------------------

  /**
   * Show a scene; `animated` is how many of its last trails are animated first.
   * @param {Scene} scene @param {{animated?: number}} [how]
   */
  async show(scene, { animated = 0 } = {}) {
    this.motion.abort();
    this.motion = new AbortController();
    const { signal } = this.motion;
    const isFirst = this.scene === null;
    if (animated > 0 && !isFirst && !prefersReducedMotion()) await this.playOut(scene, scene.last_turn.slice(-animated), signal);
    if (signal.aborted) return;
    this.settle(scene);
    if (isFirst) this.viewport.approach(this.middleOfInterest(scene));
    else if (animated > 0) this.revealLastTurn(scene);
  }

  /** @param {Scene} scene */
  settle(scene) {
    this.scene = scene;
    if (scene.cells.length > 0) this.drawGround(scene.cells);
    this.layers.marks.replaceChildren(...drawMarks(scene, this.cells, this.viewpoint, this.seat));
    this.layers.platform.replaceChildren(...(scene.platform ? drawPlatform(scene.platform, this.cells, this.viewpoint) : []));
    this.layers.platform.removeAttribute("transform");
    this.layers.trail.replaceChildren(...drawTrail(scene, this.cells, this.viewpoint, this.look.colours, this.look.board.piece_scale));
    this.layers.threats.replaceChildren();
    this.drawPieces(scene);
    this.map?.draw(
      scene.pieces.map((piece) => ({ at: this.viewpoint.point(piece.x, piece.y), colour: this.look.colours[piece.seat] })),
      scene.platform ? drawPlatform(scene.platform, this.cells, this.viewpoint).slice(0, 1) : [],
    );
  }

  /** Draw the pieces from back to front, so that nearer ones overlap those behind them. @param {Scene} scene */
  drawPieces(scene) {
    this.pieceElements.clear();
    const pieces = [...scene.pieces].sort((one, other) => this.centre(one.cell)[1] - this.centre(other.cell)[1]);
    this.layers.pieces.replaceChildren(...pieces.map((piece) => this.place(piece)));
  }

  /** @param {Piece} piece @returns {SVGElement} */
  place(piece) {
    const outline = this.cells.get(piece.cell)?.outline ?? [];
    const element = drawPiece(piece, this.look.colours[piece.seat], outline, this.viewpoint.outline(outline));
    element.dataset.cell = piece.cell;
    this.pieceElements.set(piece.cell, element);
    moveTo(element, this.restingPlace(piece.cell));
    return element;
  }

  /** @param {Scene} scene @returns {Point} */
  middleOfInterest(scene) {
    const { platform } = scene;
    return platform ? this.viewpoint.point(platform.x + platform.width / 2, platform.y + platform.height / 2) : this.viewport.centre;
  }

  /** @param {Scene} scene */
  revealLastTurn(scene) {
    const end = scene.last_turn.at(-1)?.path.at(-1);
    if (end) this.viewport.reveal(this.centre(end));
  }

  /** Scroll these cells into view. @param {string[]} names */
  revealCells(names) {
    const { viewport } = this;
    const centre = middle(names.map((name) => this.centre(name)));
    if (viewport.isZoomed) viewport.look(viewport.around(centre, viewport.seen.width));
  }

  // -- moving -----------------------------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Trail[]} trails @param {AbortSignal} signal */
  async playOut(scene, trails, signal) {
    for (const name of ["picked", "hints", "trail"]) this.layers[name].replaceChildren();
    for (const trail of trails) {
      if (trail.path.length < 2) await this.slidePlatform(scene, signal);
      else await this.follow(trail, signal);
      for (const name of trail.taken) this.pieceElements.get(name)?.classList.add("is-taken");
      if (signal.aborted) return;
    }
  }

  /** @param {Trail} trail @param {AbortSignal} signal */
  async follow(trail, signal) {
    const [from, to] = [trail.path[0], /** @type {string} */ (trail.path.at(-1))];
    const element = this.elementAt(from);
    if (!element) return;
    element.parentNode?.append(element);
    await this.move(element, trail.path, signal);
    const elements = this.pieceElements.has(from) ? this.pieceElements : this.cellElements;
    elements.delete(from);
    elements.set(to, element);
  }

  /** @param {SVGElement} element @param {string[]} path @param {AbortSignal} signal */
  move(element, path, signal) {
    if (!element.classList.contains("piece-tetrahedron")) {
      const [fromX, fromY] = this.placedAt(path[0]);
      return slide([element], path.map((name) => this.centre(name)).map(([x, y]) => [x - fromX, y - fromY]), signal);
    }
    const way = path.map((name) => {
      const outline = this.cells.get(name)?.outline ?? [];
      return { outline, onScreen: this.viewpoint.outline(outline) };
    });
    return tumble(element, way, signal);
  }

  /** Animate the platform with the pieces on it. @param {Scene} scene @param {AbortSignal} signal */
  async slidePlatform(scene, signal) {
    const [before, after] = [this.scene?.platform, scene.platform];
    if (!before || !after || before.x === after.x) return;
    const [from, to] = [this.viewpoint.point(before.x, before.y), this.viewpoint.point(after.x, after.y)];
    const way = /** @type {Point} */ ([to[0] - from[0], to[1] - from[1]]);
    const aboard = before.cells.filter((name) => this.pieceElements.has(name));
    const riders = aboard.map((name) => {
      const at = this.restingPlace(name);
      return slide([/** @type {SVGElement} */ (this.pieceElements.get(name))], [at, [at[0] + way[0], at[1] + way[1]]], signal);
    });
    await Promise.all([slide([this.layers.platform], [[0, 0], way], signal), ...riders]);
  }

  /** Return a cell's draggable element: a piece, or a disc of the board itself. @param {string} name */
  elementAt(name) {
    const isDisc = this.cells.get(name)?.kind === "disc";
    return this.pieceElements.get(name) ?? (isDisc ? this.cellElements.get(name) : null) ?? null;
  }

  /**
   * Return an element's origin: flat pieces are drawn around (0, 0), others at their cell.
   * @param {string} name @returns {Point}
   */
  placedAt(name) {
    const piece = this.pieceElements.get(name);
    return piece && !piece.classList.contains("piece-tetrahedron") ? [0, 0] : this.centre(name);
  }

  /** Return the translation of an element that isn't being dragged. @param {string} name @returns {Point} */
  restingPlace(name) {
    const [x, y] = this.centre(name);
    const [fromX, fromY] = this.placedAt(name);
    return [x - fromX, y - fromY];
  }

  // -- hints ------------------------------------------------------------------------------------------------------

  /** @param {Highlights} highlights */
  highlight(highlights) {
    const { picked = [], targets = [], captures = [], sources = [], notes = {}, advised = [] } = highlights;
    this.highlights = highlights;
    const occupied = new Set(this.scene?.pieces.map((piece) => piece.cell));
    const hints = [];
    for (const name of captures) hints.push(this.hint(name, occupied.has(name) ? "hint-capture" : "hint-takes", occupied.has(name) ? 0.44 : 0.26));
    for (const name of targets) if (!occupied.has(name)) hints.push(this.hint(name, "hint-target", 0.17));
    for (const name of targets) if (occupied.has(name) && !captures.includes(name)) hints.push(this.hint(name, "hint-spared", 0.44));
    for (const [name, text] of Object.entries(notes)) hints.push(this.note(name, text));
    hints.push(...advised.flatMap((way) => this.advice(way)));
    if (this.cursor) hints.push(this.whole(this.cursor, "hint-cursor"));
    if (this.scene?.platform) hints.push(...drawArrows(this.scene.platform, this.viewpoint, sources.filter((name) => name === "P+" || name === "P-")));
    this.layers.hints.replaceChildren(...hints.filter((hint) => hint !== null));
    this.layers.picked.replaceChildren(...picked.flatMap((name) => this.whole(name, "hint-picked") ?? []));
    this.markSources(new Set(sources), new Set(picked));
  }

  /** @param {Set<string>} sources @param {Set<string>} picked */
  markSources(sources, picked) {
    for (const [name, element] of this.pieceElements) {
      element.classList.toggle("is-lifted", picked.has(name));
      element.classList.toggle("is-movable", sources.has(name));
    }
    for (const [name, element] of this.cellElements) {
      const isBare = !this.pieceElements.has(name);
      element.classList.toggle("is-lifted", picked.has(name) && isBare);
      element.classList.toggle("is-movable", sources.has(name) && isBare);
    }
  }

  /** Mark the cells whose pieces could be captured. @param {string[]} names */
  markThreats(names) {
    this.layers.threats.replaceChildren(...names.flatMap((name) => this.hint(name, "hint-threat", 0.46) ?? []));
  }

  /** @param {string} name @param {string} kind @param {number} radius @returns {SVGElement | null} */
  hint(name, kind, radius) {
    const at = this.centres.get(name);
    return at ? circle(`hint ${kind}`, radius * this.look.board.piece_scale, at) : null;
  }

  /** Draw the path of a hinted step, with a ring at its end. @param {string[]} names @returns {SVGElement[]} */
  advice(names) {
    const points = names.flatMap((name) => (this.centres.has(name) ? [this.centre(name)] : []));
    const end = points.at(-1);
    return end ? [lines("hint hint-advice", points), circle("hint hint-advice-end", 0.3 * this.look.board.piece_scale, end)] : [];
  }

  /** Draw a mark that fills the cell. @param {string} name @param {string} kind @returns {SVGElement | null} */
  whole(name, kind) {
    const cell = this.cells.get(name);
    if (!cell) return null;
    if (cell.kind === "disc" || cell.kind === "space") return circle(`hint ${kind}`, discRadius(cell.outline), this.centre(name));
    return polygon(`hint ${kind}`, this.viewpoint.outline(cell.outline));
  }

  /** @param {string} name @param {string} text @returns {SVGElement} */
  note(name, text) {
    return written("hint-note", text, this.centre(name));
  }

  // -- ground -----------------------------------------------------------------------------------------------------

  /** @param {Cell[]} cells */
  drawGround(cells) {
    this.cells = new Map(cells.map((cell) => [cell.name, cell]));
    this.centres = new Map(cells.map((cell) => [cell.name, this.viewpoint.point(cell.x, cell.y)]));
    this.cellElements = new Map(cells.map((cell) => [cell.name, drawCell(cell, this.viewpoint)]));
    this.layers.ground.replaceChildren(...this.cellElements.values());
    this.layers.labels.replaceChildren(...this.drawCoordinates(cells));
    if (cells.length > 0) this.viewport.fit(this.bounds());
  }

  /** @param {Cell[]} cells */
  drawCoordinates(cells) {
    const { board } = this.look;
    return board.cells.length > 0 ? drawLabels(board, this.viewpoint) : drawWanderingLabels(cells, board, this.viewpoint);
  }

  bounds() {
    const box = boundsOf(this.corners(), this.look.board.mount);
    return this.look.board.cells.length > 0 ? box : squared(box);
  }

  corners() {
    return [...this.cells.values()].flatMap((cell) => this.viewpoint.outline(cell.outline));
  }

  /** @param {string} name @returns {Point} */
  centre(name) {
    return this.centres.get(name) ?? [0, 0];
  }

  /**
   * Convert a pointer position to board coordinates.
   * @param {{clientX: number, clientY: number}} event @returns {Point}
   */
  pointUnder({ clientX, clientY }) {
    const matrix = /** @type {SVGSVGElement} */ (this.root).getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [x, y];
  }
}
