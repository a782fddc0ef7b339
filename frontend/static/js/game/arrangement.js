/**
 * A set-up being edited: the kind of piece on each own cell, and its notation. No DOM here.
 * @typedef {{cells: string[], symbols: {symbol: string, kind: string, count: number}[],
 *            arrangements: {name: string, text: string}[], example: string,
 *            saved?: {id: number, name: string, setup: string}[], setup?: string | null}} SetupForm
 */

export class Arrangement {
  /** @param {SetupForm} form @param {string} text */
  constructor(form, text) {
    this.form = form;
    /** The kind on each of the form's cells, in their order. @type {(string | null)[]} */
    this.kinds = parse(form, text);
  }

  get text() {
    return write(this.form, this.kinds);
  }

  /** @param {string} cell */
  kindAt(cell) {
    return this.kinds[this.form.cells.indexOf(cell)] ?? null;
  }

  /** @param {string} one @param {string} other */
  swap(one, other) {
    const [first, second] = [this.form.cells.indexOf(one), this.form.cells.indexOf(other)];
    if (first < 0 || second < 0) return;
    [this.kinds[first], this.kinds[second]] = [this.kinds[second], this.kinds[first]];
  }

  /** Swap left and right. */
  mirror() {
    const { cells } = this.form;
    const rows = rowsOf(cells);
    this.kinds = rows.flatMap((row) => row.map((index) => this.kinds[index]).reverse());
  }

  /** @param {() => number} random from 0 to 1 */
  shuffle(random) {
    for (let last = this.kinds.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [this.kinds[last], this.kinds[other]] = [this.kinds[other], this.kinds[last]];
    }
  }
}

/** Normalise a typed set-up: upper case, no spaces or commas, one leading `=`. @param {string} typed */
export function tidied(typed) {
  return `=${typed.toUpperCase().replaceAll(/[\s=,]/g, "")}`;
}

/** Return the indices of the cells, grouped by row. @param {string[]} cells @returns {number[][]} */
function rowsOf(cells) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  cells.forEach((name, index) => {
    const row = name.replace(/^\D+/, "");
    rows.set(row, [...(rows.get(row) ?? []), index]);
  });
  return [...rows.values()];
}

/** Whether the notation lists the occupied cells instead of the kind on each cell. @param {SetupForm} form */
function namesCells(form) {
  return form.symbols.length === 1 && form.symbols[0].symbol === "";
}

/** @param {string} cell */
function column(cell) {
  return cell.replace(/\d+$/, "");
}

/** @param {SetupForm} form @param {string} text @returns {(string | null)[]} */
function parse(form, text) {
  const body = text.slice(1);
  if (namesCells(form)) return form.cells.map((cell) => (body.includes(column(cell)) ? form.symbols[0].kind : null));
  const kinds = new Map(form.symbols.map(({ symbol, kind }) => [symbol, kind]));
  return [...body.replaceAll("/", "")].map((symbol) => kinds.get(symbol) ?? null);
}

/** @param {SetupForm} form @param {(string | null)[]} kinds @returns {string} */
function write(form, kinds) {
  if (namesCells(form)) return `=${form.cells.filter((_, index) => kinds[index]).map(column).join("")}`;
  const symbols = new Map(form.symbols.map(({ symbol, kind }) => [kind, symbol]));
  const words = rowsOf(form.cells).map((row) => row.map((index) => symbols.get(kinds[index] ?? "") ?? "").join(""));
  return `=${words.join("/")}`;
}
