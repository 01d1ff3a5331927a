"""Memory of games written in Python, interrupts, threads."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
import winways as ww
from own_games import Domineering, Kayles

#: The time limit of a test.
MOST_SECONDS = 60


class Item:
    """A position that supports weak references."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and other.number == self.number


class Items(ww.ImpartialGame[Item]):
    """Take one or two from a number."""

    def options(self, item: Item) -> list[Item]:
        return [Item(item.number - taken) for taken in (1, 2) if taken <= item.number]


def test_a_game_goes_with_its_positions_as_soon_as_nothing_needs_it() -> None:
    gc.disable()
    try:
        game, item = Items(), Item(50)
        watched, watched_item = weakref.ref(game), weakref.ref(item)
        position = ww.position(game, item)
        analysis = ww.solve(position)
        del game, item
        assert watched() is not None, "a position keeps its game"
        assert len(position.moves()) == 2
        del position
        assert watched() is not None, "an answer keeps its game"
        del analysis
        assert watched() is None
        assert watched_item() is None
    finally:
        gc.enable()


def test_a_game_that_keeps_its_ruleset_or_is_in_its_positions_is_collected() -> None:
    class Keeping(ww.ImpartialGame[object]):
        def options(self, position: object) -> list[object]:
            number = position[1]  # type: ignore[index]
            return [(self, number - 1)] if number else []

    game = Keeping()
    watched = weakref.ref(game)
    assert ww.solve(game, (game, 9)).nim_value == 1
    del game
    gc.collect()
    assert watched() is None


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_memory_returns() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def play() -> None:
        for _ in range(5):
            game = Domineering()
            ww.solve(game, "....|....|....|....")
            ww.solve(Kayles(), 150)

    play()
    before = resident()
    for _ in range(6):
        play()
    assert resident() - before < 40 << 20


SLOW = """
import signal, sys, time
import winways as ww

# A shell may disable Ctrl-C for background processes.
signal.signal(signal.SIGINT, signal.default_int_handler)

class Slow(ww.{kind}):
    def options(self, position):
        if position == {start} - 3:
            print("begun", flush=True)
        {body}
        return [{after}] if position else []

game = Slow()
try:
    ww.solve(game, {start})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    assert ww.solve("nim", 7, 8, 9).outcome == "N"
    print("goes on", flush=True)
"""

