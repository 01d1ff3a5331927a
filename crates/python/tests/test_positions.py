"""Positions: questions as methods, arithmetic, and positions given as lists and arrays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy
import pytest

import winways as ww

NIM = ww.position("nim", 7, 8, 9)
SQUARE = ww.position("domineering", "..|..")


def test_questions() -> None:
    assert NIM.solve(explain=True).explanation == ww.solve(NIM, explain=True).explanation
    assert (NIM.outcome, NIM.value) == ("N", ww.game("*6"))
    assert (SQUARE.outcome, SQUARE.value) == ("N", ww.switch(1, -1))
    assert ww.position("tic-tac-toe").outcome == "D"
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        NIM.solve(explian=True)  # type: ignore[call-arg]
    with pytest.raises(ww.LimitReached):
        ww.position("clobber", "|".join(["xoxoxoxo", "oxoxoxox"] * 4)).solve(timeout=0.01)


def test_sums() -> None:
    assert sum([SQUARE, NIM, SQUARE]) == SQUARE + NIM + SQUARE
    assert 0 + NIM == NIM + 0 == NIM
    assert (SQUARE + NIM).value == ww.switch(1, -1) + ww.game("*6")


def test_values_of_positions() -> None:
    value = SQUARE.value
    assert isinstance(value, ww.Game)
    assert -SQUARE == -value and SQUARE - SQUARE == 0
    assert SQUARE + ww.up == ww.up + SQUARE == value + ww.up
    assert SQUARE - 1 == value - 1 and Fraction(1, 2) - SQUARE == Fraction(1, 2) - value
    assert SQUARE + ww.eval("over") == ww.eval("over") + value
    assert SQUARE - NIM == value - ww.game("*6")
    for wrong in ("..", None, [1]):
        with pytest.raises(TypeError, match="unsupported operand"):
            SQUARE + wrong  # type: ignore[operator]
        with pytest.raises(TypeError, match="unsupported operand"):
            wrong - SQUARE  # type: ignore[operator]


@pytest.mark.parametrize(
    "given",
    [
        [7, 8, 9],
        (7, 8, 9),
        range(7, 10),
        ["7", "8", "9"],
        numpy.array([7, 8, 9]),
        numpy.array([7, 8, 9], dtype=numpy.uint8),
        (heap for heap in (7, 8, 9)),
    ],
)
def test_heaps_as_lists(given: object) -> None:
    assert ww.position("nim", given) == NIM


def test_parts_as_lists() -> None:
    assert ww.position("nim", [7, 8], 9) == NIM == ww.ruleset("nim").position([7, 8, 9])
    assert ww.position("nim", numpy.int64(7), numpy.array([8, 9])) == NIM
    assert ww.position("nim", numpy.array(7), [8, 9]) == NIM
    assert ww.position("eatcake", [(2, 3), (3, 3)]) == ww.position("eatcake", "2,3 3,3")
    assert ww.position("eatcake", numpy.array([[2, 3], [3, 3]])) == ww.position("eatcake", "2,3 3,3")
    for rows in (["..", ".."], ("..", ".."), [[".", "."], [".", "."]], numpy.array([[".", "."], [".", "."]])):
        assert ww.position("domineering", rows) == SQUARE


def test_wrong_lists() -> None:
    for wrong in ({7, 8}, {7: 8}, frozenset({7})):
        with pytest.raises(TypeError, match="not (set|dict|frozenset)"):
            ww.position("nim", wrong)
    with pytest.raises(TypeError, match="nested too deeply"):
        ww.position("nim", [[[7]]])
    with pytest.raises(ww.ParseError):
        ww.position("nim", [7.5])
    with pytest.raises(ww.ParseError, match="empty input"):
        ww.position("nim", [])


class Countdown(ww.ImpartialGame[int]):
    """Take one or two tokens."""

    def __init__(self, broken: str = "") -> None:
        self.broken = broken

    def options(self, tokens: int) -> list[int]:
        return [tokens - taken for taken in (1, 2) if taken <= tokens]

    def write(self, tokens: int) -> str:
        if self.broken == "write":
            raise RuntimeError("write is broken")
        return str(tokens)

    def view(self, tokens: int) -> str:
        if self.broken == "view":
            raise RuntimeError("view is broken")
        return "o" * tokens


def test_exceptions_of_methods_that_show() -> None:
    position = ww.position(Countdown("write"), 5)
    for show in (str, repr, hash, lambda p: p.board, lambda p: p.moves(), lambda p: p == p):
        show(ww.position(Countdown(), 5))
        with pytest.raises(RuntimeError, match="write is broken"):
            show(position)
    position = ww.position(Countdown("view"), 5)
    assert position.outcome == "N"
    with pytest.raises(RuntimeError, match="view is broken"):
        position.picture()
    with pytest.raises(RuntimeError, match="view is broken"):
        ww.svg(position)
    assert ww.position(Countdown(), 5).picture()


def test_classes_in_place_of_instances() -> None:
    questions: tuple[Any, ...] = (ww.solve, ww.position, ww.table, ww.verify)
    for question in questions:
        with pytest.raises(TypeError, match=r"expected an instance, not the class Countdown itself: write Countdown\(\)"):
            question(Countdown, 5)


def test_messages_are_short() -> None:
    def check(error: BaseException) -> None:
        assert max(map(len, str(error).split("\n"))) < 1000

    long = "x" * 100_000
    for question in (
        lambda: ww.eval("1+" * 100_000),
        lambda: ww.eval(long),
        lambda: ww.position("nim", long),
        lambda: ww.position("nim", "1 " * 50_000 + "q"),
        lambda: ww.position(long, 1),
        lambda: ww.position("nim", 3).play(long),
        lambda: ww.position("nim", 3).moves(long),  # type: ignore[arg-type]
        lambda: ww.solve("nim", 3, memory=long),
        lambda: ww.functions.mean(long),  # type: ignore[call-overload]
        lambda: ww.table(long),
        lambda: ww.table("nim", for_=long),
        lambda: ww.rules(long),
    ):
        with pytest.raises((ww.Error, ValueError)) as raised:
            question()
        check(raised.value)
    with pytest.raises(ww.ParseError) as wrong:
        ww.eval("1+" * 1000 + "?" + "+1" * 1000)
    line, marks = str(wrong.value).split("\n")[1:3]
    assert line[marks.index("^")] == "?" and wrong.value.span[0] == 2000


def test_missing_files(tmp_path: object) -> None:
    with pytest.raises(FileNotFoundError, match="no-such-table"):
        ww.Database.open(f"{tmp_path}/no-such-table")
    with pytest.raises(FileNotFoundError, match="no-such-directory"):
        ww.solve("chase", "5 1 1 5 5", tables=f"{tmp_path}/no-such-directory")


def test_star_import_shadows_no_builtin() -> None:
    import builtins

    assert not set(ww.__all__) & set(dir(builtins))


class Words(ww.PartizanGame[str]):
    """A game whose positions are words, and whose `parse` accepts every text. The first position has moves, all others have none."""

    def left(self, position: str) -> list[str]:
        return ["b", "c"] if position == "a" else []

    def right(self, position: str) -> list[str]:
        return ["d"] if position == "a" else []

    def parse(self, text: str) -> str:
        return text


def test_only_names_are_moves() -> None:
    start = ww.position(Words(), "a")
    assert str(start.play("d", "right").board) == "d"
    with pytest.raises(ValueError, match="there is no move"):
        start.play("b", "right")
    with pytest.raises(ValueError, match="there is no move"):
        start.play("d", "left")
    with pytest.raises(ValueError, match="there is no move"):
        start.play("zz")
    # Neither the number of a move in a list that nobody sees, nor a position in which nobody can move.
    with pytest.raises(ValueError, match=r'no move "2" .*: expected one of 1, 3'):
        ww.position("bigraph-node-kayles", "path 5 ababa").play("2", "right")
    with pytest.raises(ValueError, match="there is no move"):
        ww.position("clobber", "xo").play("oo", "left")
    with pytest.raises(ValueError, match="`heap 3 -> 1`, `heap 5 -> 1`"):
        ww.position("nim", 3, 5).play("1")
    with pytest.raises(ValueError, match="expected one of a2-b2"):
        ww.position("domineering", "..|.#").play("a1-a2", "right")


def test_long_lists_of_moves_obey_limits() -> None:
    with ww.limits(timeout=0.05), pytest.raises(ww.LimitReached):
        ww.position("nim", 3_000_000).moves()


def test_exceptions_do_not_outlive_their_call() -> None:
    class Split(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return list(range(position))

        def split(self, position: int) -> list[int]:
            raise ZeroDivisionError

    game = Split()
    position, other = ww.position(game, 3), ww.position(game, 2)
    with pytest.raises(ZeroDivisionError):
        _ = position.component_count
    with pytest.raises(ZeroDivisionError):
        position.is_same(other)
    with pytest.raises(ww.ParseError):
        ww.position("nim", "x")


def test_names_in_expressions() -> None:
    for name in ("v", "vv", "v2", "a b", ""):
        with pytest.raises(ww.ParseError, match="cannot be a name"):
            ww.eval("1", **{name: 3})  # type: ignore[arg-type]
    assert ww.eval("mean(w)", w=ww.game("{9|1}")) == 5


def test_a_sum_of_misere_and_normal_rules_needs_a_convention() -> None:
    class MisereNim(ww.Heaps):
        name, misere = "m", True

        def options(self, n: int) -> range:
            return range(n)

    total = ww.position(MisereNim(), 1) + ww.position("nim", 1)
    for use in (
        lambda: ww.solve(total),
        lambda: total.outcome,
        lambda: total.value,
        lambda: total.ending,
        lambda: (total + ww.position("nim", 2)).solve(),
        lambda: total.moves()[0].after.outcome,
    ):
        with pytest.raises(ww.UnsupportedError, match="nim has rules of normal play, and m has rules of misère play: .*\n.*misere=True"):
            use()
    assert ww.solve(total, misere=False).outcome == ww.solve("nim", 1, 1).outcome == "P"
    assert ww.solve(total, misere=True).outcome == ww.solve("nim", 1, 1, misere=True).outcome == "N"
    assert (ww.position(MisereNim(), 1) + ww.position(MisereNim(), 2)).outcome == "N"
    assert ww.position(MisereNim(), 1).outcome == "P"
