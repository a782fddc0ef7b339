/** Of the options of games (`data-variants`), only those of the chosen game are shown. Without this script all are. */

/** @param {HTMLElement} form */
export function showOptions(form) {
  const chosen = /** @type {HTMLSelectElement} */ (form.querySelector('[name="variant"]')).value;
  for (const option of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-variants]"))) {
    option.hidden = !option.dataset.variants?.split(" ").includes(chosen);
  }
}

const form = typeof document === "undefined" ? null : /** @type {HTMLElement | null} */ (document.querySelector(".sentence-form"));
if (form) {
  form.addEventListener("change", () => showOptions(form));
  showOptions(form);
}
