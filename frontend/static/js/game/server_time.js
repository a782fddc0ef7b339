/** The server's time, whatever this computer's clock says. */

/** How far the server's time is ahead of this computer's, in milliseconds. */
let ahead = 0;

/** @param {string} serverTime */
export function setServerTime(serverTime) {
  ahead = new Date(serverTime).getTime() - Date.now();
}

export function serverNow() {
  return Date.now() + ahead;
}
