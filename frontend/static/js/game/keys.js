/** What letters do while the board has the focus. Everything they do can be reached by Tab as well. */

import { onClick, part } from "./parts.js";

/**
 * @typedef {{herald: {say: (text: string) => void, clocks: () => string, lastTurn: () => string}, statusWords: () => string,
 *            view: import("../board/board.js").BoardView,
 *            arranger: {isOpen: boolean, field: (name: string) => HTMLInputElement},
 *            desk: {takeBack: () => void, enterList: () => void}}} Host
 */

/** @param {Host} page @returns {(key: string) => boolean} whether a key had a meaning */
export function keysOf(page) {
  const { herald } = page;
  const dialog = /** @type {HTMLDialogElement} */ (part("keys"));
  onClick("keys-open", () => dialog.showModal());
  for (const name of ["in-words", "typed"]) {
    part(name).addEventListener("keydown", (event) => event.key === "Escape" && page.view.root.focus());
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    "?": () => dialog.showModal(),
    c: () => herald.say(herald.clocks()),
    l: () => herald.say(herald.lastTurn() || page.statusWords()),
    s: () => herald.say(page.statusWords()),
    m: () => page.desk.enterList(),
    t: () => (page.arranger.isOpen ? page.arranger.field("setup") : part("typed").querySelector("input"))?.focus(),
    w: () => enterWords(),
    u: () => page.desk.takeBack(),
  };
  return (key) => {
    const act = keys[key.toLowerCase()];
    act?.();
    return act !== undefined;
  };
}

/** Open the position in words, and go there. */
function enterWords() {
  openWords();
  part("text-title").focus();
}

export function openWords() {
  /** @type {HTMLDetailsElement} */ (part("in-words")).open = true;
}
