/** A page with diagrams: each comes to life when it is about to be seen, and never while somebody waits for the page. */

import { Diagram } from "./diagram.js";

/** @typedef {import("./diagram.js").DiagramData} DiagramData */

const data = JSON.parse(document.getElementById("learn-data")?.textContent ?? "{}");
const found = new Map(data.diagrams.map((/** @type {DiagramData} */ one) => [one.name, one]));
const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ action) => setTimeout(action, 1));

/** About to be seen, the next first. @type {HTMLElement[]} */
const waiting = [];

const observer = new IntersectionObserver(
  (entries) => {
    const near = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => /** @type {HTMLElement} */ (target));
    for (const figure of near) observer.unobserve(figure);
    if (waiting.push(...near) === near.length && near.length > 0) whenIdle(wakeNext);
  },
  { rootMargin: "200px" },
);

/** One at a time: whatever else is to be done comes between two boards. */
function wakeNext() {
  const figure = waiting.shift();
  if (figure) wake(figure);
  if (waiting.length > 0) whenIdle(wakeNext);
}

/** @param {HTMLElement} figure */
function wake(figure) {
  const one = found.get(figure.dataset.diagram);
  new Diagram(figure, one, data.looks[one.look], data.words);
}

for (const figure of document.querySelectorAll("[data-diagram]")) observer.observe(figure);

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
