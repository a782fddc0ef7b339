/** Scrolls the current tab into view where not all tabs fit. */

/**
 * Return the scroll offset that centres the part from `start` to `end`.
 * @param {number} start
 * @param {number} end
 * @param {number} room
 * @returns {number}
 */
export function centred(start, end, room) {
  return Math.max(0, (start + end - room) / 2);
}

/**
 * @param {Document} page
 */
export function showCurrentTabs(page) {
  for (const strip of page.querySelectorAll(".tabs")) {
    const current = strip.querySelector("[aria-current]");
    if (!current) continue;
    const { left, right } = current.getBoundingClientRect();
    const offset = strip.getBoundingClientRect().left - strip.scrollLeft;
    strip.scrollLeft = centred(left - offset, right - offset, strip.clientWidth);
  }
}
