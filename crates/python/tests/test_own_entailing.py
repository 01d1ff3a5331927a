"""Games on heaps written in Python with entailing and complimenting moves, compared with a built-in game and plain search."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from typing import Any

import numpy
import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games import Generous, TopEntails

#: A move: how play goes on (0: as usual, 1: in the first heap, 2: the same player again), and the heaps that it leaves.
Step = tuple[int, list[int]]


def test_values_and_moves_are_those_of_the_built_in_game() -> None:
    for stack in range(1, 40):
        own, built_in = ww.solve(TopEntails(), stack), ww.solve("top-entails", stack)
        assert (own.outcome, str(own.value)) == (built_in.outcome, str(built_in.value)), stack
        assert len(own.winning_moves) == len(built_in.winning_moves), stack
    own, built_in = ww.solve(TopEntails(), "4! 6"), ww.solve("top-entails", "4! 6")
    assert own.outcome == built_in.outcome
    assert [step.name.replace("heap", "stack") for step in own.winning_moves] == [step.name for step in built_in.winning_moves]


def test_positions_are_played_and_written() -> None:
    p = ww.position(TopEntails(), 4, 6)
    assert str(p) == "top_entails(4,6)"
    after = p.play("heap 4 -> 3!")
    assert ww.position(TopEntails(), "3! 6") == after == pickle.loads(pickle.dumps(after))
    assert ww.solve(TopEntails(), 1).winning_moves[0].name == "heap 1 -> 0!", "nobody can move in an empty heap"


def test_the_same_player_moves_again() -> None:
    # The values of the crate's own example.
    assert [str(ww.solve(Generous(), n).value) for n in range(6)] == ["0", "0", "loony", "*", "0", "*2"]
    assert {step.name for step in ww.position(Generous(), 2).moves()} == {"heap 2 -> 1", "heap 2 -> 0, again"}


def test_verification_finds_no_difference() -> None:
    for game in (TopEntails(), Generous()):
        found = ww.verify(game, up_to=8)
        assert [comparison["holds"] for comparison in found] == [True] * len(found)
        assert found[-1]["cases"] >= 30


@st.composite
def random_steps(draw: st.DrawFn) -> dict[int, list[Step]]:
    """Generates random moves of heaps of up to 6 tokens."""
    steps: dict[int, list[Step]] = {0: []}
    for heap in range(1, 7):
        heaps = st.lists(st.integers(0, heap - 1), min_size=1, max_size=2)
        steps[heap] = draw(st.lists(st.tuples(st.integers(0, 2), heaps), max_size=4))
    return steps


@settings(deadline=None, max_examples=150)
@given(random_steps(), st.lists(st.integers(0, 6), min_size=1, max_size=3))
def test_random_games_are_solved_as_by_plain_search(steps: dict[int, list[Step]], heaps: list[int]) -> None:
    class Random(ww.EntailingHeaps):
        def options(self, n: int) -> list[ww.Entail | ww.Again | list[int]]:
            return [left if kind == 0 else ww.Entail(*left) if kind == 1 else ww.Again(*left) for kind, left in steps[n]]

    @cache
    def wins(heaps: tuple[int, ...], entailed: int | None) -> bool:
        """Returns True if the player to move wins, who must move in the heap with this index if there is one."""
        for index in range(len(heaps)) if entailed is None else (entailed,):
            for kind, left in steps[heaps[index]]:
                after = (*left, *heaps[:index], *heaps[index + 1 :])
                if wins(after, 0 if kind == 1 else None) == (kind == 2):
                    return True
        return False

    assert ww.solve(Random(), heaps).outcome == ("N" if wins(tuple(heaps), None) else "P")


def test_wrong_moves_are_reported() -> None:
    class Plain(ww.Heaps):
        def options(self, n: int) -> list[ww.Entail]:
            return [ww.Entail(n - 1)]

    with pytest.raises(ww.RuleError, match=r"Plain\.options\(1\) gave .* needs a subclass of EntailingHeaps"):
        ww.solve(Plain(), 1)

    class Large(ww.EntailingHeaps):
        def options(self, n: int) -> list[ww.Again]:
            return [ww.Again(n)]

    with pytest.raises(ww.RuleError, match="in which 3 is not smaller than 3"):
        ww.solve(Large(), 3)

    class Failing(ww.EntailingHeaps):
        def options(self, n: int) -> list[int]:
            raise ZeroDivisionError(n)

    with pytest.raises(ZeroDivisionError):
        ww.solve(Failing(), 3)
    with pytest.raises(ww.ParseError, match="!"):
        ww.position(TopEntails(), "3! 4!")


def test_moves_are_copied_and_pickled() -> None:
    for move in (ww.Entail(3, 1), ww.Again(2), ww.Again()):
        for other in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
            assert type(other) is type(move) and other == move and repr(other) == repr(move)


def test_heaps_may_be_integers_of_numpy() -> None:
    class Nim(ww.EntailingHeaps):
        def options(self, n: int) -> Any:
            return numpy.arange(n)

    class Plain(ww.Heaps):
        def options(self, n: int) -> Any:
            return numpy.arange(n)

    for game in (Nim(), Plain()):
        assert ww.verify(game, up_to=3)[0]["holds"]
