/** The catalogue: search, cards with small pictures, recent games. */

import { read, write } from "../address.js";
import { games } from "../api.js";
import { refuse } from "../board/fault.js";
import { cut, fill, form, h } from "../dom.js";
import { fit } from "../find.js";
import { picture } from "../picture.js";
import { splitExample } from "../positions.js";
import { recent as opened } from "../recent.js";

/** @param {Game} game */
function card(game) {
  return h(
    "li",
    null,
    h("a", { class: "card game-card", href: write("board", [game.example.game, game.example.position]) }, picture(game), h("span", { class: "game-name" }, game.title), h("span", { class: "game-rules" }, game.about)),
  );
}

/** @param {string} kind @param {Game[]} games @param {boolean} open */
function group(kind, games, open) {
  return h("li", { class: "group" }, h("details", { open }, h("summary", null, h("h2", null, kind), h("span", { class: "quiet" }, `${games.length} ${games.length === 1 ? "game" : "games"}`)), h("ul", { class: "cards" }, games.map(card))));
}

/** @returns {Section} */
export function section() {
  const found = h("ul", { class: "cards" });
  const fault = h("div");
  const count = h("p", { class: "quiet", role: "status" });
  const recent = h("div", { class: "recent" });
  const search = h("input", { id: "search", type: "search", placeholder: "nim, dominoes, heaps, chase …" });
  /** @type {Game[]} */
  let all = [];
  const show = () => {
    const fits = all.map((game) => ({ game, rank: fit(game, search.value) })).filter(({ rank }) => rank >= 0);
    fits.sort((one, other) => one.rank - other.rank);
    const code = search.value.trim();
    const games = fits.map(({ game }) => game);
    const kinds = [...new Set(games.map(({ kind }) => kind))];
    fill(found, code ? games.map(card) : kinds.map((kind, index) => group(kind, games.filter((game) => game.kind === kind), index === 0)));
    count.textContent = fits.length === all.length ? `${all.length} games` : `${fits.length} of ${all.length} games`;
    if (fits.length === 0 && code) {
      fill(found, h("li", { class: "wide" }, "There is no game with this name. You can also enter a code or a call: ", h("a", { href: openAddress(code) }, `open ${code}`)));
    }
  };
  const open = () => {
    const first = found.querySelector("a");
    if (search.value.trim() && first) location.hash = first.hash;
  };
  const finder = form("search", open, h("label", { for: "search" }, "Find a game"), search);
  finder.role = "search";
  search.addEventListener("input", show);
  const element = h("div", { class: "page" }, h("h1", null, "Choose a game"), finder, recent, count, fault, found);
  return {
    element,
    async show() {
      document.title = "Games · Winways";
      const list = opened();
      fill(recent, list.length > 0 && [h("h2", null, "Recent"), h("ul", { class: "chips" }, list.map((address) => h("li", null, h("a", { class: "chip", href: address }, recentName(address)))))]);
      if (all.length > 0) return;
      try {
        all = await games();
        show();
        if (matchMedia("(pointer: fine)").matches) search.focus();
      } catch (error) {
        refuse(fault, error);
      }
    },
  };
}

/** Returns the address for a text such as `octal(0.07) 5 6`, or `domineering("..|..")`. @param {string} text */
function openAddress(text) {
  const { game, position } = splitExample(text);
  return write("board", position ? [game, position] : [game]);
}

/** @param {string} address */
function recentName(address) {
  const [game = "", ...position] = read(address).parts;
  return `${game} ${cut(position.join("/"), 24)}`;
}
