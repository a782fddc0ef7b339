/**
 * The captures that any piece threatens, regardless of who is to move. Fetched from the server once per position, on
 * first use.
 */

export class Threats {
  /**
   * @param {boolean} isSupported whether the server computes threats of this game; otherwise only the legal steps are shown
   * @param {(position: string) => Promise<{threats: Record<string, string[]>}>} ask
   */
  constructor(isSupported, ask) {
    this.isSupported = isSupported;
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
