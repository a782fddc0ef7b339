/**
 * Interactive diagram: a position on which legal steps can be tried. The server computes legal steps and positions;
 * this shows them, checks whether a step solves the task, and can reset the position.
 *
 * @typedef {import("../types.js").Look} Look
 * @typedef {import("../types.js").Face} Face
 * @typedef {{name: string, variant: string, options: Record<string, string>, look: string, seat: number,
 *            steps: string[], named: string[], face: Face, task: string, praise: string}} DiagramData
 */

import { BoardView } from "../board/board.js";
import { StepBuilder } from "../board/turn.js";
import { boardLabel, buttonWords, cellUnderCursor, takeWords } from "../game/board_words.js";
import { StepList } from "../game/step_list.js";
import { callApi } from "../net/api.js";
import { mark, t } from "../words.js";

/** By the winner's colour. @type {Record<string, string>} */
const WINS = {
  red: mark("Red wins."), blue: mark("Blue wins."), yellow: mark("Yellow wins."), violet: mark("Violet wins."),
  orange: mark("Orange wins."), white: mark("White wins."), brown: mark("Brown wins."), black: mark("Black wins."),
};

export class Diagram {
  /**
   * @param {HTMLElement} root a figure made by learn/diagram.html
   * @param {DiagramData} data @param {Look} look
   * @param {{isTask?: boolean, onSolved?: () => void, onReset?: () => void}} [options] a task accepts one step only
   */
  constructor(root, data, look, options = {}) {
    this.root = root;
    this.data = data;
    this.look = look;
    this.options = options;
    this.face = data.face;
    this.isBusy = false;
    this.builder = new StepBuilder(this.face.choices);
    this.view = this.makeBoard();
    this.onAction("reset", () => this.reset());
    const take = () => this.play(this.builder.confirm());
    this.onAction("take", take);
    /** Lessons also list their legal steps. @type {HTMLDetailsElement | null} */
    this.fold = root.querySelector("[data-steps]");
    this.list = this.fold && new StepList(this.find(".step-list"), {
      onChoose: (name) => this.click(name),
      onTake: take,
      onEmpty: () => this.view.root.focus({ preventScroll: true }),
    });
    this.fold?.addEventListener("toggle", () => this.showList());
    this.view.show(this.visible(this.face.scene));
    // Large boards zoom in on small screens; a diagram should be shown whole.
    this.view.viewport.look(this.view.viewport.whole);
    this.show();
  }

  makeBoard() {
    return new BoardView(this.find(".diagram-board"), this.look, {
      seat: this.data.seat,
      label: boardLabel(),
      onClick: (name) => this.click(name),
      onLift: (name) => (this.isBusy ? undefined : this.play(this.builder.lift(name))),
      onDrop: (from, to) => (this.isBusy ? undefined : this.play(this.builder.carry(from, to))),
      onCancel: () => this.letGo(),
      onFocus: (name) => this.say(this.wordsOf(name)),
    });
  }

  /** @template {HTMLElement} T @param {string} selector @returns {T} */
  find(selector) {
    return /** @type {T} */ (this.root.querySelector(selector));
  }

  /** @param {string} name @param {() => void} action */
  onAction(name, action) {
    this.find(`[data-action="${name}"]`).addEventListener("click", action);
  }

  // -- trying -----------------------------------------------------------------------------------------------------

  /** @param {string} name a cell, or a button's name */
  click(name) {
    if (!this.isBusy) this.play(this.builder.click(name));
  }

  letGo() {
    this.builder.clear();
    this.show();
  }

