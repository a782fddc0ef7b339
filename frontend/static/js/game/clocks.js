/**
 * Game clocks, counted down by the server's time: values, formatting, display.
 * @typedef {{seat: number | null, since: string | null, deadline: string | null, ends_at: string | null,
 *            banks: (number | null)[]}} Clock
 */

import { language, t } from "../words.js";

const LOW_SECONDS = 20;

/**
 * Return a seat's remaining time: until its deadline while its clock runs, otherwise its time bank.
 * @param {Clock} clock @param {number} seat @param {number} now
 * @returns {{seconds: number | null, running: boolean}}
 */
export function timeLeft(clock, seat, now) {
  const running = clock.deadline !== null && (clock.seat === seat || clock.seat === null);
  if (running) return { seconds: (new Date(String(clock.deadline)).getTime() - now) / 1000, running };
  return { seconds: clock.banks[seat] ?? null, running };
}

/**
 * Format as `3 d 4 h`, `2 h 05 min`, `4:09`, tenths below 10 s, `0:00` when expired.
 * @param {number} seconds @returns {string}
 */
export function timeText(seconds) {
  const left = Math.max(0, seconds);
  const [days, hours, minutes] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
  if (days > 0) return t("{days} d {hours} h", { days, hours });
  if (left >= 3600) return t("{hours} h {minutes} min", { hours, minutes: String(minutes).padStart(2, "0") });
  if (left > 0 && left < 10) return left.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${minutes}:${String(Math.floor(left) % 60).padStart(2, "0")}`;
}

const UNITS = /** @type {[string, number][]} */ ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]);

/**
 * Format for screen readers in the two largest units: `4 minutes 9 seconds`.
 * @param {number} seconds @returns {string}
 */
export function spokenTime(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, length]) => left >= length);
  const units = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + 2);
  const counts = units.map(([unit, length], index) => ({ unit, count: Math.floor((index === 0 ? left : left % units[0][1]) / length) }));
  return counts.filter(({ count }, index) => index === 0 || count > 0)
    .map(({ unit, count }) => new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(count)).join(" ");
}

/** @param {HTMLElement} element @param {Clock} clock @param {number} seat @param {number} now */
export function showClock(element, clock, seat, now) {
  const { seconds, running } = timeLeft(clock, seat, now);
  element.hidden = seconds === null;
  if (seconds === null) return;
  element.textContent = timeText(seconds);
  element.classList.toggle("running", running);
  element.classList.toggle("low", running && seconds < LOW_SECONDS);
}
