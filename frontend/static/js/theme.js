/**
 * Theme switch (light, dark, system). The choice is a cookie, so that the server renders the first paint in it; without
 * this script the same buttons submit a form.
 */

/** @typedef {"light" | "dark" | "system"} Theme */

/** @type {readonly Theme[]} */
const THEMES = ["light", "dark", "system"];
const YEAR_SECONDS = 31_536_000;

/**
 * @param {string | null} value
 * @returns {Theme}
 */
export function readTheme(value) {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/**
 * @param {Theme} theme
 * @param {boolean} secure
 * @returns {string}
 */
export function themeCookie(theme, secure) {
  return `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure ? "; secure" : ""}`;
}

/**
 * @param {Document} page
 * @param {Theme} theme
 */
function applyTheme(page, theme) {
  page.cookie = themeCookie(theme, page.location.protocol === "https:");
  page.documentElement.dataset.theme = theme;
  for (const button of page.querySelectorAll("[data-theme-switch] button")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
  }
}

/**
 * @param {Document} page
 * @returns {() => void} stops listening
 */
export function startThemeSwitch(page) {
  const form = page.querySelector("[data-theme-switch]");
  if (!form) return () => {};
  /** @param {Event} event */
  const onSubmit = (event) => {
    const { submitter } = /** @type {SubmitEvent} */ (event);
    if (!submitter) return;
    event.preventDefault();
    applyTheme(page, readTheme(submitter.getAttribute("value")));
  };
  form.addEventListener("submit", onSubmit);
  return () => form.removeEventListener("submit", onSubmit);
}
