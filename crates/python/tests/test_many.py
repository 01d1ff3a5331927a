"""Columns of the analyses of many positions, compared with single analyses."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy
import polars
import pytest

import winways as ww

RANDOM = random.Random(34)
HEAPS = [[RANDOM.randrange(40) for _ in range(RANDOM.randrange(1, 4))] for _ in range(60)]
BOARDS = [["".join(RANDOM.choice("..#") for _ in range(3)) for _ in range(2)] for _ in range(60)]


class Three(ww.ImpartialGame[int]):
    """Take up to three tokens."""

    def options(self, tokens: int) -> Iterable[int]:
        if tokens == 13:
            raise RuntimeError("thirteen")
        return [tokens - taken for taken in (1, 2, 3) if taken <= tokens]


class Ring(ww.LoopyGame[int]):
    """A token goes round; the player who moves it to 0 wins."""

    def options(self, cell: int) -> Iterable[int]:
        return [(cell + 1) % 9, (cell + 2) % 9]

    def end(self, cell: int) -> Any:
        return "lost" if cell == 0 else None


@pytest.mark.parametrize(
    ("game", "positions", "parameters"),
    [
        ("nim", HEAPS, {}),
        ("nim", HEAPS, {"misere": True}),
        ("kayles", HEAPS, {"theorems": False}),
        ("kayles", [[heap % 9 for heap in heaps] for heaps in HEAPS], {"misere": True, "outcome_only": True}),
        ("domineering", BOARDS, {}),
        ("domineering", BOARDS, {"outcome_only": True}),
        ("cram", BOARDS, {}),
        ("top-entails", range(12), {}),
        (Three(), range(12), {}),
        (Ring(), range(9), {}),
    ],
)
def test_columns_are_those_of_single_analyses(game: Any, positions: Iterable[Any], parameters: dict[str, Any]) -> None:
    columns = ww.solve_many(game, positions, **parameters)
    answers = [ww.solve(game, position, moves=0, **parameters) for position in positions]
    assert columns["outcome"] == [answer.outcome for answer in answers]
    assert columns["nim_value"].tolist() == [-1 if answer.nim_value is None else answer.nim_value for answer in answers]
    assert columns["remoteness"].tolist() == [-1 if answer.remoteness is None else answer.remoteness for answer in answers]
    for value, answer in zip(columns["value"], answers, strict=True):
        assert (value is None) == (answer.to_dict()["value"] is None)
        assert value is None or value == answer.to_dict()["value"]


def test_ways_to_give_positions() -> None:
    expected = ww.solve_many("nim", [[1, 2, 3], [4, 5, 6]])
    for given in (
        ["1 2 3", "4 5 6"],
        [(1, 2, 3), (4, 5, 6)],
        numpy.array([[1, 2, 3], [4, 5, 6]]),
        (ww.position("nim", heaps) for heaps in ("1 2 3", "4 5 6")),
        (text for text in ("1 2 3", "4 5 6")),
    ):
        assert ww.solve_many("nim", given) == expected
    assert ww.solve_many("nim", numpy.array([3, 5]))["value"] == ["*3", "*5"]
    empty = ww.solve_many("nim", [])
    assert empty["outcome"] == [] and empty["nodes"].tolist() == []


def test_data_frames() -> None:
    frame = polars.DataFrame(ww.solve_many("kayles", range(5)))
    assert frame["nim_value"].to_list() == [0, 1, 2, 3, 1]


def test_values_beyond_a_column() -> None:
    columns = ww.solve_many("nim", [2**64 - 1, 2**63 - 1])
    assert columns["nim_value"].tolist() == [-1, 2**63 - 1]
    assert columns["value"] == [f"*{2**64 - 1}", f"*{2**63 - 1}"]


def test_wrong_positions() -> None:
    with pytest.raises(ww.ParseError, match="^position 2: `x` is not a number"):
        ww.solve_many("nim", ["1", "2", "x"])
    with pytest.raises(ValueError, match="position 1 is not a position of nim"):
        ww.solve_many("nim", [1, ww.position("kayles", 1)])
    with pytest.raises(ValueError, match="position 0 is not a position of nim"):
        ww.solve_many("nim", [ww.position("nim", 1) + ww.position("kayles", 1)])
    for wrong in ("1 2 3", ww.position("nim", 1)):
        with pytest.raises(TypeError, match="expected several positions"):
            ww.solve_many("nim", wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ww.solve_many("nim", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not the class Three itself"):
        ww.solve_many(Three, [1])  # type: ignore[arg-type]
    with pytest.raises(ww.UnsupportedError):
        ww.solve_many("drift(5,5,3)", [ww.position("drift(5,5,3)")], misere=True)
    with pytest.raises(RuntimeError, match="thirteen"):
        ww.solve_many(Three(), [1, 20])


def test_limits() -> None:
    hard = "|".join(["xoxoxoxo", "oxoxoxox"] * 4)
    with pytest.raises(ww.LimitReached) as limit:
        ww.solve_many("clobber", ["xo", "xox", hard, "xo"], timeout=0.1)
    assert limit.value.partial["outcome"] == ["N", "N"] and limit.value.partial["nodes"].shape == (2,)
    with ww.limits(timeout=0.1), pytest.raises(ww.LimitReached):
        ww.solve_many("clobber", [hard])
    with pytest.raises(ww.LimitReached, match="memory limit"):
        ww.solve_many("nim", ([n] for n in iter(int, 1)), memory="1MiB")
