/**
 * The organiser's check-in: a tap is saved at once without a reload, and self check-ins appear by the tournament's
 * stream. A request says what is wanted, not "toggle", so that two organisers can't undo each other by accident.
 */

import { callApi } from "../net/api.js";
import { EventStream } from "../net/stream.js";
import { refresh } from "../refresh.js";
import { t } from "../words.js";
import { startSearch } from "./search.js";

const KINDS = ["changed", "round_published", "round_finished", "result", "status", "final", "reload"];
const PAUSE_MS = 150;

/** @typedef {{id: number, is_present: boolean, checked_in_by: string | null}} PlayerPresence */

/**
 * What each player is to be, until the site has confirmed it: of several taps the last one counts.
 */
export class PresenceQueue {
  /** @param {(entry: number, isPresent: boolean) => Promise<unknown>} send */
  constructor(send) {
    this.send = send;
    /** @type {Map<number, boolean>} */
    this.wanted = new Map();
    /** @type {Set<number>} */
    this.underway = new Set();
    /** What the site has confirmed since the first of several taps. @type {Map<number, boolean>} */
    this.saved = new Map();
  }

  /** @param {number} entry */
  isPending(entry) {
    return this.wanted.has(entry);
  }

  /** Send what is wanted, one request per player at a time. @param {number} entry @param {boolean} isPresent */
  async set(entry, isPresent) {
    this.wanted.set(entry, isPresent);
    if (this.underway.has(entry)) return;
    this.underway.add(entry);
    this.saved.delete(entry);
    try {
      for (;;) {
        const next = this.wanted.get(entry) ?? false;
        await this.send(entry, next);
        this.saved.set(entry, next);
        if (this.wanted.get(entry) === next) break;
      }
    } finally {
      this.wanted.delete(entry);
      this.underway.delete(entry);
    }
  }
}

/** @param {Element} button @param {boolean} isPresent @param {string | null} by */
function show(button, isPresent, by) {
  button.setAttribute("aria-checked", String(isPresent));
  const field = button.closest("form")?.querySelector("[name=present]");
  if (field instanceof HTMLInputElement) field.value = isPresent ? "0" : "1";
  const label = button.querySelector("[data-by]");
  if (label) label.textContent = by === "self" ? t("by themselves") : "";
}

class CheckInPage {
  /** @param {HTMLElement} list @param {Element | null} notice */
  constructor(list, notice) {
    this.list = list;
    this.notice = notice;
    this.path = list.dataset.api ?? "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.queue = new PresenceQueue((entry, isPresent) =>
      callApi("PUT", `${this.path}${entry}/`, { is_present: isPresent }));
    list.addEventListener("submit", (event) => this.handleTap(event));
    new EventStream(list.dataset.live ?? "", Number(list.dataset.last), {
      onEvent: (kind) => kind !== "hello" && this.scheduleUpdate(),
      onState: () => {},
    }, KINDS);
  }

  buttons() {
    return [...this.list.querySelectorAll("[data-entry]")].filter((one) => one instanceof HTMLElement);
  }

  /** @param {SubmitEvent} event */
  async handleTap(event) {
    const button = event.submitter;
    if (!(button instanceof HTMLElement) || !button.dataset.entry) return;
    event.preventDefault();
    const isPresent = button.getAttribute("aria-checked") !== "true";
    show(button, isPresent, null);
    this.showCount();
    try {
      await this.queue.set(Number(button.dataset.entry), isPresent);
      this.say("");
    } catch (error) {
      show(button, this.queue.saved.get(Number(button.dataset.entry)) ?? !isPresent, null);
      this.showCount();
      const name = button.querySelector("bdi")?.textContent ?? "";
      this.say(t("{name} not saved: {reason}", { name, reason: error instanceof Error ? error.message : "" }));
    }
    await this.update();
  }

  /** @param {string} text */
  say(text) {
    if (this.notice) this.notice.textContent = text;
  }

  showCount() {
    const buttons = this.buttons();
    const present = buttons.filter((button) => button.getAttribute("aria-checked") === "true").length;
    const line = this.list.querySelector("[data-count]");
    if (line) line.textContent = t("{present} of {players} present", { present, players: buttons.length });
  }

  scheduleUpdate() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.update();
    }, PAUSE_MS);
  }

  /** Show what is stored, but leave what is being saved alone. */
  async update() {
    /** @type {{entries: PlayerPresence[]}} */
    let stored;
    try {
      stored = await callApi("GET", this.path);
    } catch {
      return; // the next event, or the next tap, reads it again
    }
    const buttons = new Map(this.buttons().map((button) => [Number(button.dataset.entry), button]));
    if (stored.entries.length !== buttons.size || stored.entries.some((one) => !buttons.has(one.id))) {
      await refresh(this.list);
      return;
    }
    for (const one of stored.entries) {
      const button = buttons.get(one.id);
      if (button && !this.queue.isPending(one.id)) show(button, one.is_present, one.checked_in_by);
    }
    this.showCount();
  }
}

if (typeof document !== "undefined") {
  startSearch(document);
  const list = document.getElementById("presence");
  if (list) new CheckInPage(list, document.querySelector("[data-notice]"));
}
