"""Texts of positions without methods `parse` and `write`: every way to give a position leads to the same one."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import winways as ww
from winways import registry


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Restores the registered games after a test."""
    before, instances = dict(registry.GAMES), dict(registry.INSTANCES)
    yield
    for kept, saved in ((registry.GAMES, before), (registry.INSTANCES, instances)):
        kept.clear()
        kept.update(saved)


class Paren(ww.ImpartialGame[str]):
    """Remove a pair of adjacent brackets."""

    def options(self, position: str) -> list[str]:
        return [position[:i] + position[i + 2 :] for i in range(len(position) - 1) if position[i : i + 2] == "()"]

    def start(self) -> str:
        return "()"


class Listed(Paren):
    """The game without a start."""

    def start(self) -> str:
        raise NotImplementedError

    def positions(self, up_to: int) -> list[str]:
        return ["()" * n for n in range(1, up_to + 1)]


class Rows(ww.ImpartialGame[tuple[int, ...]]):
    """Remove a row, or a square and those to the right of it in its row."""

    def options(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        rows = range(len(position))
        return [(*position[:i], left, *position[i + 1 :]) for i in rows for left in range(position[i])]

    def start(self) -> tuple[int, ...]:
        return (3, 3)


def test_a_string_that_is_a_literal_is_a_position_of_a_game_on_strings() -> None:
    game = ww.register(Paren())
    for text in ("()", "()()", "(())", "(()())", "None", "1", "'()'", " ()"):
        own = ww.solve(game, text)
        if text == text.strip():
            assert own.position.board == text
            assert ww.solve("paren", text).nim_value == own.nim_value, text
            assert ww.eval(f'paren("{text}")').position == own.position, text
            assert ww.solve_many("paren", [text])["nim_value"].tolist() == [own.nim_value]
        assert ww.position(str(own.position)) == own.position
    assert ww.solve("paren", "()").value == ww.star
    assert {step.name for step in ww.position(game, "(())").moves()} == {"()"}


def test_listed_positions_show_that_positions_are_strings() -> None:
    class OnlyListed(ww.ImpartialGame[str]):
        name = "paren"
        options = Paren.options
        positions = Listed.positions

    ww.register(OnlyListed())
    assert ww.solve("paren", "()").value == ww.eval('paren("()")').value == ww.star


def test_the_page_keeps_typed_strings() -> None:
    with ww.serve(Paren(), open_browser=False) as server:
        root = server.url.split("#")[0]
        body = json.dumps({"game": "paren", "position": "(())"}).encode()
        request = urllib.request.Request(f"{root}api/v1/solve", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            answer = json.load(reply)
    assert answer["outcome"] == "P" and "(())" in json.dumps(answer["position"])


def test_literals_are_read_in_other_games() -> None:
    game = ww.register(Rows())
    position = ww.position(game, (3, 2))
    for given in ("(3, 2)", "(3,2)", (3, 2)):
        assert ww.position(game, given) == ww.position("rows", given) == position, given
    assert ww.position("rows", 3, 2) == ww.position(game.ruleset, (3, 2)) == position
    assert ww.solve_many("rows", [(3, 2), "(3,2)"])["nim_value"].tolist() == [1, 1]


def test_positions_with_equal_texts_differ() -> None:
    class Mixed(ww.ImpartialGame[Any]):
        def options(self, position: object) -> list[object]:
            moves: dict[object, list[object]] = {1: [0], "1": [0, 1], None: ["None"]}
            return moves.get(position, [])

    class FromString(Mixed):
        def start(self) -> object:
            return "1"

    class FromNumber(Mixed):
        def start(self) -> object:
            return 1

    for kind in (Mixed, FromString, FromNumber):
        game = ww.register(kind())
        objects = [1, "1", None, "None", "literal:1", "literal:x", (1,), "(1,)", "'1'", " 1", 0, "x"]
        texts = [ww._winways._own_position_text(game._known()[0], given) for given in objects]
        positions = [ww.position(game.ruleset, text) for text in texts]
        assert len(set(positions)) == len({position.board for position in positions}) == len(objects), kind
        for position in positions:
            assert ww.position(game.ruleset, position.board) == position, kind
            assert ww.position(str(position)) == position, kind
        assert [ww.solve(position).nim_value for position in positions[:4]] == [1, 2, 1, 0]


@pytest.mark.parametrize("text", ["{[]:1}", "(" * 5000, "-" * 100_000 + "1", "...", "{1: {2}, [3]: 4}"])
def test_other_texts_are_the_position_itself(text: str) -> None:
    class Texts(ww.ImpartialGame[str]):
        def options(self, position: str) -> list[str]:
            return [position[1:]] if position[:1] == text[:1] else []

    ww.register(Texts())
    assert ww.position("texts", text) == ww.position(registry.INSTANCES["texts"], text)


def test_vertices_that_are_literals_are_read_as_vertices() -> None:
    game = ww.register(ww.graph_game({"1": ["2"], "2": []}, name="g1"))
    assert ww.solve("g1", "1").value == ww.eval("g1(1)").value == ww.solve(game, "1").value == ww.star
    game = ww.register(ww.graph_game({"None": ["2"], "2": [], None: []}, name="g2"))
    assert ww.solve("g2", "None").value == ww.solve(game, "None").value == ww.star
    assert ww.solve("g2", None).value == ww.solve(game, None).value == ww.zero
    assert ww.position(game, None) != ww.position(game, "None")
    assert ww.position(str(ww.position(game, None))) == ww.position(game, None)
    game = ww.register(ww.graph_game({1: [2], 2: []}, name="g3"))
    assert ww.solve("g3", "1").value == ww.solve(game, "1").value == ww.solve(game, 1).value == ww.star


def test_a_start_may_call_parse() -> None:
    class Parsing(Rows):
        def start(self) -> tuple[int, ...]:
            return self.parse("(2, 1)")

    assert ww.position(Parsing(), "(2, 1)") == ww.position(Parsing())

    class Failing(Rows):
        is_failing = True

        def start(self) -> tuple[int, ...]:
            if self.is_failing:
                raise LookupError("no start")
            return (1,)

    game = Failing()
    with pytest.raises(LookupError, match="no start"):
        ww.position(game, "(1,)")
    game.is_failing = False
    assert ww.solve(game, "(1,)").value == ww.star
