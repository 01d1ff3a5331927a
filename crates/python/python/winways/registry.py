"""Registered names of your own games, for use in expressions."""

from __future__ import annotations

from typing import Any, TypeVar

from ._winways import Ruleset, _check_name, ruleset

__all__ = ["register"]

#: The registered rulesets by name.
GAMES: dict[str, Ruleset] = {}

#: The registered instances, in the form in which they were registered, by name.
INSTANCES: dict[str, Any] = {}

G = TypeVar("G")


def registered(game: Any) -> Any:
    """Returns the registered instance if ``game`` is its name, and otherwise ``game``."""
    if isinstance(game, str) and (name := game.replace("_", "-")) in GAMES:
        return INSTANCES[name]
    return game


def register(game: G) -> G:
    """Registers the name of a game for ``eval``, ``solve``, ``position``, ``table`` and all other functions, and returns the game.

    The game is an instance of a class of rules, a ruleset, or a class that needs no arguments. So ``register`` also works as a
    decorator. A game replaces a registered game with the same name. Names of the catalogue and reserved words of expressions, such as
    ``if``, cannot be registered.

    >>> import winways as ww
    >>> @ww.register
    ... class TakeThree(ww.ImpartialGame[int]):
    ...     "Take up to three tokens."
    ...     def options(self, tokens):
    ...         return [tokens - taken for taken in (1, 2, 3) if taken <= tokens]
    >>> ww.eval("take_three(7) + *2").value, ww.solve("take-three", 6).value
    (game('*'), game('*2'))
    """
    given: Any = game() if isinstance(game, type) else game
    rules = ruleset(given)
    _check_name(rules)
    GAMES[rules.name] = rules
    INSTANCES[rules.name] = given
    return game
