/** The draft of a round by two taps: a player, then another player, a table or the bye. */

import { callApi } from "./net/api.js";

/**
 * @typedef {{player: number, isUnplaced: boolean}} Tapped a player
 * @typedef {{path: string, body: Record<string, unknown>}} Edit a request that changes the draft
 */

/**
 * What two taps mean: two players without a table are paired, others change places.
 * @param {Tapped} first @param {Tapped} second @returns {Edit}
 */
export function editOfTwo(first, second) {
  const path = first.isUnplaced && second.isUnplaced ? "seat-together/" : "swap/";
  return { path, body: { one: first.player, other: second.player } };
}

/** A player, then a table; without a number the bye. @param {Tapped} first @param {string} table @returns {Edit} */
export function editOfMove(first, table) {
  return { path: "move/", body: { player: first.player, table: table === "" ? null : Number(table) } };
}

class DraftSheet {
  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** @type {HTMLElement | null} */
    this.chosen = null;
    this.isBusy = false;
    sheet.hidden = false;
    sheet.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button && !this.isBusy) this.tap(button);
    });
  }

  /** @param {HTMLElement} button */
  tap(button) {
    const { player, table } = button.dataset;
    if (!this.chosen) return player ? this.choose(button) : undefined;
    if (button === this.chosen) return this.choose(null);
    const first = tapped(this.chosen);
    return this.send(player ? editOfTwo(first, tapped(button)) : editOfMove(first, table ?? ""));
  }

  /** @param {HTMLElement | null} button */
  choose(button) {
    this.chosen?.setAttribute("aria-pressed", "false");
    this.chosen = button;
    button?.setAttribute("aria-pressed", "true");
  }

  /** Send the edit; the page shows what is left to fix. @param {Edit} edit */
  async send(edit) {
    const notice = this.sheet.querySelector("[data-sheet-notice]");
    this.isBusy = true;
    try {
      await callApi("POST", `${this.sheet.dataset.sheet}${edit.path}`, { attempt: Number(this.sheet.dataset.attempt), ...edit.body });
      window.location.reload();
    } catch (error) {
      this.isBusy = false;
      this.choose(null);
      if (notice) notice.textContent = error instanceof Error ? error.message : "";
    }
  }
}

/** @param {HTMLElement} button @returns {Tapped} */
function tapped(button) {
  return { player: Number(button.dataset.player), isUnplaced: "unplaced" in button.dataset };
}

if (typeof document !== "undefined") {
  for (const sheet of document.querySelectorAll("[data-sheet]")) {
    if (sheet instanceof HTMLElement) new DraftSheet(sheet);
  }
}
