/**
 * Solitaire puzzle (Vega for one): every step is played on the server, which also verifies the complete solution.
 * @typedef {import("../types.js").Schemas["SolitaireStateOutput"]} State
 * @typedef {import("../types.js").Schemas["FinishedOutput"]} Finished
 * @typedef {{face: State, look: import("../types.js").Look, api: string,
 *            solution: string[] | null}} PageData
 */

import { onClick, part } from "../game/parts.js";
import { t } from "../words.js";
import { callApi } from "../net/api.js";
import { PuzzleBoard } from "./puzzle_board.js";

class Solitaire {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    /** @type {string[]} */
    this.steps = [];
    /** @type {State[]} */
    this.faces = [data.face];
    /** The solution being shown. @type {string[] | null} */
    this.shown = null;
    this.board = new PuzzleBoard(data.look, { seat: 0, onStep: (step) => this.play(step) });
    onClick("undo", () => this.undo());
    onClick("reset", () => this.reset());
    onClick("solution", () => this.showSolution());
    onClick("on", () => this.step());
    part("buttons").hidden = false;
    this.take(data.solution);
    this.refresh();
  }

  get face() {
    return /** @type {State} */ (this.faces.at(-1));
  }

  /** @param {string} step */
  async play(step) {
    const steps = [...this.steps, step];
    /** @type {State} */
    const face = await callApi("POST", `${this.data.api}positions/`, { steps });
    this.steps = steps;
    this.faces.push(face);
    this.board.say("");
    await this.refresh({ animated: 1 });
    if (face.is_stuck) this.board.say(t("No piece can move any more. Take turns back, or start again."), "bad");
    if (face.is_solved && !this.shown) await this.finish();
  }

  /** Submit the solution; it is saved unless the player is a guest. */
  async finish() {
    /** @type {Finished} */
    const answer = await callApi("POST", `${this.data.api}attempts/`, { steps: this.steps });
    const { turns, over_par: over } = answer;
    const verdict = over > 0 ? t("Solved in {turns} turns, {over} over par ({par}).", { turns, over, par: answer.par }) : t("Solved in {turns} turns: par, the best possible result.", { turns });
    const remarks = answer.is_kept ? [verdict] : [verdict, t("Guests aren't listed in the ranking.")];
    this.board.say(remarks.join(" "), "good");
    this.take(answer.solution);
    this.fillTable(answer.table);
    if (this.board.view.root.matches(":focus-visible")) part("reset").focus();
  }

  undo() {
    if (this.steps.length === 0 || this.board.isBusy) return;
    this.steps.pop();
    this.faces.pop();
    this.board.say("");
    this.refresh();
  }

  reset() {
    if (this.board.isBusy) return;
    this.shown = null;
    this.steps = [];
    this.faces = [this.data.face];
    this.board.say("");
    this.refresh();
    this.board.view.root.focus({ preventScroll: true });
  }

  // -- the solution -----------------------------------------------------------------------------------------------

  /** @param {string[] | null} solution sent once the puzzle is solved or closed */
  take(solution) {
    this.solution = solution;
    part("solution").hidden = !solution;
  }

  showSolution() {
    this.reset();
    this.shown = this.solution ?? null;
    part("way").textContent = (this.solution ?? []).join(" ");
    this.refresh();
    part("on").focus();
  }

  /** Play the next step of the solution being shown. */
  step() {
    const next = this.shown?.[this.steps.length];
    if (next && !this.board.isBusy) this.board.send(next);
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  /** @param {{animated?: number}} [how] */
  async refresh({ animated = 0 } = {}) {
    await this.board.set(this.face, { animated, isOpen: !this.shown });
    part("turns").textContent = String(this.steps.length);
    part("across").textContent = String(this.face.tally[0]);
    part("undo").hidden = this.steps.length === 0;
    part("reset").hidden = this.steps.length === 0 && !this.shown;
    part("on").hidden = !this.shown || this.shown.length === this.steps.length;
    part("way").hidden = !this.shown;
  }

  /** @param {{rank: number, turns: number, player: {username: string, name: string}}[]} lines */
  fillTable(lines) {
    const body = part("table").querySelector("tbody");
    if (!body || lines.length === 0) return;
    part("table").hidden = false;
    part("nobody").hidden = true;
    body.replaceChildren(...lines.map((line) => tableRow(line)));
  }
}

/** @param {{rank: number, turns: number, player: {username: string, name: string}}} line */
function tableRow({ rank, turns, player }) {
  const row = document.createElement("tr");
  const link = document.createElement("a");
  link.href = `/people/${encodeURIComponent(player.username)}/`;
  const name = document.createElement("bdi");
  name.textContent = player.name;
  link.append(name);
  const head = document.createElement("th");
  head.scope = "row";
  head.append(link);
  row.append(cell(rank), head, cell(turns));
  return row;
}

/** @param {number} count */
function cell(count) {
  const element = document.createElement("td");
  element.className = "number";
  element.textContent = String(count);
  return element;
}

new Solitaire(JSON.parse(document.getElementById("puzzle-data")?.textContent ?? "{}"));
