"""Winways solves combinatorial games: outcomes, winning moves, values, and explanations.

>>> import winways as ww
>>> print(ww.solve("nim", 7, 8, 9).value)
*6
>>> ww.game("{3||2+*|1+*}") + ww.up - ww.switch(1, -1)
game('{4+^||3+^*|2+^*|||2+^||1+^*|^*}')
"""

from __future__ import annotations

import os as _os

from . import functions
from ._winways import (
    Analysis,
    Database,
    Error,
    Game,
    LimitReached,
    Move,
    NumberGame,
    ParseError,
    Position,
    Progress,
    RuleError,
    Ruleset,
    Table,
    Thermograph,
    UnsupportedError,
    __version__ as __version__,
    _forked,
    eval as eval,
    game,
    game_page,
    games,
    limits,
    nim_inverse,
    nim_product,
    nim_square,
    position,
    request,
    rules,
    ruleset,
    solve,
    solve_many,
    switch,
    table,
)
from .display import svg
from .functions import miny, tiny
from .graphs import graph_game
from .loopy import LoopyValue
from .misere import MisereQuotient, misere_quotient
from .number import Number
from .own import Again, Entail, EntailingHeaps, Heaps, ImpartialGame, LoopyGame, PartizanGame, PartizanHeaps
from .plain import verify
from .registry import register
from .serving import serve

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_forked)

zero: Game = game(0)
"""The game without options, in which the player to move loses."""

star: Game = game("*")
"""The nimber of size 1, {0|0}."""

up: Game = game("^")
"""Up, {0|*}, which is positive and less than every positive number."""

down: Game = -up
"""Down, {*|0}, the negative of up."""

#: The names that ``from winways import *`` imports. ``eval`` is left out, because it would shadow the built-in function.
__all__ = [
    "Again",
    "Analysis",
    "Database",
    "Entail",
    "EntailingHeaps",
    "Error",
    "Game",
    "Heaps",
    "ImpartialGame",
    "LimitReached",
    "LoopyGame",
    "LoopyValue",
    "MisereQuotient",
    "Move",
    "Number",
    "NumberGame",
    "ParseError",
    "PartizanGame",
    "PartizanHeaps",
    "Position",
    "Progress",
    "RuleError",
    "Ruleset",
    "Table",
    "Thermograph",
    "UnsupportedError",
    "down",
    "functions",
    "game",
    "game_page",
    "games",
    "graph_game",
    "limits",
    "miny",
    "misere_quotient",
    "nim_inverse",
    "nim_product",
    "nim_square",
    "position",
    "register",
    "request",
    "rules",
    "ruleset",
    "serve",
    "solve",
    "solve_many",
    "star",
    "svg",
    "switch",
    "table",
    "tiny",
    "up",
    "verify",
    "zero",
]
