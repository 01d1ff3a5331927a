"""Registered names, and games on graphs."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import winways as ww
from winways import registry


class TakeThree(ww.ImpartialGame[int]):
    """Take up to three tokens."""

    def __init__(self, most: int = 3) -> None:
        self.most = most

    def options(self, tokens: int) -> Iterable[int]:
        if tokens == 13:
            raise RuntimeError("thirteen")
        return [tokens - taken for taken in range(1, self.most + 1) if taken <= tokens]


@pytest.fixture(autouse=True)
def no_names_stay() -> Iterator[None]:
    before = dict(registry.GAMES)
    registry.GAMES.clear()
    yield
    registry.GAMES.clear()
    registry.GAMES.update(before)


def test_registered_names() -> None:
    with pytest.raises(ww.ParseError, match="take_three"):
        ww.eval("take_three(7)")
    assert ww.register(TakeThree) is TakeThree
    answer = ww.eval("take_three(7) + *2")
    assert answer.outcome == "N" and answer.value == ww.game("*")
    assert ww.eval("take_three(7)").position == ww.position(TakeThree(), 7)
    assert ww.eval("[take_three(n) + ^ for n in 0..3]") == [ww.up + ww.game(f"*{n}") for n in range(4)]
    assert ww.solve("take-three", 6).value == ww.solve(TakeThree(), 6).value
    assert ww.position("take_three(5) + nim(3)").value == ww.game("*2")
    assert ww.solve_many("take-three", range(6))["nim_value"].tolist() == [0, 1, 2, 3, 0, 1]
    assert ww.table("take-three", 5).values.tolist() == [0, 1, 2, 3, 0, 1]
    assert ww.table("take_three(n)", for_="n=0..5").values.tolist() == [0, 1, 2, 3, 0, 1]
    position = ww.eval("take_three(7)").position
    assert pickle.loads(pickle.dumps(position)) == position


def test_a_later_game_replaces_one_with_its_name() -> None:
    ww.register(TakeThree())
    other = TakeThree(2)
    assert ww.table("take_three(n)", for_="n=0..5", rules=other).values.tolist() == [0, 1, 2, 0, 1, 2]
    ww.register(other)
    assert ww.table("take_three(n)", for_="n=0..5").values.tolist() == [0, 1, 2, 0, 1, 2]
    halves = ww.register(ww.rules("name: halves\nheap n -> n-1 | n/2 where n >= 1"))
    assert ww.eval("halves(3)").value == ww.solve(halves, 3).value


def test_wrong_registrations() -> None:
    class Nim(ww.Heaps):
        def options(self, n: int) -> Iterable[int]:
            return range(n)

    with pytest.raises(ww.UnsupportedError, match="there is already a game called `nim`"):
        ww.register(Nim)
    with pytest.raises(TypeError, match="expected a game"):
        ww.register(3)
    ww.register(TakeThree)
    with pytest.raises(RuntimeError, match="thirteen"):
        ww.eval("take_three(20)")
    with pytest.raises(RuntimeError, match="thirteen"):
        ww.eval("take_three(20) + ^")


GRAPH: dict[Any, list[Any]] = {"a": ["b", "c"], "b": ["c"], "c": [], (1, 2): ["a", "b", "c"]}


def test_graphs() -> None:
    walk = ww.graph_game(GRAPH)
    assert isinstance(walk, ww.ImpartialGame)
    assert [ww.solve(walk, vertex).nim_value for vertex in ("a", "b", "c", (1, 2))] == [2, 1, 0, 3]
    assert ww.graph_game(GRAPH) is not walk and ww.position(ww.graph_game(GRAPH), "a") == ww.position(walk, "a")
    assert ww.position(ww.graph_game({"a": []}), "a") != ww.position(walk, "a")
    again = pickle.loads(pickle.dumps(ww.position(walk, "a")))
    assert again == ww.position(walk, "a")
    assert ww.solve(ww.graph_game({1: [2]}), 2).outcome == "P"
    with pytest.raises(ValueError, match="'z' is not a vertex"):
        ww.solve(walk, "z")


def test_graphs_with_cycles() -> None:
    ring = ww.graph_game({0: [1], 1: [2, 0], 2: []})
    assert isinstance(ring, ww.LoopyGame)
    answers = [ww.solve(ring, vertex) for vertex in range(3)]
    assert [(answer.outcome, answer.remoteness) for answer in answers] == [("P", 2), ("N", 1), ("P", 0)]
    assert ww.solve(ww.graph_game({0: [1], 1: [0]}), 0).outcome == "D"


def test_graphs_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("a", "c"), ("b", "c")])
    assert ww.solve(ww.graph_game(graph), "a").nim_value == 2
    graph = networkx.DiGraph()
    graph.add_edge(1, 0, player="left")
    graph.add_edge(2, 1, player="left")
    graph.add_edge(2, 0, player="right")
    game = ww.graph_game(graph)
    assert isinstance(game, ww.PartizanGame)
    assert [ww.solve(game, vertex).value for vertex in (0, 1, 2)] == [0, 1, ww.game("{1|0}")]
    graph.add_edge(0, 2)
    assert isinstance(ww.graph_game(graph), ww.LoopyGame)
    graph = networkx.DiGraph()
    graph.add_edge(1, 0, player="both")
    with pytest.raises(ValueError, match='expected "left", "right" or nothing'):
        ww.graph_game(graph)
    many = networkx.MultiDiGraph()
    many.add_edge(1, 0, player="left")
    many.add_edge(1, 0, player="right")
    assert ww.solve(ww.graph_game(many), 1).value == ww.star
    with pytest.raises(ValueError, match="expected a directed graph"):
        ww.graph_game(networkx.Graph([(1, 2)]))


def test_wrong_graphs() -> None:
    for wrong in (3, "ab", [("a", "b")], dict):
        with pytest.raises(TypeError, match="expected a"):
            ww.graph_game(wrong)


def test_registered_names_are_known_to_all_functions() -> None:
    class Take(ww.ImpartialGame[int]):
        """Take one or two tokens."""

        def options(self, tokens: int) -> range:
            return range(max(0, tokens - 2), tokens)

        def start(self) -> int:
            return 12

    ww.register(Take())
    statements = [found["statement"] for found in ww.verify("take", up_to=6) if found["holds"]]
    assert len(statements) == 2 and "plain search" in statements[1]
    assert ww.request({"verify": "take", "up_to": 6})["answer"][0]["holds"]
    quiz = ww.request({"quiz": "winner", "game": "take"})["answer"]
    assert "take(" in str(quiz)

    class Pins(ww.Heaps):
        def options(self, n: int) -> list[list[int]]:
            return [[a, n - r - a] for r in (1, 2) if r <= n for a in range((n - r) // 2 + 1)]

    ww.register(Pins)
    assert "pins(" in str(ww.request({"puzzle": "", "game": "pins"})["answer"])


@pytest.mark.parametrize("name", ["v", "if", "for", "let", "in", "then", "else", "and", "or", "not", "ω", "omega"])
def test_names_that_cannot_be_called_are_refused(name: str) -> None:
    game = TakeThree()
    game.name = name
    with pytest.raises(ww.UnsupportedError, match=f"`{name}` cannot be called in expressions: .* expected another name"):
        ww.register(game)
    assert ww.table(game, 5).values.tolist() == [0, 1, 2, 3, 0, 1]


def test_the_name_of_a_class_does_not_matter_for_its_table() -> None:
    class Nim(ww.ImpartialGame[int]):
        def options(self, n: int) -> range:
            return range(n)

    assert ww.table(Nim(), 4).values.tolist() == [0, 1, 2, 3, 4]
