/**
 * Editor of conditional moves: the user plays the others' turns and the own replies on the board. The server stores
 * the tree, private to its owner, and plays a reply as soon as it applies.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Face} Face
 */

import { callApi } from "../net/api.js";
import { mark, t } from "../words.js";
import { onClick, part } from "./parts.js";
import { ConditionalTree } from "./conditional_tree.js";

/** Moves that aren't turns. @type {Record<string, string>} */
const ACTS = { resign: mark("resign"), accept_draw: mark("accept a draw") };

/**
 * @typedef {import("./conditional_tree.js").Branch} Branch
 * @typedef {{game: Game, view: import("../board/board.js").BoardView, editor: {reset: () => void},
 *            lookAtPresent: () => Promise<void>, show: () => void, say: (text: string) => void,
 *            attempt: (action: () => Promise<void>) => Promise<void>}} Host
 */

export class ConditionalMoves {
  /** @param {Host} page @param {{tree: Branch[]} | null} saved the saved tree; null if not allowed here */
  constructor(page, saved) {
    this.page = page;
    this.isAllowed = saved !== null;
    this.kept = saved?.tree ?? [];
    this.tree = this.newTree();
    this.isOpen = false;
    /** The position after the current line. @type {Face} */
    this.face = page.game.state;
    onClick("conditional-open", () => this.open());
    onClick("conditional-back", () => this.go(this.tree.path.slice(0, -1)));
    onClick("conditional-resign", () => this.end("resign"));
    onClick("conditional-draw", () => this.end("accept_draw"));
    onClick("conditional-save", () => this.save());
    onClick("conditional-close", () => this.close());
    onClick("conditional-drop", () => this.drop());
  }

  newTree() {
    return new ConditionalTree(this.page.game.you ?? -1, this.kept);
  }

  /** Whether the editor is offered: others are to move, or there are saved conditional moves. */
  get isOffered() {
    const { game } = this.page;
    if (!this.isAllowed || game.status !== "running" || game.you === null || game.state.placed[game.you]) return false;
    return game.to_move !== game.you || this.kept.length > 0;
  }

  /** Whether the board accepts the line's next turn. */
  get isPlayable() {
    return this.isOpen && this.face.result === null;
  }

  // -- on the board ---------------------------------------------------------------------------------------------------

  open() {
    this.isOpen = true;
    this.tree = this.newTree();
    this.go([]);
    // The button may be far below the status and the board.
    part("status").scrollIntoView({ block: "nearest" });
  }

  /** Add a complete turn to the line. @param {string[]} steps @param {Face} face the position after it */
  takeTurn(steps, face) {
    this.tree.enter(Number(this.face.seat), steps);
    this.face = face;
    this.page.editor.reset();
    this.page.say(this.hintWords());
    this.page.show();
  }

  /** Show the position after a path of branches. @param {Branch[]} path */
  async go(path) {
    this.tree.goTo(path);
    const { game } = this.page;
    await this.page.attempt(async () => {
      const { steps } = this.tree;
      const asked = { position: game.state.position, options: game.options, steps };
      this.face = steps.length > 0 ? await callApi("POST", `variants/${game.variant}/positions/`, asked) : game.state;
      this.page.editor.reset();
      await this.page.view.show(this.face.scene);
    });
    this.page.show();
  }

  /** @param {string} act */
  end(act) {
    this.tree.end(act);
    this.page.show();
  }

  // -- keeping --------------------------------------------------------------------------------------------------------

  async save() {
    const { game } = this.page;
    await this.page.attempt(async () => {
      this.kept = (await callApi("PUT", `games/${game.id}/conditional-moves/`, { ply: game.ply, tree: this.tree.whole })).tree;
      await this.close();
      part("conditional-state").textContent = t("Conditional moves saved.");
    });
  }

  async drop() {
    await this.page.attempt(async () => {
      await callApi("DELETE", `games/${this.page.game.id}/conditional-moves/`);
      this.kept = [];
      await this.close();
    });
  }

  /** Discard unsaved changes and return to the game. */
  async close() {
    this.isOpen = false;
    this.tree = this.newTree();
    part("conditional-state").textContent = "";
    await this.page.lookAtPresent();
  }

  /** Close the editor after the game moved on, and reload the tree, of which a part may have been played. */
  async renew() {
    this.isOpen = false;
    part("conditional-state").textContent = "";
    if (this.kept.length > 0) this.kept = await this.read();
    this.tree = this.newTree();
  }

  async read() {
    const { game } = this.page;
    return game.status === "running" ? (await callApi("GET", `games/${game.id}/conditional-moves/`)).tree : [];
  }

  // -- showing --------------------------------------------------------------------------------------------------------

  show() {
    const { isOpen, tree } = this;
    const isOwn = isOpen && this.face.seat === tree.owner && this.isPlayable;
    part("conditional-moves").hidden = !this.isOffered;
    part("conditional-hint").textContent = this.hintWords();
    part("conditional-open").hidden = isOpen || this.page.game.to_move === this.page.game.you;
    part("conditional-back").hidden = !isOpen || tree.path.length === 0;
    part("conditional-resign").hidden = part("conditional-draw").hidden = !isOwn || tree.path.length === 0;
    part("conditional-save").hidden = !isOpen || tree.whole.length === 0;
    part("conditional-close").hidden = !isOpen;
    part("conditional-drop").hidden = isOpen || this.kept.length === 0;
    part("conditional-lines").replaceChildren(...this.list(tree.root, []));
  }

  hintWords() {
    const { game } = this.page;
    if (!this.isOpen) return this.kept.length > 0 ? t("These moves are played for you as soon as they apply. Only you can see them.") : t("While you wait, you can enter conditional moves. They are played immediately; only you can see them.");
    if (!this.isPlayable) return t("The game is over there.");
    if (this.face.seat === this.tree.owner) return t("Play your reply.");
    return t("Play a move that {name} might make.", { name: game.seats[Number(this.face.seat)].name });
  }

  /** @param {Branch[]} row @param {Branch[]} path what leads to it @returns {HTMLLIElement[]} */
  list(row, path) {
    return row.map((branch) => {
      const item = document.createElement("li");
      const here = [...path, branch];
      item.append(this.line(branch, here));
      if (branch.then?.length) {
        const rest = document.createElement("ul");
        rest.append(...this.list(branch.then, here));
        item.append(rest);
      }
      return item;
    });
  }

  /** @param {Branch} branch @param {Branch[]} path */
  line(branch, path) {
    const { game } = this.page;
    const who = branch.seat === this.tree.owner ? t("You") : game.seats[branch.seat].name;
    const text = `${who}: ${branch.act ? t(ACTS[branch.act]) : (branch.steps ?? []).join(" ")}`;
    const line = document.createElement("span");
    line.className = "conditional-line";
    if (!this.isOpen) line.textContent = text;
    else line.append(this.button(text, () => this.go(path), { current: this.tree.path.at(-1) === branch }), this.remover(text, path));
    return line;
  }

  /** @param {string} text @param {Branch[]} path */
  remover(text, path) {
    const button = this.button("×", () => {
      this.tree.remove(path);
      this.go(this.tree.path);
    });
    button.setAttribute("aria-label", t("Remove {turn}", { turn: text }));
    return button;
  }

  /** @param {string} text @param {() => void} action @param {{current?: boolean}} [how] */
  button(text, action, { current = false } = {}) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "linklike", textContent: text });
    if (current) button.setAttribute("aria-current", "true");
    button.addEventListener("click", action);
    return button;
  }
}
