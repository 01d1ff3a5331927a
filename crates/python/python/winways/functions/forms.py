"""Canonical forms, their options and followers, products and other operations."""

# `call` returns `Any`; each function declares its own type.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._winways import Game
from .._winways import call as _call
from .types import GameLike

__all__ = [
    "atomic_weight",
    "birthday",
    "born_by",
    "canonical",
    "companion",
    "conway",
    "dali",
    "follower_count",
    "followers",
    "incentives",
    "left_incentives",
    "left_options",
    "mex",
    "miny",
    "nim_product",
    "norton",
    "numbers_born_by",
    "options",
    "reduced",
    "right_incentives",
    "right_options",
    "sign_expansion",
    "simplest",
    "structure",
    "times",
    "tiny",
    "tree",
    "up_power",
    "up_power_to",
    "uptimal",
]


def atomic_weight(g: GameLike) -> Game:
    """The atomic weight of an all-small game: how many ups it is worth, roughly.

    >>> import winways as ww
    >>> ww.functions.atomic_weight(ww.game('^^*'))
    game('2')

    Source: Winning Ways, chapter 8; Siegel, section II.7.
    """
    return _call("atomic_weight", g)


def birthday(g: GameLike) -> Game:
    """The day on which G is born: one more than the last birthday of an option of its canonical form.

    >>> import winways as ww
    >>> ww.functions.birthday(ww.game('{1|-1}'))
    game('2')

    Source: Conway, On Numbers and Games, chapter 8.
    """
    return _call("birthday", g)


def born_by(n: int) -> list[Game]:
    """The list of all games born by day n, which is at most 3.

    >>> import winways as ww
    >>> ww.functions.born_by(1)
    [game('-1'), game('0'), game('*'), game('1')]

    Source: Siegel, section III.1.
    """
    return _call("born_by", n)


def canonical(g: GameLike) -> Game:
    """The canonical form of G: the only game equal to it without dominated and reversible options.

    >>> import winways as ww
    >>> ww.functions.canonical(ww.game('{1,2|3}'))
    game('5/2')

    Source: Winning Ways, chapter 3; Siegel, section II.2.
    """
    return _call("canonical", g)


def companion(g: GameLike) -> Game:
    """The companion of G, an all-small game of the same atomic weight if G has one.

    >>> import winways as ww
    >>> ww.functions.companion(ww.game('^'))
    game('^*')

    Source: Siegel, Combinatorial Game Theory.
    """
    return _call("companion", g)


def conway(g: GameLike, h: GameLike) -> Game:
    """Conway's product of two games; of numbers it is the ordinary product.

    >>> import winways as ww
    >>> ww.functions.conway(ww.game('1/2'), ww.game('1/2'))
    game('1/4')

    Source: Conway, On Numbers and Games, chapters 1 and 6.
    """
    return _call("conway", g, h)


def dali(x: GameLike) -> str:
    """The form of a number as the Dali function builds it from its options.

    >>> import winways as ww
    >>> ww.functions.dali(ww.game('5/8'))
    '{1/2|3/4}'

    Source: Conway, On Numbers and Games, chapter 3.
    """
    return _call("dali", x)


def follower_count(g: GameLike) -> Game:
    """How many distinct followers the canonical form of G has, itself included.

    >>> import winways as ww
    >>> ww.functions.follower_count(ww.game('*3'))
    game('4')

    Source: Siegel, section II.1.
    """
    return _call("follower_count", g)


def followers(g: GameLike) -> list[Game]:
    """The list of all games that can be reached from the canonical form of G, itself included; `follower_count` says how many
    they are.

    >>> import winways as ww
    >>> ww.functions.followers(ww.game('{1|*}'))
    [game('0'), game('*'), game('{1|*}'), game('1')]

    Source: Siegel, section II.1.
    """
    return _call("followers", g)


def incentives(g: GameLike) -> list[Game]:
    """The list of what each move changes: G^L - G for Left and G - G^R for Right, without dominated ones.

    >>> import winways as ww
    >>> ww.functions.incentives(ww.game('{3|1}'))
    [game('{2|0}')]

    Source: Winning Ways, chapter 6; Siegel, section II.2.
    """
    return _call("incentives", g)


def left_incentives(g: GameLike) -> list[Game]:
    """The list of what Left's moves change, G^L - G.

    >>> import winways as ww
    >>> ww.functions.left_incentives(ww.game('{3|1}'))
    [game('{2|0}')]

    Source: Winning Ways, chapter 6; Siegel, section II.2.
    """
    return _call("left_incentives", g)


def left_options(g: GameLike) -> list[Game]:
    """The list of the games to which Left can move in the canonical form of G.

    >>> import winways as ww
    >>> ww.functions.left_options(ww.game('^'))
    [game('0')]

    Source: Winning Ways, chapter 2.
    """
    return _call("left_options", g)


def mex(values: Sequence[Any]) -> Game:
    """The least nimber that is not in a list of nimbers; an integer n in the list counts as *n.

    >>> import winways as ww
    >>> ww.functions.mex(ww.eval('[0, *, *3]'))
    game('*2')

    Source: Sprague (1935) and Grundy (1939); Winning Ways, chapter 3.
    """
    return _call("mex", values)


def miny(g: GameLike) -> Game:
    """Miny-G, {G|0||0}: the negative of tiny-G.

    >>> import winways as ww
    >>> ww.functions.miny(2)
    game('{2|0||0}')

    Source: Winning Ways, chapter 5.
    """
    return _call("miny", g)


