/**
 * A step being built, click by click, from the legal choices the server gave. No DOM here.
 * @typedef {import("./types.js").Choice} Choice
 */

/**
 * `targets` are the clicks that lead on from what is picked, `captures` those among them that take something.
 * @typedef {{picked: string[], targets: string[], captures: string[], sources: string[], pending: Choice | null,
 *            taken: string[]}} Progress
 */

export class StepBuilder {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} */
    this.picked = [];
    /** A choice whose clicks are all made but whose captures are still to be chosen. @type {Choice | null} */
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

  /** The names that may be clicked after these. @param {string[]} picked @returns {string[]} */
  nextClicks(picked) {
    const names = this.matching(picked).map((choice) => choice.clicks[picked.length]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  /** What could be taken by going on from these clicks. @param {string[]} picked @returns {string[]} */
  takenBy(picked) {
    return [...new Set(this.matching(picked).flatMap((choice) => [...optionalOf(choice), ...(choice.takes ?? [])]))];
  }

  /** @param {string[]} picked @returns {Choice[]} */
  matching(picked) {
    return this.choices.filter((choice) => picked.every((name, index) => choice.clicks[index] === name));
  }

  /** The clicks that make a step of the record, whatever it takes. @param {string} step @returns {string[]} */
  clicksOf(step) {
    return this.choices.find(({ text }) => step === text || step.startsWith(`${text}x`))?.clicks ?? [];
  }

  /** The choices a click on this name would make or go on with. @param {string} name @returns {Choice[]} */
  leadingTo(name) {
    return this.matching([...this.picked, name]);
  }

  /**
   * Take a click. Answers the text of a step when it is complete, else null.
   * A click that leads nowhere lets go of the piece, or picks up the other one it fell on.
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

  /** A piece is carried: where it may go is known as if it had been clicked. @param {string} name @returns {null} */
  lift(name) {
    this.clear();
    this.picked = [name];
    return null;
  }

  /** A piece carried from one cell to another: both clicks at once, or nothing. @param {string} from @param {string} to */
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

  /** The step with the captures that are ticked now. @returns {string | null} */
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

/** The pieces a choice may take or leave. @param {Choice} choice @returns {string[]} */
function optionalOf(choice) {
  return choice.optional ?? [];
}

/** @param {string[]} one @param {string[]} other */
function sameNames(one, other) {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
