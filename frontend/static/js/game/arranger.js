/**
 * Editor of set-ups: swaps pieces on own cells by click, drag or keyboard, with patterns, mirror, shuffle, favourites
 * and a text field with the notation.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Variant} Variant
 */

import { callApi } from "../net/api.js";
import { t } from "../words.js";
import { Arrangement, tidied } from "./arrangement.js";
import { cellUnderCursor } from "./board_words.js";

/**
 * What the arranger needs of its page. (Declared here: static file hashing doesn't allow circular imports.)
 * @typedef {{game: Game, variant: Variant, say: (text: string) => void,
 *            view: import("../board/board.js").BoardView, attempt: (action: () => Promise<void>) => Promise<void>,
 *            act: (method: string, path: string, body?: unknown) => Promise<void>}} Host
 */

export class Arranger {
  /** @param {HTMLElement} box @param {Host} page */
  constructor(box, page) {
    this.box = box;
    this.page = page;
    /** @type {Arrangement | null} */
    this.arrangement = null;
    this.held = "";
    this.isAsked = false;
    this.bind();
  }

  get isOpen() {
    return this.page.game.status === "setup" && this.page.game.you !== null;
  }

  show() {
    this.box.hidden = !this.isOpen;
    if (!this.isOpen) return;
    if (this.arrangement) this.draw();
    else if (!this.isAsked) this.page.attempt(() => this.ask());
  }

  async ask() {
    this.isAsked = true;
    const form = await callApi("GET", `games/${this.page.game.id}/setup/`).finally(() => (this.isAsked = false));
    this.arrangement = new Arrangement(form, form.setup ?? form.example);
    this.listPatterns();
    this.page.view.revealCells(form.cells);
    this.draw();
  }

  listPatterns() {
    const { arrangements, saved = [] } = /** @type {Arrangement} */ (this.arrangement).form;
    const options = [
      ...arrangements.map(({ name, text }) => new Option(name, text)),
      ...saved.map((favourite) => favouriteOption(favourite)),
    ];
    this.pattern.replaceChildren(new Option(t("your own"), ""), ...options);
  }

  /** @returns {HTMLSelectElement} */
  get pattern() {
    return /** @type {HTMLSelectElement} */ (this.box.querySelector("[name=pattern]"));
  }

