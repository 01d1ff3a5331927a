/** The start page: popular games as cards, and the settings of the next game. */

import { write } from "../address.js";
import { games } from "../api.js";
import { fill, h } from "../dom.js";
import { picture } from "../pages/games.js";
import { POPULAR } from "./popular.js";
import { Controls, options } from "./settings.js";

export class Start {
  #controls = new Controls(() => this.#draw());
  #cards = h("ul", { class: "cards" });
  #continued = h("div");
  element = h(
    "div",
    { class: "page" },
    h("h1", null, "Play"),
    h("p", { class: "lead" }, "Choose a game and a size. You get a review of your mistakes afterwards."),
    this.#continued,
    h("section", { class: "card", "aria-label": "Your opponent" }, this.#controls.element),
    this.#cards,
    h("p", null, h("a", { href: "#/games" }, "All games"), ": open one in Analyse, and play it from there."),
  );
  /** @type {Game[]} */
  #games = [];

  /** @param {string} address  Of a game that is not over, or empty. */
  async show(address) {
    fill(this.#continued, address && h("a", { class: "button primary", href: address }, "Continue your game"));
    this.#draw();
    if (this.#games.length > 0) return;
    this.#games = await games().catch(() => []);
    this.#draw();
  }

  #draw() {
    const settings = options(this.#controls.value);
    fill(
      this.#cards,
      POPULAR.map(({ name, title, goal, picture: drawn, starts }) => {
        const game = this.#games.find((one) => one.name === name);
        const address = (/** @type {import("./popular.js").Start} */ start) => write("play", start.position ? [start.game ?? name, start.position] : [start.game ?? name], settings);
        const shown = game && picture({ ...game, name: `play ${name}`, example: { game: starts[0].game ?? name, position: drawn ?? starts[0].position } });
        return h(
          "li",
          { class: "card play-card" },
          shown ?? h("div", { class: "thumb" }),
          h("h2", { class: "game-name" }, h("a", { href: address(starts[0]) }, title ?? game?.title ?? name)),
          h("p", { class: "game-rules" }, goal),
          h("ul", { class: "chips" }, starts.map((start) => h("li", null, h("a", { class: "chip", href: address(start), "aria-label": `${title ?? game?.title ?? name}, ${start.label}` }, start.label)))),
        );
      }),
    );
  }
}