  /** @param {string | null} step */
  async play(step) {
    if (!step) return this.show();
    const { variant, options } = this.data;
    this.isBusy = true;
    try {
      const face = await callApi("POST", `variants/${variant}/positions/`, { position: this.face.position, steps: [step], options });
      await this.take(step, face);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
    this.isBusy = false;
    this.show();
    return undefined;
  }

  /** @param {string} step @param {Face} face */
  async take(step, face) {
    const isAsked = this.face === this.data.face && this.isAsked(step);
    this.face = face;
    this.builder = new StepBuilder(this.options.isTask ? [] : face.choices);
    this.view.highlight({});
    await this.view.show(this.visible(face.scene), { animated: 1 });
    this.say(`${this.verdict(step, isAsked)} ${this.endWords(face)}`.trim());
    this.find(".diagram-says").classList.toggle("is-wrong", Boolean(this.options.isTask) && !isAsked);
    this.show();
    if (isAsked) this.options.onSolved?.();
    else if (this.options.isTask && this.view.root.matches(":focus-visible")) this.find('[data-action="reset"]').focus();
  }

  /** Whether a step solves the task. @param {string} step */
  isAsked(step) {
    return Boolean(this.data.task) && (this.data.steps.length === 0 || this.data.steps.includes(step));
  }

  /** @param {string} step @param {boolean} isAsked */
  verdict(step, isAsked) {
    if (isAsked) return this.data.praise || t("That's it: {step}.", { step });
    return this.options.isTask ? t("{step} is legal, but it isn't what the task asks for. Reset the position and try another move.", { step }) : t("Played: {step}.", { step });
  }

  /** @param {Face} face */
  endWords(face) {
    const result = /** @type {{ranks: number[]} | null} */ (face.result);
    if (!result || this.options.isTask) return "";
    const winners = result.ranks.flatMap((rank, seat) => (rank === 1 ? [this.look.colours[seat]] : []));
    return winners.length === 1 ? t(WINS[winners[0]]) : t("The game is over.");
  }

  reset() {
    this.face = this.data.face;
    this.builder = new StepBuilder(this.face.choices);
    this.view.show(this.visible(this.face.scene));
    this.say("");
    this.options.onReset?.();
    this.show();
    this.view.root.focus({ preventScroll: true });
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  /** Return the scene without pieces outside a cropped board. @param {import("../types.js").Scene} scene */
  visible(scene) {
    if (scene.cells.length > 0) return scene;
    const names = new Set(this.look.board.cells.map((cell) => cell.name));
    return { ...scene, pieces: scene.pieces.filter((piece) => names.has(piece.cell)) };
  }

  show() {
    const { progress } = this.builder;
    this.view.highlight({ ...progress, notes: this.notes() });
    this.find('[data-action="reset"]').hidden = this.face === this.data.face;
    const take = this.find('[data-action="take"]');
    take.hidden = progress.pending === null;
    take.textContent = takeWords(progress.taken.length);
    this.showButtons(progress.sources.filter((name) => buttonWords(name)));
    this.showList();
    // An empty row would shift the layout.
    this.find(".diagram-buttons").hidden = !this.root.querySelector(".diagram-buttons button:not([hidden])");
  }

  showList() {
    if (!this.fold?.open) return;
    this.list?.show({ builder: this.builder, scene: this.face.scene, colours: this.look.colours });
  }

  /**
   * Return the names to draw on the cells that the text mentions, until a step is tried.
   * @returns {Record<string, string>}
   */
  notes() {
    return this.face === this.data.face ? Object.fromEntries(this.data.named.map((name) => [name, name])) : {};
  }

  /** Show buttons for steps that aren't clicks on cells. @param {string[]} names */
  showButtons(names) {
    const buttons = names.map((name) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button small", textContent: buttonWords(name) });
      button.dataset.step = name;
      button.addEventListener("click", () => this.click(name));
      return button;
    });
    this.find(".step-buttons").replaceChildren(...buttons);
  }

  /** @param {string} text */
  say(text) {
    this.find(".diagram-says").textContent = text;
  }

  /** @param {string} name */
  wordsOf(name) {
    return cellUnderCursor(this.face.scene, name, this.look.colours, this.builder.progress);
  }
}
