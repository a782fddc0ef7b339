/**
 * Sentences in the language of the page. They are written in English where they are said; a page in another language
 * carries its own in a block of data (`frontend/templatetags/words.py`), so that English needs nothing and no page
 * waits for a file.
 *
 * @typedef {Record<string, string | Record<string, string>>} Catalogue sentences by their English; of one with a
 *   number, its forms by the names of Intl.PluralRules
 */

/** @type {Catalogue} */
let catalogue = {};
let code = "en";

/** @param {Catalogue} sentences @param {string} language */
export function speak(sentences, language) {
  catalogue = sentences;
  code = language;
}

/** The page's language, for Intl. */
export function language() {
  return code;
}

/** Put values into a sentence: `{name} is to move.` @param {string} sentence @param {Record<string, unknown>} values */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} sentence in English, as it is @param {Record<string, unknown>} [values] @returns {string} */
export function t(sentence, values = {}) {
  const known = catalogue[sentence];
  return fill(typeof known === "string" ? known : sentence, values);
}

/**
 * A sentence with a number in it, `{count}`.
 * @param {string} one @param {string} many @param {number} count @param {Record<string, unknown>} [values]
 */
export function tn(one, many, count, values = {}) {
  const forms = catalogue[one];
  const english = count === 1 ? one : many;
  const form = typeof forms === "object" ? (forms[new Intl.PluralRules(code).select(count)] ?? forms.other) : english;
  return fill(form ?? english, { count: number(count), ...values });
}

/** A word that is told by `t` somewhere else: so marked it is found when catalogues are made. @param {string} word */
export function mark(word) {
  return word;
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(code).format(value);
}

/** A date and a time, as this language writes them. @param {string | Date} value */
export function moment(value) {
  return new Date(value).toLocaleString(code, { dateStyle: "medium", timeStyle: "short" });
}

if (typeof document !== "undefined") {
  const data = document.getElementById("words");
  speak(data ? JSON.parse(data.textContent ?? "{}") : {}, document.documentElement.lang || "en");
}
