/** The page that stands in for one that cannot be reached: as soon as there is a connection again, the page is asked for. */

window.addEventListener("online", () => location.reload());
