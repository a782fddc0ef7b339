/** DOM helpers: elements by their `data-part` name, click handlers, list items, confirmation dialog. */

/** @param {string} name @param {ParentNode} [root] @returns {HTMLElement} */
export function part(name, root = document) {
  const element = root.querySelector(`[data-part="${name}"]`);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no part ${name}`);
  return element;
}

/**
 * Handle clicks on a button, or on a link that also works without scripts.
 * @param {string} name @param {() => void} action
 */
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
 * Ask for confirmation.
 * @param {string} question @param {string} answer label of the confirming button
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
