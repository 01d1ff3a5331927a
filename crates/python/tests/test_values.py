"""Values: the group and its order, comparison with the calculator, memory, pickling."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import winways as ww

PLAIN = ["0", "1", "-1", "1/2", "-3/4", "2", "*", "*2", "^", "v", "^*", "3/8", "vv*3", "-5^*2"]


def numbers() -> st.SearchStrategy[Fraction]:
    return st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-9, 9), st.integers(0, 4))


def values() -> st.SearchStrategy[ww.Game]:
    plain = st.sampled_from(PLAIN).map(ww.game)
    return st.recursive(
        plain,
        lambda inner: st.builds(
            lambda left, right: ww.game(left, right),
            st.lists(inner, max_size=2),
            st.lists(inner, max_size=2),
        ),
        max_leaves=6,
    )


@settings(max_examples=200, deadline=None)
@given(values(), st.integers(0, 3))
def test_kept_answers_are_those_of_a_new_value(g: ww.Game, temperature: int) -> None:
    def answers(value: ww.Game) -> list[object]:
        stops = (value.left_stop, value.right_stop)
        walls = (value.mean, value.temperature, value.thermograph())
        return [str(value), repr(value), stops, walls, value.birthday, value.left_options, value.right_options, value.reduced()]

    first = answers(g)
    assert answers(g) == first
    assert answers(pickle.loads(pickle.dumps(g))) == first
    # The calculator has no answers kept.
    assert g.reduced() == ww.eval("reduced(g)", g=g)
    assert g.freeze() == ww.eval("freeze(g)", g=g)
    assert g.cool(temperature) == ww.eval(f"cool(g, {temperature})", g=g)


def test_the_order_of_values_with_stops_that_are_not_stored() -> None:
    large, small = ww.game(2**40), ww.game(Fraction(1, 2**40))
    for more, less in [(large, large - 1), (small, -small), (large, small), (1 + small, ww.game(1)), (ww.game(2**23), small)]:
        for _ in range(2):
            assert less <= more and not more <= less and less < more and more >= less
            assert -more <= -less and not -less <= -more
            assert more <= more and not more < more


@settings(max_examples=300, deadline=None)
@given(values(), values())
def test_the_order_is_that_of_the_difference(g: ww.Game, h: ww.Game) -> None:
    sign = (g - h).compare(0)
    assert (g <= h, g >= h) == (sign in "<=", sign in ">=")
    assert (g < h, g > h, g == h, g != h) == (sign == "<", sign == ">", sign == "=", sign != "=")
    assert g.compare(h) == sign and (g // h) == (sign == "|")
    # The stops are stored now.
    assert (g <= h, g >= h, g < h, g > h) == (sign in "<=", sign in ">=", sign == "<", sign == ">")


@settings(max_examples=300, deadline=None)
@given(values(), values(), values())
def test_group_laws(g: ww.Game, h: ww.Game, k: ww.Game) -> None:
    assert (g + h) + k == g + (h + k)
    assert g + h == h + g
    assert g + 0 == 0 + g == g == +g
    assert g - g == 0 and not g - g
    assert -(-g) == g and g - h == g + -h
    assert 3 * g == g + g + g and g * -1 == -g and g * 0 == 0
    assert hash(g + h - h) == hash(g)


@settings(max_examples=300, deadline=None)
@given(values(), values(), values())
def test_order(g: ww.Game, h: ww.Game, k: ww.Game) -> None:
    relations = [g < h, g == h, g > h, g // h]
    assert relations.count(True) == 1
    assert g.compare(h) == "<=>|"[relations.index(True)]
    assert (g <= h) == (g < h or g == h) and (g >= h) == (g > h or g == h) and (g != h) == (not g == h)
    assert (g < h) == (h > g) == (g - h < 0)
    # The order is compatible with sums, and transitive.
    assert not g <= h or g + k <= h + k
    assert not (g <= h and h <= k) or g <= k
    assert (g - h).outcome == {"<": "R", "=": "P", ">": "L", "|": "N"}[g.compare(h)]


@settings(max_examples=200, deadline=None)
@given(values())
def test_reading_back(g: ww.Game) -> None:
    assert eval(repr(g), {"game": ww.game}) == g
    assert ww.game(str(g)) == g
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.copy(g) == copy.deepcopy(g) == g
    assert ww.game(g.left_options, g.right_options) == g
    assert g.left_stop >= g.mean >= g.right_stop
    walls = g.thermograph()
    assert walls.left_wall(0) == g.left_stop and walls.right_wall(0) == g.right_stop
    assert walls.left_wall(walls.temperature) == walls.right_wall(1000) == g.mean
    assert g.is_hot == (g.temperature > 0)


@given(numbers(), numbers())
def test_numbers(x: Fraction, y: Fraction) -> None:
    g, h = ww.game(x), ww.game(y)
    assert g == x and x == g and g.number == x and hash(g) == hash(x)
    assert g + y == y + g == x + y and g - y == x - y and y - g == y - x
    assert (g < h) == (x < y) == (g < y) == (x < h)
    assert g * h == x * y == g * y
    assert g != x + Fraction(1, 3)


@given(values(), st.fractions())
def test_every_fraction_is_compared_by_the_stops(g: ww.Game, x: Fraction) -> None:
    if x.denominator & (x.denominator - 1) == 0:
        return
    assert (g < x) == (x > g) == (g <= x) == (g.left_stop < x)
    assert (g > x) == (x < g) == (g >= x) == (g.right_stop > x)
    assert g != x and (g // x) == (g.right_stop < x < g.left_stop)


def test_fractions_and_infinities_in_comparisons() -> None:
    third, hot = Fraction(1, 3), ww.switch(1, -1)
    assert ww.up < third and ww.game("1/2") > third and hot // third and hot.compare(third) == "|"
    mixed: list[Any] = [ww.game(1), third, ww.zero]
    assert sorted(mixed) == [ww.zero, third, ww.game(1)]
    assert ww.game(10**30) < math.inf and hot > -math.inf and ww.up.compare(math.inf) == "<"


def test_equality_never_raises() -> None:
    star_omega, dud = ww.eval("*ω"), ww.eval("on + off")
    objects: list[object] = [math.inf, -math.inf, math.nan, float, "x", None, star_omega, dud, ww.eval("oo(0,2)"), ww.eval("loony")]
    for value in (ww.zero, ww.up, star_omega, dud, ww.eval("on")):
        for other in objects:
            assert (value == other) is (other == value) is (value is other), (value, other)
            assert (value != other) is (value is not other), (value, other)
        assert value in [*objects, value] and value == value
    with pytest.raises(ValueError):
        ww.up < math.nan  # noqa: B015


class OtherInteger:
    """An integer of another library, which is not an `int`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def as_integer_ratio(self) -> tuple[OtherInteger, OtherInteger]:
        return self, OtherInteger(1)


