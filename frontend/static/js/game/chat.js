/** Chat of a game, collapsed at first, with a badge that counts unread messages. */

import { callApi } from "../net/api.js";

/**
 * @param {HTMLElement} box a details element @param {{id: number, seats: {username: string, name: string}[]}} game
 * @param {string[]} silenced muted usernames; the API's list omits their messages, the event stream doesn't
 * @returns {{add: (message: any) => void}}
 */
export function startChat(box, game, silenced) {
  const list = /** @type {HTMLElement} */ (box.querySelector("ol"));
  const form = box.querySelector("form");
  const problem = /** @type {HTMLElement} */ (box.querySelector("[role=alert]"));
  const news = /** @type {HTMLElement} */ (box.querySelector(".badge"));
  let unread = 0;
  const showUnread = (/** @type {number} */ count) => {
    unread = count;
    news.textContent = String(count);
    news.hidden = count === 0;
  };
  // Events carry the author's username only.
  const nameOf = (/** @type {string} */ username) => game.seats.find((seat) => seat.username === username)?.name ?? username;
  const place = (/** @type {any} */ message) => insert(list, message, reportLink(box, game.id, message));
  const add = (/** @type {any} */ message) => {
    if (silenced.includes(message.author)) return;
    const author = { username: message.author, name: nameOf(message.author) };
    if (place({ ...message, author }) && !(/** @type {HTMLDetailsElement} */ (box).open)) showUnread(unread + 1);
  };
  box.addEventListener("toggle", () => showUnread(0));
  box.addEventListener("toggle", async () => {
    for (const message of await callApi("GET", `games/${game.id}/chat/`)) place(message);
  }, { once: true });
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    problem.textContent = "";
    try {
      place(await callApi("POST", `games/${game.id}/chat/`, { text: field.value }));
      field.value = "";
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  return { add };
}

/**
 * Insert a message in order of id, once: it may come from the list, the response to sending it, and the stream.
 * @param {HTMLElement} list @param {any} message @param {HTMLElement | null} link @returns {boolean} whether it is new
 */
function insert(list, message, link) {
  const id = Number(message.id ?? message.message);
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  if (lines.some((line) => Number(line.dataset.id) === id)) return false;
  const after = lines.find((line) => Number(line.dataset.id) > id) ?? null;
  list.insertBefore(lineOf(id, message, link), after);
  list.scrollTop = list.scrollHeight;
  return true;
}

/**
 * Return the link to report another player's message.
 * @param {HTMLElement} box @param {number} game @param {any} message
 */
function reportLink(box, game, message) {
  const { own, report } = box.dataset;
  if (!report || message.author.username === own) return null;
  const link = document.createElement("a");
  link.className = "small muted";
  link.href = `/games/${game}/chat/${message.id ?? message.message}/report/`;
  link.textContent = report;
  return link;
}

/** @param {number} id @param {any} message @param {HTMLElement | null} link */
function lineOf(id, message, link) {
  const item = document.createElement("li");
  item.id = `message-${id}`;
  item.dataset.id = String(id);
  const who = document.createElement("strong");
  who.textContent = message.author.name;
  item.append(who, ` ${message.text} `, ...(link ? [link] : []));
  return item;
}
