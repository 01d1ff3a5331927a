/** Play: a start page with popular games, and a game against Winways or between two people. */

import { write } from "../address.js";
import { gamePage, wanted } from "../api.js";
import { inline } from "../lessons/markdown.js";
import { fill, h } from "../dom.js";
import { Match } from "../play/match.js";
import { POPULAR } from "../play/popular.js";
import { options, readSettings } from "../play/settings.js";
import { Start } from "../play/start.js";
import { family } from "../positions.js";
import { recall } from "../recent.js";

/** @returns {Section} */
export function section() {
  const title = h("h1", null, "Play");
  const goal = h("p", { class: "play-about" });
  const rules = h("p");
  const about = h("details", { class: "about" }, h("summary", null, "Rules and notation"), rules);
  let game = "";
  let position = "";
  const match = new Match((settings) => {
    location.hash = write("play", [game, position], options(settings));
  });
  const start = new Start();
  const table = h("div", { class: "page play-page" }, h("div", { class: "row between play-title" }, title, h("a", { href: "#/play" }, "Other games")), goal, match.element, about);
  const element = h("div", null);
  /** The address of the game. */
  let address = "";
  /** True if the start page was shown last. */
  let isChoosing = false;

  return {
    element,
    leave: () => match.leave(),
    async show({ parts, options }, signal) {
      const [name = "", ...rest] = parts;
      if (!name) {
        match.leave();
        document.title = "Play · Winways";
        fill(element, start.element);
        isChoosing = true;
        const saved = recall("play", /** @type {any} */ (null));
        await start.show(saved?.line?.length > 0 ? saved.address : "");
        return;
      }
      fill(element, table);
      // A game that is over is played again if it is chosen again.
      const isAgain = isChoosing && match.over !== null;
      isChoosing = false;
      if (location.hash === address && !isAgain) return match.resume();
      address = location.hash;
      [game, position] = [name, rest.join("/")];
      const popular = POPULAR.find((one) => one.name === family(name));
      fill(title, popular?.title ?? family(name));
      fill(goal, popular?.goal);
      fill(rules);
      const page = gamePage(family(name)).then(
        (page) => {
          if (signal.aborted) return;
          fill(title, popular?.title ?? page.title);
          if (!popular) fill(goal, inline(page.rules));
          fill(rules, popular && [inline(page.rules), " "], inline(page.notation));
        },
        () => undefined,
      );
      await wanted(Promise.all([match.begin({ game, position, address, settings: readSettings(options) }), page]), signal);
    },
  };
}

