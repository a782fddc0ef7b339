/**
 * Tactics puzzle: turns are built on the board and sent; the server checks them and replies for the opponent.
 * @typedef {import("../types.js").Schemas["TacticFaceOutput"]} Face
 * @typedef {import("../types.js").Schemas["VerdictOutput"]} Verdict
 * @typedef {{face: Face, look: import("../types.js").Look, api: string, variant: string,
 *            seat: number, solution: string[][] | null}} PageData
 */

import { TurnDraft } from "../game/draft.js";
import { listItem, onClick, part } from "../game/parts.js";
import { t } from "../words.js";
import { callApi } from "../net/api.js";
import { PuzzleBoard } from "./puzzle_board.js";

class TacticPage {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    /** The turns sent so far that were right. @type {string[][]} */
    this.turns = [];
    this.isOver = false;
    /** The solution being shown; `shownTurns` of its turns are on the board. @type {string[][] | null} */
    this.line = null;
    this.shownTurns = 0;
    this.draft = this.newDraft(data.face);
    this.board = new PuzzleBoard(data.look, { seat: data.seat, onStep: (step) => this.play(step) });
    onClick("undo", () => this.undo());
    onClick("reset", () => this.reset());
    onClick("give-up", () => this.attempt(() => this.giveUp()));
    onClick("solution", () => this.showSolution());
    onClick("on", () => this.attempt(() => this.showNext()));
    part("buttons").hidden = false;
    this.take(data.solution);
    this.refresh();
  }

  /** @param {Face} face */
  newDraft(face) {
    return new TurnDraft(face, (position, steps) =>
      callApi("POST", `variants/${this.data.variant}/positions/`, { position, steps }),
    );
  }

  /** @param {string} step */
  async play(step) {
    if (this.isOver) return;
    await this.draft.add(step);
    this.board.say("");
    await this.refresh({ animated: 1 });
    if (this.draft.isComplete) await this.send();
  }

  async send() {
    const turns = [...this.turns, this.draft.steps];
    /** @type {Verdict} */
    const answer = await callApi("POST", `${this.data.api}attempts/`, { turns });
    if (answer.verdict === "goes_on") return this.showReply(turns, answer);
    this.isOver = true;
    this.take(answer.solution);
    const word = answer.verdict === "solved" ? t("Solved.") : t("That move doesn't force a win.");
    this.board.say(`${word} ${this.ratingWords(answer.rating)}`.trim(), answer.verdict === "solved" ? "good" : "bad");
    await this.refresh();
    const next = part(answer.verdict === "solved" ? "next" : "reset");
    if (this.board.view.root.matches(":focus-visible")) next.focus();
    return undefined;
  }

  /** Show the opponent's reply to a right turn. @param {string[][]} turns @param {Verdict} answer */
  async showReply(turns, answer) {
    this.turns = turns;
    this.draft = this.newDraft(answer.face);
    this.board.say(t("Correct. The reply is {answer}. Now find the win.", { answer: answer.answer.join(" ") }), "good");
    await this.refresh({ animated: answer.answer.length });
  }

  /** @param {{before: number, after: number} | null} rating */
  ratingWords(rating) {
    return rating ? t("Your puzzle rating went from {before} to {after}.", rating) : "";
  }

  undo() {
    if (this.board.isBusy || this.isOver) return;
    this.draft.undo();
    this.board.say("");
    this.refresh();
  }

  reset() {
    if (this.board.isBusy) return;
    this.turns = [];
    this.isOver = false;
    this.line = null;
    this.draft = this.newDraft(this.data.face);
    this.board.say("");
    this.refresh();
    this.board.view.root.focus({ preventScroll: true });
  }

  // -- the solution -----------------------------------------------------------------------------------------------

  async giveUp() {
    const answer = await callApi("POST", `${this.data.api}solution/`);
    this.take(answer.solution);
    this.showSolution();
    this.board.say(this.ratingWords(answer.rating));
  }

  /** @param {string[][] | null} solution */
  take(solution) {
    if (!solution) return;
    this.solution = solution;
    part("solution").hidden = false;
    part("give-up").hidden = true;
  }

  showSolution() {
    this.reset();
    this.line = this.solution ?? null;
    this.isOver = true;
    this.shownTurns = 0;
    part("way").replaceChildren(...(this.line ?? []).map((turn) => listItem(turn.join(" "))));
    this.refresh();
    part("on").focus();
  }

  /** Show the next turn of the solution. */
  async showNext() {
    const steps = this.line?.slice(0, this.shownTurns + 1).flat() ?? [];
    const position = this.data.face.position;
    const face = await callApi("POST", `variants/${this.data.variant}/positions/`, { position, steps });
    this.shownTurns += 1;
    this.draft = this.newDraft(face);
    await this.refresh({ animated: face.scene.last_turn.length });
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  /** @param {() => Promise<void>} action */
  async attempt(action) {
    if (this.board.isBusy) return;
    try {
      await action();
    } catch (error) {
      this.board.say(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {{animated?: number}} [how] */
  async refresh({ animated = 0 } = {}) {
    const isOpen = !this.isOver && !this.draft.isComplete;
    await this.board.set(this.draft.face, { animated, isOpen });
    part("undo").hidden = this.isOver || this.draft.steps.length === 0;
    part("reset").hidden = !this.isOver && this.turns.length === 0;
    part("on").hidden = !this.line || this.shownTurns >= this.line.length;
    part("way").hidden = !this.line;
  }
}

new TacticPage(JSON.parse(document.getElementById("puzzle-data")?.textContent ?? "{}"));
