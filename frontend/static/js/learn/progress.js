/** Solved lessons of a tutorial, kept in local storage. */

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

  /** Save, ignoring errors: the tutorial works without storage. */
  write() {
    try {
      this.storage.setItem(this.key, JSON.stringify([...this.solved]));
    } catch {
      // Full, or forbidden.
    }
  }
}