CASES = {
    "a rule that sleeps": ("ImpartialGame", "time.sleep(0.01)", "position - 1", 100_000),
    "a rule that computes": ("ImpartialGame", "sum(range(100_000))", "position - 1", 100_000),
    "quick rules": ("ImpartialGame", "pass", "position - 1, position - 2", 100_000_000),
    "heaps": ("Heaps", "sum(range(100_000))", "[position - 1]", 100_000),
    "a loopy game": ("LoopyGame", "sum(range(1_000))", "position - 1", 10_000_000),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
@pytest.mark.parametrize("case", CASES)
def test_ctrl_c_ends_a_rule_and_keeps_the_session(case: str) -> None:
    kind, body, after, start = CASES[case]
    program = SLOW.format(kind=kind, body=body, after=after, start=start)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        watchdog = threading.Timer(MOST_SECONDS, process.kill)
        watchdog.start()
        try:
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
        finally:
            watchdog.cancel()
    assert rest == "interrupted\ngoes on\n"
    assert process.returncode == 0


def test_threads_share_a_game() -> None:
    game, answers = Domineering(), []
    boards = ["....|....|....", "...|...|...", "....|....", ".....|....."]

    def ask() -> None:
        answers.append([str(ww.solve(game, board).value) for board in boards])

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(MOST_SECONDS)
    expected = [str(ww.solve("domineering", board).value) for board in boards]
    assert answers == [expected] * 6


def test_a_rule_may_ask_questions_itself() -> None:
    class Asking(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return [n for n in range(position) if ww.solve("nim", n, 3).outcome == "N"]

    expected = ww.solve(Asking(), 6)
    assert expected.nim_value == 5


def test_exceptions_arrive_from_several_threads_too() -> None:
    class Failing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            if position == 3:
                raise LookupError("three")
            return list(range(position))

    with pytest.raises(LookupError, match="three"):
        ww.solve(Failing(), 40, threads=3)
    assert ww.solve("nim", 5).outcome == "N"


def test_an_old_exception_ends_no_other_question() -> None:
    class Failing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            raise LookupError("old")

    position = ww.position(Failing(), 5)
    with pytest.raises(LookupError):
        position.moves()
    with pytest.raises(ww.LimitReached):
        ww.solve("domineering", "|".join(["......"] * 6), timeout=0.05)


def test_instances_of_one_class_have_rules_of_their_own() -> None:
    three, five = Taking(3), Taking(5)
    assert [ww.solve(three, n).nim_value for n in range(8)] == [n % 4 for n in range(8)]
    assert [ww.solve(five, n).nim_value for n in range(8)] == [n % 6 for n in range(8)]
    total = ww.position(three, 6) + ww.position(five, 8)
    assert ww.solve(total).outcome == "P"


class Taking(ww.Heaps):
    """Take one to `most` tokens."""

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, n: int) -> range:
        return range(max(0, n - self.most), n)


def values_before_and_after_a_change() -> tuple[int | None, int | None]:
    game = Taking(2)
    before = ww.solve(game, 5).nim_value
    game.most = 3
    return before, ww.solve(game, 5).nim_value


def test_a_rule_may_change_the_rules_of_another_instance() -> None:
    class Asking(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            found.append(values_before_and_after_a_change())
            return []

    found: list[tuple[int | None, int | None]] = []
    ww.solve(Asking(), 1)
    assert found == [(2, 1)] == [values_before_and_after_a_change()]


def test_a_callback_may_change_the_rules_of_another_instance() -> None:
    found: list[tuple[int | None, int | None]] = []

    def progress(_: ww.Progress) -> None:
        found.append(values_before_and_after_a_change())

    with pytest.raises(ww.LimitReached):
        ww.solve("domineering", "|".join(["." * 9] * 9), timeout=1.6, progress=progress)
    assert found and set(found) == {(2, 1)}


def test_a_rule_may_store_data_in_its_instance() -> None:
    class Counting(ww.ImpartialGame[int]):
        asked, read = 0, 0

        def options(self, position: int) -> Iterator[int]:
            # A generator runs after the call.
            self.asked += 1
            yield from range(position)
            self.asked += 1

        def parse(self, text: str) -> int:
            self.read += 1
            return int(text)

    game = Counting()
    for text in ("5", "5", "4"):
        ww.solve(game, text)
    assert (game.asked, game.read) == (12, 3)


class Unwritten(ww.ImpartialGame[int]):
    """A game whose positions cannot be written once `raised` is set."""

    raised: BaseException | None = None

    def options(self, position: int) -> list[int]:
        return list(range(position))

    def write(self, position: int) -> str:
        if self.raised is not None:
            raise self.raised
        return str(position)


@pytest.mark.parametrize("raised", [ValueError("not written"), KeyboardInterrupt()])
def test_exceptions_of_write_arrive_from_an_analysis(raised: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = ww.solve(Unwritten(), 3)
    monkeypatch.setattr(Unwritten, "raised", raised)
    for use in (repr, ww.Analysis.to_dict, pickle.dumps):
        with pytest.raises(type(raised)):
            use(analysis)
        # The exception does not end the next call.
        assert ww.solve(Kayles(), 3).nim_value == 3
        assert ww.position(Items(), Item(2)).moves()


def test_an_exception_that_a_rule_catches_ends_no_other_call() -> None:
    class Failing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            raise LookupError("caught")

    class Catching(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            with pytest.raises(LookupError):
                ww.position(Failing(), 1).moves()
            with pytest.raises(LookupError):
                ww.solve(Failing(), 1)
            return list(range(position))

    assert ww.solve(Catching(), 3).nim_value == 3
