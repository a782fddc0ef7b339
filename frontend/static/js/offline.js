/** Offline page: reloads when the connection is back. */

window.addEventListener("online", () => location.reload());
