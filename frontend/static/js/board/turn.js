/**
 * Builds a step click by click from the legal choices that the server sent. No DOM here.
 * @typedef {import("../types.js").Choice} Choice
 */

/**
 * `targets` are the clicks that can follow those in `picked`, `captures` those among them that capture.
 * @typedef {{picked: string[], targets: string[], captures: string[], sources: string[], pending: Choice | null,
 *            taken: string[]}} Progress
 */

export class StepBuilder {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} */
    this.picked = [];
    /** A choice with all clicks made whose optional captures are still to be chosen. @type {Choice | null} */
    this.pending = null;
    /** @type {Set<string>} */
    this.taken = new Set();
  }

  /** @returns {Progress} */
  get progress() {
    const targets = this.targets();
    return {
      picked: [...this.picked],
      targets,
      captures: this.pending ? [...this.taken] : targets.filter((name) => this.takenBy([...this.picked, name]).length > 0),
      sources: this.nextClicks([]),
      pending: this.pending,
      taken: [...this.taken],
    };
  }

  /** @returns {string[]} */
  targets() {
    if (this.pending) return optionalOf(this.pending);
    return this.picked.length > 0 ? this.nextClicks(this.picked) : [];
  }

  /** Return the names that can be clicked next. @param {string[]} picked @returns {string[]} */
  nextClicks(picked) {
    const names = this.matching(picked).map((choice) => choice.clicks[picked.length]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  /** Return the cells that could be captured after these clicks. @param {string[]} picked @returns {string[]} */
  takenBy(picked) {
    return [...new Set(this.matching(picked).flatMap((choice) => [...optionalOf(choice), ...(choice.takes ?? [])]))];
  }

  /** @param {string[]} picked @returns {Choice[]} */
  matching(picked) {
    return this.choices.filter((choice) => picked.every((name, index) => choice.clicks[index] === name));
  }

  /**
   * Return the clicks for a step in notation, ignoring its optional captures.
   * @param {string} step @returns {string[]}
   */
  clicksOf(step) {
    return this.choices.find(({ text }) => step === text || step.startsWith(`${text}x`))?.clicks ?? [];
  }

  /** Return the choices that remain after a click on this name. @param {string} name @returns {Choice[]} */
  leadingTo(name) {
    return this.matching([...this.picked, name]);
  }

  /**
   * Handle a click. Return the step's text if it is complete, otherwise null.
   * A click that no choice continues with deselects the piece, or picks another one.
   * @param {string} name @returns {string | null}
   */
  click(name) {
    if (this.pending) return this.toggle(name);
    const held = this.picked.at(-1);
    if (this.leadingTo(name).length > 0) this.picked.push(name);
    else if (name !== held && this.nextClicks([]).includes(name)) this.picked = [name];
    else this.picked = [];
    return this.finish();
  }

  /** Pick a piece that is being dragged, as a click would. @param {string} name @returns {null} */
  lift(name) {
    this.clear();
    this.picked = [name];
    return null;
  }

  /** Handle a drop: both clicks, or none if no choice has them. @param {string} from @param {string} to */
  carry(from, to) {
    this.lift(from);
    if (this.leadingTo(to).length > 0) return this.click(to);
    this.clear();
    return null;
  }

  /** @param {string} name @returns {null} */
  toggle(name) {
    if (this.pending && optionalOf(this.pending).includes(name)) {
      if (!this.taken.delete(name)) this.taken.add(name);
    } else {
      this.clear();
    }
    return null;
  }

  /** @returns {string | null} */
  finish() {
    const whole = this.choices.find((choice) => sameNames(choice.clicks, this.picked));
    if (!whole) return null;
    if (optionalOf(whole).length === 0) return this.complete(whole.text);
    this.pending = whole;
    this.taken = new Set(optionalOf(whole));
    return null;
  }

  /** Return the pending step with the selected captures. @returns {string | null} */
  confirm() {
    if (!this.pending) return null;
    const taken = optionalOf(this.pending).filter((name) => this.taken.has(name));
    return this.complete(this.pending.text + taken.map((name) => `x${name}`).join(""));
  }

  /** @param {string} text @returns {string} */
  complete(text) {
    this.clear();
    return text;
  }

  clear() {
    this.picked = [];
    this.pending = null;
    this.taken = new Set();
  }
}

/** Return a choice's optional captures. @param {Choice} choice @returns {string[]} */
function optionalOf(choice) {
  return choice.optional ?? [];
}

/** @param {string[]} one @param {string[]} other */
function sameNames(one, other) {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
