import assert from "node:assert/strict";
import { test } from "node:test";
import { fillIn, nameOf, typedIn } from "../../frontend/static/js/typed.js";

const form = (/** @type {any[]} */ ...elements) => ({ action: "/events/1/do/add/", elements });
const text = (/** @type {string} */ name, value = "") => ({ name, type: "text", value });
const hidden = (/** @type {string} */ name, value = "") => ({ name, type: "hidden", value });

test("what was typed is found again in the same form", () => {
  const box = { name: "paid", type: "checkbox", value: "on", checked: true };
  const typed = typedIn(form(hidden("csrfmiddlewaretoken", "a"), text("name", "Zoé"), box, { name: "", type: "submit", value: "" }));
  const fresh = form(hidden("csrfmiddlewaretoken", "b"), text("name"), { ...box, checked: false }, { name: "", type: "submit", value: "" });
  fillIn(fresh, typed);
  assert.deepEqual(typedIn(fresh), typed);
  assert.equal(fresh.elements[0].value, "b");
});

test("passwords and files are not kept", () => {
  assert.deepEqual(typedIn(form({ name: "password", type: "password", value: "x" }, { name: "file", type: "file", value: "y" })), []);
});

test("a form with other fields is left as it is", () => {
  const other = form(text("reason", "late"));
  fillIn(other, typedIn(form(text("name", "Zoé"))));
  assert.deepEqual(typedIn(other), typedIn(form(text("reason", "late"))));
});

test("forms that lead to one address are told apart by whom they are about, not by the page's secret", () => {
  const about = (/** @type {string} */ entry, token = "a") => nameOf(form(hidden("csrfmiddlewaretoken", token), hidden("entry", entry)));
  assert.equal(about("7", "a"), about("7", "b"));
  assert.notEqual(about("7"), about("8"));
});
