/**
 * What stands in danger when a piece is pointed at, whosever piece and whosever turn it is. The rules are asked, once a
 * position and only when somebody points.
 */

export class Threats {
  /**
   * @param {boolean} areTold whether the rules of the game tell threats; in others a piece shows what its steps take
   * @param {(position: string) => Promise<{threats: Record<string, string[]>}>} ask
   */
  constructor(areTold, ask) {
    this.areTold = areTold;
    this.ask = ask;
    this.position = "";
    /** @type {Promise<Record<string, string[]>>} */
    this.known = Promise.resolve({});
  }

  /** What the piece on a cell could take. @param {string} position @param {string} cell @returns {Promise<string[]>} */
  async from(position, cell) {
    if (!this.areTold) return [];
    if (position !== this.position) {
      this.position = position;
      // Without a connection there is nothing to mark; the next position is asked for again.
      this.known = this.ask(position).then(({ threats }) => threats, () => ({}));
    }
    return (await this.known)[cell] ?? [];
  }
}
