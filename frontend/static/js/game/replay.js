/**
 * Replay: shows any position of the game, chosen by slider, buttons, keys or a link in the record, and keeps its ply in
 * the URL.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Face} Face
 */

import { callApi } from "../net/api.js";
import { t } from "../words.js";
import { onClick, part } from "./parts.js";

const PLAY_MS = 1200;

/**
 * @typedef {{game: Game, positions: string, record: import("../types.js").Turn[], 
 *            lookAt: (face: Face, how: {animated: boolean}) => Promise<void>, lookAtPresent: () => Promise<void>,
 *            attempt: (action: () => Promise<void>) => Promise<void>}} Host
 */

export class Replay {
  /** @param {Host} page */
  constructor(page) {
    this.page = page;
    /** Positions already requested, by ply. @type {Map<number, Promise<Face>>} */
    this.faces = new Map();
    /** Which of `stops` is shown; null is the present. @type {number | null} */
    this.at = null;
    this.slider = /** @type {HTMLInputElement} */ (part("replay-slider"));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    onClick("replay-first", () => this.go(0));
    onClick("replay-back", () => this.go(this.index - 1));
    onClick("replay-on", () => this.go(this.index + 1));
    onClick("replay-last", () => this.go(this.stops.length - 1));
    onClick("replay-play", () => (this.timer ? this.pause() : this.play()));
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** The plies that can be shown: the start, and after each turn. */
  get stops() {
    return [0, ...this.page.record.map((turn) => turn.ply + turn.steps.length)];
  }

  get index() {
    return this.at ?? this.stops.length - 1;
  }

  /** The ply that is shown. */
  get ply() {
    return this.stops[this.index] ?? 0;
  }

  get isPast() {
    return this.at !== null;
  }

  /** @param {number} ply */
  goToPly(ply) {
    const index = this.stops.findIndex((stop) => stop >= ply);
    return this.go(index < 0 ? this.stops.length - 1 : index);
  }

  /** @param {number} index */
  async go(index) {
    const [before, last] = [this.index, this.stops.length - 1];
    const next = Math.min(Math.max(index, 0), last);
    if (next === before && this.at !== null) return;
    this.at = next === last ? null : next;
    this.updateUrl();
    if (this.at === null) await this.page.lookAtPresent();
    else await this.page.attempt(() => this.look(next, next === before + 1));
  }

  /** @param {number} index @param {boolean} animated */
  async look(index, animated) {
    const face = await this.face(this.stops[index]);
    // Another position may have been requested meanwhile.
    if (this.at === index) await this.page.lookAt(face, { animated });
    if (index + 1 < this.stops.length) this.face(this.stops[index + 1]).catch(() => {});
  }

  /** @param {number} ply */
  face(ply) {
    const known = this.faces.get(ply);
    if (known) return known;
    const asked = callApi("GET", `${this.page.positions}${ply}/`);
    asked.catch(() => this.faces.delete(ply));
    this.faces.set(ply, asked);
    return asked;
  }

  /** Clear cached positions after turns were taken back. */
  forget() {
    this.faces.clear();
    if (this.at !== null && this.at >= this.stops.length - 1) this.at = null;
  }

  play() {
    if (this.index >= this.stops.length - 1) this.go(0);
    this.timer = setInterval(() => (this.index >= this.stops.length - 1 ? this.pause() : this.go(this.index + 1)), PLAY_MS);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.show();
  }

  /** Handle clicks on links with `data-ply`, in the record or a graph. @param {MouseEvent} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-ply]") : null;
    if (!(link instanceof HTMLElement || link instanceof SVGElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.goToPly(Number(link.dataset.ply));
  }

  /** Handle arrow keys, Home and End, except in form fields, dialogs and on the board. @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog, .board")) return;
    const moves = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: this.stops.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.go(moves[/** @type {keyof typeof moves} */ (event.key)]);
  }

  /** Disable playing on from a position that is over or before the set-ups. */
  showPlayOn() {
    const form = document.querySelector("form[data-play-on]");
    if (!(form instanceof HTMLFormElement)) return;
    const ply = /** @type {HTMLInputElement} */ (form.elements.namedItem("ply"));
    ply.value = String(this.ply);
    const isEnd = !this.isPast && this.page.game.status === "over";
    const isSetup = this.page.record[0]?.steps[0]?.startsWith("=") && this.index === 0;
    for (const button of form.querySelectorAll("button")) button.disabled = isEnd || Boolean(isSetup);
  }

  updateUrl() {
    const address = new URL(window.location.href);
    if (this.at === null) address.searchParams.delete("ply");
    else address.searchParams.set("ply", String(this.ply));
    window.history.replaceState(null, "", address);
  }

  show() {
    const { stops, index } = this;
    const last = stops.length - 1;
    part("replay").hidden = last < 1;
    this.slider.max = String(last);
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", t("Turn {turn} of {turns}", { turn: index, turns: last }));
    part("replay-turn").textContent = t("Turn {turn} of {turns}", { turn: index, turns: last });
    for (const name of ["first", "back"]) /** @type {HTMLButtonElement} */ (part(`replay-${name}`)).disabled = index === 0;
    for (const name of ["on", "last"]) /** @type {HTMLButtonElement} */ (part(`replay-${name}`)).disabled = index >= last;
    part("replay-play").setAttribute("aria-pressed", String(Boolean(this.timer)));
    this.showPlayOn();
  }
}
