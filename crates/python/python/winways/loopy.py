"""Games in which play may cycle."""

from __future__ import annotations

from typing import Any, final

from ._winways import Thermograph, eval
from .notated import Notated


@final
class LoopyValue(Notated):
    """A game in which play may cycle: a loopy game or an impartial loop. The loony value of entailing moves is also a ``LoopyValue``.

    >>> import winways as ww
    >>> over = ww.eval("over")
    >>> over + 5, 2 * over == over, over < 0.5
    (loopy('5over'), True, True)
    >>> dud = ww.eval("on + off")
    >>> dud, dud.onside, dud.offside, dud.outcome
    (loopy('dud'), loopy('on'), loopy('off'), 'D')
    >>> over.options
    [[game('0')], [loopy('over')]]
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "loony" if self._text == "loony" else f"loopy({self._text!r})"

    def __hash__(self) -> int:
        # The text of equal values may differ if their sides are not stoppers.
        return hash("two sides" if "&" in self._text else self._text)

    __eq__ = Notated.__eq__

    @property
    def onside(self) -> Any:
        """The game in which infinite play is a win for Left."""
        return eval("onside(x)", x=self)

    @property
    def offside(self) -> Any:
        """The game in which infinite play is a win for Right."""
        return eval("offside(x)", x=self)

    @property
    def is_stopper(self) -> bool:
        """`True` if alternating play ends from every follower."""
        return bool(eval("is_stopper(x)", x=self))

    @property
    def outcome(self) -> str:
        """The letter of the outcome, or two letters: the winners if Left moves first and if Right moves first, with D for a draw."""
        return str(eval("outcome(x)", x=self))

    def thermograph(self) -> Thermograph:
        """Returns the thermograph of a stopper.

        >>> import winways as ww
        >>> ww.eval("over + {3|1}").thermograph()
        <thermograph: mean 2, temperature 1>
        """
        found: Thermograph = eval("thermograph(x)", x=self)
        return found

    @property
    def options(self) -> list[list[Any]]:
        """The options of Left and of Right in the simplest form of a stopper."""
        lists: list[list[Any]] = eval("options(x)", x=self)
        return lists
