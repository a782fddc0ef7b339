/**
 * The legal steps as nested buttons, an accessible alternative to the board: first the pieces, then where the chosen
 * one can go. It shares the step builder with the board.
 *
 * @typedef {import("../board/turn.js").StepBuilder} StepBuilder
 * @typedef {import("../types.js").Choice} Choice
 * @typedef {{builder: StepBuilder, scene: import("../types.js").Scene, colours: string[]}} Editor
 */

import { t, tn } from "../words.js";
import { buttonWords, cellWords, listed, takeWords } from "./board_words.js";

export class StepList {
  /**
   * @param {HTMLElement} box
   * @param {{onChoose: (name: string) => void, onTake: () => void, onEmpty?: () => void}} options `onEmpty`: called
   *   when the focused button went away and none is left
   */
  constructor(box, { onChoose, onTake, onEmpty }) {
    this.box = box;
    this.onChoose = onChoose;
    this.onTake = onTake;
    this.onEmpty = onEmpty;
  }

  /** @param {Editor} editor */
  show(editor) {
    const held = document.activeElement;
    const last = held instanceof HTMLElement && this.box.contains(held) ? (held.dataset.name ?? "") : null;
    this.box.replaceChildren(...editor.builder.nextClicks([]).map((name) => this.entry(name, editor)));
    if (last !== null) this.focus(last);
  }

  /** Restore the focus: to the first button below the opened piece, or else to the same button. @param {string} last */
  focus(last) {
    const opened = this.box.querySelector(`[aria-expanded="true"][data-name="${last}"] + ul button`);
    const same = this.box.querySelector(`[data-name="${last}"]`);
    const next = opened ?? same ?? this.box.querySelector("button");
    if (next instanceof HTMLElement) next.focus();
    else this.onEmpty?.();
  }

  /** Move the focus here. @returns {boolean} whether there is anything to choose */
  enter() {
    const first = this.box.querySelector("button");
    first?.focus();
    return first !== null;
  }

  /** @param {string} name @param {Editor} editor */
  entry(name, { builder, scene, colours }) {
    const item = document.createElement("li");
    const choices = builder.matching([name]);
    const further = choices.filter((choice) => choice.clicks.length > 1);
    const button = this.button(name, () => this.onChoose(name));
    item.append(button);
    if (further.length === 0) {
      button.textContent = buttonWords(name) ?? t("huff {cell}", { cell: cellWords(scene, name, colours) });
      return item;
    }
    const isOpen = builder.picked[0] === name;
    button.textContent = tn("{piece}, {count} step", "{piece}, {count} steps", further.length, { piece: cellWords(scene, name, colours) });
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) item.append(this.steps(builder, further));
    return item;
  }

  /**
   * List a piece's targets, or the optional captures once a target is chosen.
   * @param {StepBuilder} builder @param {Choice[]} choices
   */
  steps(builder, choices) {
    const list = document.createElement("ul");
    list.append(...(builder.pending ? this.captures(builder) : choices.map((choice) => this.step(choice))).map(inItem));
    return list;
  }

  /** @param {Choice} choice */
  step({ clicks, takes = [], optional = [] }) {
    const cell = /** @type {string} */ (clicks.at(-1));
    const button = this.button(cell, () => this.onChoose(cell));
    if (takes.length > 0) button.textContent = t("to {cell}, taking {cells}", { cell, cells: listed(takes) });
    else if (optional.length > 0) button.textContent = t("to {cell}, may take {cells}", { cell, cells: listed(optional) });
    else button.textContent = t("to {cell}", { cell });
    return button;
  }

  /** @param {StepBuilder} builder */
  captures({ progress }) {
    const toggles = progress.targets.map((cell) => {
      const button = this.button(cell, () => this.onChoose(cell));
      button.textContent = t("take {cell}", { cell });
      button.setAttribute("aria-pressed", String(progress.taken.includes(cell)));
      return button;
    });
    const take = this.button("take", this.onTake);
    take.textContent = takeWords(progress.taken.length);
    return [...toggles, take];
  }

  /** @param {string} name @param {() => void} action */
  button(name, action) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button small" });
    button.dataset.name = name;
    button.addEventListener("click", action);
    return button;
  }
}

/** @param {HTMLElement} content */
function inItem(content) {
  const item = document.createElement("li");
  item.append(content);
  return item;
}
