"""Limits of a block: every call and operator obeys them, and the stricter of nested limits holds."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta

import pytest

import winways as ww

BOARD = ww.position("clobber", "|".join(["xoxoxoxo", "oxoxoxox"] * 4))
HARD = "|".join(["." * 9] * 9)


def test_calls_obey() -> None:
    for timeout in (0.05, timedelta(milliseconds=50)):
        with ww.limits(timeout=timeout):
            with pytest.raises(ww.LimitReached, match="time limit") as limit:
                BOARD.solve()
        assert isinstance(limit.value.partial, ww.Analysis)
    with ww.limits(timeout=0.05), pytest.raises(ww.LimitReached, match="time limit"):
        ww.eval(f'domineering("{HARD}")')
    with ww.limits(timeout=0.05), pytest.raises(ww.LimitReached, match="time limit"):
        ww.table("grundy", 10**9)


def test_nothing_begins_when_the_time_is_over() -> None:
    with ww.limits(timeout=0):
        for call in (
            lambda: ww.solve("nim", 3),
            lambda: ww.up + ww.star,
            lambda: ww.up.mean,
            lambda: ww.functions.mean(ww.up),
            lambda: ww.position("nim", 3),
            lambda: ww.eval("1"),
            lambda: BOARD.moves(),
            lambda: ww.verify("nim", 3),
        ):
            with pytest.raises(ww.LimitReached, match="time limit"):
                call()
    assert ww.solve("nim", 3).value == ww.game("*3")


def test_a_loop_of_operators_ends() -> None:
    began = time.monotonic()
    with ww.limits(timeout=0.05), pytest.raises(ww.LimitReached, match="time limit"):
        while time.monotonic() < began + 30:
            ww.up + ww.star
    assert time.monotonic() < began + 30


def test_memory() -> None:
    with ww.limits(memory=1000), pytest.raises(ww.LimitReached, match="memory limit"):
        ww.solve("domineering", HARD)
    with ww.limits(memory="1KiB"), pytest.raises(ww.LimitReached, match="memory limit"):
        total = ww.zero
        for size in range(1, 100):
            total += ww.switch(size + ww.up, -3 * size)
    # Values of earlier calls do not count.
    earlier = sum((ww.switch(3**n) for n in range(12)), ww.zero)
    with ww.limits(memory="100KiB"):
        assert ww.functions.mean(ww.switch(5, 1)) == 3 and ww.eval("mean({7|1})") == 4
    assert earlier.temperature == 3**11
    with ww.limits(memory="1GiB"):
        assert ww.switch(2, 1) + ww.star == ww.game("{2*|1*}")


def test_the_stricter_limit_holds() -> None:
    with ww.limits(timeout=0):
        with ww.limits(timeout=100), pytest.raises(ww.LimitReached):
            ww.solve("nim", 3)
        with pytest.raises(ww.LimitReached):
            ww.solve("nim", 3, timeout=100)
    with ww.limits(timeout=100):
        with ww.limits(timeout=0), pytest.raises(ww.LimitReached):
            ww.solve("nim", 3)
        assert ww.solve("nim", 3).outcome == "N"
        with pytest.raises(ww.LimitReached, match="time limit"):
            BOARD.solve(timeout=0.01)
    with ww.limits(memory=1000), ww.limits(memory="1GiB"), pytest.raises(ww.LimitReached, match="memory limit"):
        ww.solve("domineering", HARD, memory="1GiB")


def test_progress() -> None:
    seen: list[ww.Progress] = []
    with ww.limits(timeout=1.6, progress=seen.append), pytest.raises(ww.LimitReached):
        BOARD.solve()
    assert seen and all(isinstance(progress, ww.Progress) for progress in seen)
    own: list[ww.Progress] = []
    count = len(seen)
    with ww.limits(timeout=1.6, progress=seen.append), pytest.raises(ww.LimitReached):
        BOARD.solve(progress=own.append)
    assert own and len(seen) == count


def test_limits_belong_to_their_context() -> None:
    found = []

    def work() -> None:
        found.append(ww.solve("nim", 3).outcome)

    async def limited() -> None:
        with ww.limits(timeout=0):
            await asyncio.sleep(0)
            with pytest.raises(ww.LimitReached):
                work()

    async def free() -> None:
        await asyncio.sleep(0)
        work()

    async def both() -> None:
        await asyncio.gather(limited(), free())

    asyncio.run(both())
    with ww.limits(timeout=0):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == ["N", "N"]


def test_limits_are_used_again_and_left() -> None:
    limits = ww.limits(timeout=100)
    with limits, limits:
        assert ww.solve("nim", 3).outcome == "N"
    with pytest.raises(RuntimeError, match="not entered"):
        limits.__exit__(None, None, None)
    with pytest.raises(ZeroDivisionError), ww.limits(timeout=0):
        raise ZeroDivisionError
    assert ww.solve("nim", 3).outcome == "N"


def test_wrong_limits() -> None:
    with pytest.raises(ValueError, match="time in seconds"):
        ww.limits(timeout=-1)
    with pytest.raises(TypeError, match="time in seconds"):
        ww.limits(timeout="soon")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="amount of memory"):
        ww.limits(memory="much")
    with pytest.raises(TypeError):
        ww.limits(5)  # type: ignore[call-arg]


def test_calls_of_a_rule_inherit_the_time_limit() -> None:
    class Slow(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            time.sleep(0.02)
            return [position - 1] if position else []

    class Outer(ww.ImpartialGame[int]):
        def __init__(self, ask: str) -> None:
            self.ask = ask

        def options(self, position: int) -> list[int]:
            if position == 2 and self.ask == "one long call":
                ww.solve(Slow(), 1000)
            while position == 2 and self.ask == "many short calls":
                ww.solve("nim", 3)
            return [position - 1] if position else []

    class Heaps(ww.Heaps):
        def options(self, n: int) -> list[int]:
            ww.solve(Slow(), 1000)
            return [n - 1]

    for game in (Outer("one long call"), Outer("many short calls"), Heaps()):
        began = time.monotonic()
        with pytest.raises(ww.LimitReached, match="time limit") as limit:
            ww.solve(game, 3, timeout=0.3)
        assert time.monotonic() - began < 10
        partial = limit.value.partial
        assert isinstance(partial, ww.Analysis) and partial.position == ww.position(game, 3)
    # A stricter limit of the inner call ends only this call.
    class Patient(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            with pytest.raises(ww.LimitReached, match="time limit"):
                ww.solve(Slow(), 1000, timeout=0.05)
            return []

    assert ww.solve(Patient(), 3, timeout=100).outcome == "P"
