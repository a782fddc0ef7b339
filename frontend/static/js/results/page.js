/**
 * The page of all results of a round: one tap or key per result, saved as it happens, live with what others enter.
 *
 * @typedef {import("../types.js").ResultTable} Table
 */

import { callApi } from "../net/api.js";
import { EventStream } from "../net/stream.js";
import { t, tn } from "../words.js";
import { ResultQueue } from "./queue.js";
import { ResultRow } from "./rows.js";

const KINDS = ["changed", "round_published", "round_finished", "result", "status", "final", "reload"];
const PAUSE_MS = 300;

/** @param {string} base @param {import("./queue.js").Write} write */
function send(base, write) {
  const { seen, reason, result } = write;
  const path = `${base}tables/${write.table}/result/`;
  return result ? callApi("POST", path, { ...result, seen, reason }) : callApi("DELETE", path, { seen, reason });
}

/** Start the page. @param {HTMLElement} part */
export function startResults(part) {
  const { base = "", round = "", key = "", revision = "0" } = part.dataset;
  const announcer = /** @type {HTMLElement} */ (part.querySelector("[data-announcer]"));
  const counter = /** @type {HTMLElement} */ (part.querySelector("[data-counter]"));
  const finished = /** @type {HTMLElement} */ (part.querySelector("[data-finished]"));
  /** @type {Map<number, ResultRow>} */
  const rows = new Map();
  const count = () => {
    const all = [...rows.values()];
    const done = all.filter((row) => row.isDone).length;
    const waiting = new Set(queue.writes.map((write) => write.table)).size;
    const words = [tn("{done} of {count} table done", "{done} of {count} tables done", all.length, { done })];
    if (waiting) words.push(tn("{count} waiting to be sent", "{count} waiting to be sent", waiting));
    counter.textContent = words.join(" · ");
    finished.hidden = done < all.length || waiting > 0;
  };
  const say = (/** @type {string} */ words) => (announcer.textContent = words);
  const queue = new ResultQueue(`results:${key}`, window.localStorage, (write) => send(base, write), (id, answer) => {
    const row = rows.get(id);
    if (answer) row?.update(answer, answer.follows);
    else row?.show();
    if (queue.conflicts.has(id) && row) say(t("Table {number}: not saved", { number: row.table.number }));
    count();
  });
  const start = (/** @type {Table[]} */ tables) => {
    for (const table of tables) {
      const place = part.querySelector(`[data-table="${table.id}"]`);
      if (rows.has(table.id)) rows.get(table.id)?.update(table);
      else if (place instanceof HTMLElement) rows.set(table.id, new ResultRow(place, table, queue, say));
      else return window.location.reload(); // a replay began
    }
    count();
  };
  start(JSON.parse(document.getElementById("results-data")?.textContent ?? "[]"));
  part.classList.add("is-live");
  listen(`${base}events/`, Number(revision), async () => {
    const answer = await callApi("GET", `${base}rounds/${round}/pairings/`).catch(() => null);
    if (answer) start(/** @type {{tables: Table[]}} */ (answer).tables);
  });
  document.addEventListener("keydown", (event) => pressKey(event, [...rows.values()]));
  window.addEventListener("online", () => queue.flush());
  queue.flush();
}

/** Read the round again shortly after an event. @param {string} url @param {number} last @param {() => void} read */
function listen(url, last, read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const onEvent = (/** @type {string} */ kind) => {
    if (kind === "hello") return;
    clearTimeout(timer);
    timer = setTimeout(read, PAUSE_MS);
  };
  return new EventStream(`/api/v1/${url}`, last, { onEvent, onState: () => {} }, KINDS);
}

/** Move between rows, or pass the key to the row with the focus. @param {KeyboardEvent} event @param {ResultRow[]} rows */
export function pressKey(event, rows) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
  const at = rows.findIndex((row) => row.place.contains(target));
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step !== undefined) {
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    next?.place.focus();
    event.preventDefault();
  } else if (rows[at]?.press(event.key)) event.preventDefault();
}

if (typeof document !== "undefined") {
  const part = document.querySelector("[data-results]");
  if (part instanceof HTMLElement) startResults(part);
}
