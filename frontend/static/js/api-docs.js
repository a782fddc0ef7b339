/** Swagger knows a dark look of its own; it is told when ours is dark. */

const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

function followTheme() {
  const chosen = root.dataset.theme;
  root.classList.toggle("dark-mode", chosen === "dark" || (chosen !== "light" && night.matches));
}

followTheme();
night.addEventListener("change", followTheme);
