/**
 * Translations, as in gettext: messages are written in English in the scripts, and pages in other languages embed their
 * catalogue as JSON (`frontend/templatetags/words.py`), so that no extra request is needed.
 *
 * @typedef {Record<string, string | Record<string, string>>} Catalogue translations by English text; those with
 *   plurals as their forms by the names of Intl.PluralRules
 */

/** @type {Catalogue} */
let catalogue = {};
let code = "en";

/** @param {Catalogue} sentences @param {string} language */
export function speak(sentences, language) {
  catalogue = sentences;
  code = language;
}

/** Return the page's language code, for Intl. */
export function language() {
  return code;
}

/**
 * Fill the placeholders of a message: `{name} is to move.`
 * @param {string} sentence @param {Record<string, unknown>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Translate a message.
 * @param {string} sentence in English, a literal @param {Record<string, unknown>} [values] @returns {string}
 */
export function t(sentence, values = {}) {
  const known = catalogue[sentence];
  return fill(typeof known === "string" ? known : sentence, values);
}

/**
 * Translate a message with a plural, as ngettext does; the number is `{count}`.
 * @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} [values]
 */
export function tn(one, many, count, values = {}) {
  const forms = catalogue[one];
  const english = count === 1 ? one : many;
  const form = typeof forms === "object" ? (forms[new Intl.PluralRules(code).select(count)] ?? forms.other) : english;
  return fill(form ?? english, { count: number(count), ...values });
}

/** Mark a message for extraction that is passed to `t` elsewhere, as gettext_noop does. @param {string} word */
export function mark(word) {
  return word;
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(code).format(value);
}

/** Format date and time in the page's language. @param {string | Date} value */
export function moment(value) {
  return new Date(value).toLocaleString(code, { dateStyle: "medium", timeStyle: "short" });
}

if (typeof document !== "undefined") {
  const data = document.getElementById("words");
  speak(data ? JSON.parse(data.textContent ?? "{}") : {}, document.documentElement.lang || "en");
}

/** Write exact points ("10/3") as a decimal of at most two places ("3.33"). @param {string} exact */
export function points(exact) {
  const [numerator, denominator = 1] = exact.split("/").map(Number);
  return new Intl.NumberFormat(code, { maximumFractionDigits: 2 }).format(numerator / denominator);
}
