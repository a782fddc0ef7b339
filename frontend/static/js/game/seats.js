/**
 * The seats beside the board: who is to move, tallies, projected result at the turn limit, notes.
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Seat} Seat
 * @typedef {import("../types.js").Face} Face
 * @typedef {import("../types.js").State} State
 */

import { serverNow } from "./server_time.js";
import { fill, part } from "./parts.js";
import { moment } from "../words.js";

/** @param {Game} game @param {Face & Partial<State>} state the position shown @param {Record<string, string>} words */
export function showSeats(game, state, words) {
  const { tally, placed, scene } = state;
  const limit = game.status === "setup" ? null : state.if_limit_now ?? null;
  for (const seat of game.seats) {
    const line = part(`seat-${seat.index}`);
    line.classList.toggle("to-move", state.seat === seat.index && game.status !== "setup");
    line.classList.toggle("out", Boolean(seat.left) || isOut(placed, seat.index));
    // Past positions have no winner.
    line.classList.toggle("won", seat.rank === 1 && state === game.state);
    part("tally", line).textContent = String(tally[seat.index]);
    part("limit", line).textContent = limit ? fill(words.place, { rank: limit.ranks[seat.index], points: limit.points[seat.index] }) : "";
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
 * @param {Scene} scene @param {number} seat @param {Record<string, string>} words
 */
function platformWords({ platform, pieces }, seat, words) {
  if (!platform) return [];
  const count = pieces.filter((piece) => piece.seat === seat && piece.marks.includes("aboard")).length;
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

/** @param {Seat} seat @param {Game} game @param {Record<string, string>} words */
function seatNote(seat, game, words) {
  if (seat.rank !== null) return fill(words.rank, { rank: seat.rank, points: seat.points });
  if (seat.left) return words[`left_${seat.left}`];
  if (seat.wants_draw) return words.wants_draw;
  if (seat.wants_takeback) return words.wants_takeback;
  if (game.status === "setup") return seat.setup_in ? words.setup_in : words.setup_out;
  return seat.is_ai && game.ai_stuck ? words.ai_stuck : "";
}
