"""Pickles and processes: all objects can be sent to another process, and forked processes work."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import winways as ww
from hypothesis import given, settings
from hypothesis import strategies as st
from own_games import Domineering, Kayles, NimOfTuples, SplitDomineering
from test_identity import Tak, TakBoth, TakHeaps, TakLoopy

#: The time limit of a session.
MOST_SECONDS = 120

RULES = "name: taking\nheap n -> n - 1 where n >= 1\nheap n -> n - 2 where n >= 2"


class Words(ww.ImpartialGame[str]):
    """Positions are texts, which `parse` interprets differently."""

    def options(self, word: str) -> list[str]:
        return [word[1:]] if word else []

    def parse(self, text: str) -> str:
        return text.upper()


class Cells:
    """A position that has no text."""

    def __init__(self, *cells: int) -> None:
        self.cells = cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells)

    def __repr__(self) -> str:
        return f"cells {len(self.cells)} {sum(self.cells)}"


class Objects(ww.PartizanGame[Cells]):
    """Left takes the first number, Right the last one."""

    def left(self, cells: Cells) -> list[Cells]:
        return [Cells(*cells.cells[1:])] if cells.cells else []

    def right(self, cells: Cells) -> list[Cells]:
        return [Cells(*cells.cells[:-1])] if cells.cells else []


def again(thing: Any) -> Any:
    """Returns the object after pickling and unpickling."""
    return pickle.loads(pickle.dumps(thing))


def positions() -> list[ww.Position]:
    """Yields positions of all kinds of games."""
    taking = ww.rules(RULES)
    own = [ww.position(kind(3), 5) for kind in (Tak, TakBoth, TakLoopy)]
    return [
        *own,
        ww.position("domineering", "...|..."),
        ww.position("dawson-kayles", 7),
        ww.position("chase", "5 1 1 5 5"),
        ww.position(taking, 4, 3),
        ww.position(TakHeaps(2), 3, 4),
        ww.position(Kayles(), 7, 4),
        ww.position(Domineering(), "..|.."),
        ww.position(SplitDomineering(), "...|..."),
        ww.position(NimOfTuples(), (1, 2, 3)),
        ww.position(Words(), "abc"),
        ww.position(Objects(), Cells(1, 2)),
        ww.position(Tak(2), 4) + ww.position(Tak(3), 4) + ww.position("nim", 3, 4) + ww.position(taking, 2),
        ww.position(Objects(), Cells(1, 2)) + ww.position("domineering", "..|.."),
    ]


@pytest.mark.parametrize("place", range(16))
def test_positions_and_moves_are_pickled(place: int) -> None:
    position = positions()[place]
    for _ in range(2):
        twin = again(position)
        assert twin == position and hash(twin) == hash(position) and str(twin) == str(position)
        assert [move.name for move in twin.moves()] == [move.name for move in position.moves()]
        for move in position.moves("left")[:4] + position.moves("right")[:4]:
            other = again(move)
            assert other == move and hash(other) == hash(move) and other.after == move.after and other.before == position
            told = ["name", "text", "player", "summand", "remoteness"]
            assert [getattr(other, name) for name in told] == [getattr(move, name) for name in told]
            assert position.play(other) == twin.play(move) == twin.play(other) == move.after
            assert again(other) == move
            assert ww._winways._position_svg(position, [other]) == ww._winways._position_svg(position, [move])
        # Using the object changes nothing.
        ww.solve(position)


@pytest.mark.parametrize("place", range(16))
def test_answers_are_pickled(place: int) -> None:
    answer = ww.solve(positions()[place], explain=True)
    twin = again(again(answer))
    names = ["position", "misere", "outcome", "value", "nim_value", "remoteness", "winning_moves", "winning_move_count"]
    names += ["canonical_moves", "explanation", "method", "nodes", "stopped"]
    for name in names:
        assert getattr(twin, name) == getattr(answer, name), name
    assert twin.to_dict() == answer.to_dict() and repr(twin) == repr(answer)
    assert ww.svg(twin) == ww.svg(answer)


def test_answers_with_points_large_nimbers_and_limits_are_pickled() -> None:
    assert again(ww.solve("nim", 2**40)).nim_value == 2**40
    awari = ww.solve("awari(6)", "0 0 0 0 1 2 1 0 1 0 0 0 south")
    assert again(awari).value == awari.value and again(awari).to_dict() == awari.to_dict()
    with pytest.raises(ww.LimitReached) as limit:
        ww.solve("domineering", "|".join(["........"] * 8), timeout=0)
    twin = again(limit.value)
    assert str(twin) == str(limit.value) and twin.partial.stopped == limit.value.partial.stopped
    with pytest.raises(ww.ParseError) as wrong:
        ww.game("1 +")
    assert again(wrong.value).span == wrong.value.span


@pytest.mark.parametrize(
    "table",
    [
        lambda: ww.table("octal(0.137)", up_to=300, prove=True),
        lambda: ww.table("wythoff", up_to=6),
        lambda: ww.table("subtract{1,3|1,2}", up_to=12),
        lambda: ww.table("kayles", up_to=9, misere=True),
        lambda: ww.table(ww.rules(RULES), up_to=12),
        lambda: ww.table(Kayles(), up_to=20),
        lambda: ww.table("kayles", up_to=20, values=False),
    ],
)
def test_tables_are_pickled(table: Callable[[], ww.Table]) -> None:
    some = table()
    twin = again(again(some))
    for name in ("game", "kind", "period", "preperiod", "saltus", "status", "patterns", "lost", "method", "complete"):
        assert getattr(twin, name) == getattr(some, name), name
    values, others = some.values, twin.values
    assert (values.tolist(), values.format, values.shape) == (others.tolist(), others.format, others.shape) if isinstance(
        values, memoryview
    ) else values == others
    assert twin.to_dict() == some.to_dict() and repr(twin) == repr(some) and len(twin) == len(some)
    assert twin.certificate() == some.certificate()
    if some.status == "proved" and some.values is not None:
        assert twin[10**12] == some[10**12]


def test_thermographs_and_values_are_pickled() -> None:
    for text in ("{5||4|-2}", "1/4", "{3|1}", "^*", "{{7|5}|{3||2|-1}}"):
        walls = ww.game(text).thermograph()
        twin = again(walls)
        assert twin == walls and twin.left_wall(Fraction(1, 2)) == walls.left_wall(Fraction(1, 2))
        assert again(twin) == walls and again(ww.game(text)) == ww.game(text)
    assert again(ww.eval("thermograph({3|1})")) == ww.game("{3|1}").thermograph()
    assert len({ww.game("{3|1}").thermograph(), ww.eval("thermograph({3|1})"), ww.game("{4|1}").thermograph()}) == 2
    with pytest.raises(ValueError, match="two walls"):
        ww._winways._thermograph_of_walls([(Fraction(1), Fraction(-1))], [(Fraction(0), Fraction(-1))])


def test_databases_are_pickled_by_their_place(tmp_path: Path) -> None:
    chase = ww.Database.build("chase 5", tmp_path / "chase")
    assert again(chase)["1 1 5 5"].remoteness == chase["1 1 5 5"].remoteness

    loopy = ww.Database.build(Startable(3), tmp_path / "tak")
    twin = again(loopy)
    assert len(twin) == len(loopy) == 8 and twin["7"].outcome == loopy["7"].outcome == "N"
    assert again(twin["5"]).position == twin["5"].position
    os.chdir(tmp_path)
    near = pickle.dumps(ww.Database.open(Path("chase")))
    os.chdir("/")
    assert pickle.loads(near).directory == tmp_path / "chase"


class Startable(TakLoopy):
    """A game with a starting position."""

    def start(self) -> int:
        return 7


@pytest.mark.parametrize("ask", [lambda game: None, lambda game: ww.solve(game, 5), lambda game: ww.position(game, 5).moves()])
@pytest.mark.parametrize("kind", [Tak, TakBoth, TakHeaps, TakLoopy])
def test_instances_are_pickled_and_copied_before_and_after_their_first_question(kind: Any, ask: Callable[[Any], object]) -> None:
    game = kind(3)
    ask(game)
    for twin in (again(game), copy.copy(game), copy.deepcopy(game)):
        assert ww.position(twin, 5) == ww.position(game, 5) and twin.ruleset == game.ruleset
        assert ww.solve(twin, 5).to_dict() == ww.solve(game, 5).to_dict()
        twin.most = 1
        assert ww.position(twin, 5) != ww.position(game, 5)
        assert ww.solve(twin, 2).outcome == ww.solve(kind(1), 2).outcome
        assert ww.solve(game, 2).outcome == ww.solve(kind(3), 2).outcome
    assert again(game.ruleset) == game.ruleset


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.sampled_from([Tak, TakHeaps]), st.integers(1, 3), st.integers(0, 6)), min_size=1, max_size=4))
def test_random_sums_are_pickled(parts: list[tuple[Any, int, int]]) -> None:
    total = sum((ww.position(kind(most), n) for kind, most, n in parts[1:]), ww.position(parts[0][0](parts[0][1]), parts[0][2]))
    twin = again(total)
    assert twin == total and ww.solve(twin).outcome == ww.solve(total).outcome


# Processes.


def outcome(position: ww.Position) -> str | None:
    """Returns the outcome."""
    return ww.solve(position).outcome


def solved(game: Any, n: int) -> ww.Analysis:
    """Returns the analysis."""
    return ww.solve(game, n)


def failing(n: int) -> None:
    """Raises errors of the package."""
    ww.solve("domineering", "|".join(["........"] * 8), timeout=0) if n else ww.game("1 +")


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_pool_of_processes(method: Any) -> None:
    game = Tak(3)
    ww.solve(game, 9)
    asked = positions()
    expected = [outcome(position) for position in asked]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(outcome, asked).get(MOST_SECONDS) == expected
        answers = pool.map_async(partial(solved, game), range(8)).get(MOST_SECONDS)
        assert [answer.nim_value for answer in answers] == [n % 4 for n in range(8)]
        assert answers[5].winning_moves == ww.solve(game, 5).winning_moves
        tables = pool.map_async(ww.table, ["kayles", "nim"]).get(MOST_SECONDS)
        assert [table.game for table in tables] == ["kayles", "nim"]
        for n, error in ((1, ww.LimitReached), (0, ww.ParseError)):
            with pytest.raises(error):
                pool.apply_async(failing, (n,)).get(MOST_SECONDS)


#: Another thread works while the process is forked repeatedly. Each child works, and reports success by its exit code.
FORKING = """
import os, sys, threading, time
import winways as ww

