"""Solved tables on disk of games with cycles written in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st

#: The time limit of a session.
MOST_SECONDS = 60


class Ring(ww.LoopyGame[int]):
    """A token on a ring of cells moves one or two cells on. The player who brings it to cell 0 wins, and cell 5 is drawn."""

    def __init__(self, cells: int = 9) -> None:
        self.cells = cells

    def options(self, cell: int) -> set[int]:
        return {(cell + 1) % self.cells, (cell + 2) % self.cells}

    def end(self, cell: int):  # type: ignore[no-untyped-def]
        return "lost" if cell == 0 else "drawn" if cell == 5 else None

    def start(self) -> int:
        return 1


def test_a_table_has_every_position_that_can_follow_on_the_start(tmp_path: Path) -> None:
    game = Ring(40)
    table = ww.Database.build(game, tmp_path / "ring")
    assert len(table) > 0 and table.game == "ring"
    for cell in range(40):
        if cell in (2, 3):
            continue
        try:
            found = table[ww.position(game, cell)]
        except ww.ParseError:
            continue
        solved = ww.solve(game, cell)
        assert (found.outcome, found.remoteness) == (solved.outcome, solved.remoteness), cell
        assert sorted(move.name for move in found.winning_moves) == sorted(move.name for move in solved.winning_moves)
    assert table.query().position.board == "1"
    assert table["1"].outcome == ww.solve(game, 1).outcome


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.lists(st.integers(0, 9), max_size=3), min_size=10, max_size=10),
    st.lists(st.sampled_from([None, None, None, "won", "lost", "drawn"]), min_size=10, max_size=10),
    st.booleans(),
)
def test_tables_of_random_graphs_are_right(graph: list[list[int]], ends: list[Any], misere: bool) -> None:
    import tempfile

    class Random(ww.LoopyGame[int]):
        def options(self, position: int) -> list[int]:
            return graph[position]

        def end(self, position: int):  # type: ignore[no-untyped-def]
            return ends[position]

        def start(self) -> int:
            return 0

    game = Random()
    # Positions are numbered in the order in which they are first seen, which differs here.
    for position in (7, 3):
        ww.solve(game, position)
    with tempfile.TemporaryDirectory() as directory:
        table = ww.Database.build(game, directory + "/table", misere=misere)
        positions = table.positions()
        assert len(positions) == len(table)
        reached, waiting = {0}, [0]
        while waiting:
            position = waiting.pop()
            for after in [] if ends[position] else graph[position]:
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
        assert sorted(int(listed.board) for listed in positions) == sorted(reached)
        for listed in positions:
            found, solved = table[listed], ww.solve(Random(), int(listed.board), misere=misere)
            assert (found.outcome, found.remoteness) == (solved.outcome, solved.remoteness)


SESSION = """
import sys
sys.path.insert(0, {tests!r})
from test_own_tables import Ring
import winways as ww
table = ww.Database.open({directory!r}, Ring(40))
print(len(table), table["7"].outcome, table["7"].remoteness)
"""


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_a_table_is_opened_in_another_session(tmp_path: Path, seed: str) -> None:
    table = ww.Database.build(Ring(40), tmp_path / "ring")
    program = SESSION.format(tests=str(Path(__file__).parent), directory=str(tmp_path / "ring"))
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=MOST_SECONDS, env=environment, check=True
    )
    assert done.stdout.split() == [str(len(table)), table["7"].outcome, str(table["7"].remoteness)]


def test_a_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    ww.Database.build(Ring(40), tmp_path / "ring")
    with pytest.raises(ww.Error):
        ww.Database.open(tmp_path / "ring", Ring(41))

    class Other(Ring):
        """A game with the same positions and one different move."""

        name = "ring"

        def options(self, cell: int) -> set[int]:
            return super().options(cell) | ({12} if cell == 20 else set())

    with pytest.raises(ww.Error):
        ww.Database.open(tmp_path / "ring", Other(40))
    with pytest.raises(ww.Error, match="ring"):
        ww.Database.open(tmp_path / "ring")
    table = ww.Database.open(tmp_path / "ring", Ring(40))
    with pytest.raises(ww.Error, match="not a position of"):
        table[ww.position(Ring(41), 7)]
    with pytest.raises(ww.Error, match="not a position of"):
        table[ww.position("nim", 7)]
    assert table[ww.position(Ring(40), 7)].outcome == table["7"].outcome


def test_games_without_tables_are_reported(tmp_path: Path) -> None:
    class NoStart(ww.LoopyGame[int]):
        def options(self, cell: int) -> list[int]:
            return [(cell + 1) % 5]

    with pytest.raises(ww.UnsupportedError, match="expected a method `start` of the class"):
        ww.Database.build(NoStart(), tmp_path / "none")

    class Failing(Ring):
        def start(self) -> int:
            raise LookupError("start")

    with pytest.raises(LookupError, match="start"):
        ww.Database.build(Failing(), tmp_path / "none")

    class Alike(Ring):
        def write(self, cell: int) -> str:
            return "somewhere"

    with pytest.raises(ww.RuleError, match="two positions of alike have the text \"somewhere\""):
        ww.Database.build(Alike(), tmp_path / "none")

    class Chase(Ring):
        pass

    with pytest.raises(ww.Error, match="expected another `name` of the class"):
        ww.Database.build(Chase(), tmp_path / "none")

    class Growing(ww.LoopyGame[int]):
        def options(self, cell: int) -> list[int]:
            return [cell + 1]

        def start(self) -> int:
            return 0

    with pytest.raises(ww.LimitReached, match="time"):
        ww.Database.build(Growing(), tmp_path / "none", timeout=0)
    with pytest.raises(ww.LimitReached, match="memory"):
        ww.Database.build(Growing(), tmp_path / "none", memory="4MiB")

    class Nim(ww.ImpartialGame[int]):
        def options(self, n: int) -> range:
            return range(n)

    with pytest.raises(ww.ParseError, match="no boards"):
        ww.Database.build(Nim(), tmp_path / "none")
    assert not (tmp_path / "none").exists()
