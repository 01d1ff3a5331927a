"""Tables and databases, compared with the command line, plain Python, and each other."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pytest

import winways as ww


def kayles(up_to: int) -> list[int]:
    """Computes nim-values of Kayles directly from the rules."""
    values: list[int] = []
    for n in range(up_to + 1):
        options = {
            values[a] ^ values[n - r - a] for r in (1, 2) if r <= n for a in range((n - r) // 2 + 1)
        }
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


def test_heaps() -> None:
    table = ww.table("kayles", up_to=500, prove=True)
    assert table.values.tolist() == kayles(500)
    assert (table.period, table.preperiod, table.saltus, table.status) == (12, 71, 0, "proved")
    assert [table[n] for n in range(501, 600)] == kayles(600)[501:600]
    assert list(table) == kayles(500) and table[-1] == table[500] and list(table[3:6]) == kayles(5)[3:]
    assert len(table) == 501 and table.kind == "heaps" and table.complete
    assert "period 12" in (table.certificate() or "")


def test_values_missing_from_a_table() -> None:
    open_table = ww.table("grundy", up_to=30)
    assert open_table.status != "proved" and list(open_table)[:6] == [0, 0, 0, 1, 0, 2]
    with pytest.raises(IndexError, match="not proved"):
        open_table[31]
    bare = ww.table("kayles", up_to=100, values=False)
    assert bare.values is None
    with pytest.raises(KeyError):
        bare[3]
    with pytest.raises(ww.LimitReached) as stopped:
        ww.table("grundy", prove=True, timeout=0.2)
    assert stopped.value.partial.status != "proved"


def test_numpy_copies_nothing() -> None:
    table = ww.table("octal(0.16)", up_to=10**6)
    array = numpy.asarray(table.values)
    again = numpy.asarray(table.values)
    assert array.dtype == numpy.uint16 and array.shape == (10**6 + 1,)
    assert array.__array_interface__["data"] == again.__array_interface__["data"]
    assert not array.flags.writeable
    for heap in (5, 1000, 77_777):
        assert array[heap] == ww.solve("octal(0.16)", heap).nim_value


def test_values_of_more_than_16_bits() -> None:
    table = ww.table("nim", up_to=70_000)
    assert table.values.format == "Q" and table[70_000] == 70_000 and table[3] == 3


def test_pairs_and_triples() -> None:
    table = ww.table("wythoff", up_to=50)
    array = numpy.asarray(table.values)
    assert array.shape == (51, 51) and (array == array.T).all()
    golden = (1 + 5**0.5) / 2
    cold = {(int(n * golden), int(n * golden) + n) for n in range(20)}
    assert set(table.lost or []) == {pair for pair in cold if max(pair) <= 50}
    assert table[3, 5] == array[3, 5] == ww.solve("wythoff", 3, 5).nim_value


def test_partizan_heaps() -> None:
    name = next(game["name"] for game in ww.games() if "partizan" in game["name"] and game["parameter"])
    example = ww.ruleset(ww.game_page(name)["example"].split(" ")[0])
    table = ww.table(example, up_to=12)
    assert table.kind == "partizan heaps"
    for heap in range(13):
        assert table[heap] == table.values[heap] == ww.solve(example, heap).value


def test_loony_heaps() -> None:
    table = ww.table("top-entails", up_to=8)
    assert table.kind == "entailing heaps"
    assert list(table.values) == [0, "loony", 0, "loony", 1, 0, 2, 1, 3]
    assert table[3] == "loony" and table[8] == 3
    assert table.loony == [1, 3] and ww.table("kayles", up_to=3).loony is None


def test_outcomes() -> None:
    table = ww.table("nim", up_to=9, misere=True)
    assert table.kind == "outcomes" and table.values == "NPNNNNNNNN" and table.lost == [1]
    subtraction = ww.table("subtract{1,2,3}", up_to=20, outcomes=True)
    assert subtraction.lost == [0, 4, 8, 12, 16, 20]


def test_expressions() -> None:
    cram = ww.table("cram(grid(1,n))", for_="n=1..12")
    assert cram.kind == "nim-values of expressions" and cram.game == "cram(grid(1,n))"
    assert cram.values.tolist() == ww.table("octal(0.07)", up_to=12).values.tolist()[1:]
    assert len(cram) == 12 and cram[1] == 0 and cram[12] == cram.values[11] and cram.certificate() is None
    hot = ww.table("domineering(grid(k,3))", for_="k=2..4")
    assert hot.values == [ww.solve("domineering", f"{k}x3").value for k in range(2, 5)] == list(hot)
    assert hot[3] == hot.values[1] and repr(hot).startswith("<table of domineering(grid(k,3)), expressions 2 to 4")
    again = pickle.loads(pickle.dumps(hot))
    assert again.values == hot.values and again.to_dict() == hot.to_dict()
    assert hot.to_dict()["temperatures"] == [str(value.temperature) for value in hot.values]
    for number in (1, 5):
        with pytest.raises(IndexError, match=f"no value for {number}"):
            hot[number]
    for table in (cram, hot):
        assert "<table>" in table._repr_html_()  # type: ignore[attr-defined]
    halves = ww.rules("name: halves\nheap n -> n-1 | n/2 where n >= 1")
    own = ww.table("halves(n)", for_="n=0..9", rules=halves)
    assert own.values.tolist() == ww.table(halves, up_to=9).values.tolist()


def test_expressions_name_games_of_classes() -> None:
    class TakeTwo(ww.Heaps):
        def options(self, n: int) -> list[int]:
            return [n - k for k in (1, 2) if k <= n]

    table = ww.table("take_two(n) + 1", for_="n=0..5", rules=TakeTwo())
    assert table.values == [ww.game(text) for text in ("1", "1*", "1*2", "1", "1*", "1*2")]

    class Failing(ww.Heaps):
        def options(self, n: int) -> list[int]:
            return [1 // (n - 3)] if n == 3 else [n - 1] if n else []

    with pytest.raises(ZeroDivisionError):
        ww.table("failing(n)", for_="n=0..5", rules=Failing())


def test_errors_of_expressions() -> None:
    for expression, numbers, message in [
        ("nim(n)", "n", "this is not a variable with its numbers"),
        ("nim(n)", "n=3..1", "the range descends from 3 to 1"),
        ("nim(k)", "n=1..3", "does not contain `n`"),
        ("nim(n,k)", "n=1..3", "`k` has no value"),
        ("chase(n,1,1,n,n)", "n=3..4", "chase ends by a goal"),
    ]:
        with pytest.raises(ww.ParseError, match=message):
            ww.table(expression, for_=numbers)
    with pytest.raises(ww.UnsupportedError, match="has no prove"):
        ww.table("nim(n)", for_="n=1..3", prove=True)
    with pytest.raises(ww.UnsupportedError, match="expected for_"):
        ww.table("nim", rules="kayles")
    with pytest.raises(TypeError, match="an expression as a string"):
        ww.table(ww.ruleset("nim"), for_="n=1..3")
    for limit in ({"memory": "100KiB"}, {"timeout": 0.3}):
        with pytest.raises(ww.LimitReached) as stopped:
            ww.table("nim(n) + ^", for_="n=1..1e18", **limit)
        partial = stopped.value.partial
        assert partial[1] == ww.game("^*") and len(partial) == len(partial.values) and not partial.complete


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["cram(grid(2,n))", "--for", "n=1..5"], {"for_": "n=1..5"}),
        (["{n|-n} + ^", "--for", "n=1..5"], {"for_": "n=1..5"}),
        (["kayles", "--up-to", "40"], {"up_to": 40}),
        (["subtract{1,3,4}", "--up-to", "40", "--prove"], {"up_to": 40, "prove": True}),
        (["wythoff", "--up-to", "12"], {"up_to": 12}),
        (["kayles", "--misere", "--up-to", "20"], {"up_to": 20, "misere": True}),
        (["octal(0.137)", "--outcomes", "--up-to", "60"], {"up_to": 60, "outcomes": True}),
    ],
)
def test_objects_are_those_of_the_command_line(
    winways: Callable[..., str], arguments: list[str], options: dict[str, object]
) -> None:
    table = ww.table(arguments[0], **options)  # type: ignore[arg-type]
    assert table.to_dict() == json.loads(winways("table", *arguments, "--format", "json"))


def test_a_database(tmp_path: Path) -> None:
    reports: list[ww.Progress] = []
    database = ww.Database.build("chase 20", tmp_path / "chase", progress=reports.append)
    again = ww.Database.open(str(tmp_path / "chase"))
    assert again.directory == tmp_path / "chase"
    start = again["1 1 20 20"]
    solved = ww.solve("chase", "20 1 1 20 20")
    assert start.remoteness == solved.remoteness and start.outcome == solved.outcome
    assert again.query(start.position).to_dict() == again["1 1 20 20"].to_dict()
    assert again[[1, 1, 20, 20]].to_dict() == again[numpy.array([1, 1, 20, 20])].to_dict() == start.to_dict()
    with pytest.raises(TypeError, match="not a set|not set"):
        again[{1, 20}]  # type: ignore[index]
    counts = database.counts()
    assert sum(counts["won"]) + sum(counts["lost"]) + counts["drawn"] == counts["positions"] == len(database)
    columns = again.columns()
    assert len(columns["rank"]) == len(columns["position"]) == len(again)
    for place in range(0, len(again), 997):
        position = columns["position"][place].split(maxsplit=1)[-1]
        found = again[int(columns["rank"][place])]
        assert found.outcome == columns["outcome"][place]
        assert (found.remoteness if found.remoteness is not None else -1) == columns["remoteness"][place]
        assert found.position.board.endswith(position)
    farthest = max(columns["remoteness"])
    assert all(again[position].remoteness == farthest for position in again.positions(remoteness=farthest))
    with pytest.raises(KeyError):
        again[10**15]
    assert again.query(rank=7).to_dict() == again[7].to_dict()
    assert start.position in again and "1 1 20 20" in again and 7 in again
    for absent in (10**15, -1, 10**30, "1 1", ww.position("chase", "21 1 1 21 21"), ww.position("kayles", 5)):
        assert absent not in again
    with pytest.raises(KeyError, match="rank -1"):
        again[-1]
    with pytest.raises(TypeError, match="a position or a rank, not both"):
        again.query("1 1 20 20", rank=7)
    with pytest.raises(ww.ParseError):
        again["1 1"]


def test_iteration_over_a_database(tmp_path: Path) -> None:
    database = ww.Database.build("chase 5", tmp_path / "chase")
    found = list(database)
    assert len(found) == len(database)
    assert [analysis.outcome for analysis in found] == database.columns()["outcome"]
    assert all(analysis.position in database for analysis in found[::50])
    # Each position is analysed by one of the threads that share an iterator.
    shared = iter(database)
    with ThreadPoolExecutor(4) as threads:
        parts = list(threads.map(lambda _: [analysis.position for analysis in shared], range(4)))
    assert sorted(str(position) for part in parts for position in part) == sorted(
        str(analysis.position) for analysis in found
    )


class Ring(ww.LoopyGame[int]):
    """A token on a ring of nine cells moves one or two cells on. The player who brings it to cell 0 wins."""

    def options(self, cell: int) -> set[int]:
        return {(cell + 1) % 9, (cell + 2) % 9}

    def end(self, cell: int):  # type: ignore[no-untyped-def]
        return "lost" if cell == 0 else None

    def start(self) -> int:
        return 3


class Words(ww.LoopyGame[str]):
    """A game whose positions are strings that look like numbers."""

    def options(self, word: str) -> list[str]:
        return [str((int(word) + 1) % 4)]

    def start(self) -> str:
        return "1"


def test_numbers_are_positions_in_a_database_of_a_class(tmp_path: Path) -> None:
    game = Ring()
    database = ww.Database.build(game, tmp_path / "ring")
    for cell in range(9):
        assert database[cell].position == database.query(cell).position == database[str(cell)].position == ww.position(game, cell)
        assert cell in database and ww.position(game, cell) in database
    assert 9 not in database and ww.position(game, 9) not in database
    with pytest.raises(ww.ParseError, match="9 is not on the board"):
        database[9]
    ranks = [database.query(rank=rank).position for rank in range(9)]
    assert ranks == database.positions() == [analysis.position for analysis in database]
    with pytest.raises(KeyError, match="rank 9"):
        database.query(rank=9)
    words = ww.Database.build(Words(), tmp_path / "words")
    assert [words[str(n)].position.board for n in range(4)] == ["0", "1", "2", "3"] and 1 not in words


def test_numbers_that_do_not_fit_name_their_parameter(tmp_path: Path) -> None:
    database = ww.Database.build("chase 5", tmp_path / "chase")
    calls: list[tuple[str, Callable[..., object]]] = [
        ("moves", lambda wrong: ww.solve("nim", 3, moves=wrong)),
        ("threads", lambda wrong: ww.solve("nim", 3, threads=wrong)),
        ("options", lambda wrong: ww.solve_many("nim", [3], options=wrong)),
        ("up_to", lambda wrong: ww.table("kayles", up_to=wrong)),
        ("up_to", lambda wrong: ww.verify("wythoff", up_to=wrong)),
        ("moves", lambda wrong: database.query(moves=wrong)),
        ("start", lambda wrong: database.columns(start=wrong)),
        ("most", lambda wrong: database.columns(most=wrong)),
        ("most", lambda wrong: database.positions(most=wrong)),
        ("remoteness", lambda wrong: database.positions(remoteness=wrong)),
    ]
    for name, call in calls:
        with pytest.raises(ValueError, match=f"expected 0 or more for {name}, not -1"):
            call(-1)
        with pytest.raises(ValueError, match=f"expected a smaller number for {name}, not 1000"):
            call(10**30)
        with pytest.raises(TypeError):
            call(1.5)


def test_a_database_of_outcomes_as_arrow(tmp_path: Path) -> None:
    database = ww.Database.build("mnk(3,3,3)", tmp_path / "table", outcomes=True)
    columns = database.columns(most=100)
    assert set(columns) == {"rank", "outcome", "position"} and len(columns["rank"]) == 100
    pyarrow = pytest.importorskip("pyarrow")
    table = database.to_arrow()
    assert table.num_rows == len(database) and table.schema.field("rank").type == pyarrow.int64()
    assert table.column("rank").to_pylist()[:100] == columns["rank"].tolist()


def test_full_limits(tmp_path: Path) -> None:
    with pytest.raises(ww.LimitReached, match="time limit") as stopped:
        ww.solve("domineering", "|".join(["........"] * 8), timeout=0.2)
    assert isinstance(stopped.value.partial, ww.Analysis) and stopped.value.partial.stopped
    with pytest.raises(ww.LimitReached, match="memory limit") as stopped:
        ww.solve("cram", "|".join(["......."] * 7), memory="8MiB")
    assert stopped.value.partial.to_dict()["complete"] is False
    with pytest.raises(ww.LimitReached, match="limit of 1000 options") as stopped:
        ww.solve("cram", "|".join(["......."] * 7), options=1000)
    with pytest.raises(ww.LimitReached) as stopped:
        ww.table("octal(0.6)", up_to=10**9, timeout=0.3, memory="16GiB")
    assert stopped.value.partial.values[5] == ww.solve("octal(0.6)", 5).nim_value
    assert not stopped.value.partial.complete
    with pytest.raises(ww.LimitReached, match="memory"):
        ww.eval("[n for n in 1..1000000]", memory="1MiB")
    with pytest.raises(ww.LimitReached, match="memory limit"):
        ww.Database.build("chase 160", tmp_path / "small", memory="1MiB")
    with pytest.raises(ww.LimitReached, match="options"):
        ww.game("*2000000000").left_options
    assert ww.solve("nim", 7, 8, 9).value == ww.game("*6")


def test_progress_has_who_wins_before_the_value_is_known() -> None:
    told: list[ww.Progress] = []

    def end_with_a_move(progress: ww.Progress) -> None:
        told.append(progress)
        if progress.winning_move:
            raise KeyError(progress.winning_move)

    with pytest.raises(KeyError):
        ww.solve("domineering", "6x6", progress=end_with_a_move)
    assert {report.outcome for report in told} <= {"N", None} and told[-1].outcome == "N"
    moves = ww.position("domineering", "6x6").moves()
    assert told[-1].winning_move in {f"{move.player}: {move.name}" for move in moves}
    assert f"outcome N by {told[-1].winning_move}" in str(told[-1])


def test_progress() -> None:
    reports: list[ww.Progress] = []
    with pytest.raises(ww.LimitReached):
        ww.solve("cram", "|".join(["......."] * 7), timeout=2.5, progress=reports.append)
    assert reports and reports[-1].positions > 0 and reports[0].seconds >= 1
    assert "positions" in str(reports[-1])

    def refuse(progress: ww.Progress) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        ww.solve("cram", "|".join(["......."] * 7), progress=refuse, timeout=sys.maxsize)
