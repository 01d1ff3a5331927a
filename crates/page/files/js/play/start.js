/** The start page: popular games as cards, a search for all others, and the settings of the next game. */

import { playAddress } from "../address.js";
import { games } from "../api.js";
import { fill, form, h, quiet } from "../dom.js";
import { fit } from "../find.js";
import { picture } from "../picture.js";
import { POPULAR } from "./popular.js";
import { Controls, options } from "./settings.js";

/** The maximum number of games in the search results. */
const FOUND = 24;

export class Start {
  #controls = new Controls(() => this.#draw());
  #search = h("input", { id: "play-search", type: "search", placeholder: "kayles, chess, dots …" });
  #cards = h("ul", { class: "cards" });
  #count = h("div", { class: "quiet", role: "status" });
  #continued = h("div");
  #finder = form("search", () => this.#search.value.trim() && this.#cards.querySelector("a")?.click(), h("label", { for: this.#search.id }, "Find any game"), this.#search);
  element = h(
    "div",
    { class: "page" },
    h("h1", null, "Play"),
    h("p", { class: "lead" }, "Play against Winways, or against a friend at this screen. Choose a game and a size. Afterwards you see your mistakes."),
    this.#continued,
    h("section", { class: "card", "aria-label": "Your opponent" }, this.#controls.element),
    this.#finder,
    this.#count,
    this.#cards,
    quiet("You can also ", h("a", { href: "#/rules" }, "play a game of your own"), ", or any position of ", h("a", { href: "#/games" }, "Analyse"), ": press ", h("strong", null, "Play this"), " there."),
  );
  /** @type {Game[]} */
  #games = [];

  constructor() {
    this.#finder.role = "search";
    this.#search.addEventListener("input", () => this.#draw());
  }

  /** @param {string} address  The address of an unfinished game, or empty. */
  async show(address) {
    fill(this.#continued, address && h("a", { class: "button primary", href: address }, "Continue your game"));
    this.#draw();
    if (this.#games.length > 0) return;
    this.#games = await games().catch(() => []);
    this.#draw();
  }

  #draw() {
    const words = this.#search.value.trim();
    const ranked = this.#games.map((game) => ({ game, rank: fit(game, words) })).filter(({ rank }) => rank >= 0);
    const found = words ? ranked.sort((one, other) => one.rank - other.rank).map(({ game }) => game) : [];
    const shown = words ? found.slice(0, FOUND).map((game) => this.#found(game)) : POPULAR.map((one) => this.#popular(one));
    fill(this.#cards, shown);
    this.#count.textContent = !words ? "" : found.length === 0 ? "There is no game with this name." : found.length > FOUND ? `The first ${FOUND} of ${found.length} games` : `${found.length} of ${this.#games.length} games`;
  }

  /** @param {typeof POPULAR[number]} popular */
  #popular({ name, title, goal, picture: drawn, starts }) {
    const found = this.#games.find((one) => one.name === name);
    const game = found && { ...found, name: `play ${name}`, example: { game: starts[0].game ?? name, position: drawn ?? starts[0].position } };
    return this.#card(game, title ?? found?.title ?? name, goal, starts.map((start) => ({ ...start, game: start.game ?? name })));
  }

  /** @param {Game} game */
  #found(game) {
    const popular = POPULAR.find(({ name }) => name === game.name);
    return popular ? this.#popular(popular) : this.#card(game, game.title, game.about, [{ label: "Play", ...game.example }]);
  }

  /** @param {Game | undefined} game  The game whose example is drawn. @param {string} title @param {string} goal @param {{label: string, game: string, position: string}[]} starts */
  #card(game, title, goal, starts) {
    const settings = options(this.#controls.value);
    const addresses = starts.map(({ game, position }) => playAddress(game, position, settings));
    return h(
      "li",
      { class: "card play-card" },
      game ? picture(game) : h("div", { class: "thumb" }),
      h("h2", { class: "game-name" }, h("a", { href: addresses[0] }, title)),
      h("p", { class: "game-rules" }, goal),
      h("ul", { class: "chips" }, starts.map(({ label }, index) => h("li", null, h("a", { class: "chip", href: addresses[index], "aria-label": `${title}, ${label}` }, label)))),
    );
  }
}
