/** The element `<winways-board game="domineering" position="....|....">`. Clicks make moves. */
export class WinwaysBoard extends HTMLElement {
  /** The name of the game with its parameters. */
  game: string;
  /** The position in the notation of the game. */
  position: string;
}

export interface WinwaysMove {
  text: string;
  player: "left" | "right" | "either";
  position: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "winways-board": WinwaysBoard;
  }
  interface HTMLElementEventMap {
    "winways-move": CustomEvent<WinwaysMove>;
  }
}
