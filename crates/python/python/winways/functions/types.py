"""The argument types of the functions."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from .._winways import Game, Position

Number: TypeAlias = int | float | Fraction | Game
"""A number, or a game that is one."""

GameLike: TypeAlias = int | float | Fraction | Game | Position
"""A game, or an object with a value that is a game."""
