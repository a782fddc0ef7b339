/** Progressive web app: registers the service worker and closes push notifications about the current page. */

/** @param {Document} page @returns {Promise<ServiceWorkerRegistration | null>} null where unsupported */
export async function registerWorker(page) {
  const { worker } = page.documentElement.dataset;
  if (!worker || !("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register(worker).catch(() => null);
}

/** Close the notifications that link to the current page. @param {ServiceWorkerRegistration} registration */
async function closeNotifications(registration) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  for (const notice of await registration.getNotifications()) {
    if (notice.data?.path === location.pathname) notice.close();
  }
}

/** Start after the page has loaded, so as not to delay it. @param {Document} page */
export function startApp(page) {
  const start = async () => {
    const registration = await registerWorker(page);
    if (registration) await closeNotifications(registration);
  };
  if (page.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}
