"""Winways: who wins a combinatorial game, which moves win, what a position is worth, and why.

>>> import winways as ww
>>> print(ww.solve("nim", 7, 8, 9).value)
*6
"""

from ._winways import (
    Analysis,
    Error,
    LimitReached,
    Move,
    ParseError,
    Position,
    Ruleset,
    UnsupportedError,
    position,
    rules,
    ruleset,
    solve,
)

__all__ = [
    "Analysis",
    "Error",
    "LimitReached",
    "Move",
    "ParseError",
    "Position",
    "Ruleset",
    "UnsupportedError",
    "position",
    "rules",
    "ruleset",
    "solve",
]
