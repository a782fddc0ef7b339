/**
 * Minimap of a large board with a frame around the visible part; a click moves it. Also the zoom buttons.
 * @typedef {import("../types.js").Point} Point
 */

import { t } from "../words.js";
import { svg } from "./svg.js";

export class MiniMap {
  /**
   * @param {HTMLElement} host @param {import("./viewport.js").Viewport} viewport
   */
  constructor(host, viewport) {
    this.viewport = viewport;
    this.frame = svg("rect", { class: "minimap-window" });
    this.things = svg("g");
    this.map = svg("svg", { class: "minimap", role: "img", "aria-label": t("Whole board") }, [this.things, this.frame]);
    this.box = document.createElement("div");
    this.box.className = "board-zoom";
    this.box.append(this.map, button("−", t("Zoom out"), () => viewport.zoom(1.5)), button("+", t("Zoom in"), () => viewport.zoom(1 / 1.5)));
    host.append(this.box);
    this.map.addEventListener("pointerdown", (event) => this.point(event));
    this.map.addEventListener("pointermove", (event) => event.buttons && this.point(event));
  }

  /** @param {{at: Point, colour: string}[]} dots @param {SVGElement[]} ground */
  draw(dots, ground) {
    const pieces = dots.map(({ at: [cx, cy], colour }) => svg("circle", { class: `minimap-dot colour-${colour}`, cx, cy, r: 0.6 }));
    this.things.replaceChildren(...ground, ...pieces);
    this.refresh();
  }

  refresh() {
    const { whole, seen, isZoomed } = this.viewport;
    this.box.classList.toggle("is-whole", !isZoomed);
    this.map.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
    for (const [name, value] of Object.entries(seen)) this.frame.setAttribute(name, String(value));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { left, top, width, height } = this.map.getBoundingClientRect();
    const { whole } = this.viewport;
    const x = whole.x + ((event.clientX - left) / width) * whole.width;
    const y = whole.y + ((event.clientY - top) / height) * whole.height;
    this.viewport.look(this.viewport.around([x, y], this.viewport.seen.width));
  }
}

/** @param {string} text @param {string} label @param {() => void} action */
function button(text, label, action) {
  const element = document.createElement("button");
  Object.assign(element, { type: "button", className: "button small", textContent: text });
  element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  return element;
}
