"""A clickable board for notebooks: the board of the page of ``winways serve``, as a widget.

>>> import winways as ww
>>> board = ww.position("nim", 3, 5).widget()      # doctest: +SKIP
>>> board.make("heap 3 -> 1"); board.position      # doctest: +SKIP
position('nim(1,5)')
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import anywidget
import traitlets

from . import _winways
from ._winways import Error, Position

__all__ = ["Board", "board", "module", "style"]

#: The script of the widget. It uses the page's element, which is registered once per document.
_MAIN = """
const words = (text) => Object.assign(document.createElement("p"), { textContent: text, className: "ww-says" });

function render({ model, el }) {
  el.classList.add("ww-widget");
  const board = document.createElement("ww-board");
  const says = words("");
  const tools = document.createElement("div");
  tools.className = "ww-tools";
  const button = (text, message) => {
    const made = Object.assign(document.createElement("button"), { textContent: text, type: "button", className: "chip" });
    made.addEventListener("click", () => model.send(message));
    tools.append(made);
    return made;
  };
  const hint = button("Hint", { hint: true });
  const reply = button("Opponent's move", { reply: true });
  const back = button("Undo", { undo: true });
  button("Start again", { reset: true });
  const show = () => {
    const state = model.get("state");
    board.marking = model.get("marked") ? "all" : "none";
    board.show(state.view, state.moves, state.position);
    says.textContent = state.says;
    hint.setAttribute("aria-pressed", String(model.get("marked")));
    reply.disabled = state.moves.length === 0;
    back.disabled = model.get("played") === 0;
  };
  board.addEventListener("ww-move", (event) => model.send({ move: event.detail.text, player: event.detail.player }));
  model.on("change:state", show);
  model.on("change:marked", show);
  el.append(board, says, tools);
  show();
  return () => model.off("change:state", show);
}

export default { render };
"""


@cache
def module() -> str:
    """Returns the JavaScript module of the widget: the page's board and the code that connects it."""
    text, _ = _winways._board_files()
    # Another widget, or the page itself, may have registered the element.
    text = text.replace('customElements.define("ww-board", BoardView)', 'customElements.get("ww-board") ?? customElements.define("ww-board", BoardView)')
    return text + _MAIN


@cache
def style() -> str:
    """Returns the style sheet of the widget: the styles of the page, scoped to the widget."""
    _, rules = _winways._board_files()
    # The page defines its colours on the root; scope them to the widget.
    tools = ".ww-tools { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; }"
    themes = "".join(f"{theme} & {{ color-scheme: {scheme}; }}\n" for theme, scheme in _THEMES)
    return f".ww-widget {{\n{rules.replace(':root', '&')}\n{tools}\n{themes}}}\n"


#: The selectors of light and dark notebooks in JupyterLab, Visual Studio Code and Colab.
_THEMES = [
    ('[data-jp-theme-light="true"]', "light"),
    ('[data-jp-theme-light="false"]', "dark"),
    (".vscode-light", "light"),
    (".vscode-dark", "dark"),
    ('html[theme="light"]', "light"),
    ('html[theme="dark"]', "dark"),
]

#: The time limit for finding the winning moves, in seconds.
_MARKING_SECONDS = 1.0

_PLAYERS: dict[str, Literal["left", "right"]] = {"left": "left", "right": "right"}
_OTHER = {"left": "right", "right": "left"}

#: The results of a move for its player, best first. ``None`` means that the result was not found in time.
_BEST_FIRST = ["win", "draw", None, "loss"]


class Board(anywidget.AnyWidget):
    """A board on which you make moves by clicking, with an opponent that can reply.

    ``position`` is the current position, and ``moves`` are the moves made. ``marked`` is `True` while the winning moves are marked.
    """

    state = traitlets.Dict().tag(sync=True)
    marked = traitlets.Bool(False, help="True if winning moves are marked.").tag(sync=True)
    played = traitlets.Int(0).tag(sync=True)

    def __init__(self, position: Position, **options: Any) -> None:
        #: The moves so far: the name of each move, the player who made it if that matters, and the position after it.
        self._course: list[tuple[str, str | None, Position]] = [("", None, position)]
        self._esm = module()
        self._css = style()
        super().__init__(**options)
        self._show()
        self.on_msg(lambda _widget, message, _buffers: self._receive(message))
        self.observe(lambda _change: self._show(), "marked")

    @property
    def position(self) -> Position:
        """The current position."""
        return self._course[-1][2]

    @property
    def moves(self) -> list[str]:
        """The names of the moves made so far."""
        return [name for name, _, _ in self._course[1:]]

    def make(self, move: str, player: str | None = None) -> None:
        """Makes the move of the current position with this name."""
        wanted = _PLAYERS.get(player or "")
        steps = [step for step in self.position.moves(wanted) if step.name == move]
        if not steps:
            raise ValueError(f"{move!r} is not a move of {self.position}")
        whose = {listed["player"] for listed in self.state["moves"] if listed["text"] == move}
        mover: str | None = wanted or (whose.pop() if len(whose) == 1 else None)
        self._course.append((move, mover if mover in _OTHER else self._turn, steps[0].after))
        self._show()

    def reply(self) -> None:
        """Makes the opponent's move: a best one, if the results of the moves are found within a second.

        The opponent is the player who did not make the last move, or Right at the start. If the opponent has no move, nothing happens.
        """
        mover = self._turn or "right"
        listed = _winways._position_moves(self.position, _MARKING_SECONDS)["moves"]
        moves = [move for move in listed if move["player"] in (mover, "either")]
        if moves:
            best = min(moves, key=lambda move: _BEST_FIRST.index(_result(move, mover)))
            self.make(best["text"], mover)

    def undo(self) -> None:
        """Takes back the last move."""
        if len(self._course) > 1:
            self._course.pop()
            self._show()

    def reset(self) -> None:
        """Returns to the initial position."""
        del self._course[1:]
        self._show()

    def _receive(self, message: dict[str, Any]) -> None:
        if "move" in message:
            self.make(message["move"], message.get("player"))
        elif message.get("hint"):
            self.marked = not self.marked
        elif message.get("reply"):
            self.reply()
        elif message.get("undo"):
            self.undo()
        elif message.get("reset"):
            self.reset()

    @property
    def _turn(self) -> str | None:
        """The player to move, if the player who made the last move is known."""
        return _OTHER.get(self._course[-1][1] or "")

    def _show(self) -> None:
        state = _winways._position_moves(self.position, _MARKING_SECONDS if self.marked else None)
        for move in state["moves"]:
            move["outcome"] = _result(move, self._turn)
        count = len(state["moves"])
        state["says"] = "No move is left." if count == 0 else f"{count} move{'s' if count > 1 else ''}"
        self.played = len(self._course) - 1
        self.state = state


def _result(move: dict[str, Any], mover: str | None) -> str | None:
    """Returns the result of a move for the only player who may make it, or else for the player to move.

    If both players may make the move and it is not known who is to move, returns the better result.
    """
    results: dict[str, str | None] = move["outcomes"] or {}
    if move["player"] != "either":
        results = {move["player"]: move["outcome"]}
    elif mover:
        return results.get(mover)
    return next((result for result in ("win", "draw", "loss") if result in results.values()), None)


def board(position: Position) -> Board:
    """Returns a widget for a position."""
    return Board(position)
