/** Search for games by words. */

/**
 * Returns the rank of a game among the matches of the typed words, from 0 for the best matches, or -1 if it does not match.
 * @param {Game} game
 * @param {string} words
 */
export function fit(game, words) {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return 0;
  const names = [game.name, game.title, ...game.other_names].map((name) => name.toLowerCase());
  if (names.some((name) => name === wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(wanted))) return 2;
  const all = `${names.join(" ")} ${game.about} ${game.kind}`.toLowerCase();
  return wanted.split(/\s+/).every((word) => all.includes(word)) ? 3 : -1;
}
