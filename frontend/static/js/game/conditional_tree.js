/**
 * Conditional moves being edited: a tree of the others' possible turns and the owner's replies. No DOM here.
 * @typedef {{seat: number, steps?: string[], act?: string, then?: Branch[]}} Branch
 */

export class ConditionalTree {
  /** @param {number} owner @param {Branch[]} branches */
  constructor(owner, branches) {
    this.owner = owner;
    /** @type {Branch[]} */
    this.root = structuredClone(branches);
    /** The branches from the root to the position on the board. @type {Branch[]} */
    this.path = [];
  }

  /** The branches that continue from the position on the board. */
  get row() {
    return this.rowAfter(this.path.at(-1));
  }

  /** All steps from the root to the position on the board. */
  get steps() {
    return this.path.flatMap((branch) => branch.steps ?? []);
  }

  /** @param {Branch | undefined} branch */
  rowAfter(branch) {
    if (!branch) return this.root;
    branch.then ??= [];
    return branch.then;
  }

  /**
   * Follow a turn's branch, or add one. The owner has one reply per position: a new one replaces the last.
   * @param {number} seat @param {string[]} steps
   */
  enter(seat, steps) {
    const known = this.row.find((branch) => !branch.act && branch.steps?.join(" ") === steps.join(" "));
    this.path.push(known ?? this.add({ seat, steps: [...steps], then: [] }));
  }

  /** End the line with an action of the owner (resign, accept a draw) instead of a turn. @param {string} act */
  end(act) {
    this.add({ seat: this.owner, act });
  }

  /** @param {Branch} branch */
  add(branch) {
    const row = this.row;
    if (branch.seat === this.owner) row.length = 0;
    row.push(branch);
    return branch;
  }

  back() {
    this.path.pop();
  }

  /** @param {Branch[]} path */
  goTo(path) {
    this.path = path.filter((branch) => !branch.act);
  }

  /** Remove the last branch of a path with all that follows it. @param {Branch[]} path */
  remove(path) {
    const branch = path.at(-1);
    const row = this.rowAfter(path.at(-2));
    row.splice(row.findIndex((one) => one === branch), 1);
    const index = this.path.findIndex((one) => one === branch);
    if (index >= 0) this.path.length = index;
  }

  /** The tree to save: without lines that don't end with a reply of the owner. @returns {Branch[]} */
  get whole() {
    return answered(this.root, this.owner);
  }
}

/** @param {Branch[]} row @param {number} owner @returns {Branch[]} */
function answered(row, owner) {
  return row.flatMap((branch) => answeredBranch(branch, owner));
}

/** @param {Branch} branch @param {number} owner @returns {Branch[]} */
function answeredBranch({ seat, steps, act, then = [] }, owner) {
  if (act) return [{ seat, act }];
  const rest = answered(then, owner);
  return seat === owner || rest.length > 0 ? [{ seat, steps, then: rest }] : [];
}
