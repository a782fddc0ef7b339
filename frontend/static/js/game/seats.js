/** The seats beside the board: who is to move, tallies, projected result at the turn limit, notes. */

import { serverNow } from "./server_time.js";
import { fill, part } from "./parts.js";
import { moment, tn } from "../words.js";

/** @param {any} game @param {any} state the position shown @param {Record<string, any>} words */
export function showSeats(game, state, words) {
  const { tally, placed, scene } = state;
  const limit = game.status === "setup" ? null : state.if_limit_now;
  for (const seat of game.seats) {
    const line = part(`seat-${seat.index}`);
    line.classList.toggle("to-move", state.seat === seat.index && game.status !== "setup");
    line.classList.toggle("out", Boolean(seat.left) || isOut(placed, seat.index));
    // Past positions have no winner.
    line.classList.toggle("won", seat.rank === 1 && state === game.state);
    part("tally", line).textContent = String(tally[seat.index]);
    part("limit", line).textContent = limit ? placeText(limit.ranks[seat.index], limit.points[seat.index], words) : "";
    part("note", line).textContent = [seatNote(seat, game, words), vacationText(seat.vacation, words), ...platformWords(scene, seat.index, words)].filter(Boolean).join(", ");
  }
}

/**
 * Whether a seat is eliminated: it has a rank, and a better one is still open.
 * @param {number[]} placed @param {number} seat
 */
export function isOut(placed, seat) {
  const free = placed.map((_, index) => index + 1).filter((rank) => !placed.includes(rank));
  return free.length > 0 && placed[seat] > Math.min(...free);
}

/**
 * Describe how many of a seat's pawns are on the platform, and how far the next must travel to board.
 * @param {any} scene @param {number} seat @param {Record<string, string>} words
 */
function platformWords({ platform, pieces }, seat, words) {
  if (!platform) return [];
  const count = pieces.filter((/** @type {any} */ piece) => piece.seat === seat && piece.marks.includes("aboard")).length;
  const reach = platform.reaches[seat];
  return [count > 0 ? fill(words.aboard, { count }) : "", reach ? fill(words.reach, { count: reach }) : ""];
}

/**
 * Describe a player's current or announced vacation.
 * @param {{from: string, until: string} | null} vacation @param {Record<string, string>} words
 */
export function vacationText(vacation, words, now = serverNow()) {
  if (!vacation || new Date(vacation.until).getTime() <= now) return "";
  const [from, until] = [vacation.from, vacation.until].map(moment);
  return fill(new Date(vacation.from).getTime() <= now ? words.on_vacation : words.vacation_ahead, { from, until });
}

/**
 * Describe a rank and its points, which may be a fraction: "1st, 2 points".
 * @param {number} rank @param {string} points @param {Record<string, any>} words
 */
export function placeText(rank, points, words) {
  return tn("{place}, {count} point", "{place}, {count} points", Number(points), { place: words.places[rank - 1], count: points });
}

/** @param {any} seat @param {any} game @param {Record<string, any>} words */
function seatNote(seat, game, words) {
  if (seat.rank !== null) return placeText(seat.rank, seat.points, words);
  if (seat.left) return words[`left_${seat.left}`];
  if (seat.wants_draw) return words.wants_draw;
  if (seat.wants_takeback) return words.wants_takeback;
  if (game.status === "setup") return seat.setup_in ? words.setup_in : words.setup_out;
  return seat.is_ai && game.ai_stuck ? words.ai_stuck : "";
}
