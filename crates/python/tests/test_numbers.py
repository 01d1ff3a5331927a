"""Numbers beyond those of games: fractions, ordinals, surreal numbers and large nimbers."""

import copy
import math
import numbers
import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import winways as ww

omega = ww.eval("ω")

fractions = st.fractions(min_value=-50, max_value=50, max_denominator=40)


def test_rational_numbers_are_fractions() -> None:
    assert ww.eval("1/3") == Fraction(1, 3)
    assert isinstance(ww.eval("1/3"), Fraction)
    assert ww.eval("1/3 + 1/6") == ww.game("1/2")
    assert ww.eval("x + 1/3", x=Fraction(1, 3)) == Fraction(2, 3)
    assert ww.functions.sign_expansion(Fraction(1, 3)).startswith("+")
    assert ww.functions.is_number(Fraction(1, 3))
    with pytest.raises(ValueError, match="dyadic"):
        ww.game(Fraction(1, 3))


@settings(deadline=None)
@given(fractions, fractions)
def test_sums_of_fractions(a: Fraction, b: Fraction) -> None:
    found = ww.eval("[a + b, a - b, a . b, a < b, a == b]", a=a, b=b)
    assert found == [a + b, a - b, a * b, a < b, a == b]


def test_operators() -> None:
    assert str(omega) == "ω"
    assert repr(omega + 1) == "number('ω+1')"
    assert str(1 + omega) == str(omega + 1)
    assert str(5 - omega) == "-ω+5"
    assert str(Fraction(1, 3) + 1 / omega) == "1/3+1/ω"
    assert str(omega * omega) == "ω^2"
    assert str(omega**2 / 3) == "ω^2/3"
    assert str(-omega) == "-ω"
    assert abs(-omega) == omega
    assert omega - omega == ww.zero
    assert omega / omega == 1
    assert omega > 10**18
    assert 10**18 < omega
    assert not omega <= ww.game("{100|-100}")
    assert (1 / (omega + 1)) == (omega - 1) / (omega * omega - 1)
    assert hash(1 / (omega + 1)) == hash((omega - 1) / (omega * omega - 1))
    assert len({omega, ww.eval("2ω - ω"), omega + 1}) == 2
    assert omega != "ω"
    with pytest.raises(TypeError):
        omega + "1"
    with pytest.raises(ValueError, match="expected a number"):
        omega + ww.up
    with pytest.raises(ZeroDivisionError):
        omega / 0


def test_nimbers() -> None:
    assert ww.eval("*340282366920938463463374607431768211456").kind == "a nimber"
    large = ww.eval("*18446744073709551615")
    assert (large.nimber, str(large)) == (2**64 - 1, "*18446744073709551615")
    assert large + large == ww.zero
    assert str(large + ww.up) == "^*18446744073709551615"
    most = ww.game(f"*{2**128 - 1}")
    assert (most.nimber, pickle.loads(pickle.dumps(most)), -most) == (2**128 - 1, most, most)
    assert hash(most) == hash(most + ww.zero) and {most: 1}[-most] == 1
    with pytest.raises(ww.LimitReached, match="options"):
        most.left_options
    assert ww.functions.nim_product(large, ww.functions.nim_inverse(large)) == ww.star
    assert str(ww.eval("*ω") + ww.star) == "*(ω+1)"
    assert ww.eval("*ω").kind == "a transfinite nimber"
    assert ww.functions.nim_solve_quadratic(ww.star, ww.star, ww.star) == [ww.game("*2"), ww.game("*3")]


def test_display_and_pickling() -> None:
    assert omega.latex() == r"\omega"
    assert (1 / omega)._repr_latex_() == r"$\frac{1}{\omega}$"
    assert omega.kind == "an ordinal"
    assert pickle.loads(pickle.dumps(omega / 2)) == omega / 2


