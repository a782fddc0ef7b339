/** Closes `<details>` menus on Escape and on a click elsewhere. */

/**
 * @param {Document} page
 * @returns {() => void} stops listening
 */
export function startMenus(page) {
  /** @returns {HTMLDetailsElement[]} */
  const openMenus = () => [...page.querySelectorAll("details.menu[open]")].map((menu) => /** @type {HTMLDetailsElement} */ (menu));

  /** @param {Event} event */
  const onClick = (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    }
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  };
  page.addEventListener("click", onClick);
  page.addEventListener("keydown", onKey);
  return () => {
    page.removeEventListener("click", onClick);
    page.removeEventListener("keydown", onKey);
  };
}
