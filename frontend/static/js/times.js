/** Shows near times as relative ("in 3 hours") and keeps them up to date. */

/** @type {readonly [Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const NEAR_SECONDS = 7 * 86_400;
const REFRESH_MS = 20_000;

/**
 * Return the relative time, or null if it is a week or more away.
 * @param {Date} moment
 * @param {Date} now
 * @param {string} language
 * @returns {string | null}
 */
export function relativeText(moment, now, language) {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) >= NEAR_SECONDS) return null;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(seconds) < 10) return words.format(0, "second");
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  // Round towards zero: a deadline in 1 h 59 min must not be shown as two hours.
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(Math.trunc(seconds / size), unit);
}

/**
 * @param {HTMLTimeElement} element
 * @param {Date} now
 * @param {string} language
 */
function refreshTime(element, now, language) {
  const moment = new Date(element.dateTime);
  if (Number.isNaN(moment.getTime())) return;
  const text = relativeText(moment, now, language);
  if (text !== null && element.textContent !== text) element.textContent = text;
}

/**
 * @param {Document} page
 * @returns {() => void} stops refreshing
 */
export function startTimes(page) {
  const refresh = () => {
    const now = new Date();
    for (const element of page.querySelectorAll("time[data-relative]")) {
      refreshTime(/** @type {HTMLTimeElement} */ (element), now, page.documentElement.lang || "en");
    }
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return () => clearInterval(timer);
}
