"""Values of tables: indices, slices, rows, proved periods, arrays, and tables of classes of rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy
import polars
import pytest

import winways as ww

KAYLES = ww.table("kayles", prove=True)
PAIRS = ww.table("wythoff", up_to=6)
PARTIZAN = ww.table("subtract{1|2}", up_to=20)
EXPRESSION = ww.table("cram(grid(2,n))", for_="n=2..8")


def test_heaps_of_any_size() -> None:
    for heap in (10**12, 10**30, 10**30 + 7, 10**5000):
        # The period of Kayles is 12 from heap 71 on.
        assert KAYLES[heap] == KAYLES[72 + heap % 12] == ww.solve("kayles", 72 + heap % 12).nim_value
    nim = ww.table("nim", up_to=20, prove=True)
    assert nim[10**30] == 10**30 and nim[10**400] == 10**400
    assert PARTIZAN[10**30] == PARTIZAN[10**30 % 3] == ww.solve("subtract{1|2}", 10**6).value
    unproved = ww.table("grundy", up_to=50)
    for heap in (51, 10**30, 10**5000):
        with pytest.raises(IndexError, match="not proved"):
            unproved[heap]
    assert KAYLES[-1] == KAYLES.values[-1]


def test_saltus_of_partizan_heaps() -> None:
    table = ww.table("subtract{1,2|1}", up_to=60)
    if table.status == "proved":
        assert table.period is not None
        for heap in (61, 75):
            assert table[heap] == ww.solve("subtract{1,2|1}", heap).value


def test_slices() -> None:
    assert KAYLES[2:5].tolist() == [2, 3, 1] and KAYLES[:3].tolist() == [0, 1, 2]
    assert KAYLES[5:1:-2].tolist() == [4, 3]
    assert PARTIZAN[:3] == PARTIZAN.values[:3]
    assert EXPRESSION[2:5].tolist() == EXPRESSION.values[:3].tolist() == [EXPRESSION[n] for n in (2, 3, 4)]
    assert EXPRESSION[0:3].tolist() == EXPRESSION.values[:1].tolist()
    assert EXPRESSION[-2:].tolist() == EXPRESSION.values[-2:].tolist()
    assert ww.table("kayles", up_to=5, outcomes=True)[0:3] == "PNN"


def test_indices_of_expressions_are_values_of_the_variable() -> None:
    table = ww.table("nim(n)", for_="n=2..8")
    games = ww.table("nim(n) + ^", for_="n=2..8")
    assert table[3] == table[(3,)] == 3 and table[-1] == 8 and table[-7] == 2
    assert table[6:0:-1].tolist() == [6, 5, 4, 3, 2] and table[0:4:3].tolist() == [3] and table[1::-1].tolist() == []
    for start in (None, *range(-9, 12), 10**30):
        for stop in (None, *range(-9, 12), -(10**30)):
            for step in (None, 1, 3, -1, -2):
                is_down = step is not None and step < 0
                first, last = (8, 1) if is_down else (2, 9)
                # A negative bound is a place from the end of the values, at least the first place.
                begin = first if start is None else max(9 + start, 1 if is_down else 2) if start < 0 else start
                end = last if stop is None else max(9 + stop, 1) if stop < 0 else stop
                expected = [n for n in range(2, 9) if n in range(begin, end, step or 1)]
                assert table[start:stop:step].tolist() == (expected[::-1] if is_down else expected), (start, stop, step)
    assert games[6:0:-2] == [games[6], games[4], games[2]]
    for wrong in (1, 9, -8, (1,), -(10**30)):
        with pytest.raises(IndexError, match="no value for"):
            table[wrong]
    with pytest.raises(ValueError, match="step cannot be zero"):
        table[::0]
    with pytest.raises(TypeError):
        table[1.5:]


def test_a_table_shorter_than_its_proved_period_is_continued() -> None:
    short = ww.table("kayles", 20)
    assert short.status == "proved" and short.preperiod == 71
    assert [short[heap] for heap in range(21, 200)] == [KAYLES[heap] for heap in range(21, 200)]
    assert short[10**30] == KAYLES[10**30] and short[(30,)] == KAYLES[30] and len(short) == 21


def test_rows() -> None:
    rows = PAIRS.values.tolist()
    assert [row.tolist() for row in PAIRS] == rows
    assert PAIRS[3].tolist() == rows[3] and PAIRS[-1].tolist() == rows[-1]
    assert PAIRS[1:3].tolist() == rows[1:3] and PAIRS[5:2].nbytes == 0
    assert PAIRS[3, 5] == rows[3][5] == PAIRS[3][5]
    for wrong in ((7, 0), (0, 7), 7, -8, (), 10**30, -(10**30), (10**30, 0)):
        with pytest.raises(IndexError):
            PAIRS[wrong]
    with pytest.raises(IndexError, match="at most 2 indices, not 3"):
        PAIRS[1, 2, 3]
    with pytest.raises(IndexError, match="steps of 1"):
        PAIRS[::2]


def test_triples() -> None:
    table = ww.table("chomp-3", up_to=3)
    values = table.values.tolist()
    assert table.kind == "triples" and [square.tolist() for square in table] == values
    assert table[1:3].tolist() == values[1:3]
    assert table[1, 2].tolist() == values[1][2] and table[1, 2, 3] == values[1][2][3] and table[1].tolist() == values[1]


def test_wrong_indices() -> None:
    for wrong in ("1", 1.5, None):
        with pytest.raises(TypeError, match="expected a number, a slice or a tuple"):
            KAYLES[wrong]  # type: ignore[index]
    for number in (1, 9, 10**30):
        with pytest.raises(IndexError, match="no value for"):
            EXPRESSION[number]
    with pytest.raises(KeyError, match="without values"):
        ww.table("kayles", up_to=9, values=False)[3]


def test_arrays_of_numpy() -> None:
    array = numpy.asarray(KAYLES)
    assert array.dtype == numpy.uint16 and array.tolist() == KAYLES.values.tolist()
    assert numpy.shares_memory(array, numpy.asarray(KAYLES.values))
    assert numpy.asarray(PAIRS).tolist() == PAIRS.values.tolist()
    assert numpy.asarray(PAIRS, dtype=float).dtype == float
    copy = numpy.array(KAYLES)
    copy[0] = 9
    assert KAYLES[0] == 0
    games = numpy.asarray(PARTIZAN)
    assert games.dtype == object and (games + ww.star)[1] == PARTIZAN[1] + ww.star
    assert numpy.asarray(ww.table("kayles", up_to=2, outcomes=True)).tolist() == ["P", "N", "N"]
    with pytest.raises(ValueError, match="without copying"):
        PARTIZAN.__array__(copy=False)
    with pytest.raises(KeyError, match="without values"):
        numpy.asarray(ww.table("kayles", up_to=9, values=False))


def test_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    array = pyarrow.array(KAYLES)
    assert array.type == pyarrow.uint16() and array.to_pylist() == KAYLES.values.tolist()
    assert array.buffers()[1].address == pyarrow.py_buffer(KAYLES.values).address
    assert pyarrow.array(PAIRS).to_pylist() == PAIRS.values.tolist()
    assert pyarrow.array(PARTIZAN).to_pylist()[:3] == ["0", "1", "{1|0}"]
    assert polars.Series(KAYLES).to_list() == KAYLES.values.tolist()


class Three(ww.ImpartialGame[int]):
    """Take up to three tokens."""

    def options(self, tokens: int) -> Iterable[int]:
        return [tokens - taken for taken in (1, 2, 3) if taken <= tokens]


class OneOrTwo(ww.PartizanGame[int]):
    """Left takes one, Right two."""

    def left(self, tokens: int) -> Iterable[int]:
        return [tokens - 1] if tokens >= 1 else []

    def right(self, tokens: int) -> Iterable[int]:
        return [tokens - 2] if tokens >= 2 else []


class Pairs(ww.ImpartialGame[tuple[int, int]]):
    """A game whose positions are not numbers."""

    def options(self, pair: tuple[int, int]) -> Iterable[tuple[int, int]]:
        a, b = pair
        return [(a - 1, b)] if a else []


def test_tables_of_classes() -> None:
    table = ww.table(Three(), 20)
    assert table.values.tolist() == [n % 4 for n in range(21)] and (table.period, table.saltus) == (2, ww.game("*2"))
    assert table[7] == 3 and table.kind == "nim-values of expressions"
    assert ww.table(OneOrTwo(), 20).values == PARTIZAN.values
    with pytest.raises(ww.UnsupportedError, match="expected up_to"):
        ww.table(Three())
    with pytest.raises(ww.UnsupportedError, match="has no prove"):
        ww.table(Three(), 20, prove=True)
    with pytest.raises(TypeError, match="cannot unpack"):
        ww.table(Pairs(), 3)
    with pytest.raises(ww.LimitReached):
        ww.table(Three(), 10**6, timeout=0.05)


def test_words_of_a_misere_quotient() -> None:
    quotient = ww.misere_quotient("kayles", 12)
    for word in quotient.elements:
        assert quotient.element(word) == word and quotient.is_p(word) == (word in quotient.p_positions)
    assert quotient.element("b^999999999") == quotient.element("b") and quotient.element("a^2") == "1"
    assert quotient.element("ba") == quotient.element("ab") == quotient.element([1, 2])
    for wrong in ("", "x", "ab^", "a b", "A", "b^-1", "x" * 1000):
        with pytest.raises(ValueError, match=r"is not a product of the generators \(a, b, ") as raised:
            quotient.is_p(wrong)
        assert len(str(raised.value)) < 300
    with pytest.raises(TypeError, match="expected a heap or several heaps as numbers"):
        quotient.is_p([1.5])  # type: ignore[list-item]
