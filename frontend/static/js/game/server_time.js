/** The server's time, estimated from its offset to the local clock. */

/** Offset of the server's clock to the local one, in milliseconds. */
let ahead = 0;

/** @param {string} serverTime */
export function setServerTime(serverTime) {
  ahead = new Date(serverTime).getTime() - Date.now();
}

export function serverNow() {
  return Date.now() + ahead;
}
