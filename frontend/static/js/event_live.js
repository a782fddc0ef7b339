/**
 * An event's tables as they change: its stream says that something happened, and the part of the page is read again.
 * What happened is said in a line above it, for those who see it and for those who hear it.
 */

import { EventStream } from "./net/stream.js";
import { refresh } from "./refresh.js";
import { language, mark, t } from "./words.js";

const KINDS = ["changed", "round_published", "round_finished", "result", "status", "final", "reload"];
/** The log is kept in English; other languages hear in a few words what it was. @type {Record<string, string>} */
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

/** How long to wait, so that a hall full of phones does not ask all at once. @param {number} chance 0 to 1 */
export function pauseFor(chance) {
  return PAUSE_MS + chance * SPREAD_MS;
}

/** What happened: the log's line, or who has how many points. @param {any} data @param {string} [kind] @returns {string} */
export function wordsOf(data, kind = "") {
  if (data.text && language() === "en") return data.text;
  if (!data.players) return data.text ? t(WORDS[kind] ?? WORDS.changed) : "";
  return data.players.map((/** @type {any} */ player) => `${player.name} ${player.points}`).join(" – ");
}

/** Follow the stream of the event that a part shows. @param {HTMLElement} part @param {Element | null} line */
export function follow(part, line) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isPutOff = false;
  const later = () => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      isPutOff = await refresh(part);
    }, pauseFor(Math.random()));
  };
  document.addEventListener("visibilitychange", later);
  part.addEventListener("focusout", () => isPutOff && later());
  return new EventStream(part.dataset.live ?? "", Number(part.dataset.last), {
    onEvent: (kind, data) => {
      if (kind === "hello") return;
      const words = wordsOf(data, kind);
      if (line && words) line.textContent = words;
      later();
    },
    onState: () => {},
  }, KINDS);
}

if (typeof document !== "undefined") {
  const part = document.querySelector("[data-live]");
  if (part instanceof HTMLElement) follow(part, document.querySelector("[data-live-line]"));
}
