/**
 * The captures that any piece threatens, regardless of who is to move. Fetched from the server once per position, on
 * first use.
 */

/** Families for which the server computes threats; in others only the legal steps of the player to move are shown. */
const FAMILIES = ["galax", "sirius"];

export class Threats {
  /** @param {string} family @param {(position: string) => Promise<{threats: Record<string, string[]>}>} ask */
  constructor(family, ask) {
    this.isSupported = FAMILIES.includes(family);
    this.ask = ask;
    this.position = "";
    /** @type {Promise<Record<string, string[]>>} */
    this.known = Promise.resolve({});
  }

  /**
   * Return the cells that the piece on a cell could capture.
   * @param {string} position @param {string} cell @returns {Promise<string[]>}
   */
  async from(position, cell) {
    if (!this.isSupported) return [];
    if (position !== this.position) {
      this.position = position;
      // On failure nothing is marked until the next position.
      this.known = this.ask(position).then(({ threats }) => threats, () => ({}));
    }
    return (await this.known)[cell] ?? [];
  }
}
