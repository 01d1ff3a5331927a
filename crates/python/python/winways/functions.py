"""The functions of the calculator as Python functions. ``winways.eval`` provides all of them too.

Arguments are games, numbers, strings, positions and lists of these. A function returns a dyadic number as an equal ``Game``, any other
number as a ``Fraction`` or a ``Number``, and a game in which play may cycle as a ``LoopyValue``.
The functions are created from a list in the extension module; their types are in ``functions.pyi``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import Parameter, Signature
from typing import Any, TypeAlias

from ._winways import Game, Position, calculator_functions
from ._winways import call as _call
from .loopy import LoopyValue
from .number import Number as _LargeNumber

Number: TypeAlias = int | float | Fraction | Game
"""A number, or a game that is a number."""

GameLike: TypeAlias = int | float | Fraction | Game | Position
"""A game, or an object with a value that is a game."""

LoopyLike: TypeAlias = int | float | Fraction | Game | Position | LoopyValue
"""A game, possibly with cycles, or an object with such a value."""

NumberLike: TypeAlias = int | float | Fraction | Game | Position | _LargeNumber
"""A number, which need not be the value of a short game (it may be infinite, for example), or an object with such a value."""

__all__ = ["GameLike", "LoopyLike", "Number", "NumberLike"]


def _signature(parameters: str, least: int, most: int) -> Signature:
    """Returns the signature of a function, given its parameters as in help texts: ``G, t``."""
    names = ["values" if name == "list" else name.lower() for name in parameters.split(", ")]
    if most > len(names) or "..." in names:
        return Signature([Parameter("values", Parameter.VAR_POSITIONAL)])
    required, optional = Parameter.empty, None
    kind = Parameter.POSITIONAL_ONLY
    listed = enumerate(names)
    return Signature([Parameter(name, kind, default=required if place < least else optional) for place, name in listed])


def _function(name: str, signature: Signature, documentation: str) -> Callable[..., Any]:
    parameters = list(signature.parameters.values())
    required = [parameter for parameter in parameters if parameter.default is Parameter.empty]
    is_variadic = parameters[0].kind is Parameter.VAR_POSITIONAL
    # The module has functions such as `len`, which hide the built-in ones in calls.
    least = len(required)

    def function(*arguments: Any) -> Any:
        given = list(signature.bind(*arguments).args)
        # None at the end stands for an optional argument that is not given.
        while not is_variadic and given[least:] and given[-1] is None:
            given.pop()
        for place, value in enumerate(given):
            if value is None:
                parameter = f"values[{place}]" if is_variadic else parameters[place].name
                raise TypeError(f"expected a value for the argument {parameter} of {name}, not None")
        return _call(name, *given)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = documentation
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def _all() -> dict[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = {}
    for name, parameters, least, most, summary, example, answer, source in calculator_functions():
        documentation = f"{summary}\n\nExample: ``{example}`` is ``{answer.strip()}``.\n\nSource: {source}.\n"
        found[name] = _function(name, _signature(parameters, least, most), documentation)
    return found


globals().update(_all())
__all__ += [name for name, *_ in calculator_functions()]
