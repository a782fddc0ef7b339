/**
 * Builds a turn on the board: clicks become steps, steps a draft, and the draft is sent. A turn that failed for lack of
 * a connection is sent again on reconnect; the endpoint is idempotent.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Face} Face
 */

import { StepBuilder } from "../board/turn.js";
import { callApi, ConnectionLost } from "../net/api.js";
import { buttonWords, cellUnderCursor, pickedWords, takeWords, turnWords } from "./board_words.js";
import { TurnDraft } from "./draft.js";
import { openWords } from "./keys.js";
import { onClick, part } from "./parts.js";
import { StepList } from "./step_list.js";
import { t } from "../words.js";

/**
 * @typedef {{game: Game, variant: Variant, isBuilding: boolean, ground: Face, record: Turn[], preferences: Record<string, boolean>,
 *            conditional: {isOpen: boolean, takeTurn: (steps: string[], face: Face) => void},
 *            view: import("../board/board.js").BoardView, attempt: (action: () => Promise<void>) => Promise<void>,
 *            take: (game: Game) => Promise<void>, say: (text: string) => void}} Host
 */

export class TurnEditor {
  /** @param {Host} page */
  constructor(page) {
    this.page = page;
    this.draft = this.newDraft();
    this.builder = this.newBuilder();
    this.isUnsent = false;
    /** The hinted turn. @type {string[]} */
    this.advice = [];
    this.list = new StepList(part("step-list"), { onChoose: (name) => this.click(name), onTake: () => this.confirmCaptures() });
    part("in-words").addEventListener("toggle", () => this.showList());
    onClick("undo", () => this.takeBack());
    onClick("send", () => page.attempt(() => this.send()));
    onClick("take", () => this.confirmCaptures());
    part("typed").addEventListener("submit", (event) => this.typed(event));
  }

  newDraft() {
    const { game, ground } = this.page;
    return new TurnDraft(ground, (position, steps) =>
      callApi("POST", `variants/${game.variant}/positions/`, { position, steps, options: game.options }),
    );
  }

  newBuilder() {
    return new StepBuilder(this.page.isBuilding && !this.draft.isComplete ? this.draft.face.choices : []);
  }

  /** Discard the draft, after the game moved on. */
  reset() {
    this.draft = this.newDraft();
    this.builder = this.newBuilder();
    this.isUnsent = false;
    this.advice = [];
  }

  // -- building ---------------------------------------------------------------------------------------------------

  /** @param {string} name a cell, or a button's name such as `pass` */
  click(name) {
    const step = this.builder.click(name);
    if (step) return void this.addSteps([step]);
    this.page.say(this.builder.pending ? this.cellWords(name) : pickedWords(this.builder.progress));
    return this.show();
  }

  /** Start a drag: pick the piece and show its targets. @param {string} name */
  lift(name) {
    this.builder.lift(name);
    this.show();
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const step = this.builder.carry(from, to);
    if (step) this.addSteps([step], { animated: false });
    else this.show();
  }

  cancel() {
    if (this.builder.picked.length > 0) this.page.say(t("Deselected."));
    this.builder.clear();
    this.show();
  }

  /** Deselect the picked piece, or else undo the last step. */
  takeBack() {
    if (this.builder.picked.length > 0) this.cancel();
    else if (this.draft.steps.length > 0) this.undo();
  }

  confirmCaptures() {
    const step = this.builder.confirm();
    if (step) this.addSteps([step]);
  }

  /** @param {string[]} steps @param {{animated?: boolean}} [how] */
  async addSteps(steps, { animated = true } = {}) {
    const { page } = this;
    const isByKeys = Boolean(document.activeElement?.matches(":focus-visible"));
    await page.attempt(async () => {
      for (const step of steps) {
        await this.draft.add(step);
        await page.view.show(this.draft.face.scene, { animated: animated ? 1 : 0 });
      }
      this.builder = this.newBuilder();
      if (this.draft.isComplete && page.conditional.isOpen) page.conditional.takeTurn(this.draft.steps, this.draft.face);
      else if (this.draft.isComplete && !page.preferences.confirm) await this.send();
    });
    this.show();
    this.offerSending(isByKeys);
  }

  undo() {
    this.draft.undo();
    this.builder = this.newBuilder();
    this.isUnsent = false;
    this.page.view.show(this.draft.face.scene);
    this.page.say(t("Undone."));
    this.show();
    this.page.view.root.focus({ preventScroll: true });
  }

  /** Announce the draft and, for keyboard users, focus the button that sends it. @param {boolean} isByKeys */
  offerSending(isByKeys) {
    const { page, draft } = this;
    if (draft.steps.length === 0) return;
    const turn = turnWords(draft.face.scene, page.variant.colours);
    if (!draft.isComplete) page.say([t("Played so far: {turn}.", { turn }), part("hint").textContent].filter(Boolean).join(" "));
    if (!draft.isComplete || !page.preferences.confirm) return;
    page.say(t("Ready to send: {turn}.", { turn }));
    if (isByKeys) part("send").focus();
  }

