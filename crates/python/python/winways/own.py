"""Games of one's own: classes whose methods are the rules.

A class says which moves there are, and everything else follows: who wins, values, tables, play, pictures. Four kinds:

- :class:`Heaps`: heaps of tokens; a move replaces one heap by smaller ones;
- :class:`ImpartialGame`: any positions that can be hashed; both players have the same moves;
- :class:`PartizanGame`: the players have different moves;
- :class:`LoopyGame`: play may come back to where it was, and may be drawn.

>>> import winways as ww
>>> class Kayles(ww.Heaps):
...     "Take one pin, or two that stand side by side."
...     def options(self, n):
...         return [[a, n - r - a] for r in (1, 2) if r <= n for a in range((n - r) // 2 + 1)]
>>> print(ww.solve(Kayles(), 20).value)
*

Every rule is asked once for each position, and the answers are kept with the instance: ask many questions of one instance. A
rule must depend on nothing but the position and the attributes of the instance, which ``__init__`` sets; a class with parameters is
a family of games, and two instances are the same game where their classes and all their attributes are. What a rule raises ends the
question unchanged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, Literal, TypeVar

from ._winways import RuleError, Ruleset, _is_asking, _Known, _own_position_text, _own_ruleset

__all__ = ["Heaps", "ImpartialGame", "LoopyGame", "PartizanGame"]

P = TypeVar("P", bound=Hashable)

#: What a method ``view`` may return: lines of text, heap sizes, or rows of cells.
View = str | Sequence[int] | Sequence[Sequence[Any]]


class _Identity:
    """Which rules those of an instance are: its class, what it says of itself, and its attributes when it was first asked."""

    def __init__(self, game: _Rules, about: Mapping[str, Any]) -> None:
        self.kind, self.about = type(game), about
        self.attributes = {name: value for name, value in _attributes(game).items() if name not in _KEPT}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Identity):
            return NotImplemented
        if self.kind is not other.kind or self.about != other.about or self.attributes.keys() != other.attributes.keys():
            return False
        return all(_is_equal(value, other.attributes[name]) for name, value in self.attributes.items())

    def __hash__(self) -> int:
        values = [(name, _hash_of(value)) for name, value in sorted(self.attributes.items())]
        return hash((self.kind, self.about["name"], self.about["is_misere"], tuple(values)))


#: The attributes in which an instance keeps what it was told: they are no part of its rules.
_KEPT = frozenset({"_memory", "_identity", "__orig_class__"})

#: A position of a heap game has no more heaps than this.
_MOST_HEAPS = 1_000_000


def _attributes(game: object) -> dict[str, Any]:
    """The attributes of an instance, those in slots too."""
    attributes = dict(vars(game))
    for kind in type(game).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(game, name):
                attributes[name] = getattr(game, name)
    return attributes


def _is_equal(some: Any, other: Any) -> bool:
    """Whether two attributes are equal; those that cannot be compared are not, such as different arrays."""
    if some is other:
        return True
    try:
        return bool(some == other)
    except Exception:  # noqa: BLE001: a comparison may raise anything
        return False


def _hash_of(value: object) -> int:
    try:
        return hash(value)
    except TypeError:
        return 0


class _Rules:
    """What all kinds of own games have in common. Class attributes may be set for an instance too, in ``__init__``."""

    #: The name as the catalogue has them: lower case, words joined by ``-``; that of the class if it is empty.
    name: str = ""
    #: The name for people; that of the class if it is empty.
    title: str = ""
    #: Whether the player who cannot move wins, unless a question says otherwise.
    misere: bool = False
    #: How a position is written, in words, for messages.
    notation: str = "a position, as the class reads it"
    #: Books and papers.
    sources: Sequence[str] = ()
    #: How many positions may follow on one of them, in a game that may go on for ever.
    most_positions: int = 20_000_000

    _kind: ClassVar[str] = ""
    _memory: _Known | None = None
    _identity: _Identity | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules as every function of the package takes them."""
        memory, identity = self._known()
        return _own_ruleset(self._kind, memory, identity.about, self._methods(), self, identity)

    def _known(self) -> tuple[_Known, _Identity]:
        """What the rules said until now, and which rules they are; nothing was said of new rules."""
        memory, identity, about = self._memory, self._identity, self._about()
        if memory is None or identity is None or identity.about != about:
            memory, identity = _Known(), _Identity(self, about)
            self.__dict__.update(_memory=memory, _identity=identity)
        return memory, identity

    def __setattr__(self, name: str, value: Any) -> None:
        # An attribute that a rule sets while it is asked is a note of its own; any other one makes other rules.
        if self._memory is not None and not _is_asking():
            self.__dict__.update(_memory=None, _identity=None)
        super().__setattr__(name, value)

    def _about(self) -> Mapping[str, Any]:
        kind = type(self)
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__.replace("_", " ")).strip()
        slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        if not slug[:1].isalpha():
            slug = f"game-{slug}".rstrip("-")
        for attribute in ("name", "title", "notation"):
            if not isinstance(text := getattr(self, attribute), str):
                raise RuleError(f"the attribute {attribute} of {kind.__name__} is {text!r}; expected a text")
        return {
            "class": kind.__name__,
            "name": self.name or slug,
            "title": self.title or words,
            "rules": " ".join((kind.__dict__.get("__doc__") or "The rules are those of the class.").split()),
            "notation": self.notation,
            "sources": list(self.sources),
            "is_misere": bool(self.misere),
            "most_positions": int(self.most_positions),
        }

    def _methods(self) -> Mapping[str, Any]:
        names = ("right", "split", "view", "parse", "write", "move_name", "positions", "start", "end", "player")
        methods = {name: getattr(self, name) if self._has(name) else None for name in names}
        rule = "left" if self._kind == "partizan" else "options"
        return {**methods, "options": getattr(self, rule)}

    def _has(self, name: str) -> bool:
        """Whether a class below those of this module defines a method, or it must be there."""
        for kind in type(self).__mro__:
            if name in kind.__dict__:
                return kind not in _KINDS or name in kind.__dict__.get("_needed", ())
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Heaps(_Rules):
    """A game on heaps of tokens, in which both players have the same moves.

    ``options(n)`` lists the moves of a heap of ``n`` tokens, at least 1: each as the list of heaps that it leaves, all smaller
    than ``n``. A heap of 0 tokens has no moves. A move that leaves one heap may be given as a number.

    >>> class Nim(Heaps):
    ...     def options(self, n):
    ...         return range(n)
    >>> import winways as ww
    >>> print(ww.solve(Nim(), 7, 8, 9).value)
    *6

    A class may have ``start()``, the heaps that play begins with.
    """

    _kind: ClassVar[str] = "heaps"

    def options(self, n: int) -> Iterable[Iterable[int] | int]:
        """The moves of a heap of ``n`` tokens."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, n)`, which lists the moves of a heap")

    def _position_text(self, *position: Any) -> str:
        """The heaps that arguments state: numbers, lists of them, or texts."""
        heaps: list[str] = []
        for part in position:
            if isinstance(part, str | int):
                heaps.append(str(part))
            else:
                heaps.extend(str(heap) for heap in islice(part, _MOST_HEAPS + 1))
            if len(heaps) > _MOST_HEAPS:
                raise RuleError(f"a position of {type(self).__name__} has more than {_MOST_HEAPS} heaps")
        return " ".join(heaps)


class _Positions(_Rules, Generic[P]):
    """Games on any positions that can be hashed: the methods that a class may have beside its rules."""

    _needed: ClassVar[Sequence[str]] = ("parse",)

    def view(self, position: P) -> View:
        """How a position looks: lines of text, a sign a cell (``.`` is a free cell, ``#`` none); a list of heap sizes; or a list of
        rows of cells, each a sign, ``None``, a colour (``"left"``, ``"right"``, ``"either"``) or a pair of a sign and a colour."""
        raise NotImplementedError

    def parse(self, text: str) -> P:
        """The position that a text states; here the literal of Python that it is, else the text itself."""
        try:
            position: P = ast.literal_eval(text)
        except (SyntaxError, ValueError):
            return text  # type: ignore[return-value]
        return position

    def write(self, position: P) -> str:
        """The text of a position, which ``parse`` reads; that of ``repr`` unless a class says otherwise, a text as it is."""
        return position if isinstance(position, str) else repr(position)

    def start(self) -> P:
        """The position that play begins with."""
        raise NotImplementedError

    def positions(self, up_to: int) -> Iterable[P]:
        """Small positions, for :func:`winways.verify`; those that can follow on ``start()`` unless a class says otherwise."""
        raise NotImplementedError

    def _position_text(self, *position: Any) -> str:
        """The position that arguments state: one object, or the parts of a tuple; a text, where the class reads texts."""
        given = position[0] if len(position) == 1 else position
        if isinstance(given, str) and type(self).parse is not _Positions.parse:
            given = self.parse(given)
        return _own_position_text(self._known()[0], given)


class ImpartialGame(_Positions[P]):
    """A game in which both players have the same moves, on any positions that can be hashed, and every line of play ends.

    ``options(position)`` lists the positions after each move. ``split(position)``, if a class has it, lists parts in which moves do
    not affect the other parts; each of them is a position by itself. Small parts come again and again, and are solved once.

    >>> class Chomp(ImpartialGame[tuple[int, ...]]):
    ...     "A bar of chocolate, row by row; a move bites off all to the right of a square and below. Who eats the last one loses."
    ...     def options(self, rows):
    ...         cut = lambda i, k: tuple(min(row, k) if j >= i else row for j, row in enumerate(rows))
    ...         return [cut(i, k) for i, row in enumerate(rows) for k in range(row) if (i, k) != (0, 0)]
    >>> import winways as ww
    >>> ww.solve(Chomp(), (3, 3, 3)).winning_moves[0].name
    '(3, 1, 1)'

    A class may also have ``move_name(before, after)``, the name of a move, else the text of the position after it.
    """

    _kind: ClassVar[str] = "impartial"

    def options(self, position: P) -> Iterable[P]:
        """The positions after each move."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, position)`, which lists the moves")

    def split(self, position: P) -> Iterable[P]:
        """Parts in which moves do not affect the other parts."""
        return [position]

    def move_name(self, before: P, after: P) -> str:
        """The name of a move; those of one position must differ."""
        return self.write(after)


