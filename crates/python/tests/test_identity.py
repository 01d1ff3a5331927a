"""Positions of games with different rules differ, even if the games have the same name. Class and attributes identify rules."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st


class Tak(ww.ImpartialGame[int]):
    """Take one to `most` from a number."""

    def __init__(self, most: int, misere: bool = False) -> None:
        self.most, self.misere = most, misere

    def options(self, number: int) -> list[int]:
        return [number - taken for taken in range(1, self.most + 1) if taken <= number]


class TakHeaps(ww.Heaps):
    """Take one to `most` from a heap."""

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, n: int) -> list[int]:
        return [n - taken for taken in range(1, self.most + 1) if taken <= n]


class TakBoth(ww.PartizanGame[int]):
    """Left takes one, Right one to `most`."""

    def __init__(self, most: int) -> None:
        self.most = most

    def left(self, number: int) -> list[int]:
        return [number - 1] if number else []

    def right(self, number: int) -> list[int]:
        return [number - taken for taken in range(1, self.most + 1) if taken <= number]


class TakLoopy(ww.LoopyGame[int]):
    """Take one to `most`, as a game that may cycle."""

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, number: int) -> list[int]:
        return [number - taken for taken in range(1, self.most + 1) if taken <= number]


KINDS = [Tak, TakHeaps, TakBoth, TakLoopy]


@pytest.mark.parametrize("kind", KINDS)
def test_positions_of_different_games_differ(kind: Any) -> None:
    one, three, again = ww.position(kind(1), 2), ww.position(kind(3), 2), ww.position(kind(3), 2)
    assert str(one) == str(three) == str(again)
    assert one != three and hash(one) != hash(three) and not one.is_same(three)
    assert three == again and hash(three) == hash(again) and three.is_same(again)
    assert len({one, three, again}) == 2
    assert kind(1).ruleset != kind(3).ruleset and kind(3).ruleset == kind(3).ruleset
    assert len({kind(1).ruleset, kind(3).ruleset, kind(3).ruleset}) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_moves_of_another_game_are_refused(kind: Any) -> None:
    one, three = ww.position(kind(1), 2), ww.position(kind(3), 2)
    step = three.moves("right")[-1]
    with pytest.raises(ValueError, match="another game"):
        one.play(step)
    assert ww.position(kind(3), 2).play(step) == step.after
    assert step in ww.position(kind(3), 2).moves("right") and step not in one.moves("right")


def test_an_own_class_named_like_a_built_in_game_is_another_game() -> None:
    class Nim(ww.Heaps):
        def options(self, n: int) -> list[int]:
            return [n - 1]

    class Other(ww.ImpartialGame[int]):
        name = "nim"

        def options(self, number: int) -> list[int]:
            return [number - 1] if number else []

    built_in, own, other = ww.position("nim", 3), ww.position(Nim(), 3), ww.position(Other(), 3)
    assert str(built_in) == str(own) == str(other) == "nim(3)"
    for some, another in ((built_in, own), (own, built_in), (own, other), (other, built_in), (built_in, other)):
        assert some != another and not some.is_same(another) and some.moves()[0] != another.moves()[0]
        with pytest.raises(ValueError, match="another game|belongs to"):
            some.play(another.moves()[0])
    assert len({built_in, own, other}) == 3
    total = built_in + own
    assert ww.solve(total).value == ww.game("*3") + ww.star
    assert total != own + own and total.play(total.moves()[0]) != own + own


def test_rule_files_of_one_name_are_different_games() -> None:
    first, second = (ww.rules(f"name: taking\nheap n -> n - {k} where n >= {k}") for k in (1, 2))
    same = ww.rules("name: taking\nheap n -> n - 1 where n >= 1")
    assert first.position(4) != second.position(4) and first.position(4) == same.position(4)
    assert first != second and first == same and hash(first) == hash(same)
    with pytest.raises(ValueError, match="another game"):
        first.position(4).play(second.position(4).moves()[0])


def test_attributes_of_an_instance_count_like_those_of_its_class() -> None:
    normal, misere = Tak(2), Tak(2, misere=True)
    assert normal.ruleset.misere is False and misere.ruleset.misere is True
    for number in range(8):
        assert ww.solve(misere, number).outcome == ww.solve(normal, number, misere=True).outcome
    assert ww.solve(misere, 1).outcome == "P" and ww.solve(normal, 1).outcome == "N"
    assert ww.position(normal, 2) != ww.position(misere, 2)

    class Named(Tak):
        def __init__(self, most: int) -> None:
            super().__init__(most)
            self.name, self.title, self.notation = f"tak-{most}", f"Tak {most}", "a number"
            self.sources = [f"book {most}"]

    ruleset = Named(4).ruleset
    assert (ruleset.name, ruleset.title, ruleset.notation, ruleset.sources) == ("tak-4", "Tak 4", "a number", ["book 4"])
    named = Named(4)
    named.title = 4  # type: ignore[assignment]
    with pytest.raises(ww.RuleError, match="attribute title of Named is 4; expected a string"):
        ww.solve(named, 3)


def test_a_changed_attribute_makes_other_rules() -> None:
    game = Tak(1)
    before = ww.position(game, 2)
    assert [ww.solve(game, n).nim_value for n in range(6)] == [n % 2 for n in range(6)]
    game.most = 3
    assert [ww.solve(game, n).nim_value for n in range(6)] == [n % 4 for n in range(6)]
    assert before != ww.position(game, 2)
    game.misere = True
    assert ww.solve(game, 1).outcome == "P"
    Tak.title = "Taking"
    try:
        assert game.ruleset.title == "Taking" and ww.solve(game, 1).outcome == "P"
    finally:
        del Tak.title
    twin = copy.copy(game)
    twin.most = 1
    assert ww.solve(twin, 2).outcome == "N" and ww.solve(game, 2).outcome == "N"
    assert ww.solve(twin, 3).nim_value == ww.solve(Tak(1), 3, misere=False).nim_value or ww.solve(twin, 3).outcome == "P"


def test_notes_of_a_rule_in_its_instance_keep_the_identity() -> None:
    class Counting(Tak):
        def __init__(self) -> None:
            super().__init__(3)
            self.asked = 0

        def options(self, number: int) -> list[int]:
            self.asked += 1
            return super().options(number)

    game = Counting()
    for _ in range(3):
        assert ww.solve(game, 20).outcome == "P"
    position = ww.position(game, 20)
    position.moves()
    assert game.asked == 21 and position == ww.position(game, 20)


def test_attributes_that_cannot_be_hashed_or_compared_count_too() -> None:
    class Graph(ww.ImpartialGame[int]):
        def __init__(self, edges: Any) -> None:
            self.edges = edges

        def options(self, vertex: int) -> list[int]:
            return list(self.edges[vertex])

    class Odd:
        def __getitem__(self, vertex: int) -> list[int]:
            return list(range(vertex))

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("no comparison")

        __hash__ = None  # type: ignore[assignment]

    path, star = {0: [], 1: [0], 2: [1]}, {0: [], 1: [0], 2: [0]}
    assert ww.position(Graph(path), 2) == ww.position(Graph(dict(path)), 2)
    assert ww.position(Graph(path), 2) != ww.position(Graph(star), 2)
    odd = Odd()
    assert ww.position(Graph(odd), 2) == ww.position(Graph(odd), 2) != ww.position(Graph(Odd()), 2)


class Slots(ww.Heaps):
    """Attributes in slots."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, n: int) -> list[int]:
        return [n - taken for taken in range(1, self.most + 1) if taken <= n]


