/**
 * The bell in the header: how many notices are new, on every open page at once.
 *
 * Of all pages of a browser one holds the stream and tells the others; when it is closed, the next takes over. Where
 * that cannot be (no locks, no stream), each page asks now and then while it is looked at.
 */

import { EventStream } from "./net/stream.js";
import { number, tn } from "./words.js";

const UNREAD = "/api/v1/notices/?unread=true&page_size=1";
const EVENTS = "/api/v1/notices/events/";
const NAME = "asterism-bell";
const REFRESH_MS = 20_000;
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
  bell.setAttribute("aria-label", count === 0 ? label : tn("Notices: {count} new", "Notices: {count} new", count));
}

/** @returns {Promise<number | null>} how many are new; null when nobody answers */
async function askCount() {
  const answer = await fetch(UNREAD, { headers: { Accept: "application/json" } }).catch(() => null);
  return answer?.ok ? (await answer.json()).count : null;
}

export class Bell {
  /**
   * @param {(count: number) => void} show
   * @param {{ask: () => Promise<number | null>, channel: BroadcastChannel | null, locks: LockManager | undefined,
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
    const count = await this.world.ask();
    if (count !== null) this.tell({ count });
  }

  /** @param {{count?: number, isLive?: boolean}} news */
  tell(news) {
    this.take(news);
    this.world.channel?.postMessage(news);
  }

  /** @param {{count?: number, isLive?: boolean}} news */
  take({ count, isLive }) {
    if (count !== undefined) this.show(count);
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

/** @param {Document} page */
export function startNotices(page) {
  const link = page.querySelector("[data-notices]");
  if (!(link instanceof HTMLElement)) return;
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  const bell = new Bell((count) => showCount(link, count), { ask: askCount, channel, locks: navigator.locks, listen });
  // A page just drawn knows best: reading the list in one tab quiets the bells of the others.
  channel?.postMessage({ count: Number(link.querySelector("[data-unread]")?.getAttribute("data-unread") || 0) });
  setTimeout(() => bell.start(), SETTLE_MS);
  setInterval(() => {
    if (!page.hidden) bell.tick();
  }, REFRESH_MS);
}