class Long(ww.ImpartialGame):
    "Positions without end, none after the other."
    def options(self, n):
        return [n - taken for taken in (1, 2) if taken <= n]

class Loopy(ww.LoopyGame):
    def options(self, n):
        return [n - 1] if n else []

game, loopy = Long(), Loopy()
made = ww.game("{{3|1}}") if {is_value} else None
expected = str(ww.solve("domineering", "...|...").value)
stop = False

def work():
    n = 1
    while not stop:
        {work}
        n += 1

thread = threading.Thread(target=work, daemon=True)
thread.start()
for turn in range(40):
    time.sleep(0.002)
    child = os.fork()
    if child == 0:
        import faulthandler
        # faulthandler ends a child that hangs.
        faulthandler.dump_traceback_later({seconds}, exit=True)
        assert str(ww.game("{{5||4|-2}}") + ww.star - ww.star) == "{{5||4|-2}}"
        assert str(ww.solve("domineering", "...|...").value) == expected
        assert ww.solve(game, 100).nim_value == 100 % 3
        assert ww.solve(loopy, 50).remoteness == 50
        assert ww.eval("mean({{4||1|-2}})") == ww.game("7/4")
        assert ww.star + ww.star == 0 and str(ww.up + ww.star) == "^*"
        if made is not None:
            try:
                assert str(made + made) == "4"
            except ww.Error as error:
                assert "forked" in str(error), error
        os._exit(7)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7, status
