/**
 * The bell in the header: how many notices are new, and how many games wait, on every open page at once.
 *
 * Of all pages of a browser one holds the stream and tells the others; when it is closed, the next takes over. Where
 * that cannot be (no locks, no stream), each page asks now and then while it is looked at.
 *
 * @typedef {{count?: number, awaited?: number}} Counts notices that are new, and games that wait
 */

import { awaitedOn, showAwaited } from "./awaited.js";
import { EventStream } from "./net/stream.js";
import { number, tn } from "./words.js";

const UNREAD = "/api/v1/notices/?unread=true&page_size=1";
const AWAITED = "/api/v1/games/?my_turn=true&page_size=1";
const EVENTS = "/api/v1/notices/events/";
const NAME = "asterism-bell";
const REFRESH_MS = 20_000;
// Between two turns of one hand, an AI's answer for instance, nobody needs to know.
const NEWS_MS = 1000;
// Whoever only passes through a page needs no stream.
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

/** @param {string} url a list of the API @returns {Promise<number | null>} how long it is; null when nobody answers */
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
    /** Whether some page of this browser hears the stream; then nobody needs to ask by the clock. */
    this.isLive = false;
    this.holdsStream = false;
    world.channel?.addEventListener("message", (event) => this.hear(event.data));
  }

  /** Wait until no other page holds the stream, then hold it for as long as this page lasts. */
  start() {
    this.world.locks?.request(NAME, () => {
      this.holdsStream = true;
      this.world.listen(() => this.ring(), (state) => this.tell({ isLive: state === "live" }));
      return new Promise(() => {});
    });
  }

  /** Something is new: ask once, for all pages. */
  async ring() {
    const counts = await this.world.ask();
    if (counts !== null) this.tell(counts);
  }

  /** @param {Counts & {isLive?: boolean}} news */
  tell(news) {
    this.take(news);
    this.world.channel?.postMessage(news);
  }

  /** @param {Counts & {isLive?: boolean}} news */
  take({ isLive, ...counts }) {
    if (counts.count !== undefined) this.show(counts);
    if (isLive !== undefined) this.isLive = isLive;
  }

  /** What another page says; one that has just been opened is told whether there is a stream. @param {any} news */
  hear(news) {
    this.take(news);
    if (this.holdsStream && news.count !== undefined) this.world.channel?.postMessage({ isLive: this.isLive });
  }

  /** By the clock: only where no stream tells. */
  async tick() {
    if (!this.isLive) await this.ring();
  }
}

/** @param {() => void} onNews @param {(state: "live" | "lost") => void} onState */
function listen(onNews, onState) {
  // `hello` is news too: whatever came while the line was down is in the list.
  return new EventStream(EVENTS, null, { onEvent: onNews, onState }, ["notice", "reload"]);
}

/** Call back when a game on this page has gone on, once for all that follows at once. @param {Document} page @param {() => void} act */
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
  // A page just drawn knows best: reading the list in one tab quiets the bells of the others.
  channel?.postMessage({ count: Number(link.querySelector("[data-unread]")?.getAttribute("data-unread") || 0), awaited });
  onGameNews(page, () => bell.ring());
  setTimeout(() => bell.start(), SETTLE_MS);
  setInterval(() => {
    if (!page.hidden) bell.tick();
  }, REFRESH_MS);
  return undefined;
}

/** Guests are sent no notices; their games wait for them all the same. @param {Document} page */
function startWithoutBell(page) {
  onGameNews(page, async () => {
    const count = await askCount(AWAITED);
    if (count !== null) showAwaited(page, count);
  });
}
