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
import { leftWords } from "./record.js";
import { part } from "./parts.js";
import { mark, moment, t, tn } from "../words.js";

const PLACES = [mark("1st"), mark("2nd"), mark("3rd"), mark("4th")];

/** @param {Game} game @param {Face & Partial<State>} state the position shown */
export function showSeats(game, state) {
  const { tally, placed, scene } = state;
  const limit = game.status === "setup" ? null : state.if_limit_now ?? null;
  for (const seat of game.seats) {
    const line = part(`seat-${seat.index}`);
    line.classList.toggle("to-move", state.seat === seat.index && game.status !== "setup");
    line.classList.toggle("out", Boolean(seat.left) || isOut(placed, seat.index));
    // Past positions have no winner.
    line.classList.toggle("won", seat.rank === 1 && state === game.state);
    part("tally", line).textContent = String(tally[seat.index]);
    part("limit", line).textContent = limit ? placeText(limit.ranks[seat.index], limit.points[seat.index]) : "";
    part("note", line).textContent = [seatNote(seat, game), vacationText(seat.vacation), ...platformWords(scene, seat.index)].filter(Boolean).join(", ");
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
 * @param {Scene} scene @param {number} seat
 */
function platformWords({ platform, pieces }, seat) {
  if (!platform) return [];
  const count = pieces.filter((piece) => piece.seat === seat && piece.marks.includes("aboard")).length;
  const reach = platform.reaches[seat];
  return [count > 0 ? t("{count} aboard", { count }) : "", reach ? t("boarding distance {count}", { count: reach }) : ""];
}

/**
 * Describe a player's current or announced vacation.
 * @param {{from: string, until: string} | null} vacation
 */
export function vacationText(vacation, now = serverNow()) {
  if (!vacation || new Date(vacation.until).getTime() <= now) return "";
  const [from, until] = [vacation.from, vacation.until].map(moment);
  if (new Date(vacation.from).getTime() <= now) return t("on vacation until {until}", { until });
  return t("on vacation from {from} to {until}", { from, until });
}

/** Describe a rank and its points, which may be a fraction: "1st, 2 points". @param {number} rank @param {string} points */
export function placeText(rank, points) {
  return tn("{place}, {count} point", "{place}, {count} points", Number(points), { place: t(PLACES[rank - 1]), count: points });
}

/** @param {Seat} seat @param {Game} game */
function seatNote(seat, game) {
  if (seat.rank !== null) return placeText(seat.rank, seat.points ?? "0");
  if (seat.left) return leftWords(seat.left);
  if (seat.wants_draw) return t("offers a draw");
  if (seat.wants_takeback) return t("asks for a take-back");
  if (game.status === "setup") return seat.setup_in ? t("ready") : t("arranging");
  return seat.is_ai && game.ai_stuck ? t("failed three times; retry, replace it, or abort the game") : "";
}