  /** @param {string} name @returns {HTMLInputElement} */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.box.querySelector(`[name="${name}"]`));
  }

  /** @param {string} action @returns {HTMLButtonElement | null} */
  button(action) {
    return this.box.querySelector(`[data-action="${action}"]`);
  }

  /** @param {string} cell */
  click(cell) {
    const { arrangement } = this;
    if (!arrangement?.form.cells.includes(cell)) this.held = "";
    else if (this.held) return this.drop(this.held, cell);
    else if (arrangement.kindAt(cell)) this.held = cell;
    this.draw();
    return this.page.say(this.held ? t("{cell} selected. Choose where to place it.", { cell }) : this.cellWords(cell));
  }

  /** Describe a cell for screen readers. @param {string} name */
  cellWords(name) {
    const { view, variant } = this.page;
    const { picked = [], targets = [] } = view.highlights;
    const scene = view.scene ?? this.page.game.state.scene;
    return cellUnderCursor(scene, name, variant.colours, { picked, targets, sources: [], captures: [], pending: null, taken: [] });
  }

  /** Start a drag: mark the targets as after a click. @param {string} cell */
  lift(cell) {
    this.held = cell;
    this.mark();
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const isMoved = from !== to && this.arrangement?.form.cells.includes(to);
    if (isMoved) this.arrangement?.swap(from, to);
    this.letGo();
    if (isMoved) this.page.say(t("{one} and {other} swapped.", { one: from, other: to }));
  }

  letGo() {
    this.held = "";
    this.draw();
  }

  /** Draw the set-up on the page's board, and update the form. */
  draw() {
    const { arrangement, page } = this;
    if (!arrangement) return;
    const { cells } = arrangement.form;
    const pieces = cells.flatMap((cell) => {
      const kind = arrangement.kindAt(cell);
      const { x, y } = page.view.cells.get(cell) ?? { x: 0, y: 0 };
      return kind && page.game.you !== null ? [{ seat: page.game.you, kind, cell, x, y, marks: [] }] : [];
    });
    page.view.settle({ ...page.game.state.scene, pieces });
    this.mark();
    const handedIn = page.game.your_setup === arrangement.text;
    /** @type {HTMLElement} */ (this.box.querySelector("[data-setup-in]")).hidden = !handedIn;
    /** @type {HTMLButtonElement} */ (this.button("hand-in")).disabled = handedIn;
    if (document.activeElement !== this.field("setup")) this.field("setup").value = arrangement.text;
    this.showPattern(arrangement.text);
  }

  /** Highlight the held piece and its targets, without redrawing pieces: one may be being dragged. */
  mark() {
    const { arrangement, held } = this;
    if (!arrangement) return;
    const { cells } = arrangement.form;
    this.page.view.highlight({
      picked: held ? [held] : [],
      targets: held ? cells.filter((cell) => !arrangement.kindAt(cell)) : [],
      sources: cells.filter((cell) => arrangement.kindAt(cell)),
    });
  }

  /** Select the pattern that equals the set-up, or "your own". @param {string} text */
  showPattern(text) {
    const { options, value } = this.pattern;
    if (value !== text) ([...options].find((option) => option.value === text) ?? options[0]).selected = true;
    this.showForgetButton();
  }

  bind() {
    const on = (/** @type {string} */ action, /** @type {() => void} */ run) => this.button(action)?.addEventListener("click", run);
    on("mirror", () => this.change((arrangement) => arrangement.mirror()));
    on("shuffle", () => this.change((arrangement) => arrangement.shuffle(Math.random)));
    on("hand-in", () => this.handIn());
    on("keep", () => this.keep());
    on("forget", () => this.forget());
    this.box.querySelector("form")?.addEventListener("submit", (event) => this.typed(event));
    this.pattern.addEventListener("change", () => {
      if (this.pattern.value) this.place(this.pattern.value);
      this.showForgetButton();
    });
  }

  /** @param {string} text a set-up that the rules accept */
  place(text) {
    this.change((arrangement) => Object.assign(arrangement, new Arrangement(arrangement.form, text)));
  }

  /** Validate a typed set-up on the server and show it on the board, or show the error. @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const field = this.field("setup");
    const { game } = this.page;
    const text = tidied(field.value);
    field.setAttribute("aria-invalid", "true");
    await this.page.attempt(async () => {
      await callApi("POST", `variants/${game.variant}/positions/`, { steps: [text], options: game.options });
      field.removeAttribute("aria-invalid");
      field.value = text;
      this.place(text);
    });
  }

  /** @param {(arrangement: Arrangement) => void} alter */
  change(alter) {
    if (this.arrangement) alter(this.arrangement);
    this.letGo();
    this.page.say(t("The set-up has changed."));
  }

  async handIn() {
    await this.page.act("POST", "setup", { setup: this.arrangement?.text });
    this.show();
    // The button is disabled now and would lose the focus.
    this.page.view.root.focus({ preventScroll: true });
    const notice = /** @type {HTMLElement} */ (this.box.querySelector("[data-setup-in]"));
    if (this.isOpen && !notice.hidden) this.page.say(notice.textContent ?? "");
  }

  /** Save the set-up as a favourite; one with the same name is replaced. */
  async keep() {
    const field = this.field("favourite");
    await this.page.attempt(async () => {
      const setup = this.arrangement?.text;
      const kept = await callApi("POST", "setups/", { variant: this.page.game.variant, name: field.value, setup });
      this.favourite(kept.id)?.remove();
      const option = favouriteOption(kept);
      this.pattern.append(option);
      // Not by value: a pattern may be the same set-up.
      option.selected = true;
      this.showForgetButton();
      field.value = "";
    });
  }

  /** @param {number} id @returns {HTMLOptionElement | undefined} */
  favourite(id) {
    return [...this.pattern.options].find((option) => option.dataset.favourite === String(id));
  }

  async forget() {
    const [chosen] = this.pattern.selectedOptions;
    await this.page.attempt(async () => {
      await callApi("DELETE", `setups/${chosen.dataset.favourite}/`);
      chosen.remove();
      this.showForgetButton();
      this.page.say(t("Deleted."));
    });
  }

  showForgetButton() {
    const button = this.button("forget");
    if (button) button.hidden = !this.pattern.selectedOptions[0]?.dataset.favourite;
  }
}

/** @param {{id: number, name: string, setup: string}} saved @returns {HTMLOptionElement} */
function favouriteOption({ id, name, setup }) {
  const option = new Option(`★ ${name}`, setup);
  option.dataset.favourite = String(id);
  return option;
}
