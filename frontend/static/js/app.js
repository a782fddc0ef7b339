/** The site as an app: its service worker, and the notices of pages that somebody has come to. */

/** @param {Document} page @returns {Promise<ServiceWorkerRegistration | null>} null where there can be none */
export async function registerWorker(page) {
  const { worker } = page.documentElement.dataset;
  if (!worker || !("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register(worker).catch(() => null);
}

/** Whoever is on a page needs no notice of it any more. @param {ServiceWorkerRegistration} registration */
async function putNoticesAway(registration) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  for (const notice of await registration.getNotifications()) {
    if (notice.data?.path === location.pathname) notice.close();
  }
}

/** After the page itself: nothing of this is needed to read it. @param {Document} page */
export function startApp(page) {
  const start = async () => {
    const registration = await registerWorker(page);
    if (registration) await putNoticesAway(registration);
  };
  if (page.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}
