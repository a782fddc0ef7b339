/**
 * The visible part of the board: small boards are always shown whole, large ones can be zoomed and panned.
 * @typedef {import("../types.js").Point} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

import { clamp } from "./geometry.js";
import { animate, prefersReducedMotion } from "./motion.js";

const GLIDE_MS = 250;
/** Minimum width of a cell for touch. */
const FINGER_PIXELS = 26;
const CLOSEST_CELLS = 6;

export class Viewport {
  /** @param {SVGElement} root @param {{canZoom: boolean, onChange: () => void}} options */
  constructor(root, { canZoom, onChange }) {
    this.root = root;
    this.canZoom = canZoom;
    this.onChange = onChange;
    /** @type {Box} */
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {Box} */
    this.seen = this.whole;
    this.motion = new AbortController();
  }

  get isZoomed() {
    return this.seen.width < this.whole.width - 0.01;
  }

  /** Set the board's bounds; later changes (boards of movable discs) are animated. @param {Box} whole */
  fit(whole) {
    const isFirst = this.whole.width === 1;
    const isSame = Object.entries(whole).every(([name, value]) => Math.abs(value - this.whole[/** @type {keyof Box} */ (name)]) < 0.001);
    if (isSame) return;
    this.whole = whole;
    if (isFirst) this.look(whole);
    else this.glide(whole);
  }

  /**
   * On a small screen, zoom in to cells of touch size, with this point near the top and the own side below it.
   * @param {Point} point
   */
  approach([x, y]) {
    const cells = this.root.getBoundingClientRect().width / FINGER_PIXELS;
    if (this.canZoom && cells > 0 && cells < this.whole.width - 2) this.look(this.around([x, y + cells / 2 - 2], cells));
  }

  /** @param {Point} centre @param {number} width @returns {Box} */
  around([x, y], width) {
    const share = clamp(width, CLOSEST_CELLS, this.whole.width) / this.whole.width;
    const size = { width: this.whole.width * share, height: this.whole.height * share };
    return {
      x: clamp(x - size.width / 2, this.whole.x, this.whole.x + this.whole.width - size.width),
      y: clamp(y - size.height / 2, this.whole.y, this.whole.y + this.whole.height - size.height),
      ...size,
    };
  }

  /** @returns {Point} */
  get centre() {
    return [this.seen.x + this.seen.width / 2, this.seen.y + this.seen.height / 2];
  }

  /** @param {Point} point */
  sees([x, y]) {
    const { seen } = this;
    return x > seen.x + 0.5 && x < seen.x + seen.width - 0.5 && y > seen.y + 0.5 && y < seen.y + seen.height - 0.5;
  }

  /** @param {Point} point */
  centreOn(point) {
    this.glide(this.around(point, this.seen.width));
  }

  /** @param {Point} point */
  reveal(point) {
    if (this.isZoomed && !this.sees(point)) this.centreOn(point);
  }

  /** @param {number} factor under 1 zooms in */
  zoom(factor) {
    if (this.canZoom) this.look(this.around(this.centre, this.seen.width * factor));
  }

  /** @param {number} dx in pixels @param {number} dy */
  pan(dx, dy) {
    const unit = this.seen.width / (this.root.getBoundingClientRect().width || 1);
    const [x, y] = this.centre;
    this.look(this.around([x - dx * unit, y - dy * unit], this.seen.width));
  }

  /** @param {Box} box */
  look(box) {
    this.motion.abort();
    this.write(box);
  }

  /** @param {Box} target */
  glide(target) {
    this.motion.abort();
    if (prefersReducedMotion()) return this.write(target);
    this.motion = new AbortController();
    const from = this.seen;
    const between = (/** @type {keyof Box} */ name, /** @type {number} */ part) => from[name] + (target[name] - from[name]) * part;
    return animate(GLIDE_MS, (part) => this.write({
      x: between("x", part), y: between("y", part), width: between("width", part), height: between("height", part),
    }), this.motion.signal);
  }

  /** @param {Box} box */
  write(box) {
    this.seen = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.root.classList.toggle("is-zoomed", this.isZoomed);
    this.onChange();
  }
}
