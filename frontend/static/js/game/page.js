/**
 * Game page: the board, the turn being built, clocks, the record of turns and all actions.
 * The server decides everything; this page shows its state and sends requests.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Face} Face
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {{game: Game, variant: Variant, record: Turn[], positions: string, is_live: boolean,
 *            is_arranged: boolean, now: string, ply: number | null, silenced: string[],
 *            conditional_moves: {tree: import("./conditional_tree.js").Branch[]} | null}} PageData
 */

import { BoardView } from "../board/board.js";
import { callApi, ApiError } from "../net/api.js";
import { bindActions, rematchWords, showActions } from "./actions.js";
import { Arranger } from "./arranger.js";
import { startChat } from "./chat.js";
import { showClock } from "./clocks.js";
import { Announcer } from "./announcer.js";
import { keysOf } from "./keys.js";
import { listenToGame } from "./live.js";
import { boardLabel, listed } from "./board_words.js";
import { onClick, part } from "./parts.js";
import { ConditionalMoves } from "./conditional_moves.js";
import { startPreferences } from "./preferences.js";
import { showRecord } from "./record.js";
import { Replay } from "./replay.js";
import { showSeats } from "./seats.js";
import { serverNow, setServerTime } from "./server_time.js";
import { showTextBoard } from "./text_board.js";
import { Threats } from "./threats.js";
import { TurnEditor } from "./turn_editor.js";
import { moment, t } from "../words.js";

const CLOCK_MS = 100;

export class GamePage {
  /** @param {PageData} data @param {HTMLElement} root */
  constructor(data, root) {
    this.root = root;
    this.game = data.game;
    this.variant = data.variant;
    this.positions = data.positions;
    /** False for an imported game, which is read-only. */
    this.isLive = data.is_live;
    this.isArranged = data.is_arranged;
    this.record = data.record;
    this.setBusy(false);
    setServerTime(data.now);
    this.preferences = startPreferences(part("preferences"), () => this.applyPreferences());
    /** Loaded when sounds are turned on, which few players do. @type {import("./sounds.js").Sounds | null} */
    this.sounds = null;
    this.startSounds();
    onClick("sound", () => /** @type {HTMLElement} */ (part("preferences").querySelector('[name="sound"]')).click());
    this.announcer = new Announcer(this);
    this.view = this.makeBoard();
    this.threats = new Threats(this.variant.has_threats, (position) =>
      callApi("POST", `variants/${this.game.variant}/positions/`, { position, options: this.game.options }),
    );
    /** The cell under the pointer or the keyboard cursor. */
    this.pointedAt = "";
    /** @type {ConditionalMoves} */
    this.conditional = new ConditionalMoves(this, data.conditional_moves);
    /** @type {TurnEditor} */
    this.editor = new TurnEditor(this);
    this.replay = new Replay(this);
    this.arranger = new Arranger(part("arranger"), this);
    this.chat = startChat(part("chat"), this.game, data.silenced);
    bindActions(this);
    this.press = keysOf(this);
    part("in-words").addEventListener("toggle", () => this.showWords());
    onClick("replay-present", () => this.replay.go(this.replay.stops.length - 1));
    this.view.show(this.game.state.scene);
    this.show();
    if (this.isLive) this.listen();
    setInterval(() => this.tick(), CLOCK_MS);
    this.root.classList.add("is-ready");
    if (data.ply !== null) this.replay.goToPly(data.ply);
  }

  applyPreferences() {
    this.startSounds();
    this.show();
  }

  async startSounds() {
    if (!this.preferences.sound || this.sounds) return;
    const { Sounds } = await import("./sounds.js");
    this.sounds ??= new Sounds(() => this.preferences.sound);
  }

  listen() {
    this.stream = listenToGame(this.game, {
      event: () => this.game.event,
      reload: () => this.reload(),
      onChat: (event) => this.chat.add(event),
      onState: (state) => this.showConnection(state),
    });
  }

  makeBoard() {
    return new BoardView(part("board"), this.variant, {
      seat: this.game.you,
      label: boardLabel(),
      hasMap: true,
      onClick: (name) => this.click(name),
      onDrop: (from, to) => this.drop(from, to),
      onLift: (name) => this.lift(name),
      onCancel: () => this.cancel(),
      onFocus: (name) => this.focus(name),
      onKey: (key) => this.press(key),
      onHover: (name) => this.hover(name),
    });
  }

  get isMyTurn() {
    const { game } = this;
    return game.status === "running" && game.you !== null && game.to_move === game.you && !this.replay?.isPast;
  }

