/** The named parts of the game page, and small things made of them. */

export { fill } from "../words.js";

/** @param {string} name @param {ParentNode} [root] @returns {HTMLElement} */
export function part(name, root = document) {
  const element = root.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no part ${name}`);
  return element;
}

/** A button, or a link that leads there without this script too. @param {string} name @param {() => void} action */
export function onClick(name, action) {
  part(name).addEventListener("click", (event) => {
    event.preventDefault();
    action();
  });
}

/** @param {string} text @returns {HTMLLIElement} */
export function listItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} question @param {string} answer what the button says that does it
 * @returns {Promise<boolean>}
 */
export function confirmed(question, answer) {
  const dialog = /** @type {HTMLDialogElement} */ (part("confirm"));
  part("confirm-question", dialog).textContent = question;
  part("confirm-yes", dialog).textContent = answer;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
