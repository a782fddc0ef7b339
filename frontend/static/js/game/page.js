/**
 * The game page: a board, the turn being built on it, clocks, the record and what else a player may do.
 * The server decides everything; this page shows what it says and sends what the player asks for.
 */

import { BoardView } from "../board/board.js";
import { StepBuilder } from "../board/turn.js";
import { callApi, ApiError } from "../net/api.js";
import { EventStream } from "../net/stream.js";
import { Arranger } from "./arranger.js";
import { cellWords, sceneWords } from "./board_words.js";
import { startChat } from "./chat.js";
import { serverNow, setServerTime, showClock } from "./clocks.js";
import { TurnDraft } from "./draft.js";
import { startPreferences } from "./preferences.js";
import { showRecord } from "./record.js";

const EVENT_KINDS = [
  "started", "setup_in", "turn", "left", "draw_offered", "draw_declined", "takeback_asked", "takeback_declined",
  "taken_back", "clock", "chat", "over", "aborted", "annulled", "reload",
];
const CLOCK_MS = 100;

/** @param {string} name @param {ParentNode} [root] @returns {HTMLElement} */
function part(name, root = document) {
  const element = root.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no part ${name}`);
  return element;
}

export class GamePage {
  /** @param {any} data @param {HTMLElement} root */
  constructor(data, root) {
    this.root = root;
    this.words = data.words;
    this.game = data.game;
    this.variant = data.variant;
    this.record = data.record;
    this.preferences = startPreferences(part("preferences"), () => this.refresh());
    setServerTime(data.now);
    const look = { family: this.variant.family, colours: this.variant.colours, board: this.variant.board };
    this.view = new BoardView(part("board"), look, {
      seat: this.game.you ?? 0,
      label: data.words.board,
      onClick: (name) => this.click(name),
      onCancel: () => this.cancel(),
      onFocus: (name) => this.say(cellWords(this.draft.face.scene, name, this.variant.colours)),
    });
    this.draft = this.newDraft();
    this.builder = this.newBuilder();
    this.bind();
    this.arranger = new Arranger(part("arranger"), this);
    this.chat = startChat(part("chat"), this.game);
    this.view.show(this.game.state.scene);
    this.refresh();
    this.stream = new EventStream(`/api/v1/games/${this.game.id}/events/`, this.game.event, {
      onEvent: (kind, event) => this.hear(kind, event),
      onState: (state) => this.showConnection(state),
    }, EVENT_KINDS);
    setInterval(() => this.tick(), CLOCK_MS);
  }

  newDraft() {
    return new TurnDraft(this.game.state, (position, steps) =>
      callApi("POST", `variants/${this.game.variant}/positions/`, { position, steps, options: this.game.options }),
    );
  }

  newBuilder() {
    return new StepBuilder(this.isMyTurn ? this.game.state.choices : []);
  }

  get isMyTurn() {
    return this.game.status === "running" && this.game.you !== null && this.game.to_move === this.game.you;
  }

  get isOver() {
    return !["setup", "running"].includes(this.game.status);
  }

  // -- building a turn ----------------------------------------------------------------------------------------------

  /** @param {string} name a cell, or a button's word such as `pass` */
  click(name) {
    if (this.arranger.isOpen) this.arranger.click(name);
    if (!this.isMyTurn || this.draft.isComplete || this.busy) return;
    const step = this.builder.click(name);
    if (step) this.addStep(step);
    else this.refreshTurn();
  }

  cancel() {
    this.builder.clear();
    this.refreshTurn();
  }

  /** @param {string} step */
  async addStep(step) {
    await this.attempt(async () => {
      await this.draft.add(step);
      this.builder = new StepBuilder(this.draft.isComplete ? [] : this.draft.face.choices);
      await this.view.show(this.draft.face.scene, { animated: false });
      if (this.draft.isComplete && !this.preferences.confirm) await this.send();
    });
    this.refreshTurn();
  }

  undo() {
    this.draft.undo();
    this.builder = new StepBuilder(this.draft.face.choices);
    this.view.show(this.draft.face.scene);
    this.refreshTurn();
  }

  async send() {
    const game = await callApi("POST", `games/${this.game.id}/turns/`, { ply: this.game.ply, steps: this.draft.steps });
    await this.take(game, { animated: false });
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  /** @param {string} kind @param {any} event */
  async hear(kind, event) {
    if (kind === "hello") {
      setServerTime(event.now);
      if (event.event > (this.stream?.last ?? this.game.event)) await this.reload();
    } else if (kind === "chat") {
      this.chat.add(event);
    } else if (kind === "turn" && event.ply <= this.game.ply) {
      // Our own turn, or one that came with a reload: already here.
    } else {
      await this.reload(kind === "turn");
    }
  }

  async reload(animated = false) {
    await this.attempt(async () => this.take(await callApi("GET", `games/${this.game.id}/`), { animated }));
  }

  /** @param {any} game @param {{animated: boolean}} how */
  async take(game, { animated }) {
    if (game.event < this.game.event) return;
    const moved = game.ply !== this.game.ply;
    this.game = game;
    if (moved || !this.draft.steps.length) [this.draft, this.builder] = [this.newDraft(), this.newBuilder()];
    if (moved) this.record = await callApi("GET", `games/${game.id}/turns/`);
    if (moved || !this.draft.steps.length) await this.view.show(game.state.scene, { animated });
    this.refresh();
    if (moved) this.announceTurn();
  }

  announceTurn() {
    const last = this.record.at(-1);
    if (!last) return;
    const who = last.seat === null ? "" : `${this.game.seats[last.seat].name}: `;
    this.say(`${who}${last.steps.join(", ")}. ${this.statusWords()}`);
  }

  // -- showing --------------------------------------------------------------------------------------------------------

  refresh() {
    this.root.classList.toggle("hide-coordinates", !this.preferences.coordinates);
    part("status").textContent = this.statusWords();
    this.refreshSeats();
    this.refreshActions();
    this.refreshTurn();
    showRecord(part("record"), this.record, this.game);
    const lines = sceneWords(this.game.state.scene, this.variant.colours).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    });
    part("text-board").replaceChildren(...lines);
    this.arranger.refresh();
    this.tick();
  }

  statusWords() {
    const { words, game } = this;
    if (game.result) return game.result.words;
    if (game.status === "setup") return game.your_setup || game.you === null ? words.setup_wait : words.setup_yours;
    if (this.isMyTurn) return words.your_turn;
    return words.their_turn.replace("{name}", game.seats[game.to_move].name);
  }

  refreshSeats() {
    const { if_limit_now: limit, tally, placed } = this.game.state;
    for (const seat of this.game.seats) {
      const line = part(`seat-${seat.index}`);
      line.classList.toggle("to-move", this.game.to_move === seat.index);
      line.classList.toggle("out", Boolean(seat.left) || Boolean(placed[seat.index]));
      part("tally", line).textContent = String(tally[seat.index]);
      part("limit", line).textContent = limit ? `${limit.ranks[seat.index]}. (${limit.points[seat.index]})` : "";
      part("note", line).textContent = this.seatNote(seat);
    }
    part("limit-heading").hidden = !limit;
  }

  /** @param {any} seat */
  seatNote(seat) {
    const { words, game } = this;
    if (seat.rank !== null) return words.rank.replace("{rank}", seat.rank).replace("{points}", seat.points);
    if (seat.left) return words[`left_${seat.left}`];
    if (seat.wants_draw) return words.wants_draw;
    if (seat.wants_takeback) return words.wants_takeback;
    if (game.status === "setup") return seat.setup_in ? words.setup_in : words.setup_out;
    return seat.is_ai && game.to_move === seat.index ? words.thinking : "";
  }

  refreshActions() {
    const { game } = this;
    const playing = game.you !== null && !this.isOver;
    const others = game.seats.filter((/** @type {any} */ seat) => seat.index !== game.you);
    const offered = others.some((/** @type {any} */ seat) => seat.wants_draw);
    const asked = others.some((/** @type {any} */ seat) => seat.wants_takeback);
    const mine = game.you === null ? null : game.seats[game.you];
    this.showAction("resign", playing && game.status === "running");
    this.showAction("abort", playing && game.ply < game.seats.length * 2);
    this.showAction("draw", playing && game.status === "running" && !mine.wants_draw, offered ? "accept" : "offer");
    this.showAction("draw-decline", playing && (offered || mine.wants_draw));
    this.showAction("takeback", playing && !game.rated && game.ply > 0 && !mine.wants_takeback, asked ? "accept" : "offer");
    this.showAction("takeback-decline", playing && (asked || mine?.wants_takeback));
    this.showAction("rematch", this.isOver && game.you !== null);
  }

  /** @param {string} name @param {boolean} shown @param {string} [wording] */
  showAction(name, shown, wording) {
    const button = part(`action-${name}`);
    button.hidden = !shown;
    if (wording) button.textContent = button.dataset[wording] ?? button.textContent;
  }

  refreshTurn() {
    const progress = this.builder.progress;
    const captures = progress.pending ? progress.taken : [];
    this.view.highlight({ picked: progress.picked, targets: progress.targets, captures, sources: progress.sources });
    part("draft").textContent = this.draft.steps.join(", ");
    part("undo").hidden = this.draft.steps.length === 0 && progress.picked.length === 0;
    part("send").hidden = !this.draft.isComplete;
    part("take").hidden = progress.pending === null;
    part("turn").hidden = !this.isMyTurn;
    this.refreshButtons(progress.sources);
    this.refreshLegalSteps();
  }

  /** Steps that are no cells to click become buttons. @param {string[]} sources */
  refreshButtons(sources) {
    const words = sources.filter((name) => !this.view.centres.has(name));
    const buttons = words.map((name) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button small";
      button.textContent = this.words.buttons[name] ?? name;
      button.addEventListener("click", () => this.click(name));
      return button;
    });
    part("step-buttons").replaceChildren(...buttons);
  }

  refreshLegalSteps() {
    const options = this.builder.choices.map((choice) => new Option(choice.text, choice.text));
    part("legal-steps").replaceChildren(...options);
  }

  tick() {
    for (const seat of this.game.seats) showClock(part("clock", part(`seat-${seat.index}`)), this.game.clock, seat.index);
    const ends = this.game.clock.ends_at;
    part("ends").hidden = !ends;
    if (ends) part("ends-clock").textContent = new Date(ends).getTime() > serverNow() ? new Date(ends).toLocaleString() : "";
  }

  /** @param {"live" | "lost"} state */
  showConnection(state) {
    part("connection").hidden = state === "live";
  }

  /** Words for those who listen. @param {string} text */
  say(text) {
    part("live").textContent = text;
  }

  // -- doing ----------------------------------------------------------------------------------------------------------

  /** Run something that may be refused; a refusal is shown and changes nothing. @param {() => Promise<void>} action */
  async attempt(action) {
    this.busy = true;
    part("error").textContent = "";
    try {
      await action();
    } catch (error) {
      await this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {unknown} error */
  async refuse(error) {
    if (!(error instanceof Error)) throw error;
    part("error").textContent = error.message;
    if (error instanceof ApiError && error.status === 409 && error.body.game) {
      this.draft.clear();
      await this.take(/** @type {any} */ (error.body.game), { animated: true });
    }
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async act(method, path, body) {
    await this.attempt(async () => this.take(await callApi(method, `games/${this.game.id}/${path}/`, body), { animated: false }));
  }

  bind() {
    const on = (/** @type {string} */ name, /** @type {() => void} */ action) => part(name).addEventListener("click", action);
    const ply = () => ({ ply: this.game.ply });
    on("undo", () => (this.builder.picked.length > 0 ? this.cancel() : this.undo()));
    on("send", () => this.attempt(() => this.send()));
    on("take", () => {
      const step = this.builder.confirm();
      if (step) this.addStep(step);
    });
    on("action-resign", () => this.confirmed("resign") && this.act("POST", "resign"));
    on("action-abort", () => this.confirmed("abort") && this.act("POST", "abort"));
    on("action-draw", () => this.act("POST", "draw", ply()));
    on("action-draw-decline", () => this.act("DELETE", "draw"));
    on("action-takeback", () => this.act("POST", "takeback", ply()));
    on("action-takeback-decline", () => this.act("DELETE", "takeback"));
    on("action-rematch", () => this.rematch());
    part("typed").addEventListener("submit", (event) => this.typed(event));
  }

  /** @param {"resign" | "abort"} act */
  confirmed(act) {
    return window.confirm(this.words[`confirm_${act}`]);
  }

  async rematch() {
    await this.attempt(async () => {
      const proposal = await callApi("POST", `games/${this.game.id}/rematch/`);
      if (proposal.game) window.location.assign(`/games/${proposal.game}/`);
      else this.say(this.words.rematch_asked);
    });
  }

  /** @param {Event} event */
  typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part("typed").querySelector("input"));
    if (!this.isMyTurn || this.draft.isComplete || !field.value.trim()) return;
    this.addStep(field.value.trim()).then(() => {
      if (!part("error").textContent) field.value = "";
    });
  }
}

const data = document.getElementById("game-data");
const root = document.getElementById("game");
if (data && root) new GamePage(JSON.parse(data.textContent ?? "{}"), root);
