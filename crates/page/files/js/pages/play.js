/** Play: a start page with popular games, and a game against Winways or between two people. */

import { playAddress, playedGame } from "../address.js";
import { ask, gamePage, wanted } from "../api.js";
import { inline } from "../lessons/markdown.js";
import { fill, form, h } from "../dom.js";
import { Match } from "../play/match.js";
import { POPULAR } from "../play/popular.js";
import { Controls, options, readSettings } from "../play/settings.js";
import { savedGame } from "../play/saved.js";
import { Sizes } from "../play/sizes.js";
import { Start } from "../play/start.js";
import { family } from "../positions.js";

const MISERE = "Misère play: the player who cannot move wins.";

/** A description of a game, with the names of its parameters and its usual starting positions. @typedef {{title: string, goal: Child, rules: Child, parameter: string | null, starts: import("../play/popular.js").Start[]}} Words */

/** Describes a game. @param {GameRef} game @param {boolean} misere @returns {Promise<Words>} */
async function describe(game, misere) {
  if (game === "sum") return { title: "A sum of games", goal: ["Move in one of the boards. ", misere ? MISERE : "The player who cannot move in any of them loses."], rules: null, parameter: null, starts: [] };
  const page = typeof game === "string" ? await gamePage(family(game)) : (await ask("rules", game)).game;
  const popular = POPULAR.find((one) => one.name === page.name);
  const rules = inline(page.rules);
  // The goals of the popular games describe normal play.
  const isMisere = misere || page.play === "misere";
  const goal = isMisere ? [MISERE, " ", rules] : (popular?.goal ?? rules);
  return { title: popular?.title ?? page.title, goal, rules: [goal === popular?.goal && [inline(page.rules), " "], inline(page.notation)], parameter: page.parameter ?? null, starts: popular?.starts ?? [] };
}

/** @returns {Section} */
export function section() {
  const title = h("h1", null, "Play");
  const goal = h("p", { class: "play-about" });
  const rules = h("p");
  const about = h("details", { class: "about" }, h("summary", null, "Rules and notation"), rules);
  /** @type {GameRef} */
  let game = "";
  let position = "";
  const match = new Match((settings) => {
    location.hash = playAddress(game, position, options(settings));
  });
  const controls = new Controls();
  const sizes = new Sizes();
  const other = h("details", { class: "about other-game" }, h("summary", null, "Change the opponent, the clock or the size"), form("new-game", begin, sizes.element, controls.element, h("button", { type: "submit" }, "Begin a new game")));
  match.side.append(other);
  const start = new Start();
  const table = h("div", { class: "page play-page" }, h("div", { class: "row between play-title" }, title, h("a", { href: "#/play" }, "Other games")), goal, match.element, about);
  const element = h("div", null);
  /** The address of the game. */
  let address = "";
  /** True if the start page was shown last. */
  let isChoosing = false;

  /** Begins a game with the settings of the controls. */
  function begin() {
    const { you, misere, first } = match.settings;
    const chosen = controls.value;
    // Let the same side move first, even if the other player begins.
    const side = you && chosen.first !== first ? (you === "left" ? "right" : "left") : you;
    const place = sizes.chosen();
    other.open = false;
    const next = playAddress(place.game, place.position, options({ ...chosen, you: side, misere }));
    if (next === address) match.rematch();
    else location.hash = next;
  }

  /** @param {boolean} misere @param {AbortSignal} signal */
  async function head(misere, signal) {
    fill(title, typeof game === "string" ? family(game) : "Your own game");
    for (const place of [goal, rules]) fill(place);
    const words = await describe(game, misere).catch(() => null);
    if (signal.aborted || !words) return null;
    fill(title, words.title);
    fill(goal, words.goal);
    fill(rules, words.rules);
    about.hidden = !words.rules;
    document.title = `Play ${words.title} · Winways`;
    return words;
  }

  return {
    element,
    leave: () => match.leave(),
    async show(where, signal) {
      if (!where.parts[0]) {
        match.leave();
        document.title = "Play · Winways";
        fill(element, start.element);
        isChoosing = true;
        const saved = savedGame();
        await start.show(saved && saved.line?.length > 0 ? saved.address : "");
        return;
      }
      fill(element, table);
      // Choosing a finished game again restarts it.
      const isAgain = isChoosing && match.over !== null;
      isChoosing = false;
      if (location.hash === address && !isAgain) return match.resume();
      address = location.hash;
      [game, position] = [playedGame(where), where.parts.slice(1).join("/")];
      const settings = readSettings(where.options);
      controls.value = settings;
      const [words] = await wanted(Promise.all([head(settings.misere, signal), match.begin({ game, position, address, settings })]), signal);
      // By now, the name of the game with all parameters has arrived.
      sizes.show({ game: match.session.game, position }, words ?? { parameter: null, starts: [] });
    },
  };
}
