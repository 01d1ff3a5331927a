"""Methods of games and positions that rest on the calculator and on ``solve``.

Importing the package adds them to the classes of the extension.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import _winways
from ._winways import Analysis, Game, Position, call
from .notated import Notated

#: The last letters of format specifications for numbers, as for ``float``.
_NUMERIC = frozenset("eEfFgGn%")


def _cool(self: Game, temperature: Any) -> Game:
    """Returns the game cooled by a temperature: each move costs that much, until only the mast remains.

    >>> import winways as ww
    >>> ww.game("{4|0}").cool(1), ww.game("{4|0}").cool(3)
    (game('{3|1}'), game('2'))
    """
    cooled: Game = call("cool", self, temperature)
    return cooled


def _heat(self: Game, temperature: Any) -> Game:
    """Returns the game heated by a temperature: each move gains that much.

    >>> import winways as ww
    >>> ww.star.heat(1)
    game('+-1')
    """
    heated: Game = call("heat", self, temperature)
    return heated


def _freeze(self: Game) -> Game:
    """Returns the game cooled by its temperature.

    >>> import winways as ww
    >>> ww.game("{4|0}").freeze()
    game('2*')
    """
    frozen: Game = call("freeze", self)
    return frozen


def _reduced(self: Game) -> Game:
    """Returns the reduced canonical form: the simplest game that differs from this one by an infinitesimal.

    >>> import winways as ww
    >>> ww.game("{2+^|*}").reduced()
    game('+-1 + 1')
    """
    reduced: Game = call("reduced", self)
    return reduced


def _atomic_weight(self: Game) -> Game:
    """Returns the atomic weight of an all-small game: a measure in ups.

    >>> import winways as ww
    >>> ww.game("^^*").atomic_weight()
    game('2')
    """
    weight: Game = call("atomic_weight", self)
    return weight


def _incentives(self: Game) -> list[Game]:
    """Returns the maximal incentives: what each move gains.

    >>> import winways as ww
    >>> ww.game("{3|1}").incentives()
    [game('+-1')]
    """
    incentives: list[Game] = call("incentives", self)
    return incentives


def _stops(self: Game) -> tuple[Fraction, Fraction]:
    """Returns the left stop and the right stop.

    >>> import winways as ww
    >>> ww.game("{3|1}").stops()
    (Fraction(3, 1), Fraction(1, 1))
    """
    return self.left_stop, self.right_stop


def _number(game: Game) -> Fraction:
    """Returns the number that a game equals."""
    number = game.number
    if number is None:
        shown = str(game)
        raise ValueError(f"{shown if len(shown) <= 60 else 'the game'} is not a number")
    return number


def _int(self: Game) -> int:
    return int(_number(self))


def _float(self: Game) -> float:
    return float(_number(self))


def _round(self: Game, digits: int | None = None) -> int | Fraction:
    return round(_number(self)) if digits is None else round(_number(self), digits)


def _as_integer_ratio(self: Game) -> tuple[int, int]:
    """Returns the numerator and the denominator of a number.

    >>> import winways as ww
    >>> ww.game("3/4").as_integer_ratio()
    (3, 4)
    """
    return _number(self).as_integer_ratio()


_text_format = Game.__format__


def _format(self: Game, style: str) -> str:
    if style[-1:] not in _NUMERIC:
        return _text_format(self, style)
    numerator, denominator = _number(self).as_integer_ratio()
    # A denominator of 2^k is one of 10^k.
    places = denominator.bit_length() - 1
    sign, digits, _ = Decimal(numerator * 5**places).as_tuple()
    return format(Decimal((sign, digits, -places)), style)


def _solve(self: Position, **options: Any) -> Analysis:
    """Analyses the position. The options are those of :func:`winways.solve`.

    >>> import winways as ww
    >>> ww.position("nim", 3, 5).solve().winning_moves
    [<move heap 5 -> 3>]
    """
    return _winways.solve(self, **options)


def _outcome(self: Position) -> str | None:
    """The outcome: ``N``, ``P``, ``L``, ``R`` or ``D``, as of an analysis.

    >>> import winways as ww
    >>> ww.position("domineering", "..|..").outcome
    'N'
    """
    return _winways.solve(self, outcome_only=True).outcome


def _value(self: Position) -> Any:
    """The value, as of an analysis: a game, or ``None`` if there is none.

    >>> import winways as ww
    >>> ww.position("domineering", "..|..").value
    game('+-1')
    """
    return _winways.solve(self, moves=0).value


_plus = Position.__add__


def _with(expression: str, position: Position, other: object) -> Any:
    """Evaluates an expression of a position and a value or another position."""
    if not isinstance(other, (int, float, Fraction, Game, Notated, Position)):
        return NotImplemented
    return _winways.eval(expression, x=position, y=other)


def _add(self: Position, other: object) -> Any:
    """Returns the sum of positions, or the sum of the value and a game."""
    if isinstance(other, Position):
        return _plus(self, other)
    # The sum of nothing, from which `sum` starts.
    return self if other == 0 and isinstance(other, int) else _with("x + y", self, other)


def _sub(self: Position, other: object) -> Any:
    return _with("x - y", self, other)


def _rsub(self: Position, other: object) -> Any:
    return _with("y - x", self, other)


def _mul(self: Position, copies: object) -> Any:
    return _with("y . x", self, copies) if isinstance(copies, int) else NotImplemented


def _neg(self: Position) -> Any:
    """Returns the negative of the value.

    >>> import winways as ww
    >>> -ww.position("domineering", ".|.")
    game('-1')
    """
    return _winways.eval("-x", x=self)


def _add_methods() -> None:
    """Adds the methods to the classes of the extension."""
    methods: list[tuple[type, str, Any]] = [
        (Game, "cool", _cool),
        (Game, "heat", _heat),
        (Game, "freeze", _freeze),
        (Game, "reduced", _reduced),
        (Game, "atomic_weight", _atomic_weight),
        (Game, "incentives", _incentives),
        (Game, "stops", _stops),
        (Game, "as_integer_ratio", _as_integer_ratio),
        (Game, "__int__", _int),
        (Game, "__float__", _float),
        (Game, "__round__", _round),
        (Game, "__format__", _format),
        (Position, "solve", _solve),
        (Position, "outcome", property(_outcome)),
        (Position, "value", property(_value)),
        (Position, "__add__", _add),
        (Position, "__radd__", _add),
        (Position, "__sub__", _sub),
        (Position, "__rsub__", _rsub),
        (Position, "__mul__", _mul),
        (Position, "__rmul__", _mul),
        (Position, "__neg__", _neg),
    ]
    for kind, name, method in methods:
        setattr(kind, name, method)


_add_methods()
