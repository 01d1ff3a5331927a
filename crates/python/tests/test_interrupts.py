"""Ctrl-C stops each kind of long-running work, and the session continues."""

from __future__ import annotations

from collections.abc import Callable

import pytest

LONG_WORK = {
    "nim-values": 'ww.solve("cram", "|".join(["......."] * 7))',
    "canonical forms": 'ww.solve("domineering", "|".join(["........"] * 8))',
    "outcomes of sums": 'ww.solve("cram", "|".join(["." * 8] * 8), misere=True)',
    "retrograde analysis": 'ww.solve("chase", "120 1 1 120 120", memory="16GiB")',
    "nim-values of heaps": 'ww.table("octal(0.6)", up_to=10**12, memory="4GiB")',
    "pairs": 'ww.table("wythoff", up_to=40_000, memory="16GiB")',
    "misere outcomes": 'ww.table("kayles", up_to=400, misere=True)',
    "expressions": 'ww.eval("[len([m for m in 1..1000 if m == n]) for n in 1..1000000]")',
    "functions that call themselves": 'ww.eval("f(n) = if n < 2 then n else f(n-1) + f(n-2); f(60)")',
    "one operation on values": (
        "ww.functions.canonical(ww.functions.sum("
        "[ww.game([n**3, ww.switch(n**2, -n)], [-n**2, ww.switch(n, -n**3)]) for n in range(1, 400)]))"
    ),
    "verification": 'ww.verify("domineering", up_to=40)',
    "many short questions": 'while True: ww.solve("nim", 7, 8, 9)',
    "several threads": 'ww.solve("chase", "160 1 1 160 160", memory="16GiB", threads=2)',
}


@pytest.mark.parametrize("name", LONG_WORK)
def test_interrupts(name: str, interrupted: Callable[[str], float]) -> None:
    interrupted(LONG_WORK[name])


def test_a_build_of_a_table_goes_on_where_it_was_interrupted(interrupted: Callable[..., float]) -> None:
    interrupted(
        'ww.Database.build("chase 160", directory.name + "/table", memory="16GiB")',
        before="import tempfile; directory = tempfile.TemporaryDirectory()",
    )


def test_sums_of_values(interrupted: Callable[..., float]) -> None:
    interrupted(
        """
        total = ww.zero
        for n in range(1, 400):
            total = total + ww.game([n**3, ww.switch(n**2, -n)], [-n**2, ww.switch(n, -n**3)])
        """
    )


def test_an_operation_after_a_text_was_parsed(interrupted: Callable[..., float]) -> None:
    delay = interrupted(
        "total + games[23]",
        before="""
        games = [ww.game([n**3, ww.switch(n**2, -n)], [-n**2, ww.switch(n, -n**3)]) for n in range(1, 25)]
        total = sum(games[:23], ww.zero)
        ww.game("{1|2}")
        """,
    )
    assert delay < 2
