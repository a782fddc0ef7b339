/**
 * Hints in unrated games against AIs: requested, polled for, shown until the position changes.
 * @typedef {import("../types.js").Game} Game
 */

import { callApi } from "../net/api.js";
import { fill, part } from "./parts.js";

const POLL_MS = 500;
const MAX_POLLS = 40;

/** @param {{game: Game, words: Record<string, string>, editor: {advise: (steps: string[]) => void}}} page */
export async function askForHint(page) {
  const { game, words } = page;
  const say = (/** @type {string} */ text) => showAdvice(text, game.ply);
  say(words.hint_waiting);
  let answer = await callApi("POST", `games/${game.id}/hint/`, { ply: game.ply }).catch((error) => {
    part("advice").hidden = true;
    throw error;
  });
  for (let polls = 0; answer.status === "waiting" && polls < MAX_POLLS; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    answer = await callApi("GET", `games/${game.id}/hint/`);
  }
  if (answer.hint && page.game.ply === game.ply) page.editor.advise(answer.hint.best);
  say(answer.hint ? fill(words.hint_best, { turn: answer.hint.best.join(" ") }) : words.hint_failed);
}

/** @param {string} text @param {number} ply the position it is about */
function showAdvice(text, ply) {
  const advice = part("advice");
  advice.textContent = text;
  advice.dataset.ply = String(ply);
  advice.hidden = false;
}
