"""Properties of games."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from .._winways import call as _call
from .types import GameLike

__all__ = [
    "is_all_small",
    "is_dyadic",
    "is_hot",
    "is_infinitesimal",
    "is_integer",
    "is_nimber",
    "is_number",
    "is_numberish",
    "is_tepid",
    "parity",
]


def is_all_small(g: GameLike) -> bool:
    """Whether G is all-small: in every follower both players can move, or neither can.

    >>> import winways as ww
    >>> ww.functions.is_all_small(ww.game('^*'))
    True

    Source: Winning Ways, chapter 8.
    """
    return _call("is_all_small", g)


def is_dyadic(g: GameLike) -> bool:
    """Whether G is a dyadic number, an integer over a power of two, as all numbers here are.

    >>> import winways as ww
    >>> ww.functions.is_dyadic(ww.game('3/4'))
    True

    Source: Winning Ways, chapter 2.
    """
    return _call("is_dyadic", g)


def is_hot(g: GameLike) -> bool:
    """Whether G is hot: its temperature is positive, so that moving is worth something.

    >>> import winways as ww
    >>> ww.functions.is_hot(ww.game('{1|-1}'))
    True

    Source: Winning Ways, chapter 6.
    """
    return _call("is_hot", g)


def is_infinitesimal(g: GameLike) -> bool:
    """Whether G is an infinitesimal: both stops are zero.

    >>> import winways as ww
    >>> ww.functions.is_infinitesimal(ww.game('^'))
    True

    Source: Siegel, section II.4.
    """
    return _call("is_infinitesimal", g)


def is_integer(g: GameLike) -> bool:
    """Whether G equals an integer.

    >>> import winways as ww
    >>> ww.functions.is_integer(ww.game('{1|3}'))
    True

    Source: Winning Ways, chapter 1.
    """
    return _call("is_integer", g)


def is_nimber(g: GameLike) -> bool:
    """Whether G equals a heap of Nim.

    >>> import winways as ww
    >>> ww.functions.is_nimber(ww.game('{0,*|0,*}'))
    True

    Source: Winning Ways, chapter 3.
    """
    return _call("is_nimber", g)


def is_number(g: GameLike) -> bool:
    """Whether G equals a number.

    >>> import winways as ww
    >>> ww.functions.is_number(ww.game('{0|1}'))
    True

    Source: Winning Ways, chapter 2.
    """
    return _call("is_number", g)


def is_numberish(g: GameLike) -> bool:
    """Whether G is a number plus an infinitesimal: both stops are the same.

    >>> import winways as ww
    >>> ww.functions.is_numberish(ww.game('2^*'))
    True

    Source: Siegel, section II.4.
    """
    return _call("is_numberish", g)


def is_tepid(g: GameLike) -> bool:
    """Whether G is tepid: a number plus an infinitesimal other than 0.

    >>> import winways as ww
    >>> ww.functions.is_tepid(ww.game('2^*'))
    True

    Source: Winning Ways, chapter 6.
    """
    return _call("is_tepid", g)


def parity(g: GameLike) -> str:
    """`even` or `odd`, if every line of play in the canonical form has as many moves, up to twos; else `neither`.

    >>> import winways as ww
    >>> ww.functions.parity(ww.game('{1|-1}'))
    'even'

    Source: Siegel, Combinatorial Game Theory.
    """
    return _call("parity", g)
