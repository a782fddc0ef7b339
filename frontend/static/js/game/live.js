/**
 * News of a game from its stream, one at a time: however many events come at once, the game is read once after the
 * last of them, and never two readings at a time.
 */

import { EventStream } from "../net/stream.js";
import { setServerTime } from "./server_time.js";

const EVENT_KINDS = [
  "started", "setup_in", "turn", "left", "draw_offered", "draw_declined", "takeback_asked", "takeback_declined",
  "taken_back", "clock", "chat", "ai_stuck", "ai_retried", "over", "aborted", "annulled", "rematch", "reload",
];

/**
 * @param {any} game
 * @param {{event: () => number, reload: () => Promise<void>, onChat: (event: any) => void, onState: (state: "live" | "lost") => void}} page
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
      // An event whose reading failed is not sent again: what the page has is compared with what there is.
      if (event.event > page.event()) read();
    }
    else if (kind === "chat") page.onChat(event);
    // Our own turn is here already, with the answer to it.
    else if (kind === "reload" || event.seq > page.event()) read();
  };
  return new EventStream(`/api/v1/games/${game.id}/events/`, game.event, { onEvent, onState: page.onState }, EVENT_KINDS);
}
