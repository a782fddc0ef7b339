/** The seats beside the board: who is to move, tallies, what would be if it ended now, what a seat has to say. */

import { serverNow } from "./server_time.js";
import { fill, part } from "./parts.js";
import { moment } from "../words.js";

/** @param {any} game @param {any} state the position shown @param {Record<string, string>} words */
export function showSeats(game, state, words) {
  const { tally, placed, scene } = state;
  const limit = game.status === "setup" ? null : state.if_limit_now;
  for (const seat of game.seats) {
    const line = part(`seat-${seat.index}`);
    line.classList.toggle("to-move", state.seat === seat.index && game.status !== "setup");
    line.classList.toggle("out", Boolean(seat.left) || Boolean(placed[seat.index]));
    part("tally", line).textContent = String(tally[seat.index]);
    part("limit", line).textContent = limit ? fill(words.place, { rank: limit.ranks[seat.index], points: limit.points[seat.index] }) : "";
    part("note", line).textContent = [seatNote(seat, game, words), leaveWords(seat.leave, words), aboardWords(scene, seat.index, words)].filter(Boolean).join(", ");
  }
}

/** @param {any} scene @param {number} seat @param {Record<string, string>} words */
function aboardWords(scene, seat, words) {
  if (!scene.platform) return "";
  const count = scene.pieces.filter((/** @type {any} */ piece) => piece.seat === seat && piece.marks.includes("aboard")).length;
  return count > 0 ? fill(words.aboard, { count }) : "";
}

/**
 * Leave that a player is on, or has announced.
 * @param {{from: string, until: string} | null} leave @param {Record<string, string>} words
 */
export function leaveWords(leave, words, now = serverNow()) {
  if (!leave || new Date(leave.until).getTime() <= now) return "";
  const [from, until] = [leave.from, leave.until].map(moment);
  return fill(new Date(leave.from).getTime() <= now ? words.on_leave : words.leave_ahead, { from, until });
}

/** @param {any} seat @param {any} game @param {Record<string, string>} words */
function seatNote(seat, game, words) {
  if (seat.rank !== null) return fill(words.rank, { rank: seat.rank, points: seat.points });
  if (seat.left) return words[`left_${seat.left}`];
  if (seat.wants_draw) return words.wants_draw;
  if (seat.wants_takeback) return words.wants_takeback;
  if (game.status === "setup") return seat.setup_in ? words.setup_in : words.setup_out;
  if (!seat.is_ai) return "";
  if (game.ai_stuck) return words.ai_stuck;
  return game.to_move === seat.index ? words.thinking : "";
}
