/** Forms of a tournament's rules: the clocks that fit the venue, the rules of the format, the order of tie-breaks. */

import { TieBreakList } from "./tie_breaks.js";

const CORRESPONDENCE_CLOCK = /^days:/;

/**
 * Offer only time controls that fit the venue, and choose the first of them if the chosen one doesn't.
 * @param {HTMLSelectElement} venue @param {HTMLSelectElement} clock
 */
export function matchClock(venue, clock) {
  const isOnline = venue.value !== "board";
  for (const option of clock.options) {
    const fits = CORRESPONDENCE_CLOCK.test(option.value) === (venue.value === "correspondence");
    option.disabled = isOnline && !fits;
    option.hidden = option.disabled;
  }
  const fitting = [...clock.options].find((option) => !option.disabled);
  if (clock.selectedOptions[0]?.disabled && fitting) clock.value = fitting.value;
}

/**
 * Show a field only in the formats that know its rule; a hidden one is not sent.
 * @param {HTMLSelectElement} format @param {HTMLInputElement} input
 */
export function matchFormat(format, input) {
  const isKnown = (input.dataset.formats ?? "").split(" ").includes(format.value);
  input.disabled = !isKnown;
  /** @type {HTMLElement} */ (input.closest(".field")).hidden = !isKnown;
}

if (typeof document !== "undefined") {
  const [venue, clock, format] = ["venue", "clock", "format"].map((name) => (
    /** @type {HTMLSelectElement | null} */ (document.querySelector(`select[name="${name}"]`))
  ));
  const tieBreaks = document.getElementById("id_tie_breaks");
  if (tieBreaks) new TieBreakList(tieBreaks, format);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-formats]"))) {
    if (!format) break;
    format.addEventListener("change", () => matchFormat(format, input));
    matchFormat(format, input);
  }
  if (venue && clock) {
    venue.addEventListener("change", () => matchClock(venue, clock));
    matchClock(venue, clock);
  }
}
