/**
 * Reloads a game on events of its stream, coalesced: several events at once cause one reload, and reloads never
 * overlap.
 * @typedef {import("../types.js").Game} Game
 */

import { EventStream } from "../net/stream.js";
import { setServerTime } from "./server_time.js";

const EVENT_KINDS = [
  "started", "setup_in", "turn", "left", "draw_offered", "draw_declined", "takeback_asked", "takeback_declined",
  "taken_back", "clock", "chat", "ai_stuck", "ai_retried", "over", "aborted", "annulled", "rematch", "reload",
];

/**
 * @param {Pick<Game, "id" | "event">} game
 * @param {{event: () => number, reload: () => Promise<void>, onChat: (event: import("./chat.js").ChatEvent) => void, onState: (state: "live" | "lost") => void}} page
 * `event` is the number of the latest event the page has seen
 */
export function listenToGame(game, page) {
  let [isReading, isStale] = [false, false];
  const read = async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      await page.reload();
    }
    isReading = false;
  };
  const onEvent = (/** @type {string} */ kind, /** @type {any} */ event) => {
    if (kind === "hello") {
      setServerTime(event.now);
      // An event whose reload failed isn't sent again, so compare with the latest event.
      if (event.event > page.event()) read();
    }
    else if (kind === "chat") page.onChat(event);
    // The response to our own turn has already been applied.
    else if (kind === "reload" || event.seq > page.event()) read();
  };
  return new EventStream(`/api/v1/games/${game.id}/events/`, game.event, { onEvent, onState: page.onState }, EVENT_KINDS);
}
