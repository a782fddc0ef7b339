/** Chat of a game, folded until somebody wants it. */

import { callApi } from "../net/api.js";

/**
 * @param {HTMLElement} box @param {{id: number, chat: boolean}} game
 * @returns {{add: (message: any) => void}}
 */
export function startChat(box, game) {
  const list = /** @type {HTMLElement} */ (box.querySelector("ol"));
  const form = box.querySelector("form");
  const problem = /** @type {HTMLElement} */ (box.querySelector("[role=alert]"));
  const seen = new Set();
  // A message comes by the list, by the answer to sending it, or by the stream.
  const add = (/** @type {any} */ message) => {
    const id = message.id ?? message.message;
    if (seen.has(id)) return;
    seen.add(id);
    list.append(line(message));
  };
  box.addEventListener("toggle", async () => {
    for (const message of await callApi("GET", `games/${game.id}/chat/`)) add(message);
  }, { once: true });
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    problem.textContent = "";
    try {
      add(await callApi("POST", `games/${game.id}/chat/`, { text: field.value }));
      field.value = "";
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  return { add };
}

/** @param {any} message */
function line(message) {
  const item = document.createElement("li");
  const who = document.createElement("strong");
  who.textContent = message.author.name ?? message.author;
  item.append(who, ` ${message.text}`);
  return item;
}
