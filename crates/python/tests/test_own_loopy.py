"""Games with cycles written in Python, compared with plain analysis, rule files and built-in games."""

from __future__ import annotations

from typing import Any, Literal

import plain
import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st

ENDS = [None, None, None, None, "won", "lost", "drawn"]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.lists(st.integers(0, 9), max_size=3), min_size=10, max_size=10),
    st.lists(st.sampled_from(ENDS), min_size=10, max_size=10),
    st.booleans(),
)
def test_random_graphs_are_solved_as_by_plain_analysis(graph: list[list[int]], ends: list[str | None], misere: bool) -> None:
    class Random(ww.LoopyGame[int]):
        def options(self, position: int) -> list[int]:
            return graph[position]

        def end(self, position: int):  # type: ignore[no-untyped-def]
            return ends[position]

    game = Random()
    known = plain.loopy(graph.__getitem__, ends.__getitem__, 0, misere)
    for position, (outcome, remoteness) in known.items():
        analysis = ww.solve(game, position, misere=misere)
        assert analysis.outcome == outcome, position
        if outcome != "D":
            assert analysis.remoteness == remoteness, position


def test_a_rule_file_with_cycles_agrees() -> None:
    text = "bounds: n <= 30\nheap n -> n - 1 where n >= 1\nheap n -> n + 2 where n <= 28, n > 3\nheap n -> n - 5 where n >= 5"
    told = ww.rules(text)

    class Stairs(ww.LoopyGame[int]):
        def options(self, n: int) -> list[int]:
            moves = [n - 1] if n >= 1 else []
            moves += [n + 2] if 3 < n <= 28 else []
            return moves + ([n - 5] if n >= 5 else [])

    game = Stairs()
    for n in range(31):
        own, file = ww.solve(game, n), ww.solve(told, n)
        assert (own.outcome, own.remoteness) == (file.outcome, file.remoteness), n
        assert len(own.winning_moves) == len(file.winning_moves), n


