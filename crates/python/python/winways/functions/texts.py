"""Texts and boards as text."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._winways import call as _call

__all__ = [
    "grid",
    "join",
    "repeat",
    "row",
    "word",
]


def grid(rows: int, columns: int, letter: str | None = None) -> str:
    """The text of an empty board of r rows and c columns, for games on grids; a third argument is the text of one cell in
    place of `.`.

    >>> import winways as ww
    >>> ww.functions.grid(2, 3)
    '...|...'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("grid", rows, columns) if letter is None else _call("grid", rows, columns, letter)


def join(values: Sequence[Any], between: str | None = None) -> str:
    """The entries of a list as one text, with a text between every two.

    >>> import winways as ww
    >>> ww.functions.join(ww.eval('[1, 2, 3]'), '/')
    '1/2/3'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("join", values) if between is None else _call("join", values, between)


def repeat(text: str, n: int) -> str:
    """A text n times.

    >>> import winways as ww
    >>> ww.functions.repeat('LR', 3)
    'LRLRLR'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("repeat", text, n)


def row(n: int, letter: str | None = None) -> str:
    """The text of an empty strip of n cells, for games on strips and grids; a second argument is the text of one cell in place
    of `.`.

    >>> import winways as ww
    >>> ww.functions.row(5)
    '.....'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("row", n) if letter is None else _call("row", n, letter)


def word(n: int, letters: str) -> str:
    """The first n letters of a text that is repeated without end.

    >>> import winways as ww
    >>> ww.functions.word(5, 'LR')
    'LRLRL'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("word", n, letters)
