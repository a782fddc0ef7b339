/**
 * Mouse, touch and keyboard input on a board: clicks, drag and drop, keyboard cursor. Dragging anything but a movable
 * piece pans a zoomed board; pinching zooms.
 *
 * @typedef {import("../types.js").Point} Point
 * @typedef {import("./board.js").BoardView} BoardView
 */

import { neighbourTowards } from "./geometry.js";
import { moveTo } from "./motion.js";

/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const DRAG_PIXELS = 6;

export class Pointing {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    /** Pointers that are down, by pointer id. @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    /** The cell that a drag would start from, once the pointer moves far enough. */
    this.from = "";
    /** @type {SVGElement | null} */
    this.carried = null;
    this.hasMoved = false;
    this.unbinders = /** @type {(() => void)[]} */ ([]);
    this.listen("click", (event) => this.click(event));
    this.listen("keydown", (event) => this.press(/** @type {KeyboardEvent} */ (event)));
    this.listen("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
    this.listen("pointermove", (event) => this.move(/** @type {PointerEvent} */ (event)));
    this.listen("pointerup", (event) => this.up(/** @type {PointerEvent} */ (event)));
    this.listen("pointercancel", (event) => this.release(/** @type {PointerEvent} */ (event)));
    // Lifting a finger fires pointerleave too, but the marks should stay.
    this.listen("pointerleave", (event) => /** @type {PointerEvent} */ (event).pointerType !== "touch" && board.options.onHover?.(""));
    // A touch on a movable piece drags it; anywhere else it scrolls the page.
    this.listen("touchstart", (event) => this.canCarry(cellOf(event.target)) && event.preventDefault(), { passive: false });
  }

  /** @param {string} type @param {(event: Event) => void} listener @param {AddEventListenerOptions} [options] */
  listen(type, listener, options) {
    const { root } = this.board;
    root.addEventListener(type, listener, options);
    this.unbinders.push(() => root.removeEventListener(type, listener, options));
  }

  destroy() {
    for (const unbind of this.unbinders) unbind();
  }

  /** @param {string} name */
  canCarry(name) {
    return this.board.elementAt(name) !== null && (this.board.highlights.sources ?? []).includes(name);
  }

  // -- mouse and fingers ------------------------------------------------------------------------------------------

  /** @param {Event} event */
  click(event) {
    if (this.hasMoved) return;
    this.choose(cellOf(event.target));
  }

  /** @param {string} name */
  choose(name) {
    if (name) this.board.options.onClick?.(name);
    else this.board.options.onCancel?.();
  }

  /** @param {PointerEvent} event */
  down(event) {
    const name = cellOf(event.target);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.hasMoved = false;
    if (event.pointerType === "touch") this.board.options.onHover?.(name);
    this.start = { x: event.clientX, y: event.clientY };
    this.from = event.button === 0 && this.canCarry(name) ? name : "";
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.start) return this.board.options.onHover?.(cellOf(event.target));
    this.hasMoved ||= Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > DRAG_PIXELS;
    if (!this.hasMoved) return undefined;
    if (!this.board.root.hasPointerCapture(event.pointerId)) this.board.root.setPointerCapture(event.pointerId);
    if (this.from) this.carry(event);
    else if (this.fingers.size === 2) this.pinch(event);
    else if (this.board.viewport.isZoomed) this.board.viewport.pan(event.clientX - last.x, event.clientY - last.y);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    return undefined;
  }

  /** @param {PointerEvent} event */
  carry(event) {
    if (!this.carried) {
      this.carried = this.board.elementAt(this.from);
      this.carried?.classList.add("is-carried");
      this.board.options.onLift?.(this.from);
    }
    const [x, y] = this.board.pointUnder(event);
    const [fromX, fromY] = this.board.placedAt(this.from);
    if (this.carried) moveTo(this.carried, [x - fromX, y - fromY]);
  }

  /** @param {PointerEvent} event */
  pinch(event) {
    const [one, other] = [...this.fingers.values()];
    const before = Math.hypot(one.x - other.x, one.y - other.y);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [first, second] = [...this.fingers.values()];
    const after = Math.hypot(first.x - second.x, first.y - second.y);
    if (after > 0) this.board.viewport.zoom(before / after);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { from, carried, hasMoved } = this;
    this.release(event);
    const to = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (carried) this.board.options.onDrop?.(from, to);
    // A prevented touchstart fires no click event.
    else if (!hasMoved && event.pointerType === "touch" && from) this.choose(from);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.fingers.delete(event.pointerId);
    this.carried?.classList.remove("is-carried");
    if (this.carried) moveTo(this.carried, this.board.restingPlace(this.from));
    this.carried = null;
    this.from = "";
  }

  // -- keyboard ---------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { board } = this;
    if (event.key in ARROWS) this.moveCursor(ARROWS[event.key]);
    else if (event.key === "n" || event.key === "N") this.jump(event.key === "n" ? 1 : -1);
    else if ((event.key === "Enter" || event.key === " ") && board.cursor) board.options.onClick?.(board.cursor);
    else if (event.key === "Escape") board.options.onCancel?.();
    else if (!board.options.onKey?.(event.key)) return;
    event.preventDefault();
  }

  /** @param {Point} direction */
  moveCursor(direction) {
    const { board } = this;
    const first = this.choosable()[0] ?? board.scene?.pieces[0]?.cell ?? [...board.centres.keys()][0];
    this.putCursor(board.centres.has(board.cursor) ? (neighbourTowards(board.centres, board.cursor, direction) ?? board.cursor) : first);
  }

  /** Move the cursor to the next or previous selectable cell. @param {1 | -1} way */
  jump(way) {
    const names = this.choosable();
    if (names.length === 0) return;
    const at = names.indexOf(this.board.cursor);
    this.putCursor(names[at < 0 ? 0 : (at + way + names.length) % names.length]);
  }

  /** Return the targets of the picked piece, or else the cells that can be picked. @returns {string[]} */
  choosable() {
    const { targets = [], sources = [] } = this.board.highlights;
    const onBoard = (/** @type {string} */ name) => this.board.centres.has(name);
    return targets.some(onBoard) ? targets.filter(onBoard) : sources.filter(onBoard);
  }

  /** @param {string} name */
  putCursor(name) {
    const { board } = this;
    board.cursor = name;
    board.viewport.reveal(board.centre(name));
    board.highlight(board.highlights);
    board.options.onFocus?.(name);
    board.options.onHover?.(name);
  }
}

/** @param {EventTarget | Element | null} target @returns {string} */
function cellOf(target) {
  const element = target instanceof Element ? target.closest("[data-cell]") : null;
  return element instanceof SVGElement ? (element.dataset.cell ?? "") : "";
}
