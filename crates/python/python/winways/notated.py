"""Values stored as strings in the notation of the calculator."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._winways import Game, ParseError, eval


class Notated:
    """A value stored in the notation of the calculator. The calculator evaluates its operators."""

    __slots__ = ("_kind", "_latex", "_text")

    def __init__(self, text: str, kind: str, latex: str) -> None:
        self._text = text
        self._kind = kind
        self._latex = latex

    @property
    def kind(self) -> str:
        """The kind with its article, such as ``an ordinal`` or ``a loopy game``."""
        return self._kind

    def latex(self) -> str:
        """Returns the value for LaTeX's math mode."""
        return self._latex

    def _repr_latex_(self) -> str:
        return f"${self._latex}$"

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._text, self._kind, self._latex)

    def __hash__(self) -> int:
        return hash(self._text)

    def _with(self, expression: str, other: object) -> Any:
        if not isinstance(other, (int, float, Fraction, Game, Notated)):
            return NotImplemented
        try:
            return eval(expression, x=self, y=other)
        except ParseError as error:
            message = str(error).partition("\n")[0]
            wrong = ZeroDivisionError if "division by zero" in message else ValueError
            raise wrong(message) from None

    def __eq__(self, other: object) -> Any:
        try:
            return self._with("x == y", other)
        except (ValueError, OverflowError):
            # Values that cannot be compared are not equal.
            return isinstance(other, Notated) and other._text == self._text

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

    def __neg__(self) -> Any:
        return eval("-x", x=self)
