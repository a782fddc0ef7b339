/** Switches Swagger UI's dark mode with the site's theme. */

const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

function followTheme() {
  const chosen = root.dataset.theme;
  root.classList.toggle("dark-mode", chosen === "dark" || (chosen !== "light" && night.matches));
}

followTheme();
night.addEventListener("change", followTheme);
