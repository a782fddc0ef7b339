/**
 * Chat of a game, collapsed at first, with a badge that counts unread messages.
 * @typedef {Pick<import("../types.js").ChatMessage, "id" | "text"> & {author: {username: string, name: string}}} Message
 * @typedef {{message: number, author: string, text: string}} ChatEvent as streamed: the author is a username
 */

import { callApi } from "../net/api.js";

/**
 * @param {HTMLElement} box a details element @param {{id: number, seats: {username: string, name: string}[]}} game
 * @param {string[]} silenced muted usernames; the API's list omits their messages, the event stream doesn't
 * @returns {{add: (event: ChatEvent) => void}}
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
  const nameOf = (/** @type {string} */ username) => game.seats.find((seat) => seat.username === username)?.name ?? username;
  const place = (/** @type {Message} */ message) => insert(list, message, reportLink(box, game.id, message));
  const add = (/** @type {ChatEvent} */ { message: id, author: username, text }) => {
    if (silenced.includes(username)) return;
    if (place({ id, text, author: { username, name: nameOf(username) } }) && !(/** @type {HTMLDetailsElement} */ (box).open)) showUnread(unread + 1);
  };
  box.addEventListener("toggle", () => showUnread(0));
  box.addEventListener("toggle", async () => {
    /** @type {Message[]} */
    const messages = await callApi("GET", `games/${game.id}/chat/`);
    for (const message of messages) place(message);
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
 * @param {HTMLElement} list @param {Message} message @param {HTMLElement | null} link @returns {boolean} whether it is new
 */
function insert(list, message, link) {
  const { id } = message;
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  if (lines.some((line) => Number(line.dataset.id) === id)) return false;
  const after = lines.find((line) => Number(line.dataset.id) > id) ?? null;
  list.insertBefore(lineOf(message, link), after);
  list.scrollTop = list.scrollHeight;
  return true;
}

/**
 * Return the link to report another player's message.
 * @param {HTMLElement} box @param {number} game @param {Message} message
 */
function reportLink(box, game, message) {
  const { own, report } = box.dataset;
  if (!report || message.author.username === own) return null;
  const link = document.createElement("a");
  link.className = "small muted";
  link.href = `/games/${game}/chat/${message.id}/report/`;
  link.textContent = report;
  return link;
}

/** @param {Message} message @param {HTMLElement | null} link */
function lineOf(message, link) {
  const item = document.createElement("li");
  item.id = `message-${message.id}`;
  item.dataset.id = String(message.id);
  const who = document.createElement("strong");
  who.textContent = message.author.name;
  item.append(who, ` ${message.text} `, ...(link ? [link] : []));
  return item;
}
