/** Keeps one tournament of a screen up to date: its event stream, and its part of the page, fetched again on events. */

import { setServerTime } from "../game/server_time.js";
import { EventStream } from "../net/stream.js";
import { KINDS, pauseFor } from "../tournament_live.js";

export class WallFeed {
  /**
   * @param {HTMLElement} wall
   * @param {{onFresh: (feed: WallFeed, events: {kind: string, data: any}[]) => void, onState: () => void}} listeners
   */
  constructor(wall, listeners) {
    this.wall = wall;
    this.listeners = listeners;
    this.isLive = true;
    this.lastData = Date.now();
    /** @type {{kind: string, data: any}[]} */
    this.events = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    setServerTime(wall.dataset.now ?? "");
    if (wall.dataset.stream) this.stream = this.open(wall.dataset.stream, Number(wall.dataset.last));
  }

  /** @param {string} url @param {number} last */
  open(url, last) {
    return new EventStream(url, last, {
      onEvent: (kind, data) => {
        if (kind !== "hello") this.events.push({ kind, data });
        this.scheduleRefresh();
      },
      onState: (state) => this.setLive(state === "live"),
    }, KINDS);
  }

  /** With jitter: a hall may have several screens. */
  scheduleRefresh() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.refresh();
    }, pauseFor(Math.random()));
  }

  async refresh() {
    const events = this.events.splice(0);
    const fresh = await this.load();
    if (!fresh) {
      this.events.unshift(...events);
      this.setLive(false);
      return;
    }
    this.wall.dataset.now = fresh.dataset.now ?? "";
    setServerTime(this.wall.dataset.now);
    this.wall.replaceChildren(...fresh.childNodes);
    this.setLive(true);
    this.listeners.onFresh(this, events);
  }

  /** @returns {Promise<HTMLElement | null>} null without an answer */
  async load() {
    const response = await fetch(this.wall.dataset.url ?? "", { headers: { Accept: "text/html" } }).catch(() => null);
    if (!response?.ok) return null;
    return new DOMParser().parseFromString(await response.text(), "text/html").getElementById(this.wall.id);
  }

  /** @param {boolean} isLive */
  setLive(isLive) {
    this.isLive = isLive;
    if (isLive) this.lastData = Date.now();
    this.listeners.onState();
  }
}
