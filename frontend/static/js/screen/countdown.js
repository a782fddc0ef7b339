/** Countdowns to the start or the end of a round, by the server's clock. */

import { serverNow } from "../game/server_time.js";
import { t } from "../words.js";

const DAY_MS = 86_400_000;

/** Format a duration as `m:ss` or `h:mm:ss`; null for a day or more, when a date says it better. @param {number} left */
export function durationText(left) {
  if (left >= DAY_MS) return null;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** @param {ParentNode} page */
export function showCountdowns(page) {
  for (const element of page.querySelectorAll("time[data-countdown]")) {
    const time = /** @type {HTMLTimeElement} */ (element);
    const left = new Date(time.dateTime).getTime() - serverNow();
    const over = time.dataset.countdown === "end" ? t("Time is up") : t("now");
    const text = left <= 0 ? over : durationText(left);
    if (text !== null && time.textContent !== text) time.textContent = text;
  }
}
