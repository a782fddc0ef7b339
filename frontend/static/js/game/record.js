/**
 * The record of turns, one column per seat; each turn links to the position after it.
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Game} Game
 */

import { moment } from "../words.js";

/**
 * @param {HTMLElement} list an ordered list @param {Turn[]} record
 * @param {Pick<Game, "id" | "seats">} game @param {number} shown the ply looked at
 * @param {Record<string, string>} words
 */
export function showRecord(list, record, game, shown, words) {
  list.className = `record seats-${game.seats.length}`;
  list.replaceChildren(...record.map((turn) => line(turn, game, shown, words)));
  revealCurrent(list);
}

/** @param {HTMLElement} list one that scrolls */
export function revealCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

/** @param {Turn} turn @param {Pick<Game, "id" | "seats">} game @param {number} shown @param {Record<string, string>} words */
function line(turn, game, shown, words) {
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
  link.textContent = turn.steps.map((entry) => entryWords(entry, words)).join(" ");
  item.append(link);
  return item;
}

/**
 * Return a step unchanged, and a translation for other entries (`#resignation:1`).
 * @param {string} entry @param {Record<string, string>} words
 */
export function entryWords(entry, words) {
  return entry.startsWith("#") ? (words[`left_${entry.slice(1).split(":")[0]}`] ?? entry) : entry;
}
