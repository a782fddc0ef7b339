/** The hands of a screen: keys, a legend that appears when the pointer moves, full screen, and the wake lock. */

const STILL_AFTER_MS = 3000;
/** @type {Record<string, string>} */
const KEYS = { " ": "pause", ArrowRight: "next", ArrowLeft: "previous", PageDown: "next", PageUp: "previous", f: "full", F: "full" };

/** @param {Document} page */
function toggleFullScreen(page) {
  if (page.fullscreenElement) page.exitFullscreen();
  else page.documentElement.requestFullscreen?.().catch(() => {});
}

/** Keep the screen awake while it is visible; browsers allow it over HTTPS and on the machine itself. @param {Document} page */
function stayAwake(page) {
  const request = () => {
    if (page.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  page.addEventListener("visibilitychange", request);
  request();
}

/** @param {Document} page @param {HTMLElement} legend */
function hideWhenStill(page, legend) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const rest = () => {
    if (legend.contains(page.activeElement)) return;
    legend.hidden = true;
    page.body.classList.add("is-still");
  };
  const wake = () => {
    legend.hidden = false;
    page.body.classList.remove("is-still");
    clearTimeout(timer);
    timer = setTimeout(rest, STILL_AFTER_MS);
  };
  page.addEventListener("pointermove", wake);
  page.addEventListener("pointerdown", wake);
  legend.addEventListener("focusout", wake);
  page.addEventListener("keydown", (event) => event.key === "Tab" && wake());
  rest();
}

/** @param {Document} page @param {{next: () => void, previous: () => void, pause: () => void}} actions */
export function startControls(page, actions) {
  const legend = /** @type {HTMLElement} */ (page.querySelector("[data-legend]"));
  /** @type {Record<string, () => void>} */
  const known = { ...actions, full: () => toggleFullScreen(page) };
  page.addEventListener("keydown", (event) => {
    const isOnButton = event.key === " " && event.target instanceof HTMLButtonElement;
    const action = event.ctrlKey || event.metaKey || event.altKey || isOnButton ? "" : KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    known[action]();
  });
  legend.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    known[button?.dataset.do ?? ""]?.();
  });
  hideWhenStill(page, legend);
  stayAwake(page);
}
