/** How many games wait for whoever is here: in the header, and quietly before the title of the page. */

import { number } from "./words.js";

const COUNTED = /^\([^)]*\) /;

/** What the server counted when it drew the page. @param {Document} page */
export function awaitedOn(page) {
  return Number(page.querySelector("[data-awaited]")?.getAttribute("data-awaited") ?? 0);
}

/** @param {Document} page @param {number} count */
export function showAwaited(page, count) {
  const title = page.title.replace(COUNTED, "");
  page.title = count === 0 ? title : `(${number(count)}) ${title}`;
  for (const one of page.querySelectorAll("[data-awaited]")) {
    /** @type {HTMLElement} */ (one).hidden = count === 0;
    /** @type {HTMLElement} */ (one.querySelector("[data-my-turn]")).textContent = number(count);
  }
}