def test_attributes_in_slots_count() -> None:
    assert ww.position(Slots(1), 3) != ww.position(Slots(2), 3) == ww.position(Slots(2), 3)
    assert pickle.loads(pickle.dumps(ww.position(Slots(2), 3))) == ww.position(Slots(2), 3)


def test_sums_keep_the_rules_of_their_parts() -> None:
    one, three = Tak(1), Tak(3)
    total = ww.position(one, 2) + ww.position(three, 2)
    twin = ww.position(three, 2) + ww.position(one, 2)
    assert total != ww.position(one, 2) + ww.position(one, 2) and total != twin
    assert ww.solve(total).value == ww.game("*2")
    assert ww.eval("p + q", p=ww.position(one, 2), q=ww.position(three, 2)) == ww.game("*2")
    merged = ww.position(TakHeaps(1), 2) + ww.position(TakHeaps(3), 2)
    heaps = TakHeaps(1)
    apart = ww.position(heaps, 2) + ww.position(TakHeaps(3), 2) + ww.position(heaps, 1)
    assert str(merged) == "tak_heaps(2) + tak_heaps(2)" and str(apart) == "tak_heaps(2,1) + tak_heaps(2)"
    with pytest.raises(ValueError, match="another game"):
        total.play(twin.moves()[0])
    with pytest.raises(ww.Error, match="not a move of"):
        ww._winways._position_svg(total, [twin.moves()[0]])


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 3), st.integers(0, 4)), min_size=2, max_size=6))
def test_equality_is_that_of_rules_and_positions(parts: list[tuple[Any, int, int]]) -> None:
    positions = [ww.position(kind(most), number) for kind, most, number in parts]
    for part, position in zip(parts, positions, strict=True):
        for other, another in zip(parts, positions, strict=True):
            assert (position == another) is (part == other)
            if part == other:
                assert hash(position) == hash(another)


def test_each_player_has_the_moves_of_an_impartial_game() -> None:
    position = ww.position("nim", 3)
    names = ["heap 3 -> 0", "heap 3 -> 1", "heap 3 -> 2"]
    assert sorted(step.name for step in position.moves("left")) == names
    assert sorted(step.name for step in position.moves("right")) == names
    assert sorted(step.name for step in position.moves()) == names
    assert {step.player for step in position.moves("left")} == {"left"}
    assert {step.player for step in position.moves("right")} == {"right"}
    assert {step.player for step in position.moves()} == {"left"}, "as documented"
    assert position.moves("left") == position.moves("right") == position.moves()
    assert position.play("heap 3 -> 1", "left") == position.play("heap 3 -> 1", "right") == ww.position("nim", 1)
    assert ww.solve(position).winning_moves[0].player == "left"
    total = ww.position("clobber", "xxo") + ww.position("nim", 2)
    assert {step.player for step in total.moves("right")} == {"right"}
    assert sum(step.name.startswith("nim") for step in total.moves("right")) == 2


def test_the_board_is_that_of_games_with_long_names_too() -> None:
    assert ww.position("dawson-kayles", 5).board == "5"
    assert ww.position(ww.rules("name: two-words\nheap n -> n - 1 where n >= 1"), 7).board == "7"
