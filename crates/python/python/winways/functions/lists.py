"""Functions on lists."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._winways import Game
from .._winways import call as _call

__all__ = [
    "count",
    "filter",
    "len",
    "map",
    "max",
    "min",
    "sort",
    "sum",
    "unique",
    "zip",
]


def count(values: Sequence[Any], x: Any | None = None) -> Game:
    """How many entries of a list equal x; without x, how many entries there are.

    >>> import winways as ww
    >>> ww.functions.count(ww.eval('[3, 1, 3]'), 3)
    game('2')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("count", values) if x is None else _call("count", values, x)


def filter(f: str, values: Sequence[Any]) -> list[Any]:
    """The list of those entries x for which f(x) is true.

    >>> import winways as ww
    >>> ww.functions.filter('is_hot', ww.eval('[1, {1|-1}, ^]'))
    [game('+-1')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("filter", f, values)


def len(values: Sequence[Any] | str) -> Game:
    """How many entries a list has, or letters a text.

    >>> import winways as ww
    >>> ww.functions.len(ww.eval('born_by(2)'))
    game('22')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("len", values)


def map(f: str, values: Sequence[Any]) -> list[Any]:
    """The list of f(x) for the entries x of a list.

    >>> import winways as ww
    >>> ww.functions.map('mean', ww.eval('[{3|1}, ^]'))
    [game('2'), game('0')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("map", f, values)


def max(*values: Any) -> Any:
    """The entry of a list, or the argument, that is greater than or equal to all others; games may have none.

    >>> import winways as ww
    >>> ww.functions.max(ww.eval('[1, 3/2, {1|-1}]'))
    game('3/2')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("max", *values)


def min(*values: Any) -> Any:
    """The entry of a list, or the argument, that is less than or equal to all others; games may have none.

    >>> import winways as ww
    >>> ww.functions.min(2, ww.game('^'), ww.game('1/2'))
    game('^')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("min", *values)


def sort(values: Sequence[Any]) -> list[Any]:
    """The list in order: numbers by size, texts by their letters, outcomes by theirs, other games by a fixed order of
    canonical forms.

    >>> import winways as ww
    >>> ww.functions.sort(ww.eval('[3, 1, 2]'))
    [game('1'), game('2'), game('3')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("sort", values)


def sum(values: Sequence[Any]) -> Game:
    """The sum of all entries of a list.

    >>> import winways as ww
    >>> ww.functions.sum(ww.eval('[{1|-1}, {1|-1}, *2]'))
    game('*2')

    Source: Winning Ways, chapter 2.
    """
    return _call("sum", values)


def unique(values: Sequence[Any]) -> list[Any]:
    """The list without entries that equal one before them.

    >>> import winways as ww
    >>> ww.functions.unique(ww.eval('[1, {0|2}, *, 1]'))
    [game('1'), game('*')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("unique", values)


def zip(*values: Any) -> list[Any]:
    """The list of lists of the first entries, of the second entries and so on, as far as the shortest goes.

    >>> import winways as ww
    >>> ww.functions.zip(ww.eval('[1, 2]'), ww.eval('[*, ^]'))
    [[game('1'), game('*')], [game('2'), game('^')]]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("zip", *values)
