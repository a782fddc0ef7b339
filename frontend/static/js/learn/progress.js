/** Which steps of a tutorial are solved, kept in this browser. */

export class Progress {
  /** @param {string} family @param {Storage} [storage] */
  constructor(family, storage = localStorage) {
    this.key = `tutorial-${family}`;
    this.storage = storage;
    /** @type {Set<string>} */
    this.solved = new Set(this.read());
  }

  /** @returns {string[]} */
  read() {
    try {
      const kept = JSON.parse(this.storage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {string} name */
  add(name) {
    this.solved.add(name);
    this.write();
  }

  clear() {
    this.solved.clear();
    this.write();
  }

  /** A browser that keeps nothing still lets one learn. */
  write() {
    try {
      this.storage.setItem(this.key, JSON.stringify([...this.solved]));
    } catch {
      // Full, or forbidden.
    }
  }
}
