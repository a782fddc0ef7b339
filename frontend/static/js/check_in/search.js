/** Filters a list of names as a search field is typed into. Without scripts the whole list is shown. */

/** Lower case, without accents. @param {string} text */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Whether every word of a search occurs in a name. @param {string} name @param {string} search */
export function isMatch(name, search) {
  const known = plain(name);
  return plain(search).split(/\s+/).every((word) => known.includes(word));
}

/** @param {Document} page */
export function startSearch(page) {
  const box = page.querySelector("[data-search]");
  const field = box?.querySelector("input");
  if (!(box instanceof HTMLElement) || !field) return;
  box.hidden = false;
  field.addEventListener("input", () => {
    for (const row of page.querySelectorAll("[data-name]")) {
      if (row instanceof HTMLElement) row.hidden = !isMatch(row.dataset.name ?? "", field.value);
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

if (typeof document !== "undefined") startSearch(document);
