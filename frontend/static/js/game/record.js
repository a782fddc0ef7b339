/** The transcript: one line a round, one cell a seat. */

/**
 * @param {HTMLElement} list an ordered list @param {{turn: number, seat: number | null, steps: string[], at: string}[]} record
 * @param {{seats: {name: string, colour: string}[]}} game
 */
export function showRecord(list, record, game) {
  const stayed = list.scrollTop + list.clientHeight < list.scrollHeight - 8;
  list.replaceChildren(...record.map((turn) => line(turn, game)));
  if (!stayed) list.scrollTop = list.scrollHeight;
}

/** @param {{turn: number, seat: number | null, steps: string[], at: string}} turn @param {any} game */
function line(turn, game) {
  const item = document.createElement("li");
  const seat = turn.seat === null ? null : game.seats[turn.seat];
  if (seat) item.className = `record-${seat.colour}`;
  item.title = `${seat ? `${seat.name}, ` : ""}${new Date(turn.at).toLocaleString()}`;
  item.textContent = turn.steps.join(" ");
  return item;
}
