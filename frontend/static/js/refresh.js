/**
 * Refreshes parts of a page every few seconds (`data-refresh`), while the page is visible and the part isn't in use. A
 * redirect (an open table whose game began) is followed; if the part is gone, the page is reloaded.
 */

/** @param {Element} part */
export function isInUse(part) {
  const active = document.activeElement;
  return active !== null && part.contains(active) && active.matches("input, select, textarea, button");
}

/** Keep `<details>` open. @param {Element} part @param {Element} fresh */
function keepFolds(part, fresh) {
  const [before, after] = [part, fresh].map((one) => [...one.querySelectorAll("details")]);
  if (before.length === after.length) before.forEach((fold, index) => (after[index].open = fold.open));
}

/** Keep the horizontal scroll position of wide tables. @param {Element} part @param {() => void} fill */
function keepScrolls(part, fill) {
  const regions = () => [...part.querySelectorAll(".table-region")];
  const before = regions().map((region) => region.scrollLeft);
  fill();
  regions().forEach((region, index) => (region.scrollLeft = before[index] ?? 0));
}

/** @param {HTMLElement} part @returns {Promise<boolean>} whether it was skipped because the part is in use */
export async function refresh(part) {
  if (document.hidden) return false;
  if (isInUse(part)) return true;
  const response = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return false;
  if (response.redirected && new URL(response.url).pathname !== window.location.pathname) {
    window.location.assign(response.url);
    return false;
  }
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(part.id);
  if (!fresh) {
    window.location.reload();
    return false;
  }
  keepFolds(part, fresh);
  if (isInUse(part)) return true;
  if (!fresh.isEqualNode(part)) keepScrolls(part, () => part.replaceChildren(...fresh.childNodes));
  return false;
}

if (typeof document !== "undefined") {
  for (const part of document.querySelectorAll("[data-refresh]")) {
    if (part instanceof HTMLElement) setInterval(() => refresh(part), Number(part.dataset.refresh) * 1000);
  }
}
