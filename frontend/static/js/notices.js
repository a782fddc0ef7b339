/**
 * The bell in the header: counts of unread notices and of games to move in, kept up to date in all tabs.
 *
 * One tab per browser, elected by a Web Lock, holds the event stream and broadcasts to the others; when it closes, the
 * next takes over. Without locks or stream, each visible tab polls.
 *
 * @typedef {{count?: number, awaited?: number}} Counts unread notices, games to move in
 */

import { awaitedOn, showAwaited } from "./awaited.js";
import { EventStream } from "./net/stream.js";
import { number, tn } from "./words.js";

const UNREAD = "/api/v1/notices/?unread=true&page_size=1";
const AWAITED = "/api/v1/games/?my_turn=true&page_size=1";
const EVENTS = "/api/v1/notices/events/";
const NAME = "asterism-bell";
const REFRESH_MS = 20_000;
// Debounce: an AI's reply may follow at once.
const NEWS_MS = 1000;
// No stream for pages that are left at once.
const SETTLE_MS = 2500;

/**
 * @param {HTMLElement} bell the link, with its label in `data-label`
 * @param {number} count
 */
export function showCount(bell, count) {
  const badge = /** @type {HTMLElement | null} */ (bell.querySelector("[data-unread]"));
  if (badge === null) return;
  badge.textContent = number(count);
  badge.hidden = count === 0;
  const { label = "" } = bell.dataset;
  bell.setAttribute("aria-label", count === 0 ? label : tn("Notifications: {count} new", "Notifications: {count} new", count));
}

/** @param {string} url a list of the API @returns {Promise<number | null>} its length; null on failure */
async function askCount(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  return answer?.ok ? (await answer.json()).count : null;
}

/** @returns {Promise<Counts | null>} */
async function askCounts() {
  const [count, awaited] = await Promise.all([askCount(UNREAD), askCount(AWAITED)]);
  return count === null || awaited === null ? null : { count, awaited };
}

export class Bell {
  /**
   * @param {(counts: Counts) => void} show
   * @param {{ask: () => Promise<Counts | null>, channel: BroadcastChannel | null, locks: LockManager | undefined,
   *          listen: (onNews: () => void, onState: (state: "live" | "lost") => void) => void}} world
   */
  constructor(show, world) {
    this.show = show;
    this.world = world;
    /** Whether a tab of this browser receives the stream, so that polling isn't needed. */
    this.isLive = false;
    this.holdsStream = false;
    world.channel?.addEventListener("message", (event) => this.hear(event.data));
  }

  /** Wait for the lock, then hold it and the stream for the lifetime of the page. */
  start() {
    this.world.locks?.request(NAME, () => {
      this.holdsStream = true;
      this.world.listen(() => this.ring(), (state) => this.broadcast({ isLive: state === "live" }));
      return new Promise(() => {});
    });
  }

  /** Fetch the counts and broadcast them to all tabs. */
  async ring() {
    const counts = await this.world.ask();
    if (counts !== null) this.broadcast(counts);
  }

  /** @param {Counts & {isLive?: boolean}} news */
  broadcast(news) {
    this.take(news);
    this.world.channel?.postMessage(news);
  }

  /** @param {Counts & {isLive?: boolean}} news */
  take({ isLive, ...counts }) {
    if (counts.count !== undefined) this.show(counts);
    if (isLive !== undefined) this.isLive = isLive;
  }

  /** Handle a message of another tab; if it was just opened, reply whether there is a stream. @param {Counts & {isLive?: boolean}} news */
  hear(news) {
    this.take(news);
    if (this.holdsStream && news.count !== undefined) this.world.channel?.postMessage({ isLive: this.isLive });
  }

  /** Poll unless a tab receives the stream. */
  async tick() {
    if (!this.isLive) await this.ring();
  }
}

/** @param {() => void} onNews @param {(state: "live" | "lost") => void} onState */
function listen(onNews, onState) {
  // `hello` counts as news too: there may be notices from before the reconnect.
  return new EventStream(EVENTS, null, { onEvent: onNews, onState }, ["notice", "reload"]);
}

/** Call back when the game on this page changed, debounced. @param {Document} page @param {() => void} act */
function onGameNews(page, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  page.addEventListener("game-news", () => {
    clearTimeout(timer);
    timer = setTimeout(act, NEWS_MS);
  });
}

/** @param {Document} page */
export function startNotices(page) {
  const awaited = awaitedOn(page);
  showAwaited(page, awaited);
  const link = page.querySelector("[data-notices]");
  if (!(link instanceof HTMLElement)) return startWithoutBell(page);
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  const show = (/** @type {Counts} */ counts) => {
    if (counts.count !== undefined) showCount(link, counts.count);
    if (counts.awaited !== undefined) showAwaited(page, counts.awaited);
  };
  const bell = new Bell(show, { ask: askCounts, channel, locks: navigator.locks, listen });
  // A newly loaded page has the latest counts: reading the list in one tab updates the others.
  channel?.postMessage({ count: Number(link.querySelector("[data-unread]")?.getAttribute("data-unread") || 0), awaited });
  onGameNews(page, () => bell.ring());
  setTimeout(() => bell.start(), SETTLE_MS);
  setInterval(() => {
    if (!page.hidden) bell.tick();
  }, REFRESH_MS);
  return undefined;
}

/** Guests have no notices, but games to move in. @param {Document} page */
function startWithoutBell(page) {
  onGameNews(page, async () => {
    const count = await askCount(AWAITED);
    if (count !== null) showAwaited(page, count);
  });
}
