/**
 * Board of a puzzle: turns clicks, keys, the list of legal steps or typed text into steps, and passes them to the
 * puzzle's page. Legal steps come from the server.
 *
 * @typedef {import("../types.js").Look} Look
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Choice} Choice
 * @typedef {{scene: Scene, choices: Choice[], position: string}} PuzzleFace
 */

import { BoardView } from "../board/board.js";
import { StepBuilder } from "../board/turn.js";
import { boardLabel, buttonWords, cellUnderCursor, sceneWords, takeWords } from "../game/board_words.js";
import { listItem, part } from "../game/parts.js";
import { StepList } from "../game/step_list.js";

export class PuzzleBoard {
  /**
   * @param {Look} look
   * @param {{seat: number, onStep: (step: string) => Promise<void>}} options
   */
  constructor(look, { seat, onStep }) {
    this.look = look;
    this.onStep = onStep;
    this.isBusy = false;
    this.builder = new StepBuilder([]);
    /** @type {Scene | null} */
    this.scene = null;
    this.view = new BoardView(part("board"), look, {
      seat,
      label: boardLabel(),
      hasMap: true,
      onClick: (name) => this.applyInput(() => this.builder.click(name)),
      onLift: (name) => this.applyInput(() => this.builder.lift(name)),
      onDrop: (from, to) => this.applyInput(() => this.builder.carry(from, to)),
      onCancel: () => this.applyInput(() => (this.builder.clear(), null)),
      onFocus: (name) => this.announceCell(name),
      onKey: (key) => this.press(key),
    });
    const take = () => this.applyInput(() => this.builder.confirm());
    this.list = new StepList(part("step-list"), {
      onChoose: (name) => this.applyInput(() => this.builder.click(name)),
      onTake: take,
      onEmpty: () => this.view.root.focus({ preventScroll: true }),
    });
    part("in-words").addEventListener("toggle", () => this.showList());
    for (const name of ["in-words", "typed"]) {
      part(name).addEventListener("keydown", (event) => event.key === "Escape" && this.view.root.focus());
    }
    part("take").addEventListener("click", take);
    part("typed").addEventListener("submit", (event) => this.typed(event));
  }

  /**
   * Show a position, which accepts steps if `isOpen`.
   * @param {PuzzleFace} face @param {{animated?: number, isOpen?: boolean}} [how]
   */
  async set(face, { animated = 0, isOpen = true } = {}) {
    this.scene = face.scene;
    this.builder = new StepBuilder(isOpen ? face.choices : []);
    this.view.highlight({});
    await this.view.show(face.scene, { animated });
    this.show();
    part("words").replaceChildren(...sceneWords(face.scene, this.look.colours).map(listItem));
    part("legal").replaceChildren(...this.builder.choices.map((choice) => new Option(choice.text, choice.text)));
  }

  /** @param {string} text @param {"good" | "bad" | ""} [tone] */
  say(text, tone = "") {
    const says = part("says");
    says.textContent = text;
    says.dataset.tone = tone;
  }

  // -- internal ---------------------------------------------------------------------------------------------------

  /** @param {() => string | null} act changes the step being built; returns it if complete */
  async applyInput(act) {
    if (this.isBusy) return;
    const step = act();
    if (step) await this.send(step);
    else this.show();
  }

  /** @param {string} step */
  async send(step) {
    this.isBusy = true;
    try {
      await this.onStep(step);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), "bad");
    }
    this.isBusy = false;
    this.show();
  }

  /** @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("typed").querySelector("input"));
    for (const step of field.value.trim().split(/\s+/).filter(Boolean)) {
      if (!this.isBusy) await this.send(step);
    }
    field.value = "";
  }

  show() {
    const { progress } = this.builder;
    this.view.highlight(progress);
    const take = part("take");
    take.hidden = progress.pending === null;
    take.textContent = takeWords(progress.taken.length);
    const names = progress.sources.filter((name) => buttonWords(name));
    part("step-buttons").replaceChildren(...names.map((name) => this.button(name)));
    this.showList();
  }

  showList() {
    part("no-steps").hidden = this.builder.choices.length > 0;
    if (!this.scene || !/** @type {HTMLDetailsElement} */ (part("in-words")).open) return;
    this.list.show({ builder: this.builder, scene: this.scene, colours: this.look.colours });
  }

  /** Handle a keyboard shortcut. @param {string} key @returns {boolean} whether it was one */
  press(key) {
    if (key === "m") this.enterList();
    else if (key === "t") part("typed").querySelector("input")?.focus();
    else return false;
    return true;
  }

  enterList() {
    /** @type {HTMLDetailsElement} */ (part("in-words")).open = true;
    this.showList();
    this.list.enter();
  }

  /** Button for a step that isn't a click on a cell. @param {string} name */
  button(name) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button small", textContent: buttonWords(name) });
    button.addEventListener("click", () => this.applyInput(() => this.builder.click(name)));
    return button;
  }

  /** Describe the cell under the cursor for screen readers. @param {string} name */
  announceCell(name) {
    if (!this.scene) return;
    part("cell").textContent = cellUnderCursor(this.scene, name, this.look.colours, this.builder.progress);
  }
}
