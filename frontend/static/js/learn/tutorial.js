/**
 * Tutorial page: lessons shown one at a time, each a diagram with a task.
 * @typedef {{family: string, diagrams: import("./diagram.js").DiagramData[],
 *            looks: Record<string, import("../types.js").Look>}} PageData
 */

import { t } from "../words.js";
import { Diagram } from "./diagram.js";
import { Progress } from "./progress.js";

class Tutorial {
  /** @param {HTMLElement} root @param {PageData} data */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.progress = new Progress(data.family);
    this.lessons = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-diagram]")]);
    /** @type {Map<number, Diagram>} */
    this.boards = new Map();
    this.end = /** @type {HTMLElement} */ (root.querySelector("[data-end]"));
    this.steps = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-go]")]);
    for (const [at, step] of this.steps.entries()) step.addEventListener("click", () => this.go(at));
    root.querySelector("[data-again]")?.addEventListener("click", () => this.startAgain());
    /** @type {HTMLElement} */ (root.querySelector("nav")).hidden = false;
    this.show(this.firstUnsolved());
  }

  /** Return the index of the first unsolved lesson, or of the end page. */
  firstUnsolved() {
    const at = this.data.diagrams.findIndex(({ name }) => !this.progress.solved.has(name));
    return at < 0 ? this.lessons.length : at;
  }

  /** @param {number} at */
  go(at) {
    this.show(at);
    const shown = this.lessons[at] ?? this.end;
    /** @type {HTMLElement} */ (shown.querySelector("h2")).focus();
  }

  startAgain() {
    this.progress.clear();
    for (const board of this.boards.values()) board.reset();
    this.go(0);
  }

  /** @param {number} at */
  show(at) {
    for (const [index, lesson] of this.lessons.entries()) lesson.hidden = index !== at;
    this.end.hidden = at < this.lessons.length;
    if (this.lessons[at]) this.createBoard(at);
    for (const [index, step] of this.steps.entries()) this.showStep(step, index, at);
    const count = /** @type {HTMLElement} */ (this.root.querySelector("[data-count]"));
    count.textContent = t("Solved: {count} of {all}", { count: this.progress.solved.size, all: this.lessons.length });
  }

  /** @param {HTMLElement} step @param {number} index @param {number} at */
  showStep(step, index, at) {
    const isSolved = this.progress.solved.has(this.data.diagrams[index].name);
    if (index === at) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
    step.classList.toggle("is-solved", isSolved);
    /** @type {HTMLElement} */ (step.querySelector("[data-solved]")).hidden = !isSolved;
  }

  /** Create a lesson's board when it is first shown: a hidden one has no width. @param {number} at */
  createBoard(at) {
    if (this.boards.has(at)) return;
    const [lesson, data] = [this.lessons[at], this.data.diagrams[at]];
    const next = /** @type {HTMLElement} */ (lesson.querySelector('[data-action="next"]'));
    next.addEventListener("click", () => this.go(at + 1));
    const board = new Diagram(lesson, data, this.data.looks[data.look], {
      isTask: true,
      onSolved: () => this.solved(at, next),
      onReset: () => (next.hidden = true),
    });
    this.boards.set(at, board);
  }

  /** @param {number} at @param {HTMLElement} next */
  solved(at, next) {
    this.progress.add(this.data.diagrams[at].name);
    this.show(at);
    next.hidden = false;
    next.focus();
  }
}

const root = document.querySelector("[data-tutorial]");
const data = JSON.parse(document.getElementById("learn-data")?.textContent ?? "{}");
if (root instanceof HTMLElement) new Tutorial(root, data);