stop = True
print("worked")
os._exit(0)
"""

WORK = {
    "own rules": "ww.solve(game, 400 + n)",
    "a loopy game": "ww.solve(loopy, 300 + n)",
    "values": "ww.functions.canonical(ww.functions.sum([ww.game([n**3, ww.switch(n**2, -n)], [-n**2]) for n in range(1, 60)]))",
    "one long operation": (
        "ww.functions.canonical(ww.functions.sum("
        "[ww.game([n**3, ww.switch(n**2, -n)], [-n**2, ww.switch(n, -n**3)]) for n in range(1, 400)]))"
    ),
    "a board": 'ww.solve("domineering", "|".join(["......"] * 6))',
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("work", WORK)
def test_a_process_that_is_forked_while_another_thread_works_works(work: str) -> None:
    program = FORKING.format(work=WORK[work], seconds=MOST_SECONDS // 2, is_value=work != "own rules")
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.stdout == "worked\n", done.stderr


READING = """
import os, threading
import winways as ww
table = ww.Database.open({directory!r})
expected, stop = table["1 1 5 5"].remoteness, False

def work():
    while not stop:
        table.positions("P")

threading.Thread(target=work, daemon=True).start()
for _ in range(40):
    child = os.fork()
    if child == 0:
        os._exit(7 if table["1 1 5 5"].remoteness == expected and len(table) == 1250 else 8)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
print("worked", flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_table_is_read_in_a_process_that_is_forked() -> None:
    with tempfile.TemporaryDirectory() as directory:
        ww.Database.build("chase 5", directory + "/chase")
        program = READING.format(directory=directory + "/chase")
        done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=MOST_SECONDS)
        assert done.stdout == "worked\n", done.stderr
