/** Web push settings: shows this browser's state, and subscribes on a click. */

import { registerWorker } from "./app.js";
import { callApi } from "./net/api.js";
import { t } from "./words.js";

const BROWSERS = "me/push/";

/** @typedef {"off" | "on" | "denied" | "unable" | "homeless"} State */

/**
 * Return the state of push notifications in this browser. `isStored`: the site has its subscription.
 * @param {{canPush: boolean, isIPhone: boolean, permission: string, isStored: boolean, isSubscribed: boolean}} facts
 * @returns {State}
 */
export function stateOf({ canPush, isIPhone, permission, isStored, isSubscribed }) {
  if (!canPush) return isIPhone ? "homeless" : "unable";
  if (permission === "denied") return "denied";
  return isStored && isSubscribed && permission === "granted" ? "on" : "off";
}

class PushSettings {
  /** @param {HTMLElement} root @param {ServiceWorkerRegistration | null} registration */
  constructor(root, registration) {
    this.root = root;
    this.registration = registration;
    this.button = /** @type {HTMLButtonElement} */ (root.querySelector("[data-ask]"));
    this.button.addEventListener("click", () => this.ask());
    for (const form of root.ownerDocument.querySelectorAll("form[data-forget]")) {
      form.addEventListener("submit", (event) => this.forget(event));
    }
  }

  /** @returns {Promise<PushSubscription | null>} */
  async subscription() {
    return (await this.registration?.pushManager.getSubscription().catch(() => null)) ?? null;
  }

  async show() {
    const canPush = this.registration !== null && "pushManager" in this.registration && "Notification" in window;
    const state = stateOf({
      canPush,
      isIPhone: /iPhone|iPad/.test(navigator.userAgent),
      permission: canPush ? Notification.permission : "default",
      isStored: "subscribed" in this.root.dataset,
      isSubscribed: canPush && (await this.subscription()) !== null,
    });
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-when]"))) {
      part.hidden = part.dataset.when !== state;
    }
  }

  async ask() {
    this.button.disabled = true;
    this.say("");
    try {
      if ((await Notification.requestPermission()) === "granted") {
        await this.subscribe();
        location.reload();
        return;
      }
    } catch (error) {
      this.say(error instanceof Error && error.name !== "AbortError" ? error.message : t("This browser's push service isn't responding. Try again later."));
    }
    this.button.disabled = false;
    await this.show();
  }

  /** Replace any earlier subscription, which may be for an old key of the site. */
  async subscribe() {
    const registration = await navigator.serviceWorker.ready;
    await (await this.subscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: this.root.dataset.key };
    const subscription = await registration.pushManager.subscribe(options);
    await callApi("POST", BROWSERS, subscription.toJSON());
  }

  /**
   * Unsubscribe this browser, then submit the form that deletes the subscription on the server.
   * @param {Event} event
   */
  async forget(event) {
    event.preventDefault();
    await (await this.subscription())?.unsubscribe().catch(() => false);
    /** @type {HTMLFormElement} */ (event.target).submit();
  }

  /** @param {string} problem */
  say(problem) {
    const note = /** @type {HTMLElement} */ (this.root.querySelector("[data-problem]"));
    /** @type {HTMLElement} */ (note.querySelector("span")).textContent = problem;
    note.hidden = problem === "";
  }
}

/** @param {Document} page */
async function startPush(page) {
  const root = page.querySelector("[data-push]");
  if (root instanceof HTMLElement) await new PushSettings(root, await registerWorker(page)).show();
}

if (typeof document !== "undefined") startPush(document);