class PartizanGame(_Positions[P]):
    """A game in which the players have different moves, on any positions that can be hashed, and every line of play ends.

    ``left(position)`` and ``right(position)`` list the positions after each move of a player. ``split``, ``view``, ``parse``,
    ``write``, ``start`` and ``positions`` are as in :class:`ImpartialGame`; ``move_name(before, after, player)`` is told the player.

    >>> class Coins(PartizanGame[int]):
    ...     "Left takes a coin, Right takes two."
    ...     def left(self, coins):
    ...         return [coins - 1] if coins >= 1 else []
    ...     def right(self, coins):
    ...         return [coins - 2] if coins >= 2 else []
    >>> import winways as ww
    >>> print(ww.solve(Coins(), 2).value)
    {1|0}
    """

    _kind: ClassVar[str] = "partizan"
    _needed: ClassVar[Sequence[str]] = ("right",)

    def left(self, position: P) -> Iterable[P]:
        """The positions after each move of Left."""
        raise NotImplementedError(f"{type(self).__name__} has no method `left(self, position)`, which lists Left's moves")

    def right(self, position: P) -> Iterable[P]:
        """The positions after each move of Right."""
        raise NotImplementedError(f"{type(self).__name__} has no method `right(self, position)`, which lists Right's moves")

    def split(self, position: P) -> Iterable[P]:
        """Parts in which moves do not affect the other parts."""
        return [position]

    def move_name(self, before: P, after: P, player: Literal["left", "right"]) -> str:
        """The name of a move; those of one player in one position must differ."""
        return self.write(after)


