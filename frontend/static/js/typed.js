/** What somebody typed outlives a refusal: a form that was refused leads back to its page, and is found filled in there. */

const KEY = "typed";
const LEFT_OUT = new Set(["hidden", "password", "file", "submit", "button", "reset", "fieldset", "output"]);

/**
 * @typedef {{name: string, type: string, value: string, checked?: boolean}} Field
 * @typedef {{action: string, elements: Iterable<any>}} Form
 */

/**
 * Which form it is, known again on the next page: where it leads and whom it is about, without the page's own secret.
 * @param {Form} form
 * @returns {string}
 */
export function nameOf(form) {
  const about = [...form.elements].filter(({ type, name }) => type === "hidden" && name !== "csrfmiddlewaretoken");
  return JSON.stringify([form.action, ...about.map(({ name, value }) => [name, value])]);
}

/**
 * @param {Form} form
 * @returns {Field[]}
 */
export function typedIn(form) {
  return fieldsOf(form).map(({ name, type, value, checked }) => ({ name, type, value, checked }));
}

/**
 * Only where nothing has changed since: a form with other fields is left as it is.
 * @param {Form} form
 * @param {Field[]} typed
 */
export function fillIn(form, typed) {
  const fields = fieldsOf(form);
  const isAsBefore = fields.length === typed.length && fields.every(({ name }, index) => name === typed[index].name);
  if (!isAsBefore) return;
  fields.forEach((field, index) => {
    const { type, value, checked } = typed[index];
    if (type === "checkbox" || type === "radio") field.checked = checked;
    else field.value = value;
  });
}

/** @param {Form} form */
function fieldsOf(form) {
  return [...form.elements].filter(({ type, name }) => name && !LEFT_OUT.has(type));
}

/**
 * @param {Document} page
 * @param {Storage} [memory] of this tab alone
 */
export function keepWhatIsTyped(page, memory = sessionStorage) {
  const kept = memory.getItem(KEY);
  memory.removeItem(KEY);
  if (kept && page.querySelector(".messages .error")) giveBack(page, JSON.parse(kept));
  page.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    memory.setItem(KEY, JSON.stringify({ form: nameOf(target), fields: typedIn(target) }));
  });
}

/**
 * @param {Document} page
 * @param {{form: string, fields: Field[]}} kept
 */
function giveBack(page, kept) {
  const form = [...page.forms].find((each) => nameOf(each) === kept.form);
  if (!form) return;
  fillIn(form, kept.fields);
  for (let details = form.closest("details"); details; details = details.parentElement?.closest("details") ?? null) details.open = true;
}
