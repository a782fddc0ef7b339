/**
 * One row of the page of results: the buttons of a table, what was entered, and whether it is saved.
 *
 * @typedef {import("../types.js").ResultTable} Table
 * @typedef {import("./outcomes.js").Result} Result
 * @typedef {import("./queue.js").ResultQueue} ResultQueue
 */

import { t } from "../words.js";
import { choicesOf, describeResult, Finish, isSame, namesOf, resultOf } from "./outcomes.js";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {string} label @param {string} classes @param {() => void} onClick @param {Record<string, string>} [attributes] */
function button(label, classes, onClick, attributes = {}) {
  const made = element("button", { type: "button", class: `button ${classes}`, ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

export class ResultRow {
  /** @param {HTMLElement} place @param {Table} table @param {ResultQueue} queue @param {(words: string) => void} say */
  constructor(place, table, queue, say) {
    this.place = place;
    this.table = table;
    this.queue = queue;
    this.say = say;
    this.names = namesOf(table);
    this.isWaitingForAbsent = false;
    this.onTally = false;
    this.notes = "";
    this.reason = "";
    this.shown = "";
    /** @type {Finish[]} */
    this.taps = [new Finish(this.names.length)];
    this.controls = element("div", { class: "result-controls" });
    this.line = element("p", { class: "result-line" });
    place.append(this.line, this.controls);
    this.show();
  }

  get isOnline() {
    return this.table.game !== null;
  }

  /** The result as the organiser sees it: what waits to be sent, else what is saved. @returns {Result | null} */
  get result() {
    const write = this.queue.last(this.table.id);
    return write ? write.result : resultOf(this.table);
  }

  get isDone() {
    return this.table.is_void || this.result !== null;
  }

  get finish() {
    return /** @type {Finish} */ (this.taps.at(-1));
  }

  /** Take the table as the site has it now. @param {Table} table @param {string[]} [follows] */
  update(table, follows = []) {
    if (table.version < this.table.version) return;
    const isNew = table.version !== this.table.version;
    this.table = table;
    if (isNew) {
      this.taps = [new Finish(this.names.length)];
      this.notes = follows.join(" ");
    }
    this.show();
  }

  /** Enter a result; one that differs from the saved result replaces it. @param {Result} result */
  enter(result) {
    const before = this.result;
    if (isSame(before, result) || this.queue.conflicts.has(this.table.id)) return;
    if (before && !this.queue.takeBack(this.table.id)) this.queue.add(this.write(null));
    if (!isSame(this.result, result)) this.queue.add(this.write(result));
    this.say(t("Table {number}: {result}", { number: this.table.number, result: describeResult(result, this.names) }));
  }

  /** @param {Result | null} result */
  write(result) {
    return { table: this.table.id, result, seen: this.table.version, reason: "" };
  }

  /** Undo the last tap: one of an order of finish, one that waits, or the saved result. */
  undo() {
    if (this.queue.conflicts.has(this.table.id)) return;
    if (this.result) {
      if (!this.queue.takeBack(this.table.id)) this.queue.add(this.write(null));
    } else if (this.taps.length > 1) this.taps.pop();
    else return;
    this.say(t("Table {number}: undone", { number: this.table.number }));
    this.show();
  }

  /** @param {Finish} next */
  tap(next) {
    if (next === this.finish || this.result) return;
    this.isWaitingForAbsent = false;
    this.taps.push(next);
    const result = next.result(this.onTally);
    if (result) {
      this.taps = [new Finish(this.names.length)];
      this.enter(result);
    }
    this.show();
  }

  /** @param {number} index */
  tapSeat(index) {
    this.tap(this.isWaitingForAbsent ? this.finish.miss(index) : this.finish.place(index));
  }

  /** A key of the keyboard. @param {string} key @returns {boolean} whether it means something here */
  press(key) {
    if (key === "u") this.undo();
    else if (this.names.length === 2) return this.pressChoice(key);
    else if (/^[1-4]$/.test(key) && Number(key) <= this.names.length) this.tapSeat(Number(key) - 1);
    else if (key === "=") this.tap(this.finish.tie());
    else if (key === "r") this.tap(this.finish.tieRest());
    else if (key === "t") this.toggleTally();
    else if (key === "a") this.toggleAbsent();
    else return false;
    return true;
  }

  /** @param {string} key */
  pressChoice(key) {
    const choice = choicesOf(this.names).find((one) => one.key === key);
    if (!choice || !this.canTap) return false;
    this.enter(choice.result);
    return true;
  }

  toggleTally() {
    this.onTally = !this.onTally;
    this.show();
  }

  toggleAbsent() {
    this.isWaitingForAbsent = !this.isWaitingForAbsent;
    this.show();
  }

  get canTap() {
    return !this.isOnline && !this.table.is_void && !this.queue.conflicts.has(this.table.id);
  }

  /** Show the row as it is now. What has not changed stays, so that no tap and nothing typed is lost to an update. */
  show() {
    this.place.dataset.state = this.state();
    this.line.replaceChildren(...this.lineParts());
    const parts = this.controlParts();
    const shown = parts.map((part) => part.outerHTML).join("");
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = /** @type {HTMLElement | null} */ (
      this.controls.contains(document.activeElement) ? document.activeElement : null
    )?.dataset.tap;
    this.controls.replaceChildren(...parts);
    const again = focused ? this.controls.querySelector(`[data-tap="${focused}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
    else if (focused) this.place.focus();
  }

  state() {
    if (this.queue.conflicts.has(this.table.id)) return "conflict";
    if (this.queue.last(this.table.id)) return "waiting";
    return this.isDone ? "saved" : "open";
  }

  /** @returns {(Node | string)[]} */
  lineParts() {
    const result = this.result;
    const states = { waiting: t("waiting to be sent"), saved: t("saved"), conflict: t("not saved"), open: "" };
    const word = states[/** @type {keyof typeof states} */ (this.state())];
    const parts = [];
    if (result) parts.push(element("strong", {}, describeResult(result, this.names)), " ");
    if (word) parts.push(element("span", { class: "badge result-state" }, word));
    if (this.notes) parts.push(" ", element("span", { class: "small muted" }, this.notes));
    return parts;
  }

  /** @returns {HTMLElement[]} */
  controlParts() {
    if (this.queue.conflicts.has(this.table.id)) return this.conflictParts();
    if (!this.canTap) return [];
    return this.names.length === 2 ? this.choiceParts() : this.finishParts();
  }

  /** @returns {HTMLElement[]} */
  choiceParts() {
    const result = this.result;
    const made = choicesOf(this.names).map((choice) => ({
      isRare: choice.isRare,
      button: button(choice.label, choice.isRare ? "small" : "tap", () => this.enter(choice.result), {
        "data-tap": choice.key,
        "aria-pressed": String(isSame(result, choice.result)),
        "aria-keyshortcuts": choice.key,
      }),
    }));
    const taps = made.filter((one) => !one.isRare).map((one) => one.button);
    const rare = made.filter((one) => one.isRare).map((one) => one.button);
    const more = element("details", { class: "fold small" }, element("summary", {}, t("No-show")));
    more.append(element("div", { class: "actions" }, ...rare));
    more.open = result?.outcome === "forfeit";
    return [element("div", { class: "taps two" }, ...taps), element("div", { class: "result-more" }, ...this.undoParts(), more)];
  }

  /** @returns {HTMLElement[]} */
  finishParts() {
    if (this.result) return this.undoParts();
    const { finish } = this;
    const seats = this.names.map((name, index) => {
      const rank = finish.rankOf(index);
      const label = finish.absent.includes(index) ? t("{name} did not appear", { name }) : rank ? `${rank}. ${name}` : name;
      const made = button(label, "tap", () => this.tapSeat(index), { "data-tap": String(index + 1), "aria-pressed": String(!finish.open.includes(index)) });
      made.disabled = !finish.open.includes(index);
      return made;
    });
    const tie = button(t("= tied with the last"), "small", () => this.tap(this.finish.tie()), { "data-tap": "tie", "aria-pressed": String(finish.isTie) });
    tie.disabled = !finish.canTie;
    const rest = button(finish.groups.length ? t("Rest is tied") : t("All tied"), "small", () => this.tap(this.finish.tieRest()), { "data-tap": "rest" });
    const tally = button(t("Decided on tally"), "small", () => this.toggleTally(), { "data-tap": "tally", "aria-pressed": String(this.onTally) });
    const absent = button(t("Did not appear…"), "small", () => this.toggleAbsent(), { "data-tap": "absent", "aria-pressed": String(this.isWaitingForAbsent) });
    const hint = this.isWaitingForAbsent ? t("Tap who did not appear.") : t("Tap the players in order of finish.");
    return [
      element("p", { class: "small muted" }, hint),
      element("div", { class: "taps many" }, ...seats),
      element("div", { class: "result-more" }, tie, rest, tally, absent, ...this.undoParts()),
    ];
  }

  /** @returns {HTMLElement[]} */
  undoParts() {
    if (!this.result && this.taps.length === 1) return [];
    return [button(t("Undo"), "small quiet", () => this.undo(), { "data-tap": "undo", "aria-keyshortcuts": "u" })];
  }

  /** @returns {HTMLElement[]} */
  conflictParts() {
    const conflict = this.queue.conflicts.get(this.table.id);
    if (!conflict) return [];
    const theirs = conflict.current && resultOf(conflict.current);
    const result = theirs ? describeResult(theirs, this.names) : t("no result");
    const words = conflict.current ? t("Someone else entered meanwhile: {result}", { result }) : conflict.message;
    const reason = element("input", { maxlength: "300", required: "" });
    reason.value = this.reason;
    reason.addEventListener("input", () => (this.reason = reason.value));
    const form = element("form", { class: "result-form" }, element("label", {}, t("Reason"), " ", reason));
    const send = !conflict.write.result ? t("Clear the result") : conflict.current ? t("Enter mine instead") : t("Enter the result");
    form.append(element("button", { class: "button small" }, send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.reason = "";
      this.queue.insist(this.table.id, reason.value.trim());
    });
    const keep = () => {
      const current = this.queue.conflicts.get(this.table.id)?.current;
      this.queue.drop(this.table.id);
      if (current) this.update(current);
    };
    const label = conflict.current ? t("Keep theirs") : t("Change nothing");
    return [element("p", { class: "result-conflict" }, words), element("div", { class: "result-more" }, button(label, "small primary", keep, { "data-tap": "keep" }), form)];
  }
}
