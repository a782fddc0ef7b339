/** Fits a list to the screen: the largest type that needs no more pages than the smallest readable one. */

/** The smallest and the largest type, as shares of the screen's height: the smallest is readable from ten metres. */
const MIN_SHARE = 0.042;
const MAX_SHARE = 0.075;
const STEPS = 8;
const GAP_EMS = 1.5;
const MIN_PIXELS = 14;

/**
 * @typedef {[number, number]} Span the first item of a page, and the one after its last
 * @typedef {{size: number, columns: number, height: number, pages: Span[]}} Fit
 */

/**
 * Split items into pages of columns, each column filled in turn.
 * @param {number[]} heights @param {number} capacity height of a column @param {number} columns per page
 * @returns {Span[]} at least one page
 */
export function paginate(heights, capacity, columns) {
  /** @type {Span[]} */
  const pages = [[0, 0]];
  let column = 0;
  let used = 0;
  heights.forEach((height, index) => {
    if (used > 0 && used + height > capacity) {
      column += 1;
      used = 0;
    }
    if (column === columns) {
      pages.push([index, index]);
      column = 0;
    }
    used += height;
    pages[pages.length - 1][1] = index + 1;
  });
  return pages;
}

/**
 * Return the lowest column height that needs no more pages, so that pages and columns are about equally full.
 * @param {number[]} heights @param {number} capacity @param {number} columns
 */
export function balancedHeight(heights, capacity, columns) {
  const count = paginate(heights, capacity, columns).length;
  let low = Math.max(0, ...heights);
  let high = Math.max(capacity, low);
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (paginate(heights, middle, columns).length > count) low = middle;
    else high = middle;
  }
  return high;
}

/** The sizes of type to try, the largest first. @param {number} width @param {number} height @returns {number[]} */
export function sizesFor(width, height) {
  const side = Math.min(height, width * 0.85);
  const [least, most] = [Math.max(MIN_PIXELS, side * MIN_SHARE), Math.max(MIN_PIXELS, side * MAX_SHARE)];
  return Array.from({ length: STEPS + 1 }, (_, step) => most - ((most - least) * step) / STEPS);
}

/** @param {HTMLElement} list @param {number} size @param {number} columns @returns {Fit} */
function measure(list, size, columns) {
  const body = /** @type {HTMLElement} */ (list.parentElement);
  list.style.fontSize = `${size}px`;
  list.style.columnCount = String(columns);
  list.style.height = "auto";
  const heights = [...list.children].map((item) => item.getBoundingClientRect().height);
  // Heights are fractions of pixels: a column is a pixel higher than needed, never lower.
  const capacity = body.clientHeight - 1;
  const height = balancedHeight(heights, capacity, columns);
  return { size, columns, height: Math.min(height, capacity) + 1, pages: paginate(heights, height, columns) };
}

/** The fit with the fewest pages at one size, then the fewest columns. @param {HTMLElement} list @param {number} size */
function fitAt(list, size) {
  const width = /** @type {HTMLElement} */ (list.parentElement).clientWidth;
  const gap = GAP_EMS * size;
  const most = Math.max(1, Math.floor((width + gap) / (Number(list.dataset.column) * size + gap)));
  let best = measure(list, size, 1);
  for (let columns = 2; columns <= most && best.pages.length > 1; columns += 1) {
    const other = measure(list, size, columns);
    if (other.pages.length < best.pages.length) best = other;
  }
  return best;
}

/** Set the type and the columns of a list that is displayed, and return its pages. @param {HTMLElement} list */
export function fitList(list) {
  for (const item of list.children) /** @type {HTMLElement} */ (item).hidden = false;
  const sizes = sizesFor(window.innerWidth, window.innerHeight);
  const fewest = fitAt(list, sizes[sizes.length - 1]).pages.length;
  const size = sizes.find((one) => fitAt(list, one).pages.length <= fewest) ?? sizes[sizes.length - 1];
  const fit = fitAt(list, size);
  list.style.fontSize = `${fit.size}px`;
  list.style.columnCount = String(fit.columns);
  list.style.height = `${fit.height}px`;
  return fit.pages;
}

/** Show one page of a list. @param {HTMLElement} list @param {Span} span */
export function showSpan(list, [from, to]) {
  [...list.children].forEach((item, index) => {
    /** @type {HTMLElement} */ (item).hidden = index < from || index >= to;
  });
}
