"""Products, inverses and squares of arrays of nimbers, compared with single nimbers of the calculator."""

from array import array
from typing import Any

import numpy
import pytest

import winways as ww

TYPES = [numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64]


def random(kind: Any, shape: Any, seed: int = 1) -> Any:
    return numpy.random.default_rng(seed).integers(0, numpy.iinfo(kind).max, shape, kind, endpoint=True)


def number(value: object) -> int:
    """Return the size of a nimber."""
    text = str(value)
    return 1 if text == "*" else int(text.removeprefix("*"))


def product(a: Any, b: Any) -> Any:
    return numpy.asarray(ww.nim_product(a, b))


def single(function: str, *nimbers: int) -> int:
    return number(ww.eval(f"{function}({', '.join(f'*{nimber}' for nimber in nimbers)})"))


@pytest.mark.parametrize("kind", TYPES)
def test_arrays_agree_with_single_nimbers(kind: Any) -> None:
    a, b = random(kind, 60, 1), random(kind, 60, 2)
    a[a == 0] = 1
    products, inverses, squares = (numpy.asarray(x) for x in (ww.nim_product(a, b), ww.nim_inverse(a), ww.nim_square(a)))
    assert products.dtype == inverses.dtype == squares.dtype == kind
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    assert products.tolist() == [single("nim_product", x, y) for x, y in pairs]
    assert inverses.tolist() == [single("nim_inverse", x) for x, _ in pairs]
    assert squares.tolist() == [single("nim_product", x, x) for x, _ in pairs]


@pytest.mark.parametrize("kind", TYPES)
def test_field_laws_on_long_arrays(kind: Any) -> None:
    a, b, c = (random(kind, (300, 171), seed) for seed in range(3))
    assert product(a, b).shape == (300, 171)
    assert (product(a, b ^ c) == product(a, b) ^ product(a, c)).all()
    assert (product(product(a, b), c) == product(a, product(b, c))).all()
    assert (numpy.asarray(ww.nim_square(a)) == product(a, a)).all()
    a[a == 0] = 1
    assert (product(a, ww.nim_inverse(a)) == 1).all()


def test_numpy_copies_nothing() -> None:
    products = ww.nim_product(random(numpy.uint32, 1000), 7)
    first, again = numpy.asarray(products), numpy.asarray(products)
    assert numpy.shares_memory(first, again)


@pytest.mark.parametrize("kind", TYPES)
def test_scalars_are_broadcast(kind: Any) -> None:
    a = random(kind, (3, 4, 5))
    expected = numpy.asarray(ww.nim_product(a, numpy.full_like(a, 200)))
    for scalar in (200, kind(200)):
        assert (numpy.asarray(ww.nim_product(a, scalar)) == expected).all()
        assert (numpy.asarray(ww.nim_product(scalar, a)) == expected).all()


def test_any_buffer_is_an_array() -> None:
    assert ww.nim_product(bytes([2, 3, 16]), bytearray([2, 2, 16])).tolist() == [3, 1, 24]
    assert ww.nim_square(array("Q", [2, 2**64 - 1])).tolist() == [3, single("nim_product", 2**64 - 1, 2**64 - 1)]
    every_other = random(numpy.uint16, (20, 20))[::2, ::-3]
    assert not every_other.flags["C_CONTIGUOUS"]
    expected = ww.nim_square(every_other.copy())
    assert ww.nim_square(every_other).tolist() == expected.tolist()
    assert ww.nim_inverse(numpy.zeros(0, numpy.uint8)).tolist() == []


@pytest.mark.parametrize("shape", [(0, 9), (3, 0), (2, 0, 4), (0,)])
def test_empty_arrays_keep_their_shape(shape: tuple[int, ...]) -> None:
    a = numpy.zeros(shape, numpy.uint16)
    for result in (ww.nim_product(a, 3), ww.nim_product(a, a), ww.nim_inverse(a), ww.nim_square(a)):
        assert result.shape == shape and result.readonly and numpy.asarray(result).dtype == numpy.uint16


@pytest.mark.parametrize(
    ("a", "b", "error", "message"),
    [
        (numpy.zeros(3), 1, TypeError, 'the format "d"'),
        (numpy.zeros(3, numpy.int64), 1, TypeError, "expected unsigned integers"),
        (numpy.zeros(3, ">u4"), 1, TypeError, "byte order"),
        (numpy.zeros(3, bool), 1, TypeError, 'format "\\?"'),
        (numpy.zeros(3, numpy.uint8), numpy.zeros(3, numpy.uint16), TypeError, "not 8 and 16 bits"),
        (numpy.zeros(3, numpy.uint8), numpy.zeros((3, 1), numpy.uint8), ValueError, r"not \(3,\) and \(3, 1\)"),
        (numpy.zeros(3, numpy.uint8), 256, ValueError, "256 is not a nimber of 8 bits"),
        (numpy.zeros(3, numpy.uint8), -1, ValueError, "not -1"),
        (numpy.zeros(3, numpy.uint64), 2**64, ValueError, "from 0 to"),
        ([1, 2], numpy.zeros(2, numpy.uint8), TypeError, "not list"),
        (2, 3, TypeError, "winways.functions"),
    ],
)
def test_wrong_arguments(a: Any, b: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ww.nim_product(a, b)


def test_zero_has_no_inverse() -> None:
    a = numpy.ones(40_000, numpy.uint64)
    a[33_333] = 0
    with pytest.raises(ZeroDivisionError, match="division by zero at index 33333$"):
        ww.nim_inverse(a)
    with pytest.raises(ZeroDivisionError, match=r"at index \(166, 133\)"):
        ww.nim_inverse(a.reshape(200, 200))
    with pytest.raises(TypeError, match="winways.functions"):
        ww.nim_inverse(numpy.uint8(3))
