"""Partizan games on heaps written in Python, compared with built-in games and plain search."""

from __future__ import annotations

import pickle
from functools import cache

import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games import Take, TakeBreak

#: The moves of a heap, by its size.
Moves = dict[int, list[list[int]]]


def test_values_are_those_of_the_built_in_game() -> None:
    for heap in range(30):
        assert ww.solve(Take(), heap).value == ww.solve("subtract{1,3|1,2}", heap).value, heap
        assert ww.solve(TakeBreak(), heap % 12).value == ww.solve("octal(0.7|0.07)", heap % 12).value, heap


def test_sums_moves_and_names() -> None:
    p = ww.position(Take(), 4, 2)
    assert str(p) == "take(4,2)"
    own, built_in = ww.solve(p), ww.solve("subtract{1,3|1,2}", 4, 2)
    assert (own.outcome, own.value) == (built_in.outcome, built_in.value)
    names = [(step.player, step.name) for step in own.winning_moves]
    assert names == [(step.player, step.name) for step in built_in.winning_moves]
    assert str(p.play("heap 4 -> 1", "left")) == "take(1,2)"
    assert ww.solve(p + ww.position("nim", 3)).outcome == ww.solve(
        ww.position("subtract{1,3|1,2}", 4, 2) + ww.position("nim", 3)
    ).outcome
    assert pickle.loads(pickle.dumps(p)) == p


def test_tables_have_the_period_of_the_built_in_game() -> None:
    own, built_in = ww.table(Take(), up_to=60), ww.table("subtract{1,3|1,2}", up_to=60)
    assert own.values is not None and built_in.values is not None
    assert [str(value) for value in own.values] == [str(value) for value in built_in.values]
    assert own.status != "proved"
    assert [outcome.outcome for outcome in (ww.solve(Take(), n, misere=True) for n in range(20))] == [
        ww.solve("subtract{1,3|1,2}", n, misere=True).outcome for n in range(20)
    ]


def test_verification_finds_no_difference() -> None:
    found = ww.verify(TakeBreak(), up_to=7)
    assert [comparison["holds"] for comparison in found] == [True] * len(found)
    assert found[-1]["cases"] > 40


@st.composite
def random_moves(draw: st.DrawFn) -> Moves:
    """Generates random moves of heaps of up to 6 tokens."""
    moves: Moves = {0: []}
    for heap in range(1, 7):
        moves[heap] = draw(st.lists(st.lists(st.integers(0, heap - 1), max_size=2), max_size=3))
    return moves


@settings(deadline=None, max_examples=100)
@given(random_moves(), random_moves(), st.lists(st.integers(0, 6), min_size=1, max_size=3), st.booleans())
def test_random_games_are_solved_as_by_plain_search(left: Moves, right: Moves, heaps: list[int], misere: bool) -> None:
    class Random(ww.PartizanHeaps):
        def left(self, n: int) -> list[list[int]]:
            return left[n]

        def right(self, n: int) -> list[list[int]]:
            return right[n]

    @cache
    def wins(heaps: tuple[int, ...], is_left: bool) -> bool:
        moves = left if is_left else right
        after = [(*heaps[:i], *option, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for option in moves[heap]]
        return any(not wins(tuple(sorted(option)), not is_left) for option in after) if after else misere

    letter = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
    searched = letter[wins(tuple(sorted(heaps)), True), wins(tuple(sorted(heaps)), False)]
    assert ww.solve(Random(), heaps, misere=misere).outcome == searched


def test_wrong_rules_are_reported() -> None:
    class Wrong(ww.PartizanHeaps):
        def left(self, n: int) -> list[int]:
            return [n - 1]

        def right(self, n: int) -> list[int]:
            return [n]

    with pytest.raises(ww.RuleError, match=r"Wrong\.right\(3\) gave \[3\], in which 3 is not smaller than 3"):
        ww.solve(Wrong(), 3)

    class OnlyLeft(ww.PartizanHeaps):
        def left(self, n: int) -> list[int]:
            return [n - 1]

    with pytest.raises(NotImplementedError, match="OnlyLeft has no method `right"):
        ww.solve(OnlyLeft(), 3)
