/** The clocks of a game: each player has the same time for all moves. */

import { emit } from "../dom.js";

/** The time between two updates of the display, in milliseconds. */
const TICK = 200;

/** Formats a time. @param {number} time  In milliseconds. */
export function timeText(time) {
  const seconds = Math.ceil(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Events: `tick`, and `flag` with the player whose time is up. */
export class Clock extends EventTarget {
  /** The time left, in milliseconds. @type {Record<Turn, number>} */
  left = { left: 0, right: 0 };
  isOn = false;
  #timer = 0;
  #since = 0;
  /** @type {Turn | null} */
  #running = null;

  /**
   * Sets both clocks.
   * @param {number} minutes  0 for a game without clocks.
   * @param {Record<Turn, number>} [left]  The time left in an interrupted game, in milliseconds.
   */
  reset(minutes, left = { left: minutes * 60_000, right: minutes * 60_000 }) {
    this.stop();
    this.isOn = minutes > 0;
    this.left = { ...left };
    emit(this, "tick", null);
  }

  /** Runs the clock of a player, and stops the other clock. @param {Turn} player */
  run(player) {
    if (!this.isOn || this.#running === player) return;
    this.stop();
    this.#running = player;
    this.#since = Date.now();
    this.#timer = window.setInterval(() => this.#tick(), TICK);
  }

  stop() {
    if (this.#running) this.#tick();
    clearInterval(this.#timer);
    this.#running = null;
  }

  #tick() {
    const player = this.#running;
    if (!player) return;
    const now = Date.now();
    this.left[player] = Math.max(0, this.left[player] - (now - this.#since));
    this.#since = now;
    emit(this, "tick", player);
    if (this.left[player] > 0) return;
    clearInterval(this.#timer);
    this.#running = null;
    emit(this, "flag", player);
  }
}
