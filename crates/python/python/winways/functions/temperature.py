"""Stops, means, temperatures and thermographs; cooling and heating."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from .._winways import Game, Thermograph
from .._winways import call as _call
from .types import GameLike, Number

__all__ = [
    "cool",
    "freeze",
    "heat",
    "left_breakpoints",
    "left_stop",
    "left_wall",
    "mast",
    "mean",
    "overheat",
    "right_breakpoints",
    "right_stop",
    "right_wall",
    "temperature",
    "thermograph",
]


def cool(g: GameLike, t: Number) -> Game:
    """G cooled by t: the game in which every move costs its player t, up to where that becomes a number.

    >>> import winways as ww
    >>> ww.functions.cool(ww.game('{3|-1}'), 1)
    game('{2|0}')

    Source: Winning Ways, chapter 6.
    """
    return _call("cool", g, t)


def freeze(g: GameLike) -> Game:
    """G cooled by its temperature: its mean plus an infinitesimal.

    >>> import winways as ww
    >>> ww.functions.freeze(ww.game('{3|-1}'))
    game('1+*')

    Source: Winning Ways, chapter 6.
    """
    return _call("freeze", g)


def heat(g: GameLike, t: Number) -> Game:
    """G heated by t, which may be a game: every move brings its player t more, and numbers stay as they are.

    >>> import winways as ww
    >>> ww.functions.heat(ww.game('*2'), 1)
    game('{1,{2|0}|-1,{0|-2}}')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("heat", g, t)


def left_breakpoints(g: GameLike) -> list[list[Game]]:
    """The list of the places where the left wall of the thermograph bends, each as [value, temperature].

    >>> import winways as ww
    >>> ww.functions.left_breakpoints(ww.game('{5||4|-2}'))
    [[game('6'), game('-1')], [game('4'), game('1')]]

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("left_breakpoints", g)


def left_stop(g: GameLike) -> Game:
    """The left stop: the first number that is reached if Left begins and both play their best.

    >>> import winways as ww
    >>> ww.functions.left_stop(ww.game('{3|1}'))
    game('3')

    Source: Winning Ways, chapter 6; Siegel, section II.3.
    """
    return _call("left_stop", g)


def left_wall(g: GameLike, t: Number) -> Game:
    """The left wall of the thermograph at temperature t: the left stop of G cooled by t.

    >>> import winways as ww
    >>> ww.functions.left_wall(ww.game('{3|1}'), ww.game('1/2'))
    game('5/2')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("left_wall", g, t)


def mast(g: GameLike) -> list[Game]:
    """Where the mast of the thermograph begins: [mean, temperature].

    >>> import winways as ww
    >>> ww.functions.mast(ww.game('{4||1|-2}'))
    [game('7/4'), game('9/4')]

    Source: Winning Ways, chapter 6.
    """
    return _call("mast", g)


def mean(g: GameLike) -> Game:
    """The mean value: what one copy is worth on the average in a sum of many copies of G.

    >>> import winways as ww
    >>> ww.functions.mean(ww.game('{4||1|-2}'))
    game('7/4')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("mean", g)


def overheat(g: GameLike, s: GameLike, t: Number) -> Game:
    """G overheated from s by t: 1 becomes s, and every move brings its player t more.

    >>> import winways as ww
    >>> ww.functions.overheat(ww.game('1/2'), 1, 1)
    game('{1|0}')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("overheat", g, s, t)


def right_breakpoints(g: GameLike) -> list[list[Game]]:
    """The list of the places where the right wall of the thermograph bends, each as [value, temperature].

    >>> import winways as ww
    >>> ww.functions.right_breakpoints(ww.game('{5||4|-2}'))
    [[game('4'), game('-1')], [game('4'), game('1')]]

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("right_breakpoints", g)


def right_stop(g: GameLike) -> Game:
    """The right stop: the first number that is reached if Right begins and both play their best.

    >>> import winways as ww
    >>> ww.functions.right_stop(ww.game('{3|1}'))
    game('1')

    Source: Winning Ways, chapter 6; Siegel, section II.3.
    """
    return _call("right_stop", g)


def right_wall(g: GameLike, t: Number) -> Game:
    """The right wall of the thermograph at temperature t: the right stop of G cooled by t.

    >>> import winways as ww
    >>> ww.functions.right_wall(ww.game('{3|1}'), ww.game('1/2'))
    game('3/2')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("right_wall", g, t)


def temperature(g: GameLike) -> Game:
    """The temperature: the least tax on every move at which it makes no difference who moves first, so how urgent a move in G
    is.

    >>> import winways as ww
    >>> ww.functions.temperature(ww.game('{4||1|-2}'))
    game('9/4')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("temperature", g)


def thermograph(g: GameLike) -> Thermograph:
    """The thermograph: both walls by their bends, the mean and the temperature; `--plot` draws it.

    >>> import winways as ww
    >>> ww.functions.thermograph(ww.game('{5||4|-2}'))
    <thermograph: mean 4, temperature 1>

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("thermograph", g)
