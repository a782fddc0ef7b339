/**
 * Replays a stored game on the front page in a loop. Loads when the page is idle, runs only while visible, can be
 * paused, and starts paused if the system prefers reduced motion.
 * @typedef {{first: number, scenes: import("./types.js").Scene[]}} StoredGame `first` is the position shown at the start
 */

import { t } from "./words.js";

const TURN_PAUSE_MS = 1300;
const END_PAUSE_MS = 5000;

/** @typedef {import("./board/board.js").BoardView} BoardView */

class FrontBoard {
  /** @param {HTMLElement} figure @param {StoredGame} game @param {BoardView} view */
  constructor(figure, game, view) {
    this.game = game;
    this.view = view;
    this.at = game.first;
    this.isSeen = false;
    this.isPaused = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.button = /** @type {HTMLButtonElement} */ (figure.querySelector("button"));
    this.button.addEventListener("click", () => this.toggle());
    this.button.hidden = false;
    new IntersectionObserver(([entry]) => this.see(entry.isIntersecting)).observe(figure);
    document.addEventListener("visibilitychange", () => this.wait());
    this.showButton();
  }

  /** @param {boolean} isSeen */
  see(isSeen) {
    this.isSeen = isSeen;
    this.wait();
  }

  toggle() {
    this.isPaused = !this.isPaused;
    this.showButton();
    this.wait();
  }

  showButton() {
    this.button.textContent = this.isPaused ? t("Resume") : t("Pause");
  }

  wait() {
    clearTimeout(this.timer);
    if (this.isPaused || !this.isSeen || document.hidden) return;
    const isOver = this.at === this.game.scenes.length - 1;
    this.timer = setTimeout(() => this.showNext(), isOver ? END_PAUSE_MS : TURN_PAUSE_MS);
  }

  async showNext() {
    this.at = (this.at + 1) % this.game.scenes.length;
    await this.view.show(this.game.scenes[this.at], { animated: this.at > 0 ? 1 : 0 });
    this.wait();
  }
}

/** @param {HTMLElement} figure */
async function start(figure) {
  const host = /** @type {HTMLElement} */ (figure.querySelector("[data-board]"));
  const label = host.querySelector("svg")?.getAttribute("aria-label") ?? "";
  const [answer, { BoardView }] = await Promise.all([fetch(host.dataset.board ?? ""), import("./board/board.js")]);
  if (!answer.ok) return;
  const game = await answer.json();
  const view = new BoardView(host, game.look, { seat: null, label });
  // Read-only: an image rather than a control.
  view.root.setAttribute("role", "img");
  view.root.removeAttribute("tabindex");
  await view.show(game.scenes[game.first]);
  new FrontBoard(figure, game, view);
}

const figure = document.querySelector("[data-board-autoplay]");
if (figure instanceof HTMLElement) {
  const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ action) => setTimeout(action, 500));
  whenIdle(() => void start(figure).catch(() => undefined));
}
