/**
 * A turn being put together: steps played on the board but not sent yet, each with the position it led to. What is
 * legal after a step is asked of the server; nothing is decided here.
 * @typedef {import("../board/types.js").Scene} Scene
 * @typedef {import("../board/types.js").Choice} Choice
 * @typedef {{position: string, seat: number | null, scene: Scene, choices: Choice[], tally: number[],
 *            turn_begins?: boolean, result: unknown}} Face
 */

export class TurnDraft {
  /**
   * @param {Face} face the position the turn starts from
   * @param {(position: string, steps: string[]) => Promise<Face>} ask what the rules say of a position after steps
   */
  constructor(face, ask) {
    this.ask = ask;
    this.start = face;
    /** @type {string[]} */
    this.steps = [];
    /** @type {Face[]} */
    this.faces = [];
  }

  /** The position as it would be now. */
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
