"""Games on hashable positions written in Python, compared with built-in games and plain search."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import reduce

import plain
import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games import Domineering, NimOfTuples, SplitDomineering, SplitNim
from winways import registry

BOARDS = ["|".join(rows) for size in ((2, 2), (2, 3), (3, 3)) for rows in [[("." * size[1])] * size[0]]]


@pytest.mark.parametrize("kind", [NimOfTuples, SplitNim])
def test_nim_of_tuples_is_nim(kind: type[NimOfTuples]) -> None:
    game = kind()
    for heaps in itertools.product(range(4), repeat=3):
        expected = reduce(lambda a, b: a ^ b, heaps)
        assert ww.solve(game, heaps).nim_value == expected, heaps
        for misere in (False, True):
            built_in = ww.solve("nim", *heaps, misere=misere).outcome
            assert ww.solve(game, heaps, misere=misere).outcome == built_in, heaps


@pytest.mark.parametrize("kind", [Domineering, SplitDomineering])
def test_domineering_is_domineering(kind: type[Domineering]) -> None:
    game = kind()
    for cells in itertools.product(".#", repeat=6):
        board = "".join(cells[:3]) + "|" + "".join(cells[3:])
        own, built_in = ww.solve(game, board), ww.solve("domineering", board)
        assert own.value == built_in.value, board
        assert own.outcome == built_in.outcome, board
    for board in ("...|...|...", "....|....|....", ".#..|....|..#.", "....|....|....|...."):
        own, built_in = ww.solve(game, board), ww.solve("domineering", board)
        assert own.value == built_in.value, board
        assert len(own.winning_moves) == len(built_in.winning_moves)
        assert len(ww.position(game, board).moves("left")) == len(ww.position("domineering", board).moves("left"))


def test_misere_domineering_is_that_of_plain_search() -> None:
    game = Domineering()
    outcome = plain.partizan_outcome(game.left, game.right, misere=True)
    for board in (("..", ".."), ("...", "..."), ("...", "...", "..."), (".#.", "...")):
        assert ww.solve(game, board, misere=True).outcome == outcome(board), board


def test_parts_are_solved_once_each() -> None:
    board = "....|....|....|...."
    asked = [CountingDomineering(), CountingSplit()]
    for game in asked:
        ww.solve(game, board)
    assert asked[1].asked < asked[0].asked / 2


class CountingDomineering(Domineering):
    """Counts the calls of a rule by position."""

    def __init__(self) -> None:
        self.asked = 0
        self.questions: list[tuple[tuple[str, ...], str]] = []

    def left(self, board: tuple[str, ...]) -> list[tuple[str, ...]]:
        self.asked += 1
        self.questions.append((board, "left"))
        return super().left(board)


class CountingSplit(CountingDomineering, SplitDomineering):
    """A version of the game with split positions."""


def test_a_rule_is_called_once_per_position() -> None:
    game = CountingDomineering()
    analysis = ww.solve(game, "...|...|...")
    position = ww.position(game, "...|...|...")
    for step in position.moves("left"):
        step.after.moves()
    ww.solve(game, "...|...|...", misere=True)
    assert analysis.outcome == "N"
    assert len(game.questions) == len(set(game.questions)) == game.asked


@st.composite
def graphs(draw: st.DrawFn) -> dict[int, list[int]]:
    """Generates moves between the numbers up to 11, each to smaller ones."""
    return {n: draw(st.lists(st.integers(0, n - 1), max_size=4)) if n else [] for n in range(12)}


@settings(deadline=None, max_examples=150)
@given(graphs(), st.integers(0, 11), st.booleans())
def test_random_impartial_games(graph: dict[int, list[int]], start: int, has_parts: bool) -> None:
    class Random(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return graph[position]

    game = Random()
    assert ww.solve(game, start).nim_value == plain.nim_value(graph.__getitem__)(start)
    for misere in (False, True):
        won = plain.impartial_won(graph.__getitem__, misere)(start)
        assert ww.solve(game, start, misere=misere).outcome == ("N" if won else "P")
    value = plain.nim_value(graph.__getitem__)
    names = {step.name for step in ww.solve(game, start).winning_moves}
    assert names == {str(after) for after in graph[start] if value(after) == 0}


@settings(deadline=None, max_examples=150)
@given(graphs(), graphs(), st.integers(0, 11))
def test_random_partizan_games(left: dict[int, list[int]], right: dict[int, list[int]], start: int) -> None:
    class Random(ww.PartizanGame[int]):
        def left(self, position: int) -> list[int]:
            return left[position]

        def right(self, position: int) -> list[int]:
            return right[position]

    game, rules = Random(), (left.__getitem__, right.__getitem__)
    analysis = ww.solve(game, start)
    assert analysis.value == ww.game(plain.partizan_value(*rules)(start))
    for misere in (False, True):
        outcome = plain.partizan_outcome(*rules, misere)(start)
        assert ww.solve(game, start, misere=misere).outcome == outcome


@settings(deadline=None, max_examples=60)
@given(graphs(), st.lists(st.integers(0, 11), min_size=1, max_size=3))
def test_random_sums_with_nim(graph: dict[int, list[int]], positions: list[int]) -> None:
    class Random(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return graph[position]

    game, value = Random(), plain.nim_value(graph.__getitem__)
    total = sum((ww.position(game, position) for position in positions[1:]), ww.position(game, positions[0]))
    expected = reduce(lambda a, b: a ^ b, map(value, positions))
    assert ww.solve(total + ww.position("nim", 3)).outcome == ("P" if expected == 3 else "N")


def test_sums_of_partizan_games_with_built_in_ones_have_outcomes() -> None:
    game = Domineering()
    total = ww.position(game, "..|..|..") + ww.position("domineering", "...|...")
    built_in = ww.position("domineering", "..|..|..") + ww.position("domineering", "...|...")
    assert ww.solve(total).outcome == ww.solve(built_in).outcome
    assert ww.solve(total).value == ww.solve(built_in).value


def test_cycles_are_reported_and_do_not_hang() -> None:
    class Endless(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position + 1] if position < 7 else [3]

    with pytest.raises(ww.RuleError, match=r"play of Endless may never end: \d -> .* LoopyGame"):
        ww.solve(Endless(), 0)
    with pytest.raises(ww.RuleError, match="may never end"):
        ww.solve(Endless(), 0, misere=True)

    class EndlessForBoth(ww.PartizanGame[int]):
        def left(self, position: int) -> list[int]:
            return [1 - position]

        def right(self, position: int) -> list[int]:
            return []

    with pytest.raises(ww.RuleError, match="EndlessForBoth may never end: [01] -> [01] -> [01]"):
        ww.solve(EndlessForBoth(), 0)


def test_a_move_to_the_same_position_is_reported() -> None:
    class Staying(ww.ImpartialGame[str]):
        def options(self, position: str) -> list[str]:
            return [position]

    with pytest.raises(ww.RuleError, match="'here' -> 'here'"):
        ww.solve(Staying(), "here")


def test_endless_play_meets_a_limit() -> None:
    class Growing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position + 1]

    with pytest.raises(ww.LimitReached, match="time"):
        ww.solve(Growing(), 0, timeout=0.5)


WRONG: list[tuple[Callable[[int], object], str]] = [
    (lambda p: [[p]], r"Wrong\.options\(5\) gave \[5\], which cannot be hashed; expected hashable positions"),
    (lambda p: [(p, [])], "which cannot be hashed"),
    (lambda p: "456", "gave '456', which is not a list; expected a list of positions"),
    (lambda p: 3, "gave 3, which is not a list"),
    (lambda p: None, "gave None, which is not a list"),
]


@pytest.mark.parametrize(("rule", "message"), WRONG)
def test_invalid_results_of_rules_are_reported(rule: Callable[[int], object], message: str) -> None:
    class Wrong(ww.ImpartialGame[int]):
        def options(self, position: int) -> object:  # type: ignore[override]
            return rule(position)

    with pytest.raises(ww.RuleError, match=message):
        ww.solve(Wrong(), 5)
    with pytest.raises(ww.RuleError, match=message):
        ww.position(Wrong(), 5).moves()


def test_invalid_parts_names_and_views_are_reported() -> None:
    class Wrong(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position - 1, position - 2] if position > 1 else []

        def split(self, position: int) -> object:  # type: ignore[override]
            return position

    with pytest.raises(ww.RuleError, match=r"Wrong\.split\(5\) gave 5, which is not a list; expected a list of the parts"):
        ww.solve(Wrong(), 5)

    class Alike(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position - 1, position - 2] if position > 1 else []

        def move_name(self, before: int, after: int) -> str:
            return "a move"

    with pytest.raises(ww.RuleError, match="two moves of alike from 5 have the name \"a move\", to 4 and to 3"):
        ww.position(Alike(), 5).moves()


def test_positions_that_cannot_be_hashed_are_refused() -> None:
    with pytest.raises(ww.RuleError, match=r"\[1, 2\] is not a position, since it cannot be hashed"):
        ww.position(NimOfTuples(), [1, 2])


def test_exceptions_of_every_method_arrive_unchanged() -> None:
    class Told(Exception):
        pass

    class Failing(ww.ImpartialGame[int]):
        failing = ""

        def fail(self, name: str) -> None:
            if self.failing == name:
                raise Told(name)

        def options(self, position: int) -> list[int]:
            self.fail("options")
            return list(range(position))

        def split(self, position: int) -> list[int]:
            self.fail("split")
            return [position]

        def write(self, position: int) -> str:
            self.fail("write")
            return f"<{position}>"

        def parse(self, text: str) -> int:
            self.fail("parse")
            return int(text)

        def move_name(self, before: int, after: int) -> str:
            self.fail("move_name")
            return f"to {after}"

        def start(self) -> int:
            self.fail("start")
            return 4

    questions: dict[str, Callable[[ww.ImpartialGame[int]], object]] = {
        "options": lambda game: ww.solve(game, 4),
        "split": lambda game: ww.solve(game, 4),
        "parse": lambda game: ww.position(game, "4"),
        "move_name": lambda game: ww.position(game, 4).moves(),
        "start": lambda game: ww.position(game),
    }
    for name, ask in questions.items():
        game = Failing()
        ask(game)
        game = Failing()
        game.failing = name
        with pytest.raises(Told, match=name) as raised:
            ask(game)
        assert raised.traceback[-1].name == "fail"
        game.failing = ""
        ask(game)


def test_objects_hash_and_compare_as_they_say() -> None:
    class Place:
        def __init__(self, number: int, note: str = "") -> None:
            self.number, self.note = number, note

        def __hash__(self) -> int:
            return self.number % 3

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Place) and self.number == other.number

    class Objects(ww.ImpartialGame[Place]):
        asked = 0

        def options(self, place: Place) -> list[Place]:
            self.asked += 1
            return [Place(place.number - taken, "new") for taken in (1, 2, 3) if taken <= place.number]

    game = Objects()
    assert ww.solve(game, Place(30)).nim_value == 2
    assert game.asked == 31


class Short(ww.ImpartialGame[int]):
    """Take one from 1, and one or two from 2."""

    def options(self, position: int) -> list[int]:
        return list(range(position)) if position <= 2 else []


def test_a_position_is_accepted_after_its_game() -> None:
    game = Short()
    position = ww.position(game, 2)
    assert ww.solve(game, position).value == ww.solve(position).value == ww.game("*2")
    assert ww.position(Short(), position) == position
    assert ww.solve("nim", ww.position("nim", 3, 4)).nim_value == 7
    for wrong in (ww.position("kayles", 3), ww.position("nim", 3) + ww.position("kayles", 1)):
        for other in ("nim", game):
            with pytest.raises(ValueError, match="is not a position of this game; expected a position of (nim|short)"):
                ww.solve(other, wrong)


class Letters(ww.ImpartialGame[tuple[str, ...]]):
    """Take the first or the last string."""

    def options(self, position: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [position[1:], position[:-1]] if position else []


class Words(ww.ImpartialGame[str]):
    """Take the first or the last character."""

    def options(self, position: str) -> list[str]:
        return [position[1:], position[:-1]] if position else []


class ParsedWords(Words):
    """Words with a notation."""

    def parse(self, text: str) -> str:
        return text


QUOTED = ['a"b', "a'b", 'a\\"b', "a\\qb", "a\\\\qb", 'a\\\\"b', "aqb", 'q"q']


def test_texts_with_quotation_marks_are_read_back_and_differ() -> None:
    game = Words()
    positions = [ww.position(game, text) for text in QUOTED]
    assert len(set(positions)) == len({str(position) for position in positions}) == len(QUOTED)
    assert [ww.position(game.ruleset, position.board) for position in positions] == positions
    parsed = ParsedWords()
    quoted = ww.position(parsed, 'a"b')
    assert ww.position(parsed.ruleset, quoted.board) == quoted != ww.position(parsed, "a'b")
    # A string given to a class is not the text of a position.
    assert ww.position(parsed, r"\quad").board != ww.position(parsed, '"uad').board
    before, instances = dict(registry.GAMES), dict(registry.INSTANCES)
    try:
        ww.register(Letters())
        for text in QUOTED:
            position = ww.position(registry.INSTANCES["letters"], ("it's", text))
            assert ww.eval(f'letters("{position.board}")').position == position
            assert ww.position(str(position)) == position
    finally:
        registry.GAMES.clear()
        registry.GAMES.update(before)
        registry.INSTANCES.clear()
        registry.INSTANCES.update(instances)


def test_deleting_an_attribute_changes_the_rules() -> None:
    class Taking(ww.ImpartialGame[int]):
        most = 1

        def options(self, position: int) -> range:
            return range(max(0, position - self.most), position)

    game = Taking()
    game.most = 3
    assert ww.solve(game, 2).nim_value == 2
    del game.most
    assert ww.solve(game, 2).nim_value == 0
    with pytest.raises(AttributeError):
        del game.most


def test_nested_questions_have_a_limit() -> None:
    class Endless(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [after for after in range(position) if ww.solve(self, position).outcome == "P"]

    with pytest.raises(RecursionError, match="rules called winways again, 50 calls deep"):
        ww.solve(Endless(), 3)
    assert ww.solve("nim", 5).outcome == "N"

    class Nested(ww.PartizanGame[int]):
        def left(self, position: int) -> list[int]:
            return [position - 1] if position and ww.solve(self, position - 1).outcome else []

        def right(self, position: int) -> list[int]:
            return []

    assert ww.solve(Nested(), 30).value == ww.game("30")
    with pytest.raises(RecursionError):
        ww.solve(Nested(), 600)


def test_an_endless_split_is_named() -> None:
    class Growing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position - 1] if position else []

        def split(self, position: int) -> list[int]:
            return [position + 1]

    with pytest.raises(ww.RuleError, match="5 -> 5, where `split` of 4 gives 5; expected"):
        ww.solve(Growing(), 4)


def test_a_comparison_needs_positions() -> None:
    class Take(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [position - taken for taken in (1, 2) if taken <= position]

    class Started(Take):
        def start(self) -> int:
            return 20

    class Listed(Take):
        def positions(self, up_to: int) -> list[int]:
            return []

    found = ww.verify(Started(), up_to=8)
    assert [each["holds"] for each in found] == [True, True] and all(each["cases"] >= 8 for each in found)
    assert found[0]["cases"] == ww.verify(Started().ruleset, up_to=8)[0]["cases"]
    with pytest.raises(ww.RuleError, match=r"take has neither `positions\(self, up_to\)` nor `start\(self\)`"):
        ww.verify(Take())
    with pytest.raises(ww.RuleError, match="Listed has no positions to compare up to 12"):
        ww.verify(Listed())
