"""Games on heaps written in Python, compared with built-in games and plain search."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import plain
import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games import DawsonsKayles, Grundy, Kayles, Nim


@pytest.mark.parametrize(
    ("own", "built_in", "up_to"),
    [(Kayles, "kayles", 90), (DawsonsKayles, "dawsons-kayles", 70), (Nim, "nim", 40), (Grundy, "grundy", 60)],
)
def test_values_are_those_of_the_built_in_game(own: type[ww.Heaps], built_in: str, up_to: int) -> None:
    game = own()
    for heap in range(up_to + 1):
        assert str(ww.solve(game, heap).value) == str(ww.solve(built_in, heap).value), heap


@pytest.mark.parametrize("misere", [False, True])
def test_sums_of_heaps_have_outcomes_and_moves_of_the_built_in_game(misere: bool) -> None:
    game = Kayles()
    for heaps in itertools.combinations_with_replacement(range(1, 8), 3):
        own, built_in = ww.solve(game, *heaps, misere=misere), ww.solve("kayles", *heaps, misere=misere)
        assert own.outcome == built_in.outcome, heaps
        assert moves(own) == moves(built_in), heaps


def moves(analysis: ww.Analysis) -> list[str]:
    """Returns the names of winning moves, with the resulting heaps sorted."""
    names = []
    for step in analysis.winning_moves:
        before, after = step.name.split(" -> ")
        names.append(f"{before} -> {sorted(after.replace(' ', '').split('+'))}")
    return sorted(set(names))


def test_positions_are_stated_in_many_ways() -> None:
    nim = Nim()
    for position in ((7, 8, 9), ("7 8 9",), ([7, 8, 9],), ((7, 8), 9), ("7", 8, 9)):
        assert str(ww.position(nim, *position)) == "nim(7,8,9)"
    with pytest.raises(ww.ParseError, match="heap size"):
        ww.position(nim, "seven")
    with pytest.raises(ww.ParseError):
        ww.position(nim, -1)


def test_a_sum_with_a_built_in_game_is_solved() -> None:
    total = ww.position(Kayles(), 9) + ww.position("nim", 4)
    assert ww.solve(total).outcome == "P"
    assert ww.solve(ww.position(Kayles(), 9) + ww.position("nim", 5)).outcome == "N"


def test_positions_of_one_instance_add_up_and_those_of_two_are_different_games() -> None:
    game = Kayles()
    assert str(ww.position(game, 3) + ww.position(game, 4)) == "kayles(3,4)"
    assert str(ww.position(game, 3) + ww.position(Kayles(), 4)) == "kayles(3) + kayles(4)"


@st.composite
def random_games(draw: st.DrawFn) -> dict[int, list[list[int]]]:
    """Generates random moves of heaps of up to 9 tokens."""
    options: dict[int, list[list[int]]] = {0: []}
    for heap in range(1, 10):
        smaller = st.lists(st.integers(0, heap - 1), max_size=3)
        options[heap] = draw(st.lists(smaller, max_size=4))
    return options


@settings(deadline=None, max_examples=150)
@given(random_games(), st.lists(st.integers(0, 9), min_size=1, max_size=3))
def test_random_games_are_solved_as_by_plain_search(options: dict[int, list[list[int]]], heaps: list[int]) -> None:
    class Random(ww.Heaps):
        def options(self, n: int) -> list[list[int]]:
            return options[n]

    game, values = Random(), plain.heap_values(options.__getitem__, 9)
    total = 0
    for heap in heaps:
        total ^= values[heap]
    solved = ww.solve(game, heaps)
    assert str(solved.value) == ("0" if total == 0 else "*" if total == 1 else f"*{total}")
    for misere in (False, True):
        won = plain.heaps_won(options.__getitem__, misere)(tuple(heaps))
        assert ww.solve(game, heaps, misere=misere).outcome == ("N" if won else "P")


WRONG = [
    ([[5]], r"Wrong\.options\(5\) gave \[\[5\]\], in which 5 is not smaller than 5; expected a list of the moves"),
    ([[3, 6]], "in which 6 is not smaller than 5"),
    ([[-1]], "in which -1 is not a heap size"),
    ([["4"]], "in which '4' is not a heap size"),
    ([4.0], r"in which 4\.0 is not a heap size"),
    (7, "gave 7, which is not a list"),
    (None, "gave None, which is not a list"),
    ([10**30], "is not a heap size"),
]


@pytest.mark.parametrize(("given_options", "message"), WRONG)
def test_invalid_results_of_rules_are_reported(given_options: object, message: str) -> None:
    class Wrong(ww.Heaps):
        def options(self, n: int) -> object:  # type: ignore[override]
            return given_options if n == 5 else []

    with pytest.raises(ww.RuleError, match=message):
        ww.solve(Wrong(), 5)


def test_a_class_without_rules_is_reported() -> None:
    class Empty(ww.Heaps):
        pass

    with pytest.raises(NotImplementedError, match="Empty has no method `options"):
        ww.solve(Empty(), 3)


def test_an_exception_arrives_unchanged_with_its_traceback() -> None:
    class Failing(ww.Heaps):
        def options(self, n: int) -> list[int]:
            return [1 // (n - 3)] if n == 3 else [n - 1]

    game = Failing()
    with pytest.raises(ZeroDivisionError) as raised:
        ww.solve(game, 10)
    assert raised.traceback[-1].name == "options"
    assert str(ww.solve(game, 2).value) == "0", "the session goes on"


def test_generators_tuples_and_numbers_will_do() -> None:
    class Generator(ww.Heaps):
        def options(self, n: int):  # type: ignore[no-untyped-def]
            yield n - 1
            if n > 1:
                yield (1, n - 2)
            yield []

    game, values = Generator(), plain.heap_values(lambda n: [[n - 1], *([[1, n - 2]] if n > 1 else []), []], 20)
    assert [ww.solve(game, n).nim_value for n in range(21)] == values


@pytest.mark.parametrize("start", [[3, -1], "x", None, 4.5, [[1]]])
def test_invalid_starts_are_reported(start: object) -> None:
    class Wrong(ww.Heaps):
        def options(self, n: int) -> range:
            return range(n)

        def start(self) -> object:
            return start

    with pytest.raises(ww.RuleError, match=r"Wrong\.start\(\) gave .*; expected a list of heap sizes"):
        ww.position(Wrong())


def test_moves_are_any_iterables_of_heaps() -> None:
    moves: list[Callable[[int], object]] = [
        lambda n: range(n - 1, n),
        lambda n: {n - 1},
        lambda n: (heap for heap in [n - 1]),
        lambda n: map(int, [n - 1]),
    ]
    for move in moves:

        class Alike(ww.Heaps):
            def options(self, n: int) -> list[object]:  # type: ignore[override]
                return [move(n)]  # noqa: B023

        assert [ww.solve(Alike(), n).nim_value for n in range(4)] == [0, 1, 0, 1]
    numpy = pytest.importorskip("numpy")

    class Rows(ww.Heaps):
        def options(self, n: int):  # type: ignore[no-untyped-def]
            return numpy.array([[n - 1, 0]])

    assert [ww.solve(Rows(), n).nim_value for n in range(4)] == [0, 1, 0, 1]
