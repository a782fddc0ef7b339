/**
 * Board preferences: rendered by the server, and saved there when changed, in the account or in a cookie.
 */

/** @param {HTMLElement} form with a checkbox for each preference @param {(name: string) => void} onChange @returns {Record<string, boolean>} */
export function startPreferences(form, onChange) {
  const boxes = [...form.querySelectorAll("input")].filter(({ type }) => type === "checkbox");
  const kept = Object.fromEntries(boxes.map(({ name, checked }) => [name, checked]));
  for (const box of boxes) {
    box.addEventListener("change", () => {
      kept[box.name] = box.checked;
      if (box.name === "coordinates") showCoordinates(box.checked);
      keep(/** @type {HTMLFormElement} */ (form), box);
      onChange(box.name);
    });
  }
  return kept;
}

/** @param {boolean} areShown */
function showCoordinates(areShown) {
  const { dataset } = document.documentElement;
  const words = (dataset.look ?? "").split(" ").filter((word) => !word.endsWith("coordinates"));
  dataset.look = [...words, areShown ? "coordinates" : "no-coordinates"].join(" ");
}

/**
 * Save only what changed: the rest may have been changed in another tab.
 * @param {HTMLFormElement} form @param {HTMLInputElement} box
 */
function keep(form, { name, checked }) {
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;
  const body = new URLSearchParams({ [name]: String(checked), csrfmiddlewaretoken: token });
  // Offline, the change applies to this page only.
  fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
}
