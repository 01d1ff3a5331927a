/** The search of the book: lists the sections that contain all words, beginning with those that have them in their heading. */

const field = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const list = /** @type {HTMLElement} */ (document.getElementById("found"));
const root = document.documentElement.dataset.root ?? "";
const MOST = 20;

/** @type {Promise<{page: string, anchor: string, title: string, heading: string, text: string}[]> | undefined} */
let sections;

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  sections ??= fetch(`${root}book/search.json`).then((response) => response.json());
  const all = await sections;
  const has = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
  const found = words.length === 0 ? [] : all.filter(({ heading, text }) => has(`${heading} ${text}`));
  found.sort((a, b) => Number(has(b.heading)) - Number(has(a.heading)));
  list.replaceChildren(
    ...found.slice(0, MOST).map(({ page, anchor, title, heading }) => {
      const [item, link] = [document.createElement("li"), document.createElement("a")];
      link.href = `${root}book/${page}${anchor && `#${anchor}`}`;
      link.textContent = heading === title ? title : `${title}: ${heading}`;
      item.append(link);
      return item;
    }),
  );
  if (words.length > 0 && found.length === 0) list.textContent = "Nothing found.";
}

field.addEventListener("input", () => void search());
field.form?.addEventListener("submit", (event) => event.preventDefault());
