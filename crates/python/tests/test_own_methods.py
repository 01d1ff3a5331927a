"""Methods and attributes that a class of rules would define in vain are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import winways as ww


def ended(self: object, position: object) -> str | None:
    return None


BASES: list[tuple[type[Any], list[str]]] = [
    (ww.Heaps, ["end", "player", "turned", "split", "view", "parse", "write", "move_name", "positions"]),
    (ww.PartizanHeaps, ["end", "positions"]),
    (ww.EntailingHeaps, ["end", "positions"]),
    (ww.ImpartialGame, ["end", "player", "turned"]),
    (ww.PartizanGame, ["end", "player", "turned"]),
    (ww.LoopyGame, ["split"]),
]


def no_moves(self: object, position: object) -> list[object]:
    return []


RULES: dict[str, Callable[..., object]] = {"options": no_moves, "left": no_moves, "right": no_moves}


@pytest.mark.parametrize(("base", "method"), [(base, method) for base, methods in BASES for method in methods])
def test_methods_of_other_kinds_are_reported(base: type[Any], method: str) -> None:
    kind = type("Own", (base,), {**RULES, method: ended})
    with pytest.raises(ww.RuleError, match=f"Own defines `{method}`, which a subclass of {base.__name__} does not use: "):
        ww.solve(kind(), 3)
    # The data of a class may have these names.
    with_data = type("Own", (base,), {**RULES, method: 5})
    assert ww.solve(with_data(), 3).outcome == "P"


def test_the_reason_names_the_alternative() -> None:
    kind = type("Own", (ww.ImpartialGame,), {**RULES, "end": ended})
    with pytest.raises(ww.RuleError, match="play ends when the player to move has no moves; return no moves there, or subclass LoopyGame"):
        ww.register(kind())


def test_methods_that_are_attributes_are_reported() -> None:
    class Ring(ww.LoopyGame[int]):
        def __init__(self, has_end: bool) -> None:
            if has_end:
                self.end = lambda cell: "lost" if cell == 0 else None  # type: ignore[method-assign, assignment]

        def options(self, cell: int) -> list[int]:
            return [(cell + 1) % 9, (cell + 2) % 9]

    assert ww.solve(Ring(False), 7).outcome == "D"
    with pytest.raises(ww.RuleError, match="the attribute `end` of an instance of Ring is a function; expected a method of the class"):
        ww.solve(Ring(True), 7)


@pytest.mark.parametrize("sources", ["Winning Ways", 5, [1]])
def test_sources_are_a_list_of_strings(sources: object) -> None:
    kind = type("Own", (ww.Heaps,), {**RULES, "sources": sources})
    with pytest.raises(ww.RuleError, match="the attribute sources of Own is .*; expected a list of strings"):
        ww.solve(kind(), 3)
    assert type("Own", (ww.Heaps,), {**RULES, "sources": ("Winning Ways",)})().ruleset.sources == ["Winning Ways"]
