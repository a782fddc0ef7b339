/** Rules page: initialises each diagram lazily, when it is about to scroll into view and the browser is idle. */

import { Diagram } from "./diagram.js";

/** @typedef {import("./diagram.js").DiagramData} DiagramData */

const data = JSON.parse(document.getElementById("learn-data")?.textContent ?? "{}");
const found = new Map(data.diagrams.map((/** @type {DiagramData} */ one) => [one.name, one]));
const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ action) => setTimeout(action, 1));

/** Diagrams to initialise, in order. @type {HTMLElement[]} */
const waiting = [];

const observer = new IntersectionObserver(
  (entries) => {
    const near = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => /** @type {HTMLElement} */ (target));
    for (const figure of near) observer.unobserve(figure);
    if (waiting.push(...near) === near.length && near.length > 0) whenIdle(initialiseNext);
  },
  { rootMargin: "200px" },
);

/** Initialise one diagram per idle callback, to keep the page responsive. */
function initialiseNext() {
  const figure = waiting.shift();
  if (figure) initialise(figure);
  if (waiting.length > 0) whenIdle(initialiseNext);
}

/** @param {HTMLElement} figure */
function initialise(figure) {
  const one = found.get(figure.dataset.diagram);
  new Diagram(figure, one, data.looks[one.look]);
}

for (const figure of document.querySelectorAll("[data-diagram]")) observer.observe(figure);

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
