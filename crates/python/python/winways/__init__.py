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
    RuleError,
    Ruleset,
    UnsupportedError,
    position,
    rules,
    ruleset,
    solve,
)
from .own import Heaps, ImpartialGame, LoopyGame, PartizanGame

__all__ = [
    "Analysis",
    "Error",
    "Heaps",
    "ImpartialGame",
    "LimitReached",
    "LoopyGame",
    "Move",
    "ParseError",
    "PartizanGame",
    "Position",
    "RuleError",
    "Ruleset",
    "UnsupportedError",
    "position",
    "rules",
    "ruleset",
    "solve",
]
