"""Numbers beyond those of games: ordinals, surreal numbers, and nimbers without a canonical form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, final

from ._winways import Game, ParseError, eval


@final
class Number:
    """A number that the calculator computes with and that is neither a game nor a fraction.

    >>> import winways as ww
    >>> omega = ww.eval("ω")
    >>> omega - 1, 1 / omega, omega > 10**9
    (number('ω-1'), number('1/ω'), True)
    >>> omega - omega
    game('0')
    """

    __slots__ = ("_kind", "_latex", "_text")

    def __init__(self, text: str, kind: str, latex: str) -> None:
        self._text = text
        self._kind = kind
        self._latex = latex

    @property
    def kind(self) -> str:
        """The kind: ``an ordinal``, ``a surreal number``, ``a nimber`` or ``a transfinite nimber``."""
        return self._kind

    def latex(self) -> str:
        """Return the number for LaTeX's mathematics mode."""
        return self._latex

    def _repr_latex_(self) -> str:
        return f"${self._latex}$"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"number({self._text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Number, (self._text, self._kind, self._latex)

    def __hash__(self) -> int:
        # A quotient may have several texts.
        return hash("quotient" if ")/(" in self._text else self._text)

    def _with(self, expression: str, other: object) -> Any:
        if not isinstance(other, (int, float, Fraction, Game, Number)):
            return NotImplemented
        try:
            return eval(expression, x=self, y=other)
        except ParseError as error:
            message = str(error).partition("\n")[0]
            wrong = ZeroDivisionError if "division by zero" in message else ValueError
            raise wrong(message) from None

    def __eq__(self, other: object) -> Any:
        return self._with("x == y", other)

    def __lt__(self, other: object) -> Any:
        return self._with("x < y", other)

    def __le__(self, other: object) -> Any:
        return self._with("x <= y", other)

    def __gt__(self, other: object) -> Any:
        return self._with("x > y", other)

    def __ge__(self, other: object) -> Any:
        return self._with("x >= y", other)

    def __add__(self, other: object) -> Any:
        return self._with("x + y", other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._with("x - y", other)

    def __rsub__(self, other: object) -> Any:
        return self._with("y - x", other)

    def __mul__(self, other: object) -> Any:
        return self._with("x . y", other)

    def __rmul__(self, other: object) -> Any:
        return self._with("y . x", other)

    def __truediv__(self, other: object) -> Any:
        return self._with("x / y", other)

    def __rtruediv__(self, other: object) -> Any:
        return self._with("y / x", other)

    def __pow__(self, exponent: object) -> Any:
        return self._with("power(x, y)", exponent)

    def __neg__(self) -> Any:
        return eval("-x", x=self)

    def __abs__(self) -> Any:
        return eval("abs(x)", x=self)
