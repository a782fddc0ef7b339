/**
 * Hints in unrated games against AIs: requested, polled for, shown until the position changes.
 * @typedef {import("../types.js").Game} Game
 */

import { callApi } from "../net/api.js";
import { t } from "../words.js";
import { part } from "./parts.js";

const POLL_MS = 500;
const MAX_POLLS = 40;

/** @param {{game: Game, editor: {advise: (steps: string[]) => void}}} page */
export async function askForHint(page) {
  const { game } = page;
  const say = (/** @type {string} */ text) => showAdvice(text, game.ply);
  say(t("Thinking…"));
  let answer = await callApi("POST", `games/${game.id}/hint/`, { ply: game.ply }).catch((error) => {
    part("advice").hidden = true;
    throw error;
  });
  for (let polls = 0; answer.status === "waiting" && polls < MAX_POLLS; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    answer = await callApi("GET", `games/${game.id}/hint/`);
  }
  if (answer.hint && page.game.ply === game.ply) page.editor.advise(answer.hint.best);
  say(answer.hint ? t("The AI would play {turn}.", { turn: answer.hint.best.join(" ") }) : t("No hint available. Try again."));
}

/** @param {string} text @param {number} ply the position it is about */
function showAdvice(text, ply) {
  const advice = part("advice");
  advice.textContent = text;
  advice.dataset.ply = String(ply);
  advice.hidden = false;
}
