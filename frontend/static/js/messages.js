/** A message can be put away once it has been read. The button exists only where this script does. */

/**
 * @param {Document} page
 */
export function startMessages(page) {
  for (const button of page.querySelectorAll("[data-dismiss]")) {
    /** @type {HTMLElement} */ (button).hidden = false;
    button.addEventListener("click", () => button.closest("li")?.remove());
  }
}
