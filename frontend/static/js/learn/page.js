/** A page with diagrams: each comes to life when it is about to be seen. */

import { Diagram } from "./diagram.js";

const data = JSON.parse(document.getElementById("learn-data")?.textContent ?? "{}");
const found = new Map(data.diagrams.map((/** @type {import("./diagram.js").DiagramData} */ one) => [one.name, one]));

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) wake(/** @type {HTMLElement} */ (target));
  },
  { rootMargin: "200px" },
);

/** @param {HTMLElement} figure */
function wake(figure) {
  observer.unobserve(figure);
  const one = found.get(figure.dataset.diagram);
  new Diagram(figure, one, data.looks[one.look], data.words);
}

for (const figure of document.querySelectorAll("[data-diagram]")) observer.observe(figure);

const printer = document.querySelector("[data-print]");
if (printer instanceof HTMLElement) {
  printer.hidden = false;
  printer.addEventListener("click", () => window.print());
}
