/** Print buttons: without scripts they stay hidden, and the browser's own menu prints. @param {Document} page */
export function startPrintButtons(page) {
  for (const element of page.querySelectorAll("[data-print]")) {
    const button = /** @type {HTMLElement} */ (element);
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}
