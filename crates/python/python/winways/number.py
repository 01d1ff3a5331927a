"""Numbers that are not games: ordinals, surreal numbers, and nimbers without a canonical form."""

from __future__ import annotations

from typing import Any, final

from ._winways import eval
from .notated import Notated


@final
class Number(Notated):
    """A number that the calculator computes with and that is neither a game nor a fraction.

    Its ``kind`` is ``an ordinal``, ``a surreal number``, ``a nimber`` or ``a transfinite nimber``.

    >>> import winways as ww
    >>> omega = ww.eval("ω")
    >>> omega - 1, 1 / omega, omega > 10**9
    (number('ω-1'), number('1/ω'), True)
    >>> omega - omega
    game('0')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"number({self._text!r})"

    def __hash__(self) -> int:
        # Equal quotients may have different texts.
        return hash("quotient" if ")/(" in self._text else self._text)

    __eq__ = Notated.__eq__

    def __truediv__(self, other: object) -> Any:
        return self._with("x / y", other)

    def __rtruediv__(self, other: object) -> Any:
        return self._with("y / x", other)

    def __pow__(self, exponent: object) -> Any:
        return self._with("power(x, y)", exponent)

    def __abs__(self) -> Any:
        return eval("abs(x)", x=self)