class LoopyGame(_Positions[P]):
    """A game in which play may come back to where it was. Play without end is a draw.

    ``options(position)`` lists the positions after each move of the player whose turn it is. Whose turn it is belongs to the
    position where that matters; ``player(position)``, if a class has it, tells: ``"left"`` or ``"right"``. ``end(position)``, if a
    class has it, says how play has ended for the player to move: ``"won"``, ``"lost"``, ``"drawn"``, or ``None`` if it goes on.
    Who cannot move loses.

    All positions that can follow on one are listed when it is made, at most ``most_positions``; retrograde analysis solves them.

    >>> class Ring(LoopyGame[int]):
    ...     "A token on a ring of 9 cells moves one or two cells on; who leaves by cell 0 wins."
    ...     def options(self, cell):
    ...         return [(cell + 1) % 9, (cell + 2) % 9]
    ...     def end(self, cell):
    ...         return "lost" if cell == 0 else None
    >>> import winways as ww
    >>> a = ww.solve(Ring(), 5)
    >>> a.outcome, a.remoteness
    ('N', 3)
    """

    _kind: ClassVar[str] = "loopy"

    def options(self, position: P) -> Iterable[P]:
        """The positions after each move of the player whose turn it is."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, position)`, which lists the moves")

    def end(self, position: P) -> Literal["won", "lost", "drawn"] | None:
        """How play has ended for the player to move."""
        return None

    def player(self, position: P) -> Literal["left", "right"]:
        """Whose turn it is."""
        raise NotImplementedError

    def move_name(self, before: P, after: P) -> str:
        """The name of a move; those of one position must differ."""
        return self.write(after)


_KINDS: frozenset[type] = frozenset({_Rules, Heaps, _Positions, ImpartialGame, PartizanGame, LoopyGame})
