"""Random calls of everything public with random arguments: an answer or an exception of the documented kinds, never a crash."""

from __future__ import annotations

import random
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import winways as ww

CALLS = 20_000

#: What a call may raise. A panic of the extension is none of these.
EXPECTED = (
    ww.Error,
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    OSError,
    TypeError,
    ValueError,
)

TEXTS = [
    "", "0", "{3|1}", "{3|", "*2", "^", "on", "{0|dud}", "1/3", "ω", "*ω", "+-1", "kayles", "kayles(5)", "nim(3,4)", "nim", "octal(0.137)",
    "octal(0.9)", "domineering", "..|..", "...", "1 2 3", "ttt", "chess", "subtract{1,3}", "subtract{1,3|2}", "wythoff", "\0", "尼姆",
    "x" * 300, "(" * 300, "10^100", "2^(2^(2^100))", "[1, 2, 3]", "true", "[x for x in 1..9]", "f(x) = x", "-1", "1e9", "1GiB", "lines",
]  # fmt: skip

SHAPES: list[Any] = [
    None, True, 0, 1, -1, 5, 31, 2**31, 2**63, -(2**64), 10**50, 0.5, -0.0, 1e300, float("inf"), float("nan"), Fraction(1, 3),
    Fraction(7, 8), b"", b"kayles", [], [3, 4, 5], [[1, 2], [3]], ["..", ".."], (1, 2), {}, {"command": "solve"}, {"command": "games"},
    set(), range(5), object(), int, ww.ImpartialGame, lambda n: [n], bytearray(b"\x01\x02"), memoryview(b"abcdefgh"),
]  # fmt: skip


def values() -> list[Any]:
    """Returns objects of the package, whose methods are called too."""
    return [
        ww.game("{3|1}"), ww.game("{4||1|-2}"), ww.up, ww.star, ww.game(Fraction(5, 8)), ww.eval("on"), ww.eval("1/3"), ww.eval("ω"),
        ww.position("kayles", 5), ww.position("domineering", "..|.."), ww.ruleset("nim"), ww.ruleset("ttt"),
        ww.solve("nim", 7, 8, 9), ww.solve("nim", 7, 8, 9).winning_moves[0], ww.table("kayles", up_to=50), ww.table("wythoff", up_to=9),
        ww.game("{5||4|-2}").thermograph(), ww.misere_quotient("kayles", 6), ww.position("kayles", 5) + ww.position("nim", 3),
    ]  # fmt: skip


class Caller:
    """Makes random calls."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.objects = values()
        public = [name for name in ww.__all__ if name not in ("Error", "LimitReached")]
        functions = [getattr(ww, name) for name in public] + [ww.eval]
        functions += [getattr(ww.functions, name) for name in ww.functions.__all__]
        self.functions = [function for function in functions if callable(function)]

    def argument(self, depth: int = 0) -> Any:
        kind = self.random.randrange(12)
        if kind < 4:
            return self.random.choice(TEXTS)
        if kind < 7:
            return self.random.choice(self.objects)
        if kind == 7 and depth < 2:
            return [self.argument(depth + 1) for _ in range(self.random.randrange(4))]
        if kind == 8:
            return self.random.randrange(-20, 40)
        return self.random.choice(SHAPES)

    def callee(self) -> Any:
        if self.random.random() < 0.6:
            return self.random.choice(self.functions)
        owner = self.random.choice(self.objects)
        names = [name for name in dir(owner) if not name.startswith("__") or name in SPECIAL]
        return getattr(owner, self.random.choice(names))

    def call(self) -> bool:
        """Makes one call and returns `True` if it was answered. Fails on any unexpected exception."""
        what = "a property"
        try:
            function = self.callee()
            if callable(function):
                arguments = [self.argument() for _ in range(self.random.choice([0, 1, 1, 1, 2, 2, 3]))]
                names = {}
                if self.random.random() < 0.2:
                    names[self.random.choice(["up_to", "misere", "moves", "timeout", "memory", "outcomes", "period"])] = self.argument()
                what = textwrap.shorten(f"{function!r} of {arguments!r} and {names!r}", 500)
                found = function(*arguments, **names)
                if isinstance(found, (str, list, tuple)) or type(found).__module__.startswith("winways"):
                    repr(found)
        except EXPECTED:
            return False
        except BaseException as error:
            raise AssertionError(f"{what} raised {type(error).__name__}: {error}") from error
        return True


#: The operators that are called by name.
SPECIAL = {
    "__add__", "__sub__", "__mul__", "__neg__", "__floordiv__", "__eq__", "__lt__", "__le__", "__getitem__", "__format__", "__round__",
    "__hash__", "__str__", "__repr__", "__reduce__", "__len__", "__contains__", "__iter__", "__bool__", "__int__", "__float__",
}  # fmt: skip


def test_random_calls_answer_or_raise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    caller = Caller(2711)
    answered = 0
    for _ in range(CALLS):
        with ww.limits(timeout=0.3, memory="64MiB"):
            answered += caller.call()
    assert answered > CALLS / 10