class Pursuit(ww.LoopyGame[tuple[int, int, str]]):
    """A cop (Left) and a robber (Right) on a ring of cells, in turns; either may stay. The cop wins by catching the robber."""

    def __init__(self, cells: int, chord: bool) -> None:
        self.cells, self.chord = cells, chord

    def near(self, cell: int) -> list[int]:
        near = [cell, (cell + 1) % self.cells, (cell - 1) % self.cells]
        return [*near, (cell + self.cells // 2) % self.cells] if self.chord else near

    def options(self, position: tuple[int, int, str]) -> list[tuple[int, int, str]]:
        cop, robber, turn = position
        if turn == "left":
            return [(to, robber, "right") for to in self.near(cop)]
        return [(cop, to, "left") for to in self.near(robber)]

    def end(self, position: tuple[int, int, str]):  # type: ignore[no-untyped-def]
        cop, robber, turn = position
        if cop != robber:
            return None
        return "won" if turn == "left" else "lost"

    def player(self, position: tuple[int, int, str]):  # type: ignore[no-untyped-def]
        return position[2]


@pytest.mark.parametrize(("cells", "is_caught"), [(3, True), (4, False), (5, False)])
def test_a_robber_on_a_ring_is_safe_from_four_cells_on(cells: int, is_caught: bool) -> None:
    analysis = ww.solve(Pursuit(cells, chord=False), (0, cells // 2, "left"))
    assert analysis.outcome == ("N" if is_caught else "D")
    assert {step.player for step in ww.position(Pursuit(cells, False), (0, cells // 2, "left")).moves()} == {"left"}


def test_positions_that_follow_are_listed_once_for_each_instance() -> None:
    class Counting(Pursuit):
        asked = 0

        def options(self, position: tuple[int, int, str]) -> list[tuple[int, int, str]]:
            Counting.asked += 1
            return super().options(position)

    game = Counting(20, chord=True)
    for robber in range(1, 20):
        ww.solve(game, (0, robber, "left"))
    assert 0 < Counting.asked <= 2 * 20 * 20


def test_limits_and_invalid_ends_are_reported() -> None:
    class Growing(ww.LoopyGame[int]):
        most_positions = 1000

        def options(self, position: int) -> list[int]:
            return [position + 1, 0]

    with pytest.raises(ww.RuleError, match="more than 1000 positions are reachable from 0 of growing; expected fewer, or a greater `most_positions`"):
        ww.solve(Growing(), 0)

    class WrongEnd(ww.LoopyGame[int]):
        def options(self, position: int) -> list[int]:
            return [1 - position]

        def end(self, position: int):  # type: ignore[no-untyped-def]
            return True

    with pytest.raises(ww.RuleError, match=r"WrongEnd\.end\(0\) gave True; expected \"won\", \"lost\" or \"drawn\""):
        ww.solve(WrongEnd(), 0)


def test_exceptions_arrive_unchanged() -> None:
    class Failing(ww.LoopyGame[int]):
        def options(self, position: int) -> list[int]:
            if position == 3:
                raise LookupError("three")
            return [position + 1]

    with pytest.raises(LookupError, match="three"):
        ww.solve(Failing(), 0)


Turn = tuple[int, str]


class Edges(ww.LoopyGame[Turn]):
    """A token on a graph with edges of each player. A position is a vertex and the player to move."""

    def __init__(self, left: tuple[tuple[int, ...], ...], right: tuple[tuple[int, ...], ...]) -> None:
        self.edges = {"left": left, "right": right}

    def options(self, position: Turn) -> list[Turn]:
        vertex, player = position
        return [(after, self.turned(position)[1]) for after in self.edges[player][vertex]]

    def player(self, position: Turn):  # type: ignore[no-untyped-def]
        return position[1]

    def turned(self, position: Turn) -> Turn:
        return position[0], "right" if position[1] == "left" else "left"


def test_positions_of_both_players_have_loopy_values() -> None:
    # The vertex itself, and 0: on, off, dud, over, under, and a switch.
    known = {"on": ([0], []), "off": ([], [0]), "dud": ([0], [0]), "over": ([1], [0]), "under": ([0], [1]), "*": ([1], [1])}
    for name, (left, right) in known.items():
        game = Edges((tuple(left), ()), (tuple(right), ()))
        for player in ("left", "right"):
            assert ww.solve(game, (0, player)).value == ww.eval(name), name


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(*2 * [st.lists(st.integers(0, 4), max_size=2, unique=True)]), min_size=5, max_size=5))
def test_values_of_random_graphs_have_the_outcomes_of_plain_analysis(moves: list[tuple[list[int], list[int]]]) -> None:
    left, right = (tuple(tuple(of[player]) for of in moves) for player in (0, 1))
    game = Edges(left, right)
    known = plain.loopy(game.options, lambda _: None, (0, "left"), False) | plain.loopy(
        game.options, lambda _: None, (0, "right"), False
    )
    begins = {player: known[0, player][0] for player in ("left", "right")}
    analyses = {player: ww.solve(game, (0, player)) for player in begins}
    assert {player: analysis.outcome for player, analysis in analyses.items()} == begins
    value: Any = analyses["left"].value
    assert value == analyses["right"].value is not None
    if not getattr(value, "is_stopper", True):
        return
    # A stopper is at least 0 if Left survives as the second player, and at most 0 if Right does.
    assert (value >= 0) == (begins["right"] != "N") and (value <= 0) == (begins["left"] != "N")


def test_wrong_turned_positions_are_reported() -> None:
    class Stuck(Edges):
        def turned(self, position: Turn) -> Turn:
            return position

    with pytest.raises(ww.RuleError, match="`turned` of stuck applied twice"):
        ww.solve(Stuck(((0,),), ((0,),)), (0, "left"))


def test_graphs_with_many_vertices() -> None:
    # Copying the edges for each vertex would take hours.
    game = ww.graph_game({vertex: [vertex + 1] if vertex < 200_000 else [0] for vertex in range(200_001)})
    assert isinstance(game, ww.LoopyGame)


def test_graphs_with_cycles_and_edges_of_players() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_edge("a", "a", player="left")
    graph.add_edge("a", "b")
    game = ww.graph_game(graph)
    assert ww.solve(game, ("a", "left")).value == ww.eval("{pass,0|0}")
    assert ww.solve(game, ("b", "right")).outcome == "P"


def test_a_sum_of_loopy_positions_suggests_the_sum_of_values() -> None:
    game = Edges(((0,), ()), ((), ()))
    position = ww.position(game, (0, "left"))
    with pytest.raises(ww.UnsupportedError, match=r"help: add the values instead: `p.value \+ q.value`"):
        _ = position + position
    value = position.value
    assert isinstance(value, ww.LoopyValue)
    assert value + value == ww.eval("on")


def test_limits_count_the_positions_that_were_listed() -> None:
    class Growing(ww.LoopyGame[int]):
        def options(self, cell: int) -> list[int]:
            return [cell + 1]

    with pytest.raises(ww.LimitReached, match=r"after [1-9]\d* positions"):
        ww.solve(Growing(), 0, memory=1 << 20)


def test_exceptions_of_methods_that_write() -> None:
    class Ring(ww.LoopyGame[int]):
        def options(self, cell: int) -> list[int]:
            return [(cell + 1) % 5, (cell + 2) % 5]

        def end(self, cell: int) -> Literal["lost"] | None:
            return "lost" if cell == 0 else None

        def write(self, cell: int) -> str:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ww.solve(Ring(), 3)
    assert ww.solve("nim", 3).outcome == "N"


class Extra(ww.LoopyGame[tuple[int, str]]):
    """Take a token. The players should alternate."""

    def __init__(self, end: str | None = None) -> None:
        self.result = end

    def options(self, position: tuple[int, str]) -> list[tuple[int, str]]:
        return [(position[0] - 1, position[1])] if position[0] else []

    def player(self, position: tuple[int, str]):  # type: ignore[no-untyped-def]
        return position[1]

    def end(self, position: tuple[int, str]):  # type: ignore[no-untyped-def]
        return None if position[0] else self.result

    def start(self) -> tuple[int, str]:
        return (1, "left")


def test_a_player_who_moves_twice_is_reported() -> None:
    message = r"`player` of extra gives the same player for \(1, 'left'\) and for \(0, 'left'\), which is after a move"
    for game in (Extra(), Extra("won"), Extra("lost")):
        with pytest.raises(ww.RuleError, match=message):
            ww.solve(game, (1, "left"))
        with pytest.raises(ww.RuleError, match=message):
            ww.verify(game, up_to=3)
        with pytest.raises(ww.RuleError, match=message):
            ww.position(game)
    # A draw belongs to no player.
    assert ww.solve(Extra("drawn"), (1, "left")).outcome == "D"