  /** Whether the board accepts steps: of the own turn, or of conditional moves being edited. @returns {boolean} */
  get isBuilding() {
    return this.conditional.isOpen ? this.conditional.isPlayable && !this.replay.isPast : this.isMyTurn;
  }

  /** The position that steps are played from. */
  get ground() {
    return this.conditional.isOpen ? this.conditional.face : this.game.state;
  }

  /** The position on the board: of the past, or with the steps of a turn being built. */
  get face() {
    return (this.replay.isPast && this.pastFace) || this.editor.draft.face;
  }

  /** Whether the game waits for the viewer's turn or set-up. */
  get isAwaited() {
    const { game } = this;
    return game.status === "setup" ? !game.your_setup : game.status === "running" && game.to_move === game.you;
  }

  /** Whether an AI is to move and not stuck. @returns {boolean} */
  get isThinking() {
    const { game } = this;
    return game.status === "running" && game.to_move !== null && game.seats[game.to_move].is_ai && !game.ai_stuck;
  }

  get isOver() {
    return !["setup", "running"].includes(this.game.status);
  }

  // -- input on the board -------------------------------------------------------------------------------------------

  /** @param {string} name */
  click(name) {
    if (this.isBusy) return;
    if (this.arranger.isOpen) this.arranger.click(name);
    else if (this.isBuilding) this.editor.click(name);
  }

  /** @param {string} name */
  lift(name) {
    this.hover(name);
    if (this.isBusy) return;
    if (this.arranger.isOpen) this.arranger.lift(name);
    else if (this.isBuilding) this.editor.lift(name);
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    if (this.isBusy) return;
    if (this.arranger.isOpen) this.arranger.drop(from, to);
    else if (this.isBuilding) this.editor.drop(from, to);
  }

  /** Describe a cell for screen readers. @param {string} name */
  cellWords(name) {
    return this.arranger.isOpen ? this.arranger.cellWords(name) : this.editor.cellWords(name);
  }

  cancel() {
    if (this.arranger.isOpen) this.arranger.letGo();
    else if (this.isBuilding) this.editor.cancel();
  }

  /** Mark the pieces that the one on this cell threatens. @param {string} name */
  async hover(name) {
    this.pointedAt = name;
    const names = await this.threatsFrom(name);
    // The pointer may have moved on meanwhile.
    if (this.pointedAt === name) this.view.markThreats(names);
  }

  /** Announce the cell under the keyboard cursor and what it threatens. @param {string} name */
  async focus(name) {
    const words = this.cellWords(name);
    this.say(words);
    const cells = await this.threatsFrom(name);
    if (cells.length > 0 && this.pointedAt === name) this.say([words, t("Threatens {cells}.", { cells: listed(cells) })].join(" "));
  }

  /**
   * Return what a step from this cell would capture; for a piece without legal steps, what it could in its own turn.
   * @param {string} name @returns {Promise<string[]>}
   */
  async threatsFrom(name) {
    const { builder } = this.editor;
    if (!name || builder.pending || this.arranger.isOpen) return [];
    const taken = builder.takenBy([...builder.picked, name]);
    const isIdle = taken.length === 0 && builder.picked.length === 0;
    return isIdle && this.view.pieceElements.has(name) ? this.threats.from(this.face.position, name) : taken;
  }

  // -- updates from the server ----------------------------------------------------------------------------------------

  async reload() {
    await this.attempt(async () => this.take(await callApi("GET", `games/${this.game.id}/`)));
  }

  /** Apply the game's state from a response, a reload or a conflict (409); stale ones are ignored. @param {Game} game */
  async take(game) {
    if (game.event < this.game.event) return;
    const record = game.ply === this.game.ply ? this.record : await callApi("GET", `games/${game.id}/turns/`);
    // The stream may have delivered the same or a later state meanwhile.
    if (game.event < this.game.event) return;
    const before = this.game;
    const isNews = game.ply !== before.ply || game.status !== before.status;
    this.record = record;
    this.game = game;
    this.sounds?.playChange(before, game);
    if (isNews) await this.showNews(before);
    this.show();
    if (isNews && game.you !== null) document.dispatchEvent(new Event("game-news"));
    if (!isNews && game.rematch && !before.rematch) this.say(rematchWords(game));
    else if (!isNews && before.rematch && !game.rematch) this.say(t("The rematch offer is closed."));
    else this.announcer.announceChanges(before);
  }

  /** @param {Game} before */
  async showNews(before) {
    const wasDrafted = this.editor.draft.steps.length > 0 || this.conditional.isOpen;
    await this.conditional.renew();
    if (this.game.ply < before.ply) this.replay.forget();
    this.editor.reset();
    if (this.replay.isPast || this.game.status === "setup") return;
    // Only a single new turn is animated.
    const isNext = this.record.at(-1)?.ply === before.ply && !wasDrafted;
    await this.view.show(this.game.state.scene, { animated: isNext ? this.game.state.scene.last_turn.length : 0 });
  }

