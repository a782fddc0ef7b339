/**
 * Live tournament pages: on every event of the tournament's stream, that part of the page is refreshed, and a live
 * region above it describes what happened.
 */

import { EventStream } from "./net/stream.js";
import { refresh } from "./refresh.js";
import { language, mark, points, t } from "./words.js";

export const KINDS = ["changed", "round_published", "round_finished", "result", "status", "final", "reload"];
/** The log is in English only; other languages get a short message per kind of event. @type {Record<string, string>} */
const WORDS = {
  changed: mark("The tournament has changed."),
  round_published: mark("A round was published."),
  round_finished: mark("A round has finished."),
  result: mark("A new result is in."),
  status: mark("The tournament continues."),
  final: mark("The standings are final."),
};
const PAUSE_MS = 300;
const SPREAD_MS = 1200;

/** Return a delay with jitter, so that many clients don't refresh at once. @param {number} chance 0 to 1 */
export function pauseFor(chance) {
  return PAUSE_MS + chance * SPREAD_MS;
}

/**
 * Describe an event: the log's line, or the players with their points.
 * @param {{text?: string, is_cleared?: boolean, players?: {name: string, points: string}[]}} data @param {string} [kind] @returns {string}
 */
export function wordsOf(data, kind = "") {
  if (data.text && language() === "en") return data.text;
  if (data.is_cleared) return t("A result was cleared.");
  if (!data.players) return data.text ? t(WORDS[kind] ?? WORDS.changed) : "";
  return data.players.map((player) => `${player.name} ${points(player.points)}`).join(" – ");
}

/**
 * Subscribe to the stream of the tournament that a part of the page shows.
 * @param {HTMLElement} part @param {Element | null} line
 */
export function follow(part, line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isSkipped = false;
  const scheduleRefresh = () => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      isSkipped = await refresh(part);
    }, pauseFor(Math.random()));
  };
  document.addEventListener("visibilitychange", scheduleRefresh);
  part.addEventListener("focusout", () => isSkipped && scheduleRefresh());
  return new EventStream(part.dataset.live ?? "", Number(part.dataset.last), {
    onEvent: (kind, data) => {
      if (kind === "hello") return;
      const words = wordsOf(data, kind);
      if (line && words) line.textContent = words;
      scheduleRefresh();
    },
    onState: () => {},
  }, KINDS);
}

if (typeof document !== "undefined") {
  const part = document.querySelector("[data-live]");
  if (part instanceof HTMLElement) follow(part, document.querySelector("[data-live-line]"));
}