def test_integers_of_other_types_are_numbers() -> None:
    assert ww.game(OtherInteger(2**70)) == 2**70 and ww.game(3) != OtherInteger(4)  # type: ignore[call-overload]


@given(st.integers() | st.integers(-(2**300), 2**300))
def test_integers_of_any_size(n: int) -> None:
    assert ww.game(n) == n and ww.game(n).number == n and hash(ww.game(n)) == hash(n)
    assert ww.game(n) + ww.game(1) == n + 1
    assert ww.game(Fraction(n, 2**70)) + ww.game(Fraction(-n, 2**70)) == 0


def test_very_long_integers() -> None:
    for n in (10**5000 + 7, -(3**12000), 2**20000):
        assert ww.game(n).number == n
        assert ww.game(Fraction(n, 2**100)).number == Fraction(n, 2**100)


def test_objects_that_are_not_numbers() -> None:
    with pytest.raises(ValueError, match="dyadic"):
        ww.game(Fraction(1, 3))
    with pytest.raises((ValueError, OverflowError)):
        ww.game(math.inf)
    with pytest.raises(TypeError):
        ww.game(None)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        ww.star + "1"  # type: ignore[operator]
    with pytest.raises(TypeError):
        ww.star < "1"  # type: ignore[operator]
    assert ww.star != "*" and ww.star is not None


def random_expression(source: random.Random, depth: int) -> tuple[str, ww.Game | Fraction | int]:
    """Generates an expression of the calculator with its value by Python operators."""
    if depth == 0 or source.random() < 0.2:
        text = source.choice(PLAIN)
        value = ww.game(text)
        return f"({text})", value.number.numerator if value.is_integer and value.number is not None else value
    some_text, some = random_expression(source, depth - 1)
    other_text, other = random_expression(source, depth - 1)
    match source.randrange(6):
        case 0 | 1:
            return f"({some_text} + {other_text})", some + other
        case 2:
            return f"({some_text} - {other_text})", some - other
        case 3:
            return f"(-{some_text})", -some
        case 4:
            n = source.randrange(-3, 4)
            return f"({n} . {some_text})", n * some
        case _:
            return f"{{{some_text}|{other_text}}}", ww.game([some], [other])


def test_operators_are_those_of_the_calculator() -> None:
    source = random.Random(17)
    for _ in range(10_000):
        text, value = random_expression(source, 3)
        assert ww.game(text) == value, text


def test_values_are_not_visited_by_the_collector_of_cycles() -> None:
    up = ww.game("^")
    made = [up, -up, up + 1, up - ww.star, 3 * up, up.cool(1), copy.copy(up), ww.switch(1), ww.game([up], []), *(up + up).left_options]
    assert [value for value in made if gc.is_tracked(value)] == []


