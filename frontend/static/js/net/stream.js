/**
 * Server-sent events with reconnection and exponential backoff. Events arrive once and in order: on reconnect the id of
 * the last one is sent along.
 */

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 20_000;

export class EventStream {
  /**
   * @param {string} url @param {number | null} last id of the last known event; null for new events only
   * @param {{onEvent: (kind: string, data: any) => void, onState: (state: "live" | "lost") => void}} listeners
   * @param {string[]} kinds
   */
  constructor(url, last, listeners, kinds) {
    this.url = url;
    this.last = last;
    this.listeners = listeners;
    this.kinds = kinds;
    this.pause = MIN_BACKOFF_MS;
    this.reopen = () => this.open();
    this.goOffline = () => this.scheduleReconnect();
    window.addEventListener("online", this.reopen);
    window.addEventListener("offline", this.goOffline);
    this.open();
  }

  open() {
    this.close();
    const source = new EventSource(this.last === null ? this.url : `${this.url}?last_event_id=${this.last}`);
    source.addEventListener("hello", (event) => this.handleHello(event));
    for (const kind of this.kinds) source.addEventListener(kind, (event) => this.take(kind, event));
    source.addEventListener("error", () => this.scheduleReconnect());
    this.source = source;
  }

  /** @param {MessageEvent} event */
  handleHello(event) {
    this.pause = MIN_BACKOFF_MS;
    this.listeners.onState("live");
    this.listeners.onEvent("hello", JSON.parse(event.data));
  }

  /** @param {string} kind @param {MessageEvent} event */
  take(kind, event) {
    const number = Number(event.lastEventId);
    if (number && this.last !== null && number <= this.last) return;
    if (number) this.last = number;
    this.listeners.onEvent(kind, JSON.parse(event.data));
  }

  /** Reconnect explicitly, since browsers give up on some errors. */
  scheduleReconnect() {
    this.close();
    this.listeners.onState("lost");
    this.timer = setTimeout(this.reopen, this.pause);
    this.pause = Math.min(this.pause * 2, MAX_BACKOFF_MS);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
  }

  destroy() {
    this.close();
    window.removeEventListener("online", this.reopen);
    window.removeEventListener("offline", this.goOffline);
  }
}
