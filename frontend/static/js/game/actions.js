/**
 * Buttons of the game page besides moving: draw, take-back, abort, resign, hint, AI replacement, rematch.
 * @typedef {import("../types.js").Game} Game
 */

import { callApi } from "../net/api.js";
import { askForHint } from "./hint.js";
import { confirmed, onClick, part } from "./parts.js";
import { t } from "../words.js";

/**
 * @typedef {{game: Game, isOver: boolean, isLive: boolean, isArranged: boolean, attempt: (action: () => Promise<void>) => Promise<void>,
 *            act: (method: string, path: string, body?: unknown) => Promise<void>,
 *            editor: {advise: (steps: string[]) => void}}} Host
 */

/** @param {Host} page */
export function bindActions(page) {
  const ply = () => ({ ply: page.game.ply });
  const afterAsking = async (/** @type {"resign" | "abort"} */ act, /** @type {string} */ question) => {
    const button = part(`action-${act}`).textContent ?? "";
    if (await confirmed(question, button)) await page.act("POST", act);
  };
  onClick("action-resign", () => afterAsking("resign", t("Resign? Your opponent wins.")));
  onClick("action-abort", () => afterAsking("abort", t("Abort this game? It will not be rated.")));
  onClick("action-draw", () => page.act("POST", "draw", ply()));
  onClick("action-draw-decline", () => page.act("DELETE", "draw"));
  onClick("action-takeback", () => page.act("POST", "takeback", ply()));
  onClick("action-takeback-decline", () => page.act("DELETE", "takeback"));
  onClick("action-ai-retry", () => page.act("POST", "ai", {}));
  const replacement = /** @type {HTMLSelectElement} */ (part("action-ai-replace"));
  replacement.addEventListener("change", async () => {
    if (replacement.value) await page.act("POST", "ai", { replacement: replacement.value });
    replacement.value = "";
  });
  onClick("action-hint", () => page.attempt(() => askForHint(page)));
  onClick("action-rematch", () => page.attempt(() => goToRematch(page.game)));
}

/** Go to the rematch, or to its proposal page while others haven't accepted. @param {Game} game */
async function goToRematch({ id, rematch }) {
  if (rematch?.game) return window.location.assign(`/games/${rematch.game}/`);
  const proposal = await callApi("POST", `games/${id}/rematch/`);
  window.location.assign(proposal.game ? `/games/${proposal.game}/` : `/play/tables/${proposal.id}/`);
}

/** @param {Game} game */
function rematchWording({ rematch, you }) {
  if (!rematch) return t("Offer a rematch");
  if (rematch.game !== null) return t("Go to the rematch");
  return you !== null && rematch.accepted.includes(you) ? t("Rematch offered") : t("Accept the rematch");
}

/**
 * Return the message about a rematch that another player offered.
 * @param {Game} game
 */
export function rematchWords(game) {
  const { rematch } = game;
  if (!rematch || rematch.seat === game.you) return "";
  return rematch.game === null ? t("{name} offers a rematch.", { name: game.seats[rematch.seat].name }) : t("The rematch has started.");
}

/** @param {Host} page */
export function showActions(page) {
  const { game, isOver, isArranged } = page;
  const mine = game.you === null ? null : game.seats[game.you];
  const playing = mine !== null && !isOver && !mine.left && !game.state.placed[mine.index];
  const running = playing && game.status === "running";
  const others = game.seats.filter((seat) => seat.index !== game.you);
  const offered = others.some((seat) => seat.wants_draw);
  const asked = others.some((seat) => seat.wants_takeback);
  const mayTakeBack = running && !game.rated && !isArranged && (asked || game.state.turns[mine.index] > 0);
  const hasBegun = game.state.turns.every((turns, seat) => turns > 0 || game.state.placed[seat]);
  const maySkip = game.status === "setup" || !hasBegun || game.ai_stuck;
  show("resign", running);
  // Only organisers can abort a game of a tournament.
  show("abort", playing && maySkip && !isArranged);
  show("draw", running && !mine.wants_draw, offered ? t("Accept the draw") : t("Offer a draw"));
  show("draw-decline", running && (offered || mine.wants_draw), mine?.wants_draw ? t("Cancel the draw offer") : t("Decline the draw"));
  show("takeback", mayTakeBack && !mine.wants_takeback, asked ? t("Accept the take-back") : t("Request take-back"));
  show("takeback-decline", running && (asked || mine.wants_takeback), mine?.wants_takeback ? t("Cancel the take-back request") : t("Decline the take-back"));
  show("ai-retry", playing && game.ai_stuck);
  show("ai-replace", playing && game.ai_stuck && !game.rated);
  show("hint", mayHaveHints(game));
  show("analysis", isOver && page.isLive);
  part("advice").hidden = part("advice").dataset.ply !== String(game.ply);
  show("rematch", game.status === "over" && (mine !== null || Boolean(game.rematch)), rematchWording(game));
}

/** @param {string} name @param {boolean} isShown @param {string} [text] */
function show(name, isShown, text) {
  const button = part(`action-${name}`);
  button.hidden = !isShown;
  if (text) button.textContent = text;
}

/** @param {Game} game */
function mayHaveHints(game) {
  const others = game.seats.filter((seat) => seat.index !== game.you);
  const isCasual = !game.rated && others.every((seat) => seat.is_ai);
  return isCasual && game.status === "running" && game.you !== null && game.to_move === game.you;
}
