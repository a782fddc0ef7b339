/** Client of the site's JSON API. */

import { t } from "../words.js";

export class ApiError extends Error {
  /** @param {number} status @param {{code?: string, message?: string, [key: string]: unknown}} body */
  constructor(status, body) {
    super(body.message ?? t("Unexpected response from the site. Try again in a moment."));
    this.status = status;
    this.code = body.code ?? "";
    this.body = body;
  }
}

/** No response: the connection or the site is down. */
export class ConnectionLost extends Error {
  constructor() {
    super(t("No connection. Try again when you are back online."));
  }
}

/** @returns {string} */
function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

/**
 * @template T the answer's type, inferred from its use
 * @param {string} method @param {string} path below /api/v1/, or from the root if it begins with a slash @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function callApi(method, path, body) {
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("X-CSRFToken", csrfToken());
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path.startsWith("/") ? path : `/api/v1/${path}`, request);
  } catch {
    throw new ConnectionLost();
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}
