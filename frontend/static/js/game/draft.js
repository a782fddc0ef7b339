/**
 * A turn being built: its unsent steps, each with the position after it, as computed by the server.
 * @typedef {import("../types.js").Face} Face
 */

/** @template {Pick<Face, "position" | "turn_begins"> & {result?: unknown}} F */
export class TurnDraft {
  /**
   * @param {F} face the position the turn starts from
   * @param {(position: string, steps: string[]) => Promise<F>} ask fetches the position after steps
   */
  constructor(face, ask) {
    this.ask = ask;
    this.start = face;
    /** @type {string[]} */
    this.steps = [];
    /** @type {F[]} */
    this.faces = [];
  }

  /** The position after the last step. */
  get face() {
    return this.faces.at(-1) ?? this.start;
  }

  get isComplete() {
    return this.faces.length > 0 && Boolean(this.face.turn_begins || this.face.result);
  }

  /** @param {string} step */
  async add(step) {
    const steps = [...this.steps, step];
    const face = await this.ask(this.start.position, steps);
    this.steps = steps;
    this.faces.push(face);
  }

  undo() {
    this.steps.pop();
    this.faces.pop();
  }

  clear() {
    this.steps = [];
    this.faces = [];
  }
}
