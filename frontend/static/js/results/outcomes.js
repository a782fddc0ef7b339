/**
 * Results as values: what one tap means at a table of two, and the order of finish at tables of three and four.
 *
 * @typedef {import("../types.js").ResultTable} Table
 * @typedef {{outcome: string, ranks: number[], absent: number[]}} Result
 * @typedef {{key: string, label: string, result: Result, isRare: boolean}} Choice
 */

import { mark, t } from "../words.js";

/** @type {[string, number[], string, number][]} outcome, ranks, label, the seat that it names */
const CHOICES = [
  ["goal", [1, 2], mark("{name} wins"), 0],
  ["limit", [1, 2], mark("{name} on tally"), 0],
  ["draw", [1, 1], mark("Draw"), 0],
  ["limit", [2, 1], mark("{name} on tally"), 1],
  ["goal", [2, 1], mark("{name} wins"), 1],
  ["forfeit", [2, 1], mark("{name} did not appear"), 0],
  ["forfeit", [1, 2], mark("{name} did not appear"), 1],
  ["forfeit", [2, 2], mark("Neither appeared"), 0],
];

/** @param {Table} table */
export function namesOf(table) {
  return table.seats.map((seat) => seat.player.name);
}

/** Every result of a table of two, in the order of their keys. @param {string[]} names @returns {Choice[]} */
export function choicesOf(names) {
  return CHOICES.map(([outcome, ranks, label, seat], index) => ({
    key: String(index + 1),
    label: t(label, { name: names[seat] }),
    isRare: outcome === "forfeit",
    result: {
      outcome,
      ranks: [...ranks],
      absent: outcome === "forfeit" ? [0, 1].filter((one) => ranks[one] !== 1) : [],
    },
  }));
}

/** @param {Table} table @returns {Result | null} */
export function resultOf(table) {
  if (!table.outcome) return null;
  return { outcome: table.outcome, ranks: table.seats.map((seat) => seat.rank ?? 1), absent: [...table.absent] };
}

/** @param {Result | null} one @param {Result | null} other */
export function isSame(one, other) {
  return JSON.stringify(one && [one.outcome, one.ranks, one.absent]) ===
    JSON.stringify(other && [other.outcome, other.ranks, other.absent]);
}

/** Describe a result. @param {Result} result @param {string[]} names @returns {string} */
export function describeResult(result, names) {
  if (names.length === 2) {
    return choicesOf(names).find((choice) => isSame(choice.result, result))?.label ?? t("Draw");
  }
  const missing = result.absent.map((index) => t("{name} did not appear", { name: names[index] }));
  const playing = names.map((_name, index) => index).filter((index) => !result.absent.includes(index));
  if (result.outcome === "forfeit") return missing.join(", ");
  const order = playing.sort((one, other) => result.ranks[one] - result.ranks[other]);
  const places = order.map((index) => `${result.ranks[index]}. ${names[index]}`).join(", ");
  const isDraw = new Set(order.map((index) => result.ranks[index])).size === 1;
  const words = isDraw ? t("Draw") : result.outcome === "limit" ? t("{places}, on tally", { places }) : places;
  return [words, ...missing].join("; ");
}

/**
 * The order of finish at a table of three or four, as it is tapped: groups of seats, the best first. Seats in one group
 * are tied. Each change returns a new value, so that the last tap can be undone.
 */
export class Finish {
  /** @param {number} seats @param {number[][]} groups @param {number[]} absent @param {boolean} isTie the next tap ties */
  constructor(seats, groups = [], absent = [], isTie = false) {
    this.seats = seats;
    this.groups = groups;
    this.absent = absent;
    this.isTie = isTie;
  }

  /** The seats without a place, in turn order. */
  get open() {
    const placed = [...this.groups.flat(), ...this.absent];
    return Array.from({ length: this.seats }, (_, index) => index).filter((index) => !placed.includes(index));
  }

  /** @returns {boolean} whether there is a group that the next player can be tied with */
  get canTie() {
    return this.groups.length > 0 && this.open.length > 0;
  }

  get isEmpty() {
    return this.groups.length === 0 && this.absent.length === 0;
  }

  /** Give the next place to a seat. The last seat is placed by itself. @param {number} index */
  place(index) {
    if (!this.open.includes(index)) return this;
    const groups = this.isTie && this.groups.length
      ? [...this.groups.slice(0, -1), [.../** @type {number[]} */ (this.groups.at(-1)), index]]
      : [...this.groups, [index]];
    return new Finish(this.seats, groups, this.absent).closed();
  }

  /** Tie the next player with the one before. */
  tie() {
    return this.canTie ? new Finish(this.seats, this.groups, this.absent, !this.isTie) : this;
  }

  /** All players without a place share the next one. */
  tieRest() {
    return this.open.length ? new Finish(this.seats, [...this.groups, this.open], this.absent) : this;
  }

  /** Mark a player who did not appear. @param {number} index */
  miss(index) {
    if (!this.open.includes(index)) return this;
    const next = new Finish(this.seats, this.groups, [...this.absent, index].sort());
    return this.groups.length || next.open.length < 2 ? next.closed() : next;
  }

  /** Place the last player without a place. @private */
  closed() {
    return this.open.length === 1 ? new Finish(this.seats, [...this.groups, this.open], this.absent) : this;
  }

  /** The rank of a seat so far, 0 without one. @param {number} index */
  rankOf(index) {
    let rank = 1;
    for (const group of this.groups) {
      if (group.includes(index)) return rank;
      rank += group.length;
    }
    return 0;
  }

  /** The result once every seat has a place, else null. @param {boolean} onTally @returns {Result | null} */
  result(onTally) {
    if (this.open.length) return null;
    const playing = this.seats - this.absent.length;
    if (playing < 2) {
      const ranks = Array.from({ length: this.seats }, (_, index) => (this.absent.includes(index) ? 2 : 1));
      return { outcome: "forfeit", ranks, absent: this.absent };
    }
    const ranks = Array.from({ length: this.seats }, (_, index) => this.rankOf(index) || playing + 1);
    const outcome = this.groups.length === 1 ? "draw" : onTally ? "limit" : "goal";
    return { outcome, ranks, absent: this.absent };
  }
}
