/**
 * Analysis page: a read-only board that shows the turn chosen in the graph, the table or the replay controls, with the
 * AI's better turn drawn as a hint.
 * @typedef {import("../types.js").Face} Face
 */

import { BoardView } from "../board/board.js";
import { cellWords, playedWords } from "../game/board_words.js";
import { part } from "../game/parts.js";
import { revealCurrent } from "../game/record.js";
import { Replay } from "../game/replay.js";
import { showTextBoard } from "../game/text_board.js";
import { t } from "../words.js";

/**
 * A better turn that was missed: the paths of its pieces, and a description.
 * @typedef {{ways: string[][], words: string}} Missed
 * @typedef {{game: import("../types.js").Game, record: import("../types.js").Turn[], variant: import("../types.js").Variant,
 *            positions: string, ply: number | null, missed: Record<string, Missed>}} PageData
 */

class AnalysisPage {
  /** @param {PageData} data @param {HTMLElement} root */
  constructor(data, root) {
    this.root = root;
    this.game = data.game;
    this.record = data.record;
    this.variant = data.variant;
    this.positions = data.positions;
    /** By the ply after the turn that was played instead. @type {Record<string, Missed>} */
    this.missed = data.missed;
    /** @type {Face} */
    this.face = this.game.state;
    this.view = new BoardView(part("board"), this.variant, {
      seat: this.game.you,
      label: t("Board. Arrow keys move the cursor over the cells."),
      hasMap: true,
      onFocus: (name) => this.say(cellWords(this.face.scene, name, this.variant.colours)),
    });
    this.replay = new Replay(this);
    part("in-words").addEventListener("toggle", () => this.showWords());
    this.view.show(this.face.scene);
    this.view.highlight({ advised: this.better.ways });
    this.show();
    if (data.ply !== null) this.replay.goToPly(data.ply);
  }

  /** @returns {Missed} */
  get better() {
    return this.missed[this.replay.ply] ?? { ways: [], words: "" };
  }

  // -- looking back -----------------------------------------------------------------------------------------------

  /** @param {Face} face @param {{animated: boolean}} how */
  async lookAt(face, { animated }) {
    this.face = face;
    this.view.highlight({});
    this.show();
    this.announceTurn();
    // On a phone the table is below the board, off screen.
    part("board").scrollIntoView({ block: "nearest" });
    await this.view.show(face.scene, { animated: animated ? face.scene.last_turn.length : 0 });
    // Another position may have been chosen while this one was played out.
    if (this.view.scene !== this.face.scene) return;
    this.view.revealLastTurn(face.scene);
    this.view.highlight({ advised: this.better.ways });
  }

  lookAtPresent() {
    return this.lookAt(this.game.state, { animated: false });
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  show() {
    this.replay.show();
    for (const link of this.root.querySelectorAll("a[data-ply]")) {
      if (link.getAttribute("data-ply") === String(this.replay.ply)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const table = this.root.querySelector(".table-region");
    if (table instanceof HTMLElement) revealCurrent(table);
    part("advice").textContent = this.better.words;
    this.showWords();
  }

  showWords() {
    if (/** @type {HTMLDetailsElement} */ (part("in-words")).open) showTextBoard(this.face.scene, this.variant);
  }

  /** Announce the chosen turn and its evaluation to screen readers. */
  announceTurn() {
    const played = this.replay.ply === 0 ? "" : playedWords(this.face.scene, this.game, this.variant.colours);
    this.say([`${part("replay-turn").textContent}.`, played, this.better.words].filter(Boolean).join(" "));
  }

  /** @param {string} text */
  say(text) {
    part("live").textContent = text;
  }

  /** Run an action and show its error, if it fails. @param {() => Promise<void>} action */
  async attempt(action) {
    part("error").textContent = "";
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      part("error").textContent = error.message;
    }
  }
}

const data = document.getElementById("analysis-data");
const root = document.getElementById("analysis");
if (data && root) new AnalysisPage(JSON.parse(data.textContent ?? "{}"), root);
