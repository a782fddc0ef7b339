/** The number of games in which the user is to move, in the header and in the page title. */

import { number } from "./words.js";

const COUNTED = /^\([^)]*\) /;

/** Return the count that the server rendered. @param {Document} page */
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