def test_numbers_convert_to_those_of_python() -> None:
    number = ww.game("-7/2")
    assert (int(number), float(number), round(number), round(number, 1)) == (-3, -3.5, -4, Fraction(-7, 2))
    assert (math.floor(number), math.ceil(number), math.trunc(number)) == (-4, -3, -3)
    assert Fraction(*number.as_integer_ratio()) == Fraction(number) == number == number.number  # type: ignore[call-overload]
    assert (number.numerator, number.denominator) == (-7, 2)  # type: ignore[attr-defined]
    assert round(ww.game("3/4"), 1) == Fraction(4, 5)
    assert ww.game(10**400).as_integer_ratio() == (10**400, 1)
    for convert in (int, float, round, math.floor, ww.Game.as_integer_ratio):
        with pytest.raises(ValueError, match="the game \\* is not a number"):
            convert(ww.star)


def test_only_games_that_are_numbers_are_rational_numbers() -> None:
    half = ww.game("{0|1}")
    made = [half, -half, half + 1, ww.star - ww.star, 3 * half, copy.deepcopy(half), pickle.loads(pickle.dumps(half))]
    assert all(isinstance(game, numbers.Rational) and isinstance(game, ww.NumberGame) for game in made)
    assert Fraction(1, 3) + Fraction(half) == Fraction(5, 6) and Fraction(1, 3) < half and half == Fraction(1, 2)  # type: ignore[call-overload]
    assert Fraction(ww.game(10**400) + half) == 10**400 + Fraction(1, 2)  # type: ignore[call-overload]
    for game in (ww.star, ww.up + 1, ww.switch(1)):
        assert not isinstance(game, numbers.Rational)
        with pytest.raises((TypeError, ValueError)):
            Fraction(game)  # type: ignore[call-overload]


def test_formats() -> None:
    assert f"{ww.game('3/4'):.3f} {ww.game('3/4'):e} {ww.game('1/8'):.1%} {ww.game(1000000):,d}" == "0.750 7.500000e-01 12.5% 1,000,000"
    assert f"{ww.game('3/4'):>5}|{ww.star:<3}|{ww.star:s}|{ww.up}" == "  3/4|*  |*|^"
    with pytest.raises(ValueError, match="is not a number"):
        f"{ww.star:.3f}"
    with pytest.raises(ValueError, match="is for integers"):
        f"{ww.game('3/4'):d}"
    assert f"{ww.game(5):05}|{ww.game(-5):05}|{ww.game(1000):,}|{ww.game(5):+}|{ww.game(-5):=4}" == "00005|-0005|1,000|+5|-  5"
    assert f"{ww.game(12):^6}|{ww.game(12):0>4}" == "  12  |0012"
    for number, style in ((12, ".1"), ("1/2", "08"), ("1/2", "+")):
        with pytest.raises(ValueError, match=r"integer|Precision"):
            format(ww.game(number), style)


def test_numbers_are_rational_numbers_of_python() -> None:
    half, minus = ww.game("1/2"), ww.game(-3)
    assert isinstance(half, ww.NumberGame) and isinstance(minus, ww.NumberGame)
    assert abs(minus) == 3 and abs(half) == half == half.real == half.conjugate() and half.imag == 0


def test_functions_of_games_as_methods() -> None:
    game = ww.game("{3||2+*|1+*}")
    assert game.cool(1) == ww.functions.cool(game, 1) and game.heat(1) == ww.functions.heat(game, 1)
    assert game.freeze() == ww.functions.freeze(game) and game.reduced() == ww.functions.reduced(game)
    assert game.incentives() == ww.functions.incentives(game)
    assert game.stops() == (game.left_stop, game.right_stop)
    assert (3 * ww.up).atomic_weight() == 3
    with pytest.raises(ww.UnsupportedError, match="all-small"):
        ww.game(1).atomic_weight()
    with pytest.raises(ww.UnsupportedError, match="this is a text"):
        game.cool("warm")  # type: ignore[arg-type]


def test_walls_at_any_fraction() -> None:
    game = ww.game("{5||4|-2}") + ww.switch(3)
    walls = game.thermograph()
    for third in range(-3, 15):
        at = Fraction(third, 3)
        assert walls.left_wall(at) == ww.functions.left_wall(game, at)
        assert walls.right_wall(at) == ww.functions.right_wall(game, at)
    assert walls.left_wall(ww.game("1/2")) == walls.left_wall(0.5)
    for below in (Fraction(-4, 3), -2):
        with pytest.raises(ValueError, match="begins at the temperature -1"):
            walls.left_wall(below)
