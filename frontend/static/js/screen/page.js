/**
 * The wall of the hall: lays out each view in pages that fit, turns through them, and highlights results as they come.
 */

import { number, t } from "../words.js";
import { startControls } from "./controls.js";
import { showCountdowns } from "./countdown.js";
import { WallFeed } from "./feed.js";
import { fitList, showSpan } from "./fit.js";
import { Rotation } from "./rotation.js";

const HIGHLIGHT_MS = 8000;
const CLUB_CHECK_MS = 60_000;

/** @typedef {import("./rotation.js").Frame} Frame */

/** Display one view of one wall only. @param {HTMLElement} wall @param {HTMLElement} view */
function showView(wall, view) {
  for (const other of wall.parentElement?.children ?? []) /** @type {HTMLElement} */ (other).hidden = other !== wall;
  for (const other of wall.querySelectorAll("[data-view]")) /** @type {HTMLElement} */ (other).hidden = other !== view;
}

/** Lay out the views of a wall. @param {HTMLElement} wall @returns {Frame[]} one per page */
function framesOf(wall) {
  return [...wall.querySelectorAll("[data-view]")].flatMap((element) => {
    const view = /** @type {HTMLElement} */ (element);
    const key = `${wall.id}:${view.dataset.view}`;
    const list = view.querySelector(".wall-list");
    showView(wall, view);
    if (!(list instanceof HTMLElement)) return [{ key: `${key}:0`, show: () => showView(wall, view) }];
    return fitList(list).map((span, page) => ({
      key: `${key}:${page}`,
      show: () => {
        showView(wall, view);
        showSpan(list, span);
      },
    }));
  });
}

/** Highlight a table's result for a few seconds. @param {HTMLElement} wall @param {number} table @returns {string} */
function highlight(wall, table) {
  const lines = [...wall.querySelectorAll(`[data-table="${table}"]`)];
  for (const line of lines) line.classList.add("is-new");
  setTimeout(() => lines.forEach((line) => line.classList.remove("is-new")), HIGHLIGHT_MS);
  return lines.length ? [...lines[0].querySelectorAll(".wall-seat")].map((seat) => seat.textContent?.trim()).join(" – ") : "";
}

class Screen {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    this.rotation = new Rotation(Number(main.dataset.seconds), (rotation) => this.showPosition(rotation));
    document.body.classList.add("is-ready");
    this.layOut();
    this.feeds = this.walls().map((wall) => new WallFeed(wall, {
      onFresh: (feed, events) => this.takeFresh(feed, events),
      onState: () => this.showState(),
    }));
    this.rotation.wait();
  }

  /** @returns {HTMLElement[]} */
  walls() {
    return /** @type {HTMLElement[]} */ ([...this.main.querySelectorAll(".wall[id]")]);
  }

  layOut() {
    this.rotation.setFrames(this.walls().flatMap(framesOf));
    showCountdowns(document);
  }

  /** @param {WallFeed} feed @param {{kind: string, data: any}[]} events */
  takeFresh(feed, events) {
    this.layOut();
    if (events.some(({ kind }) => kind === "round_published")) this.rotation.goTo(feed.wall.id);
    const results = events.filter(({ kind }) => kind === "result");
    const texts = results.map(({ data }) => highlight(feed.wall, data.table)).filter(Boolean);
    if (texts.length) this.showNews(texts.join(" · "));
  }

  /** @param {string} text */
  showNews(text) {
    const news = this.part("news");
    news.textContent = text;
    setTimeout(() => news.textContent === text && (news.textContent = ""), HIGHLIGHT_MS);
  }

  showState() {
    const lost = (this.feeds ?? []).filter((feed) => !feed.isLive);
    const offline = this.part("offline");
    offline.hidden = lost.length === 0;
    if (lost.length === 0) return;
    const since = new Date(Math.min(...lost.map((feed) => feed.lastData)));
    const time = since.toLocaleTimeString(document.documentElement.lang || "en", { hour: "numeric", minute: "2-digit" });
    offline.textContent = t("Offline · data from {time}", { time });
  }

  /** @param {Rotation} rotation */
  showPosition(rotation) {
    const count = rotation.frames.length;
    const place = count > 1 ? `${number(rotation.index + 1)} / ${number(count)}` : "";
    const state = rotation.isPaused ? t("Paused") : "";
    this.part("position").textContent = [state, place].filter(Boolean).join(" ");
    document.querySelector("[data-do=pause]")?.setAttribute("aria-pressed", String(rotation.isPaused));
  }

  /** @param {string} name */
  part(name) {
    return /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));
  }
}

/** Reload the screen of a club when other tournaments are running than those shown. @param {Screen} screen */
async function checkClub(screen) {
  const response = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const ids = (/** @type {Element[]} */ walls) => walls.map((wall) => wall.id).join();
  if (ids([...page.querySelectorAll(".wall[id]")]) !== ids(screen.walls())) window.location.reload();
}

/** @param {HTMLElement} main */
function start(main) {
  const screen = new Screen(main);
  startControls(document, {
    next: () => screen.rotation.step(1),
    previous: () => screen.rotation.step(-1),
    pause: () => screen.rotation.toggle(),
  });
  setInterval(() => showCountdowns(document), 1000);
  window.addEventListener("resize", () => screen.layOut());
  document.fonts?.ready.then(() => screen.layOut());
  if ("followsClub" in main.dataset) setInterval(() => checkClub(screen), CLUB_CHECK_MS);
}

if (typeof document !== "undefined") {
  const main = document.getElementById("screen");
  if (main) start(main);
}
