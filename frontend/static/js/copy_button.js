/** Copy buttons (`data-copy` names the element): shown by this script, as copying needs one. */

import { t } from "./words.js";

/** Copy without the clipboard API, which browsers offer over HTTPS only. @param {Document} page @param {Element} source */
function copySelection(page, source) {
  const selection = page.getSelection();
  selection?.selectAllChildren(source);
  return page.execCommand("copy");
}

/** @param {Document} page */
export function startCopyButtons(page) {
  for (const element of page.querySelectorAll("[data-copy]")) {
    const button = /** @type {HTMLElement} */ (element);
    const source = page.getElementById(button.dataset.copy ?? "");
    if (!source) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = source.textContent?.trim() ?? "";
      const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      if (isCopied || copySelection(page, source)) button.textContent = t("Copied");
    });
  }
}
