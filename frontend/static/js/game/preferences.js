/** How a player likes the board, kept in this browser. */

/** @type {Record<string, boolean>} */
const DEFAULTS = { confirm: true, coordinates: true };

/**
 * @param {HTMLElement} form with a checkbox for each preference @param {() => void} onChange
 * @returns {Record<string, boolean>}
 */
export function startPreferences(form, onChange) {
  const kept = read();
  for (const box of form.querySelectorAll("input")) {
    box.checked = kept[box.name] ?? DEFAULTS[box.name];
    kept[box.name] = box.checked;
    box.addEventListener("change", () => {
      kept[box.name] = box.checked;
      localStorage.setItem("board", JSON.stringify(kept));
      onChange();
    });
  }
  return kept;
}

/** @returns {Record<string, boolean>} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("board") ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}
