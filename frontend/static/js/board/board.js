/**
 * The board: an SVG that shows a scene and tells which cells are pointed at. It knows no rule; what may be clicked
 * and what is marked is told by whoever holds the choices (see turn.js).
 *
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Cell} Cell
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Look} Look
 * @typedef {{picked?: string[], targets?: string[], captures?: string[], sources?: string[]}} Highlights
 */

import { boundsOf, neighbourTowards, Viewpoint } from "./geometry.js";
import { prefersStillness, slide, tumble } from "./motion.js";
import { drawPiece, patternDefinitions } from "./pieces.js";
import { pointList, svg } from "./svg.js";

/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const LAYERS = ["ground", "marks", "trail", "platform", "pieces", "hints", "labels"];

export class BoardView {
  /**
   * @param {HTMLElement} host @param {Look} look
   * @param {{seat?: number, label?: string, onClick?: (name: string) => void, onFocus?: (name: string) => void,
   *          onCancel?: () => void}} [options]
   */
  constructor(host, look, options = {}) {
    this.host = host;
    this.look = look;
    this.options = options;
    this.viewpoint = new Viewpoint(look.board, options.seat ?? 0);
    /** @type {Map<string, Cell>} */
    this.cells = new Map(look.board.cells.map((cell) => [cell.name, cell]));
    /** @type {Map<string, Point>} */
    this.centres = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, SVGElement>} */
    this.pieceElements = new Map();
    this.cursor = "";
    this.motion = new AbortController();
    this.unbinders = /** @type {(() => void)[]} */ ([]);
    /** @type {Highlights} */
    this.highlights = {};
    const classes = `board board-${look.family}`;
    this.root = svg("svg", { class: classes, role: "application", tabindex: 0, "aria-label": options.label ?? "Board" });
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.build();
  }

  build() {
    this.root.append(patternDefinitions(), ...Object.values(this.layers));
    this.host.replaceChildren(this.root);
    this.drawGround([...this.cells.values()]);
    this.drawLabels();
    this.fitView();
    this.listen("click", (event) => this.pointAt(event));
    this.listen("keydown", (event) => this.press(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {string} type @param {(event: Event) => void} listener */
  listen(type, listener) {
    this.root.addEventListener(type, listener);
    this.unbinders.push(() => this.root.removeEventListener(type, listener));
  }

  destroy() {
    this.motion.abort();
    for (const unbind of this.unbinders) unbind();
    this.host.replaceChildren();
  }

  // -- showing ------------------------------------------------------------------------------------------------

  /**
   * Show a scene; with `animated`, its last turn is played out first.
   * @param {Scene} scene @param {{animated?: boolean}} [how]
   */
  async show(scene, { animated = false } = {}) {
    this.motion.abort();
    this.motion = new AbortController();
    const { signal } = this.motion;
    if (animated && this.scene && !prefersStillness()) await this.playOut(scene, signal);
    if (!signal.aborted) this.settle(scene);
  }

  /** @param {Scene} scene */
  settle(scene) {
    this.scene = scene;
    if (scene.cells.length > 0) this.drawMovingGround(scene.cells);
    this.drawMarked(scene);
    this.drawPlatform(scene);
    this.drawTrail(scene);
    this.pieceElements.clear();
    // Pieces nearer to the viewer stand before those behind them.
    const pieces = [...scene.pieces].sort((one, other) => this.centre(one.cell)[1] - this.centre(other.cell)[1]);
    this.layers.pieces.replaceChildren(...pieces.map((piece) => this.place(piece)));
  }

  /** @param {Piece} piece @returns {SVGElement} */
  place(piece) {
    const cell = this.cells.get(piece.cell);
    const outline = cell ? cell.outline : [];
    const element = drawPiece(piece, this.look.colours[piece.seat], outline, this.viewpoint.outline(outline));
    if (piece.kind !== "tetrahedron") {
      const [x, y] = this.viewpoint.point(piece.x, piece.y);
      element.setAttribute("transform", `translate(${x} ${y})`);
    }
    element.dataset.cell = piece.cell;
    this.pieceElements.set(piece.cell, element);
    return element;
  }

  /** @param {Scene} scene @param {AbortSignal} signal */
  async playOut(scene, signal) {
    for (const trail of scene.last_turn) {
      const element = this.pieceElements.get(trail.path[0]);
      if (!element || trail.path.length < 2 || signal.aborted) continue;
      this.layers.pieces.append(element);
      await this.move(element, trail.path, signal);
      this.pieceElements.delete(trail.path[0]);
      this.pieceElements.set(/** @type {string} */ (trail.path.at(-1)), element);
      for (const name of trail.taken) this.pieceElements.get(name)?.classList.add("is-taken");
    }
  }

  /** @param {SVGElement} element @param {string[]} path @param {AbortSignal} signal */
  move(element, path, signal) {
    if (!element.classList.contains("piece-tetrahedron")) {
      return slide(element, path.map((name) => this.centre(name)), signal);
    }
    const way = path.map((name) => {
      const outline = this.cells.get(name)?.outline ?? [];
      return { outline, onScreen: this.viewpoint.outline(outline) };
    });
    return tumble(element, way, signal);
  }

  /** @param {Highlights} highlights */
  highlight({ picked = [], targets = [], captures = [], sources = [] }) {
    const occupied = new Set(this.scene?.pieces.map((piece) => piece.cell));
    const hints = [];
    for (const name of picked) hints.push(this.hint(name, "hint-picked", 0.46));
    for (const name of captures) hints.push(this.hint(name, "hint-capture", 0.44));
    for (const name of targets) {
      if (captures.includes(name)) continue;
      hints.push(occupied.has(name) ? this.hint(name, "hint-capture", 0.44) : this.hint(name, "hint-target", 0.13));
    }
    if (this.cursor) hints.push(this.hint(this.cursor, "hint-cursor", 0.47));
    this.layers.hints.replaceChildren(...hints.filter((hint) => hint !== null));
    const movable = new Set(sources);
    for (const [name, element] of this.pieceElements) {
      element.classList.toggle("is-lifted", picked.includes(name));
      element.classList.toggle("is-movable", movable.has(name));
    }
    this.highlights = { picked, targets, captures, sources };
  }

  /** @param {string} name @param {string} kind @param {number} radius @returns {SVGElement | null} */
  hint(name, kind, radius) {
    const at = this.centres.get(name);
    return at ? svg("circle", { class: `hint ${kind}`, cx: at[0], cy: at[1], r: radius * this.scale() }) : null;
  }

  /** Triangles have less room than squares. */
  scale() {
    return this.look.family === "vega" ? 0.62 : 1;
  }

  // -- drawing the ground -----------------------------------------------------------------------------------------

  /** @param {Cell[]} cells */
  drawGround(cells) {
    this.layers.ground.replaceChildren(...cells.map((cell, index) => this.groundCell(cell, index)));
    this.cells = new Map(cells.map((cell) => [cell.name, cell]));
    this.centres = new Map(cells.map((cell) => [cell.name, this.viewpoint.point(cell.x, cell.y)]));
  }

  /** A board that wanders keeps its place on the screen while it does. @param {Cell[]} cells */
  drawMovingGround(cells) {
    this.drawGround(cells);
    this.fitView();
  }

  /** @param {Cell} cell @param {number} index @returns {SVGElement} */
  groundCell(cell, index) {
    const points = pointList(this.viewpoint.outline(cell.outline));
    const tone = (Math.round(cell.x - 0.5) + Math.round(cell.y - 0.5)) % 2 === 0 ? "tone-a" : "tone-b";
    const element = svg("polygon", { class: `cell cell-${cell.kind} ${tone}`, points });
    element.dataset.cell = cell.name;
    element.dataset.index = String(index);
    return element;
  }

  drawLabels() {
    const labels = this.look.board.labels.map((label) => {
      const [x, y] = this.viewpoint.point(label.x, label.y);
      return svg("text", { class: "board-label", x, y }, [label.text]);
    });
    this.layers.labels.replaceChildren(...labels);
  }

  /** @param {Scene} scene */
  drawMarked(scene) {
    const marks = [];
    for (const [word, names] of Object.entries(scene.marked)) {
      const kind = word.split(":")[0];
      for (const name of names) {
        const cell = this.cells.get(name);
        if (cell) marks.push(svg("polygon", { class: `marked marked-${kind}`, points: pointList(this.viewpoint.outline(cell.outline)) }));
      }
    }
    this.layers.marks.replaceChildren(...marks);
  }

  /** @param {Scene} scene */
  drawPlatform({ platform }) {
    if (!platform) return this.layers.platform.replaceChildren();
    const { x, y, width, height } = platform;
    const corners = /** @type {Point[]} */ ([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
    const deck = platform.cells.map((name) =>
      svg("polygon", { class: "platform-cell", points: pointList(this.viewpoint.outline(this.cells.get(name)?.outline ?? [])) }),
    );
    for (const [index, name] of platform.cells.entries()) deck[index].setAttribute("data-cell", name);
    return this.layers.platform.replaceChildren(
      svg("polygon", { class: "platform", points: pointList(this.viewpoint.outline(corners)) }), ...deck,
    );
  }

  /** @param {Scene} scene */
  drawTrail(scene) {
    const marks = scene.last_turn.flatMap((trail) => {
      const points = trail.path.map((name) => this.centre(name));
      const line = svg("polyline", { class: `trail colour-${this.look.colours[trail.seat]}`, points: pointList(points) });
      const taken = trail.taken.map((name) => this.hint(name, "trail-taken", 0.3));
      return [line, ...taken.filter((mark) => mark !== null)];
    });
    this.layers.trail.replaceChildren(...marks);
  }

  fitView() {
    const points = [...this.cells.values()].flatMap((cell) => this.viewpoint.outline(cell.outline));
    const labels = this.look.board.labels.map((label) => this.viewpoint.point(label.x, label.y));
    if (points.length === 0) return;
    const margin = this.look.family === "vega" ? 0.35 : 0.3;
    const { x, y, width, height } = boundsOf([...points, ...labels], margin);
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  /** @param {string} name @returns {Point} */
  centre(name) {
    return this.centres.get(name) ?? [0, 0];
  }

  // -- pointing ---------------------------------------------------------------------------------------------------

  /** @param {Event} event */
  pointAt(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-cell]");
    const name = target instanceof SVGElement ? target.dataset.cell : undefined;
    if (name) this.options.onClick?.(name);
    else this.options.onCancel?.();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key in ARROWS) this.moveCursor(ARROWS[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor) this.options.onClick?.(this.cursor);
    else if (event.key === "Escape") this.options.onCancel?.();
    else return;
    event.preventDefault();
  }

  /** @param {Point} direction */
  moveCursor(direction) {
    const first = this.highlights.sources?.[0] ?? this.scene?.pieces[0]?.cell ?? "";
    this.cursor = this.cursor ? (neighbourTowards(this.centres, this.cursor, direction) ?? this.cursor) : first;
    this.highlight(this.highlights);
    this.options.onFocus?.(this.cursor);
  }
}
