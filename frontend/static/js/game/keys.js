/** Keyboard shortcuts while the board has the focus. Everything they do can be reached by Tab as well. */

import { onClick, part } from "./parts.js";

/**
 * @typedef {{announcer: {say: (text: string) => void, clocks: () => string, lastTurn: () => string}, statusWords: () => string,
 *            view: import("../board/board.js").BoardView,
 *            arranger: {isOpen: boolean, field: (name: string) => HTMLInputElement},
 *            editor: {takeBack: () => void, enterList: () => void}}} Host
 */

/** @param {Host} page @returns {(key: string) => boolean} handler; returns whether it used the key */
export function keysOf(page) {
  const { announcer } = page;
  const dialog = /** @type {HTMLDialogElement} */ (part("keys"));
  onClick("keys-open", () => dialog.showModal());
  for (const name of ["in-words", "typed"]) {
    part(name).addEventListener("keydown", (event) => event.key === "Escape" && page.view.root.focus());
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    "?": () => dialog.showModal(),
    c: () => announcer.say(announcer.clocks()),
    l: () => announcer.say(announcer.lastTurn() || page.statusWords()),
    s: () => announcer.say(page.statusWords()),
    m: () => page.editor.enterList(),
    t: () => (page.arranger.isOpen ? page.arranger.field("setup") : part("typed").querySelector("input"))?.focus(),
    w: () => enterWords(),
    u: () => page.editor.takeBack(),
  };
  return (key) => {
    const act = keys[key.toLowerCase()];
    act?.();
    return act !== undefined;
  };
}

/** Open the text view and focus it. */
function enterWords() {
  openWords();
  part("text-title").focus();
}

export function openWords() {
  /** @type {HTMLDetailsElement} */ (part("in-words")).open = true;
}
