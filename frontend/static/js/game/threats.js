/**
 * What stands in danger when a piece is pointed at, whosever piece and whosever turn it is. The rules are asked, once a
 * position and only when somebody points.
 */

/** Families in which the rules tell it; in the others a piece shows what its steps take, when it is its turn. */
const FAMILIES = ["galax", "sirius"];

export class Threats {
  /** @param {string} family @param {(position: string) => Promise<{threats: Record<string, string[]>}>} ask */
  constructor(family, ask) {
    this.isTold = FAMILIES.includes(family);
    this.ask = ask;
    this.position = "";
    /** @type {Promise<Record<string, string[]>>} */
    this.known = Promise.resolve({});
  }

  /** What the piece on a cell could take. @param {string} position @param {string} cell @returns {Promise<string[]>} */
  async from(position, cell) {
    if (!this.isTold) return [];
    if (position !== this.position) {
      this.position = position;
      // Without a connection there is nothing to mark; the next position is asked for again.
      this.known = this.ask(position).then(({ threats }) => threats, () => ({}));
    }
    return (await this.known)[cell] ?? [];
  }
}
