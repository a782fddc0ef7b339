/** Shows and handles the buttons that dismiss messages; they are hidden without scripts. */

/**
 * @param {Document} page
 */
export function startMessages(page) {
  for (const button of page.querySelectorAll("[data-dismiss]")) {
    /** @type {HTMLElement} */ (button).hidden = false;
    button.addEventListener("click", () => button.closest("li")?.remove());
  }
}
