/**
 * The record of turns, one column per seat; each turn links to the position after it.
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Game} Game
 */

import { mark, moment, t } from "../words.js";

/**
 * @param {HTMLElement} list an ordered list @param {Turn[]} record
 * @param {Pick<Game, "id" | "seats">} game @param {number} shown the ply looked at
 */
export function showRecord(list, record, game, shown) {
  list.className = `record seats-${game.seats.length}`;
  list.replaceChildren(...record.map((turn) => line(turn, game, shown)));
  revealCurrent(list);
}

/** @param {HTMLElement} list one that scrolls */
export function revealCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** @param {Turn} turn @param {Pick<Game, "id" | "seats">} game @param {number} shown */
function line(turn, game, shown) {
  const item = document.createElement("li");
  const seat = turn.seat === null ? null : game.seats[turn.seat];
  const isSetup = turn.steps[0]?.startsWith("=");
  item.className = isSetup || turn.seat === null ? "column-all" : `column-${turn.seat}`;
  const link = document.createElement("a");
  const ply = turn.ply + turn.steps.length;
  link.href = `?ply=${ply}`;
  link.dataset.ply = String(ply);
  if (ply === shown) link.setAttribute("aria-current", "true");
  link.title = `${seat ? `${seat.name}, ` : ""}${moment(turn.at)}`;
  link.textContent = turn.steps.map((entry) => entryWords(entry)).join(" ");
  item.append(link);
  return item;
}

/** Why a seat left the game, by reason. @type {Record<string, string>} */
const LEFT = {
  resignation: mark("resigned"),
  timeout: mark("ran out of time"),
  agreement: mark("draw by agreement"),
  limit: mark("game time limit reached"),
};

/** @param {string} reason */
export function leftWords(reason) {
  return reason in LEFT ? t(LEFT[reason]) : undefined;
}

/**
 * Return a step unchanged, and a translation for other entries (`#resignation:1`).
 * @param {string} entry
 */
export function entryWords(entry) {
  return entry.startsWith("#") ? (leftWords(entry.slice(1).split(":")[0]) ?? entry) : entry;
}
