"""The functions of the calculator, one by one; ``winways.eval`` has all of them too.

Arguments are games, numbers, texts, positions and lists of such; a number that a function gives is a ``Game`` that equals it.
"""

# Each function of the calculator says itself what it gives.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from ._winways import Game, Position, Thermograph
from ._winways import call as _call

Number: TypeAlias = int | float | Fraction | Game
"""A number, or a game that is one."""

GameLike: TypeAlias = int | float | Fraction | Game | Position
"""A game, or whatever is worth one."""

__all__ = [
    "GameLike",
    "Number",
    "atomic_weight",
    "birthday",
    "born_by",
    "canonical",
    "companion",
    "conway",
    "cool",
    "count",
    "dali",
    "filter",
    "follower_count",
    "followers",
    "freeze",
    "grid",
    "heat",
    "incentives",
    "is_all_small",
    "is_dyadic",
    "is_hot",
    "is_infinitesimal",
    "is_integer",
    "is_nimber",
    "is_number",
    "is_numberish",
    "is_tepid",
    "join",
    "left_breakpoints",
    "left_incentives",
    "left_options",
    "left_stop",
    "left_wall",
    "len",
    "map",
    "mast",
    "max",
    "mean",
    "mex",
    "min",
    "miny",
    "misere_outcome",
    "nim_product",
    "norton",
    "numbers_born_by",
    "options",
    "outcome",
    "overheat",
    "parity",
    "reduced",
    "repeat",
    "right_breakpoints",
    "right_incentives",
    "right_options",
    "right_stop",
    "right_wall",
    "row",
    "sign_expansion",
    "simplest",
    "sort",
    "structure",
    "sum",
    "temperature",
    "thermograph",
    "times",
    "tiny",
    "tree",
    "unique",
    "up_power",
    "up_power_to",
    "uptimal",
    "winning_moves",
    "word",
    "zip",
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


def cool(g: GameLike, t: Number) -> Game:
    """G cooled by t: the game in which every move costs its player t, up to where that becomes a number.

    >>> import winways as ww
    >>> ww.functions.cool(ww.game('{3|-1}'), 1)
    game('{2|0}')

    Source: Winning Ways, chapter 6.
    """
    return _call("cool", g, t)


def count(values: Sequence[Any], x: Any | None = None) -> Game:
    """How many entries of a list equal x; without x, how many entries there are.

    >>> import winways as ww
    >>> ww.functions.count(ww.eval('[3, 1, 3]'), 3)
    game('2')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("count", values) if x is None else _call("count", values, x)


def dali(x: GameLike) -> str:
    """The form of a number as the Dali function builds it from its options.

    >>> import winways as ww
    >>> ww.functions.dali(ww.game('5/8'))
    '{1/2|3/4}'

    Source: Conway, On Numbers and Games, chapter 3.
    """
    return _call("dali", x)


def filter(f: str, values: Sequence[Any]) -> list[Any]:
    """The list of those entries x for which f(x) is true.

    >>> import winways as ww
    >>> ww.functions.filter('is_hot', ww.eval('[1, {1|-1}, ^]'))
    [game('+-1')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("filter", f, values)


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


def freeze(g: GameLike) -> Game:
    """G cooled by its temperature: its mean plus an infinitesimal.

    >>> import winways as ww
    >>> ww.functions.freeze(ww.game('{3|-1}'))
    game('1+*')

    Source: Winning Ways, chapter 6.
    """
    return _call("freeze", g)


def grid(rows: int, columns: int, letter: str | None = None) -> str:
    """The text of an empty board of r rows and c columns, for games on grids; a third argument is the text of one cell in
    place of `.`.

    >>> import winways as ww
    >>> ww.functions.grid(2, 3)
    '...|...'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("grid", rows, columns) if letter is None else _call("grid", rows, columns, letter)


def heat(g: GameLike, t: Number) -> Game:
    """G heated by t, which may be a game: every move brings its player t more, and numbers stay as they are.

    >>> import winways as ww
    >>> ww.functions.heat(ww.game('*2'), 1)
    game('{1,{2|0}|-1,{0|-2}}')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("heat", g, t)


def incentives(g: GameLike) -> list[Game]:
    """The list of what each move changes: G^L - G for Left and G - G^R for Right, without dominated ones.

    >>> import winways as ww
    >>> ww.functions.incentives(ww.game('{3|1}'))
    [game('{2|0}')]

    Source: Winning Ways, chapter 6; Siegel, section II.2.
    """
    return _call("incentives", g)


def is_all_small(g: GameLike) -> bool:
    """Whether G is all-small: in every follower both players can move, or neither can.

    >>> import winways as ww
    >>> ww.functions.is_all_small(ww.game('^*'))
    True

    Source: Winning Ways, chapter 8.
    """
    return _call("is_all_small", g)


def is_dyadic(g: GameLike) -> bool:
    """Whether G is a dyadic number, an integer over a power of two, as all numbers here are.

    >>> import winways as ww
    >>> ww.functions.is_dyadic(ww.game('3/4'))
    True

    Source: Winning Ways, chapter 2.
    """
    return _call("is_dyadic", g)


def is_hot(g: GameLike) -> bool:
    """Whether G is hot: its temperature is positive, so that moving is worth something.

    >>> import winways as ww
    >>> ww.functions.is_hot(ww.game('{1|-1}'))
    True

    Source: Winning Ways, chapter 6.
    """
    return _call("is_hot", g)


def is_infinitesimal(g: GameLike) -> bool:
    """Whether G is an infinitesimal: both stops are zero.

    >>> import winways as ww
    >>> ww.functions.is_infinitesimal(ww.game('^'))
    True

    Source: Siegel, section II.4.
    """
    return _call("is_infinitesimal", g)


def is_integer(g: GameLike) -> bool:
    """Whether G equals an integer.

    >>> import winways as ww
    >>> ww.functions.is_integer(ww.game('{1|3}'))
    True

    Source: Winning Ways, chapter 1.
    """
    return _call("is_integer", g)


def is_nimber(g: GameLike) -> bool:
    """Whether G equals a heap of Nim.

    >>> import winways as ww
    >>> ww.functions.is_nimber(ww.game('{0,*|0,*}'))
    True

    Source: Winning Ways, chapter 3.
    """
    return _call("is_nimber", g)


def is_number(g: GameLike) -> bool:
    """Whether G equals a number.

    >>> import winways as ww
    >>> ww.functions.is_number(ww.game('{0|1}'))
    True

    Source: Winning Ways, chapter 2.
    """
    return _call("is_number", g)


def is_numberish(g: GameLike) -> bool:
    """Whether G is a number plus an infinitesimal: both stops are the same.

    >>> import winways as ww
    >>> ww.functions.is_numberish(ww.game('2^*'))
    True

    Source: Siegel, section II.4.
    """
    return _call("is_numberish", g)


def is_tepid(g: GameLike) -> bool:
    """Whether G is tepid: a number plus an infinitesimal other than 0.

    >>> import winways as ww
    >>> ww.functions.is_tepid(ww.game('2^*'))
    True

    Source: Winning Ways, chapter 6.
    """
    return _call("is_tepid", g)


def join(values: Sequence[Any], between: str | None = None) -> str:
    """The entries of a list as one text, with a text between every two.

    >>> import winways as ww
    >>> ww.functions.join(ww.eval('[1, 2, 3]'), '/')
    '1/2/3'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("join", values) if between is None else _call("join", values, between)


def left_breakpoints(g: GameLike) -> list[list[Game]]:
    """The list of the places where the left wall of the thermograph bends, each as [value, temperature].

    >>> import winways as ww
    >>> ww.functions.left_breakpoints(ww.game('{5||4|-2}'))
    [[game('6'), game('-1')], [game('4'), game('1')]]

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("left_breakpoints", g)


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


def left_stop(g: GameLike) -> Game:
    """The left stop: the first number that is reached if Left begins and both play their best.

    >>> import winways as ww
    >>> ww.functions.left_stop(ww.game('{3|1}'))
    game('3')

    Source: Winning Ways, chapter 6; Siegel, section II.3.
    """
    return _call("left_stop", g)


def left_wall(g: GameLike, t: Number) -> Game:
    """The left wall of the thermograph at temperature t: the left stop of G cooled by t.

    >>> import winways as ww
    >>> ww.functions.left_wall(ww.game('{3|1}'), ww.game('1/2'))
    game('5/2')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("left_wall", g, t)


def len(values: Sequence[Any] | str) -> Game:
    """How many entries a list has, or letters a text.

    >>> import winways as ww
    >>> ww.functions.len(ww.eval('born_by(2)'))
    game('22')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("len", values)


def map(f: str, values: Sequence[Any]) -> list[Any]:
    """The list of f(x) for the entries x of a list.

    >>> import winways as ww
    >>> ww.functions.map('mean', ww.eval('[{3|1}, ^]'))
    [game('2'), game('0')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("map", f, values)


def mast(g: GameLike) -> list[Game]:
    """Where the mast of the thermograph begins: [mean, temperature].

    >>> import winways as ww
    >>> ww.functions.mast(ww.game('{4||1|-2}'))
    [game('7/4'), game('9/4')]

    Source: Winning Ways, chapter 6.
    """
    return _call("mast", g)


def max(*values: Any) -> Any:
    """The entry of a list, or the argument, that is greater than or equal to all others; games may have none.

    >>> import winways as ww
    >>> ww.functions.max(ww.eval('[1, 3/2, {1|-1}]'))
    game('3/2')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("max", *values)


def mean(g: GameLike) -> Game:
    """The mean value: what one copy is worth on the average in a sum of many copies of G.

    >>> import winways as ww
    >>> ww.functions.mean(ww.game('{4||1|-2}'))
    game('7/4')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("mean", g)


def mex(values: Sequence[Any]) -> Game:
    """The least nimber that is not in a list of nimbers; an integer n in the list counts as *n.

    >>> import winways as ww
    >>> ww.functions.mex(ww.eval('[0, *, *3]'))
    game('*2')

    Source: Sprague (1935) and Grundy (1939); Winning Ways, chapter 3.
    """
    return _call("mex", values)


def min(*values: Any) -> Any:
    """The entry of a list, or the argument, that is less than or equal to all others; games may have none.

    >>> import winways as ww
    >>> ww.functions.min(2, ww.game('^'), ww.game('1/2'))
    game('^')

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("min", *values)


def miny(g: GameLike) -> Game:
    """Miny-G, {G|0||0}: the negative of tiny-G.

    >>> import winways as ww
    >>> ww.functions.miny(2)
    game('{2|0||0}')

    Source: Winning Ways, chapter 5.
    """
    return _call("miny", g)


def misere_outcome(position: Position) -> str:
    """Who wins a position if the player who cannot move wins: the letter of the outcome, N, P, L or R.

    >>> import winways as ww
    >>> ww.functions.misere_outcome(ww.position('nim(1,1)'))
    'N'

    Source: Winning Ways, chapter 13.
    """
    return _call("misere_outcome", position)


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


def outcome(g: GameLike) -> str:
    """Who wins G: N the next player, P the previous one, L Left, moving first or second, R Right, D nobody.

    >>> import winways as ww
    >>> ww.functions.outcome(ww.game('{1|-1}'))
    'N'

    Source: Winning Ways, chapter 2.
    """
    return _call("outcome", g)


def overheat(g: GameLike, s: GameLike, t: Number) -> Game:
    """G overheated from s by t: 1 becomes s, and every move brings its player t more.

    >>> import winways as ww
    >>> ww.functions.overheat(ww.game('1/2'), 1, 1)
    game('{1|0}')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("overheat", g, s, t)


def parity(g: GameLike) -> str:
    """`even` or `odd`, if every line of play in the canonical form has as many moves, up to twos; else `neither`.

    >>> import winways as ww
    >>> ww.functions.parity(ww.game('{1|-1}'))
    'even'

    Source: Siegel, Combinatorial Game Theory.
    """
    return _call("parity", g)


def reduced(g: GameLike) -> Game:
    """The reduced canonical form: the simplest game that differs from G by an infinitesimal.

    >>> import winways as ww
    >>> ww.functions.reduced(ww.game('{2+*|1+^}'))
    game('{2|1}')

    Source: Grossman and Siegel, Games of No Chance 3 (2009); Siegel, section II.6.
    """
    return _call("reduced", g)


def repeat(text: str, n: int) -> str:
    """A text n times.

    >>> import winways as ww
    >>> ww.functions.repeat('LR', 3)
    'LRLRLR'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("repeat", text, n)


def right_breakpoints(g: GameLike) -> list[list[Game]]:
    """The list of the places where the right wall of the thermograph bends, each as [value, temperature].

    >>> import winways as ww
    >>> ww.functions.right_breakpoints(ww.game('{5||4|-2}'))
    [[game('4'), game('-1')], [game('4'), game('1')]]

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("right_breakpoints", g)


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


def right_stop(g: GameLike) -> Game:
    """The right stop: the first number that is reached if Right begins and both play their best.

    >>> import winways as ww
    >>> ww.functions.right_stop(ww.game('{3|1}'))
    game('1')

    Source: Winning Ways, chapter 6; Siegel, section II.3.
    """
    return _call("right_stop", g)


def right_wall(g: GameLike, t: Number) -> Game:
    """The right wall of the thermograph at temperature t: the right stop of G cooled by t.

    >>> import winways as ww
    >>> ww.functions.right_wall(ww.game('{3|1}'), ww.game('1/2'))
    game('3/2')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("right_wall", g, t)


def row(n: int, letter: str | None = None) -> str:
    """The text of an empty strip of n cells, for games on strips and grids; a second argument is the text of one cell in place
    of `.`.

    >>> import winways as ww
    >>> ww.functions.row(5)
    '.....'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("row", n) if letter is None else _call("row", n, letter)


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


def sort(values: Sequence[Any]) -> list[Any]:
    """The list in order: numbers by size, texts by their letters, outcomes by theirs, other games by a fixed order of
    canonical forms.

    >>> import winways as ww
    >>> ww.functions.sort(ww.eval('[3, 1, 2]'))
    [game('1'), game('2'), game('3')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("sort", values)


def structure(g: GameLike) -> str:
    """The canonical form of G with each follower written once, where #n stands for the n-th.

    >>> import winways as ww
    >>> ww.functions.structure(ww.game('{2|0}'))
    '#0 = 2; #1 = 0; #2 = {#0|#1}'

    Source: Siegel, section II.2.
    """
    return _call("structure", g)


def sum(values: Sequence[Any]) -> Game:
    """The sum of all entries of a list.

    >>> import winways as ww
    >>> ww.functions.sum(ww.eval('[{1|-1}, {1|-1}, *2]'))
    game('*2')

    Source: Winning Ways, chapter 2.
    """
    return _call("sum", values)


def temperature(g: GameLike) -> Game:
    """The temperature: the least tax on every move at which it makes no difference who moves first, so how urgent a move in G
    is.

    >>> import winways as ww
    >>> ww.functions.temperature(ww.game('{4||1|-2}'))
    game('9/4')

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("temperature", g)


def thermograph(g: GameLike) -> Thermograph:
    """The thermograph: both walls by their bends, the mean and the temperature; `--plot` draws it.

    >>> import winways as ww
    >>> ww.functions.thermograph(ww.game('{5||4|-2}'))
    <thermograph: mean 4, temperature 1>

    Source: Winning Ways, chapter 6; Siegel, section II.5.
    """
    return _call("thermograph", g)


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


def unique(values: Sequence[Any]) -> list[Any]:
    """The list without entries that equal one before them.

    >>> import winways as ww
    >>> ww.functions.unique(ww.eval('[1, {0|2}, *, 1]'))
    [game('1'), game('*')]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("unique", values)


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


def winning_moves(position: Position) -> list[str]:
    """The list of the moves that win a position, by their names, with the player where not both have the move.

    >>> import winways as ww
    >>> ww.functions.winning_moves(ww.position('nim(3,5)'))
    ['heap 5 -> 3']

    Source: Winning Ways, chapter 2.
    """
    return _call("winning_moves", position)


def word(n: int, letters: str) -> str:
    """The first n letters of a text that is repeated without end.

    >>> import winways as ww
    >>> ww.functions.word(5, 'LR')
    'LRLRL'

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("word", n, letters)


def zip(*values: Any) -> list[Any]:
    """The list of lists of the first entries, of the second entries and so on, as far as the shortest goes.

    >>> import winways as ww
    >>> ww.functions.zip(ww.eval('[1, 2]'), ww.eval('[*, ^]'))
    [[game('1'), game('*')], [game('2'), game('^')]]

    Source: the manual of the calculator, docs/notation.md.
    """
    return _call("zip", *values)
