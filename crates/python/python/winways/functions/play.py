"""Outcomes and winning moves."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from .._winways import Position
from .._winways import call as _call
from .types import GameLike

__all__ = [
    "misere_outcome",
    "outcome",
    "winning_moves",
]


def misere_outcome(position: Position) -> str:
    """Who wins a position if the player who cannot move wins: the letter of the outcome, N, P, L or R.

    >>> import winways as ww
    >>> ww.functions.misere_outcome(ww.position('nim(1,1)'))
    'N'

    Source: Winning Ways, chapter 13.
    """
    return _call("misere_outcome", position)


def outcome(g: GameLike) -> str:
    """Who wins G: N the next player, P the previous one, L Left, moving first or second, R Right, D nobody.

    >>> import winways as ww
    >>> ww.functions.outcome(ww.game('{1|-1}'))
    'N'

    Source: Winning Ways, chapter 2.
    """
    return _call("outcome", g)


def winning_moves(position: Position) -> list[str]:
    """The list of the moves that win a position, by their names, with the player where not both have the move.

    >>> import winways as ww
    >>> ww.functions.winning_moves(ww.position('nim(3,5)'))
    ['heap 5 -> 3']

    Source: Winning Ways, chapter 2.
    """
    return _call("winning_moves", position)
