/**
 * The tie-breaks of a tournament form: moved up and down by buttons, by Alt and arrow keys, or dragged; and the usual
 * ones of the chosen format, until they are changed by hand. Boxes are submitted in the order of the page.
 */

import { t } from "./words.js";

/** @typedef {{row: HTMLElement, box: HTMLInputElement}} Line */

/** @param {HTMLElement} list @returns {Line[]} */
function linesOf(list) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll('input[name="tie_breaks"]'));
  return [...boxes].map((box) => ({ row: rowOf(list, box), box }));
}

/** The direct child of the list that holds the box. @param {HTMLElement} list @param {HTMLElement} box */
function rowOf(list, box) {
  let row = box;
  while (row.parentElement && row.parentElement !== list) row = row.parentElement;
  return row;
}

/**
 * The order with the item at `from` moved by `step` places; the same array if it can't move.
 * @template T @param {T[]} items @param {number} from @param {number} step @returns {T[]}
 */
export function moved(items, from, step) {
  const to = from + step;
  if (from < 0 || to < 0 || to >= items.length) return items;
  const order = items.filter((_item, index) => index !== from);
  order.splice(to, 0, items[from]);
  return order;
}

/** Tick the usual tie-breaks, in their order, first. @param {HTMLElement} list @param {string[]} usual */
export function applyUsual(list, usual) {
  const place = (/** @type {Line} */ { box }) => (usual.includes(box.value) ? usual.indexOf(box.value) : usual.length);
  const lines = linesOf(list);
  for (const { box } of lines) box.checked = usual.includes(box.value);
  list.append(...lines.sort((one, other) => place(one) - place(other)).map(({ row }) => row));
}

export class TieBreakList {
  /** @param {HTMLElement} list @param {HTMLSelectElement | null} format */
  constructor(list, format) {
    this.list = list;
    this.isTouched = false;
    list.classList.add("sortable");
    for (const line of linesOf(list)) this.equip(line);
    list.addEventListener("change", () => (this.isTouched = true));
    list.addEventListener("keydown", (event) => this.handleKey(event));
    list.addEventListener("dragover", (event) => this.handleDrag(event));
    format?.addEventListener("change", () => this.followFormat(format));
  }

  /** @param {HTMLSelectElement} format */
  followFormat(format) {
    const usual = JSON.parse(format.dataset.tieBreaks ?? "{}")[format.value];
    if (usual && !this.isTouched) applyUsual(this.list, usual);
  }

  /** Add the buttons of a row, and let it be dragged. @param {Line} line */
  equip({ row, box }) {
    const name = box.parentElement?.textContent?.trim() ?? "";
    row.draggable = true;
    row.addEventListener("dragstart", () => (this.dragged = row));
    row.append(
      this.button("↑", t("Move up: {name}", { name }), () => this.move(row, -1)),
      this.button("↓", t("Move down: {name}", { name }), () => this.move(row, 1)),
    );
  }

  /** @param {string} sign @param {string} label @param {() => void} act */
  button(sign, label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      act();
      button.focus();
    });
    return button;
  }

  /** @param {HTMLElement} row @param {number} step */
  move(row, step) {
    this.isTouched = true;
    const rows = linesOf(this.list).map((line) => line.row);
    this.list.append(...moved(rows, rows.indexOf(row), step));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    this.move(rowOf(this.list, event.target), step);
    event.target.focus();
  }

  /** @param {DragEvent} event */
  handleDrag(event) {
    if (!this.dragged || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    const rows = linesOf(this.list).map((line) => line.row);
    const step = rows.indexOf(rowOf(this.list, event.target)) - rows.indexOf(this.dragged);
    if (step) this.move(this.dragged, step);
  }
}
