/**
 * The forms of a tournament's page of players. All people of the roster are ticked by one button. A typed name is sent to
 * the API, the list is updated in place, and the focus stays in the field; without this script the form is sent as usual.
 */

import { callApi } from "./net/api.js";
import { t } from "./words.js";

/** What the API is asked to enter. @param {FormData} fields @returns {{name: string, username?: string, rating?: number}} */
export function playerOf(fields) {
  const [name, username, rating] = ["name", "username", "rating"].map((field) => String(fields.get(field) ?? "").trim());
  return { name, ...(username ? { username } : {}), ...(rating ? { rating: Number(rating) } : {}) };
}

/** Tick all boxes; if all are ticked already, none. @param {{checked: boolean}[]} boxes */
export function tickAll(boxes) {
  const isTicked = boxes.some((box) => !box.checked);
  for (const box of boxes) box.checked = isTicked;
}

/** Replace parts of the page by those of a fresh one. @param {string[]} ids */
async function refreshParts(ids) {
  const response = await fetch(window.location.href, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ids) {
    const [before, after] = [document.getElementById(id), fresh.getElementById(id)];
    if (before && after) before.replaceChildren(...after.childNodes);
    else before?.remove();
  }
}

/** @param {HTMLFormElement} form */
export function sendInPlace(form) {
  const problem = form.querySelector("[data-problem]");
  const field = form.elements.namedItem("name");
  if (!problem || !(field instanceof HTMLInputElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const player = playerOf(new FormData(form));
    problem.textContent = "";
    try {
      await callApi("POST", form.dataset.addPlayer ?? "", player);
      form.reset();
      await refreshParts(["organiser-bar", "player-list", "roster-names", "tick-people"]);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : t("Unexpected response from the site. Try again in a moment.");
    }
    field.focus();
  });
}

/** The button that ticks all; the part around it is replaced now and then, so the page listens. @param {Document} page */
function startTickAll(page) {
  page.addEventListener("click", ({ target }) => {
    const form = target instanceof HTMLElement && "tickAll" in target.dataset ? target.closest("form") : null;
    if (form) tickAll([...form.querySelectorAll("input")].filter((one) => one.type === "checkbox"));
  });
}

if (typeof document !== "undefined") {
  startTickAll(document);
  const form = document.querySelector("form[data-add-player]");
  if (form instanceof HTMLFormElement) sendInPlace(form);
}