#: The prelude of a session: a function for the resident memory in bytes.
MEMORY = """
import gc, pathlib
import winways as ww

def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096
"""


def in_a_session(program: str) -> list[int]:
    """Runs a session with a time limit, and returns the numbers of bytes that it prints."""
    done = subprocess.run([sys.executable, "-c", MEMORY + program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


def test_memory_of_values_that_were_dropped_returns() -> None:
    # Two of the values stay alive.
    before, after = in_a_session("""
kept = ww.switch(10**6, -(10**6)), ww.game("{3||2+*|1+*}")
def work(count):
    for number in range(count):
        g = ww.game([number % 1000 + 1], [-(number // 1000) - 1])
        assert g.is_hot and g - g == 0
work(20_000)
gc.collect()
print(resident())
work(1_000_000)
gc.collect()
print(resident())
assert kept[1] + kept[0] - kept[0] == ww.game("{3||2+*|1+*}")
""")
    assert after - before < 96 << 20, f"{(after - before) >> 20} MiB more than before"


def test_memory_of_many_values_returns_with_the_last() -> None:
    before, held, after = in_a_session("""
print(resident())
values = [ww.game([number + 1, ww.star], [-number, ww.up]) for number in range(300_000)]
print(resident())
del values
gc.collect()
print(resident())
""")
    assert held - before > 30 << 20, "the test sees no memory"
    assert after - before < (held - before) // 2 + (16 << 20)


def test_values_move_to_a_new_arena() -> None:
    # The first values stay alive while the arena is replaced several times.
    numbers = in_a_session("""
first = [ww.game([number + 1, ww.star], [-number, ww.up]) for number in range(100)]
hashes = [hash(value) for value in first]
texts = [str(value) for value in first]
for number in range(800_000):
    ww.game([number + 1, ww.star], [-2 * number, ww.up])
again = [ww.game([number + 1, ww.star], [-number, ww.up]) for number in range(100)]
print(sum(some == other and hash(some) == hash(other) for some, other in zip(first, again)))
print(sum(some - other == 0 and hash(some) == before for some, other, before in zip(first, again, hashes)))
print(sum(str(value) == text for value, text in zip(first, texts)))
print(len(set(first) | set(again)))
""")
    assert numbers == [100, 100, 100, 100]


def test_threads_share_values() -> None:
    switches = [ww.switch(number, -number) for number in range(1, 30)]
    expected = sum(switches, ww.zero)
    found: list[object] = []

    def work(seed: int) -> None:
        source = random.Random(seed)
        for _ in range(20):
            order = switches.copy()
            source.shuffle(order)
            total = ww.zero
            for switch in order:
                total = total + switch
                assert switch // 0
            found.append(total == expected and total.mean == 0)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert found == [True] * 160


def test_constants() -> None:
    assert ww.zero == 0 and ww.star == ww.game([0], [0]) and ww.up == ww.game([0], [ww.star]) and ww.down == -ww.up
    assert ww.tiny(2) == ww.game([0], [ww.game([0], [-2])]) and ww.miny(2) == -ww.tiny(2)
    assert ww.switch(3, 1) == 2 + ww.switch(1)
    g = ww.game("{3||2+*|1+*}") + ww.up - ww.switch(1, -1)
    assert g == ww.eval("{3||2+*|1+*} + ^ - {1|-1}")


def test_arguments_that_are_none() -> None:
    functions: Any = ww.functions
    assert functions.grid(2, 3, None) == functions.grid(2, 3)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: functions.max(3, None, 1), r"values\[1\] of max"),
        (lambda: functions.max(3, None), r"values\[1\] of max"),
        (lambda: functions.oo(None, 0), r"values\[0\] of oo"),
        (lambda: functions.zip([1], None, [2]), r"values\[1\] of zip"),
        (lambda: functions.cool(None, 1), "g of cool"),
        (lambda: functions.cool(ww.up, None), "t of cool"),
    ]
    for call, argument in calls:
        with pytest.raises(TypeError, match=f"expected a value for the argument {argument}, not None"):
            call()


def test_examples_of_the_calculator_as_keyword_arguments() -> None:
    g = ww.switch(5, -3)
    assert ww.eval("cool(g, t)", g=g, t=1) == ww.functions.cool(g, 1) == ww.switch(4, -2)
    assert ww.eval("[x + 1 for x in values]", values=[1, ww.star]) == [2, ww.star + 1]
    assert ww.eval("mean(p)", p=ww.position("domineering", "..|..|..")) == ww.game("domineering(\"..|..|..\")").mean
    assert ww.eval("") is None
    assert ww.functions.outcome(ww.position("nim(3,5)")) == "N"
