/**
 * Results that wait to be sent: kept in the browser until the site has answered, sent in order for each table, again
 * with exponential backoff while there is no connection. A result that someone else entered meanwhile stops the table
 * until the organiser has chosen.
 *
 * @typedef {import("../types.js").ResultTable} Table
 * @typedef {import("./outcomes.js").Result} Result
 * @typedef {{table: number, result: Result | null, seen: number, reason: string}} Write a result, null to clear it
 * @typedef {{write: Write, current: Table | null, message: string}} Conflict `current` is what someone else entered
 * @typedef {{getItem: (key: string) => string | null, setItem: (key: string, value: string) => void}} Store
 */

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 20_000;

export class ResultQueue {
  /**
   * @param {string} key @param {Store} store
   * @param {(write: Write) => Promise<Table & {follows?: string[]}>} send rejects with an error that has `code`,
   *   `status` (0 without a connection) and `body`
   * @param {(table: number, answer: (Table & {follows?: string[]}) | null) => void} onChange
   */
  constructor(key, store, send, onChange) {
    this.key = key;
    this.store = store;
    this.send = send;
    this.onChange = onChange;
    this.pause = MIN_BACKOFF_MS;
    /** @type {Map<number, Conflict>} */
    this.conflicts = new Map();
    /** @type {Set<number>} */
    this.busy = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Write[]} */
    this.writes = this.load();
  }

  /** @returns {Write[]} */
  load() {
    try {
      const stored = JSON.parse(this.store.getItem(this.key) ?? "[]");
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  }

  save() {
    try {
      this.store.setItem(this.key, JSON.stringify(this.writes));
    } catch {
      // Storage is full or not allowed: the results still wait in this page.
    }
  }

  /** @param {number} table @returns {Write[]} */
  waiting(table) {
    return this.writes.filter((write) => write.table === table);
  }

  /** The last result that waits for a table; undefined if none does. @param {number} table */
  last(table) {
    return this.waiting(table).at(-1);
  }

  /** @param {Write} write */
  add(write) {
    this.writes.push(write);
    this.save();
    this.onChange(write.table, null);
    this.flush();
  }

  /** Take back the last result of a table that was not sent yet. @param {number} table @returns {boolean} whether there was one */
  takeBack(table) {
    const own = this.waiting(table);
    if (!own.length || (own.length === 1 && this.busy.has(table))) return false;
    this.remove(/** @type {Write} */ (own.at(-1)));
    this.onChange(table, null);
    return true;
  }

  /** @param {Write} write */
  remove(write) {
    this.writes = this.writes.filter((one) => one !== write);
    this.save();
  }

  /** Forget everything that waits for a table. @param {number} table */
  drop(table) {
    this.writes = this.writes.filter((one) => one.table !== table);
    this.conflicts.delete(table);
    this.save();
    this.onChange(table, null);
  }

  /** Send a conflicting result after all, with a reason. @param {number} table @param {string} reason */
  insist(table, reason) {
    const conflict = this.conflicts.get(table);
    if (!conflict) return;
    this.conflicts.delete(table);
    this.writes = this.writes.filter((one) => one.table !== table);
    const seen = conflict.current?.version ?? conflict.write.seen;
    this.add({ ...conflict.write, seen, reason });
  }

  /** Send the first waiting result of every table. */
  flush() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const table of new Set(this.writes.map((write) => write.table))) {
      if (!this.busy.has(table) && !this.conflicts.has(table)) this.sendNext(table);
    }
  }

  /** @param {number} table @returns {Promise<void>} */
  async sendNext(table) {
    const write = this.waiting(table)[0];
    if (!write) return;
    this.busy.add(table);
    try {
      const answer = await this.send(write);
      this.busy.delete(table);
      this.pause = MIN_BACKOFF_MS;
      this.remove(write);
      for (const next of this.waiting(table)) next.seen = answer.version;
      this.save();
      this.onChange(table, answer);
      this.flush();
    } catch (error) {
      this.busy.delete(table);
      this.handleFailure(write, /** @type {any} */ (error));
    }
  }

  /** Send all again after a pause: one for all tables that failed, doubled each time. */
  retryLater() {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.flush(), this.pause);
    this.pause = Math.min(this.pause * 2, MAX_BACKOFF_MS);
  }

  /** @param {Write} write @param {{status?: number, code?: string, message: string, body?: {table?: Table}}} error */
  handleFailure(write, error) {
    const status = error.status ?? 0;
    if (status === 0 || status >= 500 || status === 429) this.retryLater();
    else {
      const wanted = this.last(write.table) ?? write;
      this.conflicts.set(write.table, {
        write: { ...wanted, seen: write.seen },
        current: error.body?.table ?? null,
        message: error.message,
      });
    }
    this.onChange(write.table, null);
  }
}