  /** Move the focus to the list of steps. */
  enterList() {
    openWords();
    this.showList();
    if (!this.list.enter()) this.page.say(t("No moves to play right now."));
  }

  /** @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("typed").querySelector("input"));
    const steps = field.value.trim().split(/\s+/).filter(Boolean);
    if (!this.page.isBuilding || this.draft.isComplete || steps.length === 0) return;
    await this.addSteps(steps);
    if (!part("error").textContent) field.value = "";
  }

  // -- sending ----------------------------------------------------------------------------------------------------

  async send() {
    const { game } = this.page;
    this.isUnsent = true;
    try {
      await this.page.take(await callApi("POST", `games/${game.id}/turns/`, { ply: game.ply, steps: this.draft.steps }));
      this.isUnsent = false;
    } catch (error) {
      this.isUnsent = error instanceof ConnectionLost;
      if (error instanceof ConnectionLost) {
        error.message = t("No connection. Your move is saved here and will be sent when you are back online.");
      }
      throw error;
    }
  }

  /** Send a turn that failed, after reconnecting. */
  async sendUnsent() {
    if (this.isUnsent && this.draft.isComplete) await this.page.attempt(() => this.send());
  }

  // -- showing ----------------------------------------------------------------------------------------------------

  show() {
    const { draft, builder, page } = this;
    const progress = builder.progress;
    page.view.highlight({ ...progress, notes: this.boardingNotes(), advised: [this.advisedClicks()] });
    part("draft").textContent = draft.steps.join(", ");
    part("undo").hidden = draft.steps.length === 0 && progress.picked.length === 0;
    part("send").hidden = !draft.isComplete;
    part("take").hidden = progress.pending === null;
    part("take").textContent = takeWords(progress.taken.length);
    part("turn").hidden = !page.isBuilding;
    part("hint").textContent = this.hintWords(progress);
    this.showButtons(progress.sources);
    this.showList();
    part("legal-steps").replaceChildren(...builder.choices.map((choice) => new Option(choice.text, choice.text)));
  }

  /** @param {string[]} steps */
  advise(steps) {
    this.advice = steps;
    this.show();
  }

  /** Return the clicks for the next step of the hinted turn, as long as the draft follows it. */
  advisedClicks() {
    const { advice, draft } = this;
    const isFollowed = draft.steps.every((step, index) => step === advice[index]);
    return isFollowed && draft.steps.length < advice.length ? this.builder.clicksOf(advice[draft.steps.length]) : [];
  }

  showList() {
    part("no-steps").hidden = this.builder.choices.length > 0;
    if (!/** @type {HTMLDetailsElement} */ (part("in-words")).open) return;
    this.list.show({ builder: this.builder, scene: this.draft.face.scene, colours: this.page.variant.colours });
  }

  /** @param {import("../board/turn.js").Progress} progress */
  hintWords(progress) {
    if (progress.pending) return t("Tap a ringed piece to leave it or take it.");
    if (this.draft.isComplete) return "";
    const kinds = new Set(this.builder.choices.map((choice) => choice.kind));
    const hints = [kinds.has("board") ? t("Boarding distance in cells, exactly: {count}.", { count: this.reach }) : "", kinds.has("huff") ? t("Before you move, you can huff a piece marked with !: tap it.") : "", kinds.has("disc") ? t("Now move an empty disc from the edge to another place.") : ""];
    return hints.filter(Boolean).join(" ") || (this.isFirst && progress.picked.length === 0 ? t("Choose a piece: dots show where it can go.") : "");
  }

  /** Whether the viewer has played no turn in this game yet. */
  get isFirst() {
    const { record, game, conditional } = this.page;
    const isSetup = (/** @type {Turn} */ turn) => turn.steps[0]?.startsWith("=");
    return !conditional.isOpen && this.draft.steps.length === 0 && !record.some((/** @type {Turn} */ turn) => turn.seat === game.you && !isSetup(turn));
  }

  /** Return the distance a pawn must travel to board, by target cell. */
  boardingNotes() {
    const boarding = this.builder.matching(this.builder.picked).filter(({ kind }) => kind === "board" && this.builder.picked.length > 0);
    return Object.fromEntries(boarding.map(({ clicks }) => [clicks[1], String(this.reach)]));
  }

  get reach() {
    const { scene, seat } = this.draft.face;
    return seat === null ? "" : (scene.platform?.reaches[seat] ?? "");
  }

  /** Show buttons for steps that aren't clicks on cells, such as a pass. @param {string[]} sources */
  showButtons(sources) {
    const words = sources.filter((name) => !this.page.view.centres.has(name));
    const buttons = words.map((name) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button small", textContent: buttonWords(name) ?? name });
      button.dataset.step = name;
      button.addEventListener("click", () => this.click(name));
      return button;
    });
    part("step-buttons").replaceChildren(...buttons);
  }

  /** Describe a cell for screen readers. @param {string} name */
  cellWords(name) {
    const { page, builder } = this;
    return cellUnderCursor(page.view.scene ?? this.draft.face.scene, name, page.variant.colours, builder.progress);
  }
}
