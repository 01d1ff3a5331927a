/** Completion of names: functions, defined names, games. */

import { games, once } from "../api.js";
import { fill, h, set, uniqueId } from "../dom.js";

/** The maximum number of completions offered at once. */
const MOST = 8;

/** Fetches the functions and the games. @returns {Promise<Offer[]>} */
async function language() {
  const [functions, all] = await Promise.all([once("functions"), games()]);
  return [
    ...functions.map((/** @type {Known} */ { name, call, about }) => ({ name, insert: `${name}(`, about: `${call}: ${about}` })),
    ...all.map((game) => {
      const name = game.name.replace(/-/g, "_");
      return { name, insert: name + (game.parameter?.startsWith("{") ? "{" : "("), about: game.title };
    }),
  ];
}

/** Returns the partial name before the cursor. @param {HTMLInputElement} input */
function typed(input) {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  const isText = (before.match(/"/g) ?? []).length % 2 === 1;
  return isText ? "" : (/[A-Za-z_]\w*$/.exec(before)?.[0] ?? "");
}

/** Adds completion to an input. @param {HTMLInputElement} input @param {() => string[]} own  Returns the defined names. */
export function completing(input, own) {
  const id = uniqueId("offers");
  const list = h("ul", { id, role: "listbox", class: "offers", "aria-label": "Completions", hidden: true });
  set(input, { role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list", "aria-haspopup": "listbox" });
  /** @type {Offer[]} */
  let offers = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    set(input, { "aria-expanded": "false", "aria-activedescendant": null });
  };
  const mark = (/** @type {number} */ next) => {
    active = next;
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === active)));
    const item = list.children[active];
    set(input, { "aria-activedescendant": item?.id });
    item?.scrollIntoView({ block: "nearest" });
  };
  const accept = (/** @type {Offer} */ offer) => {
    const end = input.selectionStart ?? input.value.length;
    const start = end - typed(input).length;
    const rest = input.value.slice(end);
    // Do not insert a bracket that is already there.
    const insert = /[({]$/.test(offer.insert) && rest.startsWith(offer.insert.slice(-1)) ? offer.insert.slice(0, -1) : offer.insert;
    input.setRangeText(insert, start, end, "end");
    close();
    input.focus();
  };
  const show = async () => {
    const word = typed(input);
    if (word === "") return close();
    const mine = own().map((name) => ({ name, insert: name, about: "a name that you defined" }));
    const all = [...mine, ...(await language().catch(() => []))];
    // The user may have typed more in the meantime.
    if (typed(input) !== word) return;
    offers = all.filter(({ name }) => name.startsWith(word) && name !== word).slice(0, MOST);
    if (offers.length === 0) return close();
    fill(
      list,
      offers.map((offer, index) =>
        h("li", { id: `${id}-${index}`, role: "option", "aria-selected": "false", onmousedown: (/** @type {Event} */ event) => (event.preventDefault(), accept(offer)) }, h("code", null, offer.name), h("span", { class: "quiet" }, offer.about)),
      ),
    );
    list.hidden = false;
    active = -1;
    set(input, { "aria-expanded": "true", "aria-activedescendant": null });
  };

  input.addEventListener("input", () => void show());
  input.addEventListener("blur", close);
  // Handle keys before other listeners.
  input.addEventListener(
    "keydown",
    (event) => {
      if (list.hidden) {
        if (event.key === " " && event.ctrlKey) void show();
        return;
      }
      if (event.key === "ArrowDown") mark((active + 1) % offers.length);
      else if (event.key === "ArrowUp") mark((active + offers.length - (active < 0 ? 0 : 1)) % offers.length);
      else if (event.key === "Escape") close();
      else if ((event.key === "Enter" && active >= 0) || (event.key === "Tab" && !event.shiftKey)) accept(offers[Math.max(active, 0)]);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  return list;
}