def nim_product(a: GameLike, b: GameLike) -> Game:
    """The product of two nimbers in their field; an integer n counts as *n.

    >>> import winways as ww
    >>> ww.functions.nim_product(ww.game('*2'), ww.game('*2'))
    game('*3')

    Source: Conway, On Numbers and Games, chapter 6.
    """
    return _call("nim_product", a, b)


def norton(g: GameLike, u: GameLike) -> Game:
    """Norton's product of G by a unit U > 0: U in place of every 1 of which G is made.

    >>> import winways as ww
    >>> ww.functions.norton(ww.game('*2'), ww.game('^'))
    game('{^^*,{^4|0}|vv*,{0|v4}}')

    Source: Winning Ways, chapter 8; Siegel, section II.7.
    """
    return _call("norton", g, u)


def numbers_born_by(n: int) -> list[Game]:
    """The list of all numbers born by day n, which is at most 16.

    >>> import winways as ww
    >>> ww.functions.numbers_born_by(2)
    [game('-2'), game('-1'), game('-1/2'), game('0'), game('1/2'), game('1'), game('2')]

    Source: Conway, On Numbers and Games, chapter 1.
    """
    return _call("numbers_born_by", n)


def options(g: GameLike) -> list[list[Game]]:
    """The options of the canonical form of G: the list of Left's and the list of Right's.

    >>> import winways as ww
    >>> ww.functions.options(ww.game('^'))
    [[game('0')], [game('*')]]

    Source: Winning Ways, chapter 2.
    """
    return _call("options", g)


def reduced(g: GameLike) -> Game:
    """The reduced canonical form: the simplest game that differs from G by an infinitesimal.

    >>> import winways as ww
    >>> ww.functions.reduced(ww.game('{2+*|1+^}'))
    game('{2|1}')

    Source: Grossman and Siegel, Games of No Chance 3 (2009); Siegel, section II.6.
    """
    return _call("reduced", g)


def right_incentives(g: GameLike) -> list[Game]:
    """The list of what Right's moves change, G - G^R.

    >>> import winways as ww
    >>> ww.functions.right_incentives(ww.game('{3|1}'))
    [game('{2|0}')]

    Source: Winning Ways, chapter 6; Siegel, section II.2.
    """
    return _call("right_incentives", g)


def right_options(g: GameLike) -> list[Game]:
    """The list of the games to which Right can move in the canonical form of G.

    >>> import winways as ww
    >>> ww.functions.right_options(ww.game('^'))
    [game('*')]

    Source: Winning Ways, chapter 2.
    """
    return _call("right_options", g)


def sign_expansion(x: GameLike) -> str:
    """The sign expansion of a number: the moves + and - that lead to it in the tree of numbers.

    >>> import winways as ww
    >>> ww.functions.sign_expansion(ww.game('5/8'))
    '+-+-'

    Source: Conway, On Numbers and Games, chapter 3.
    """
    return _call("sign_expansion", x)


def simplest(g: GameLike, h: GameLike) -> Game:
    """The simplest number x with G < x < H; of games that are no numbers, with x not <= G and not >= H.

    >>> import winways as ww
    >>> ww.functions.simplest(ww.game('1/4'), ww.game('7/8'))
    game('1/2')

    Source: Conway, On Numbers and Games, chapter 2; Winning Ways, chapter 2.
    """
    return _call("simplest", g, h)


def structure(g: GameLike) -> str:
    """The canonical form of G with each follower written once, where #n stands for the n-th.

    >>> import winways as ww
    >>> ww.functions.structure(ww.game('{2|0}'))
    '#0 = 2; #1 = 0; #2 = {#0|#1}'

    Source: Siegel, section II.2.
    """
    return _call("structure", g)


def times(n: int, g: GameLike) -> Game:
    """The sum of n copies of G.

    >>> import winways as ww
    >>> ww.functions.times(3, ww.game('^'))
    game('^3')

    Source: Winning Ways, chapter 2.
    """
    return _call("times", n, g)


def tiny(g: GameLike) -> Game:
    """Tiny-G, {0||0|-G}: positive, and less than every multiple of up if G is a positive number.

    >>> import winways as ww
    >>> ww.functions.tiny(2)
    game('{0||0|-2}')

    Source: Winning Ways, chapter 5.
    """
    return _call("tiny", g)


def tree(g: GameLike) -> str:
    """The tree of the canonical form, drawn in text: L before a move of Left, R before one of Right; numbers, ups and nimbers
    below are not taken apart.

    >>> import winways as ww
    >>> print(ww.functions.tree(ww.game('{1||0|-1}')))
    {1||0|-1}
    ├─L 1
    └─R {0|-1}
        ├─L 0
        └─R -1

    Source: Winning Ways, chapter 2.
    """
    return _call("tree", g)


def up_power(n: int) -> Game:
    """The n-th power of up, which is infinitesimal beside the one before it; the first is ^.

    >>> import winways as ww
    >>> ww.functions.up_power(2)
    game('{0|v*}')

    Source: Conway, On Numbers and Games, chapter 16; Siegel, section II.4.
    """
    return _call("up_power", n)


def up_power_to(n: int) -> Game:
    """The sum of the first n powers of up.

    >>> import winways as ww
    >>> ww.functions.up_power_to(2)
    game('{^|*}')

    Source: Siegel, section II.4.
    """
    return _call("up_power_to", n)


def uptimal(g: GameLike) -> str:
    """G as a sum of a number, multiples of powers of up and a nimber, if it is one.

    >>> import winways as ww
    >>> ww.functions.uptimal(ww.game('{0|v*}+3'))
    '3 + up_power(2)'

    Source: Siegel, section II.4.
    """
    return _call("uptimal", g)
