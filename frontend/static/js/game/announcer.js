/**
 * Screen reader announcements of the game page: turns, offers, whose turn it is, clocks on request and when time is
 * low.
 *
 * @typedef {{game: Game, variant: Variant, statusWords: () => string, isOver: boolean}} Host
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Seat} Seat
 * @typedef {import("../types.js").Variant} Variant
 */

import { t } from "../words.js";
import { playedWords } from "./board_words.js";
import { spokenTime, timeLeft } from "./clocks.js";
import { part } from "./parts.js";
import { serverNow } from "./server_time.js";

/** Seconds left at which the own clock is announced. */
const WARNINGS = [60, 30, 10];

export class Announcer {
  /** @param {Host} page */
  constructor(page) {
    this.page = page;
    /** Seconds on the own clock at the last check; null while it isn't running. @type {number | null} */
    this.left = null;
  }

  /** @param {string} text */
  say(text) {
    const region = part("live");
    // Screen readers ignore an unchanged text, so a repetition must differ.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }

  /** Announce what changed. @param {Game} before the game as it was */
  announceChanges(before) {
    const { game } = this.page;
    const isMoved = game.ply !== before.ply || game.status !== before.status;
    const news = [game.ply > before.ply ? this.lastTurn() : "", ...game.seats.map((seat) => this.seatNews(seat, before.seats[seat.index])), isMoved ? this.page.statusWords() : ""];
    const text = news.filter(Boolean).join(" ");
    if (text) this.say(text);
  }

  /** Describe the last turn and who played it. */
  lastTurn() {
    const { game, variant } = this.page;
    return playedWords(game.state.scene, game, variant.colours);
  }

  /** @param {Seat} seat @param {Seat} before */
  seatNews(seat, before) {
    const { name } = seat;
    const isOwn = seat.index === this.page.game.you;
    if (seat.left && !before.left) return t("{name} left the game.", { name });
    if (seat.setup_in && !before.setup_in && !isOwn) return t("{name} submitted a set-up.", { name });
    if (seat.wants_draw !== before.wants_draw && !this.page.isOver) return seat.wants_draw ? t("{name} offers a draw.", { name }) : t("The draw offer is no longer open.");
    if (seat.wants_takeback !== before.wants_takeback) return seat.wants_takeback ? t("{name} requests a take-back.", { name }) : t("The take-back request is no longer open.");
    return "";
  }

  // -- clocks -----------------------------------------------------------------------------------------------------

  clocks() {
    const { clock, seats } = this.page.game;
    const texts = seats.flatMap(({ index, name }) => {
      const { seconds, running } = timeLeft(clock, index, serverNow());
      if (seconds === null || this.page.isOver) return [];
      const time = spokenTime(seconds);
      return running ? t("{name}: {time}, running.", { name, time }) : t("{name}: {time}.", { name, time });
    });
    return texts.join(" ") || t("No clock is running.");
  }

  /** Announce each warning time once. */
  watchClock() {
    const { clock, you } = this.page.game;
    if (you === null || this.page.isOver) return;
    const { seconds, running } = timeLeft(clock, you, serverNow());
    const before = this.left;
    this.left = running ? seconds : null;
    if (this.left === null || before === null) return;
    const passed = WARNINGS.filter((limit) => before > limit && Number(seconds) <= limit);
    if (passed.length > 0) this.say(t("{time} left.", { time: spokenTime(Math.min(...passed)) }));
  }
}