  // -- looking back ---------------------------------------------------------------------------------------------------

  /** @param {Face} face @param {{animated: boolean}} how */
  async lookAt(face, { animated }) {
    this.pastFace = face;
    this.show();
    await this.view.show(face.scene, { animated: animated ? face.scene.last_turn.length : 0 });
    showSeats(this.game, face);
  }

  async lookAtPresent() {
    this.editor.reset();
    const { scene } = this.ground;
    await this.view.show(scene, { animated: this.conditional.isOpen ? 0 : scene.last_turn.length });
    this.show();
  }

  // -- showing --------------------------------------------------------------------------------------------------------

  show() {
    const focused = document.activeElement;
    this.root.classList.toggle("is-my-turn", this.isMyTurn);
    part("sound").setAttribute("aria-pressed", String(this.preferences.sound));
    this.root.classList.toggle("is-building", this.isBuilding);
    part("status").textContent = this.statusWords();
    if (!this.replay.isPast) showSeats(this.game, this.game.state);
    showActions(this);
    this.editor.show();
    this.conditional.show();
    this.replay.show();
    part("replay-past").hidden = !this.replay.isPast;
    showRecord(part("record"), this.record, this.game, this.replay.ply);
    part("next-game").hidden = this.game.you === null || this.isAwaited || this.isThinking || this.conditional.isOpen || this.replay.isPast;
    this.arranger.show();
    this.showWords();
    this.tick();
    this.keepFocus(focused);
  }

  /** Update the text view, if open, with the position on the board. */
  showWords() {
    const { scene } = this.view;
    if (scene && /** @type {HTMLDetailsElement} */ (part("in-words")).open) showTextBoard(scene, this.variant);
  }

  /** Focus the board if the focused element was hidden. @param {Element | null} focused */
  keepFocus(focused) {
    const isGone = focused instanceof HTMLElement && focused !== document.body && !focused.checkVisibility({ visibilityProperty: true });
    if (isGone && !document.querySelector("dialog[open]")) this.view.root.focus({ preventScroll: true });
  }

  statusWords() {
    const { game } = this;
    if (this.conditional.isOpen) return this.conditional.hintWords();
    if (game.result) return [game.result.words, rematchWords(game)].filter(Boolean).join(" ");
    if (game.status === "setup") return game.your_setup || game.you === null ? t("Waiting for set-ups.") : t("Arrange your pieces, then submit your set-up. It stays hidden until all players have submitted theirs.");
    if (game.to_move === game.you) return t("Your turn.");
    const { name } = game.seats[Number(game.to_move)];
    return this.isThinking ? t("{name} is thinking.", { name }) : t("{name} to move.", { name });
  }

  tick() {
    const now = serverNow();
    this.sounds?.watch(this.game, now);
    for (const seat of this.game.seats) showClock(part("clock", part(`seat-${seat.index}`)), this.game.clock, seat.index, now);
    const ends = this.game.clock.ends_at;
    const isAhead = ends !== null && !this.isOver && new Date(ends).getTime() > now;
    part("ends").hidden = !isAhead;
    if (isAhead) part("ends-clock").textContent = moment(ends);
    this.announcer.watchClock();
  }

  /** @param {"live" | "lost"} state */
  showConnection(state) {
    part("connection").hidden = state === "live";
    if (state === "live") this.editor.sendUnsent();
  }

  /** @param {string} text */
  say(text) {
    this.announcer.say(text);
  }

  // -- actions --------------------------------------------------------------------------------------------------------

  /** Run an action while the page is busy, and show its error, if it fails. @param {() => Promise<void>} action */
  async attempt(action) {
    this.setBusy(true);
    part("error").textContent = "";
    try {
      await action();
    } catch (error) {
      await this.showError(error);
    } finally {
      this.setBusy(false);
    }
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    this.isBusy = isBusy;
    this.root.setAttribute("aria-busy", String(isBusy));
  }

  /** @param {unknown} error */
  async showError(error) {
    if (!(error instanceof Error)) throw error;
    part("error").textContent = error.message;
    const missed = error instanceof ApiError && error.status === 409 ? error.body.game : null;
    if (missed) await this.take(/** @type {Game} */ (missed));
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async act(method, path, body) {
    await this.attempt(async () => this.take(await callApi(method, `games/${this.game.id}/${path}/`, body)));
  }
}

const data = document.getElementById("game-data");
const root = document.getElementById("game");
if (data && root) new GamePage(JSON.parse(data.textContent ?? "{}"), root);
