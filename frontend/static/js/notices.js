/** The bell in the header: how many notices are new, asked again every while as long as the page is looked at. */

const REFRESH_MS = 20_000;
const UNREAD = "/api/v1/notices/?unread=true&page_size=1";

/**
 * @param {HTMLElement} bell the link, with the words for its label in `data-label` and `data-fresh`
 * @param {number} count
 */
export function showCount(bell, count) {
  const badge = /** @type {HTMLElement | null} */ (bell.querySelector("[data-unread]"));
  if (badge === null) return;
  badge.textContent = String(count);
  badge.hidden = count === 0;
  const { label = "", fresh = "" } = bell.dataset;
  bell.setAttribute("aria-label", count === 0 ? label : `${label}: ${count} ${fresh}`);
}

/** @param {HTMLElement} bell @returns {Promise<void>} */
async function refresh(bell) {
  if (document.hidden) return;
  const answer = await fetch(UNREAD, { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok) showCount(bell, (await answer.json()).count);
}

/** @param {Document} page */
export function startNotices(page) {
  const bell = page.querySelector("[data-notices]");
  if (bell instanceof HTMLElement) setInterval(() => refresh(bell), REFRESH_MS);
}
