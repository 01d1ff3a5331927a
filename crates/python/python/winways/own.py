"""Base classes for games whose rules are written in Python.

A class defines the moves, and the package provides outcomes, values, tables, play and pictures. There are six base classes:

- :class:`Heaps`: heaps of tokens; a move replaces one heap by smaller ones;
- :class:`PartizanHeaps`: heaps on which the players have different moves;
- :class:`EntailingHeaps`: a move may force the opponent to answer in a particular heap, or give the same player another move;
- :class:`ImpartialGame`: positions are any hashable objects, and both players have the same moves;
- :class:`PartizanGame`: the players have different moves;
- :class:`LoopyGame`: play may cycle, and may be drawn.

>>> import winways as ww
>>> class Kayles(ww.Heaps):
...     "Take one pin, or two that stand side by side."
...     def options(self, n):
...         return [[a, n - r - a] for r in (1, 2) if r <= n for a in range((n - r) // 2 + 1)]
>>> print(ww.solve(Kayles(), 20).value)
*

Each rule is called once per position, and the instance caches the results, so reuse one instance for many calls. A rule must
depend only on the position and on the attributes of the instance, which ``__init__`` sets. A class with parameters is a family of
games. Two instances are the same game if their classes and all their attributes are equal. An exception in a rule propagates to
the caller.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, Literal, TypeVar

from ._winways import RuleError, Ruleset, _call_asking, _is_asking, _Known, _own_position_text, _own_ruleset

__all__ = ["Again", "Entail", "EntailingHeaps", "Heaps", "ImpartialGame", "LoopyGame", "PartizanGame", "PartizanHeaps"]

P = TypeVar("P", bound=Hashable)

#: The types that a method ``view`` may return: lines of text, heap sizes, or rows of cells.
View = str | Sequence[int] | Sequence[Sequence[Any]]


class _Identity:
    """The identity of an instance's rules: its class, its descriptions, and its attributes at the first use."""

    def __init__(self, game: _Rules, about: Mapping[str, Any]) -> None:
        self.kind, self.about = type(game), about
        self.attributes = {name: value for name, value in _attributes(game).items() if name not in _KEPT}
        #: ``True`` if a known position is a string, ``False`` if it is another object, and ``None`` before it is determined.
        self.has_strings: bool | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Identity):
            return NotImplemented
        if self.kind is not other.kind or self.about != other.about or self.attributes.keys() != other.attributes.keys():
            return False
        return all(_is_equal(value, other.attributes[name]) for name, value in self.attributes.items())

    def __hash__(self) -> int:
        values = [(name, _hash_of(value)) for name, value in sorted(self.attributes.items())]
        return hash((self.kind, self.about["name"], self.about["is_misere"], tuple(values)))


#: The attributes in which an instance caches results. They are not part of its rules.
_KEPT = frozenset({"_memory", "_identity", "__orig_class__"})

#: The maximum number of heaps in a position of a heap game.
_MOST_HEAPS = 1_000_000

#: The prefix of a Python literal, in the text of a position that would otherwise be read as a string.
_LITERAL = "literal:"

#: The optional methods of games that may cycle, with the alternatives in other games.
_LOOPY_METHODS = {
    "end": "play ends when the player to move has no moves; return no moves there, or subclass LoopyGame",
    "player": "the players alternate; subclass PartizanGame if their moves differ, or LoopyGame if play may cycle",
    "turned": "only a subclass of LoopyGame has loopy values",
}

#: The optional methods of games on other positions than heaps, with the alternatives in games on heaps.
_POSITION_METHODS = {
    "split": "every heap is solved separately; list the heaps after each move",
    **dict.fromkeys(
        ("view", "parse", "write", "move_name", "positions"),
        "heaps have their own notation, names and pictures; subclass ImpartialGame or PartizanGame to define others",
    ),
}

#: All optional methods.
_OPTIONAL = ("start", *_LOOPY_METHODS, *_POSITION_METHODS)


def _attributes(game: object) -> dict[str, Any]:
    """Returns the attributes of an instance, including those in slots."""
    attributes = dict(vars(game))
    for kind in type(game).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(game, name):
                attributes[name] = getattr(game, name)
    return attributes


def _is_equal(some: Any, other: Any) -> bool:
    """Returns ``True`` if two attributes are equal. Attributes that cannot be compared, such as different arrays, are not equal."""
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
    """The common base of all classes of rules. ``__init__`` may override class attributes for an instance."""

    #: The name, in the style of the catalogue: lower case, words joined by ``-``. The default is derived from the class name.
    name: str = ""
    #: The display name. The default is derived from the class name.
    title: str = ""
    #: ``True`` if the player who cannot move wins by default.
    misere: bool = False
    #: A description of the notation for positions, for messages.
    notation: str = "a position in the notation of the class"
    #: The sources: books and papers.
    sources: Sequence[str] = ()
    #: The maximum number of positions reachable from a position, in a game that may cycle.
    most_positions: int = 20_000_000

    _kind: ClassVar[str] = ""
    #: The optional methods of other kinds of games, with the alternatives.
    _foreign: ClassVar[Mapping[str, str]] = {}
    _memory: _Known | None = None
    _identity: _Identity | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules, in the form that every function of the package accepts."""
        return self._ruleset_named(None)

    def _ruleset_named(self, name: str | None) -> Ruleset:
        """Returns the rules. If ``name`` is given, it replaces the name of the game, which expressions may be unable to call."""
        memory, identity = self._known()
        about = identity.about if name is None else {**identity.about, "name": name}
        return _own_ruleset(self._kind, memory, about, self._methods(), self, identity)

    def _known(self) -> tuple[_Known, _Identity]:
        """Returns the cache and the identity of the rules. Changed rules get an empty cache."""
        memory, identity, about = self._memory, self._identity, self._about()
        if memory is None or identity is None or identity.about != about:
            self._check_methods()
            memory, identity = _Known(), _Identity(self, about)
            self.__dict__.update(_memory=memory, _identity=identity)
        return memory, identity

    def __setattr__(self, name: str, value: Any) -> None:
        self._discard()
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._discard()
        super().__delattr__(name)

    def _discard(self) -> None:
        """Discards cached results, since an attribute changes."""
        # A rule of this instance may store its own data in attributes while it is being called. Any other change of an attribute
        # changes the rules.
        if self._memory is not None and not _is_asking(self._memory):
            self.__dict__.update(_memory=None, _identity=None)

    def _about(self) -> Mapping[str, Any]:
        kind = type(self)
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind.__name__.replace("_", " ")).strip()
        slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        if not slug[:1].isalpha():
            slug = f"game-{slug}".rstrip("-")
        for attribute in ("name", "title", "notation"):
            if not isinstance(text := getattr(self, attribute), str):
                raise RuleError(f"the attribute {attribute} of {kind.__name__} is {text!r}; expected a string")
        # A string is a sequence of strings too.
        is_list = isinstance(self.sources, Iterable) and not isinstance(self.sources, str)
        sources = list(self.sources) if is_list else [None]
        if not all(isinstance(source, str) for source in sources):
            raise RuleError(f"the attribute sources of {kind.__name__} is {self.sources!r}; expected a list of strings")
        return {
            "class": kind.__name__,
            "name": self.name or slug,
            "title": self.title or words,
            "rules": " ".join((kind.__dict__.get("__doc__") or "The class defines the rules.").split()),
            "notation": self.notation,
            "sources": sources,
            "is_misere": bool(self.misere),
            "most_positions": int(self.most_positions),
        }

    def _check_methods(self) -> None:
        """Checks for optional methods that would be ignored: those of another kind of game, and those set as attributes."""
        kind = type(self).__name__
        for method, instead in self._foreign.items():
            if self._has(method) and callable(getattr(self, method)):
                base = next(base.__name__ for base in type(self).__mro__ if base in _KINDS)
                raise RuleError(
                    f"{kind} defines `{method}`, which a subclass of {base} does not use: {instead}; "
                    "rename a method with another purpose"
                )
        for name, value in _attributes(self).items():
            if name in _OPTIONAL and callable(value) and not self._has(name):
                raise RuleError(f"the attribute `{name}` of an instance of {kind} is a function; expected a method of the class")

    def _methods(self) -> Mapping[str, Any]:
        names = ("right", "split", "view", "parse", "write", "move_name", "positions", "start", "end", "player", "turned")
        rule = "left" if self._kind.startswith("partizan") else "options"
        return {name: getattr(self, name) for name in (rule, *names) if name == rule or self._has(name)}

    def _has(self, name: str) -> bool:
        """Returns ``True`` if a subclass outside of this module defines the method, or if the method is always needed."""
        for kind in type(self).__mro__:
            if name in kind.__dict__:
                return kind not in _KINDS or name in kind.__dict__.get("_needed", ())
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _Heaps(_Rules):
    """The base of games on heaps of tokens."""

    _foreign: ClassVar[Mapping[str, str]] = {**_LOOPY_METHODS, **_POSITION_METHODS}

    def _position_text(self, *position: Any) -> str:
        """Returns the heaps in the arguments as text. Each argument is a number, a list of numbers, or a string."""
        heaps: list[str] = []
        for part in position:
            if isinstance(part, str | int):
                heaps.append(str(part))
            else:
                heaps.extend(str(heap) for heap in islice(part, _MOST_HEAPS + 1))
            if len(heaps) > _MOST_HEAPS:
                raise RuleError(f"a position of {type(self).__name__} has more than {_MOST_HEAPS} heaps")
        return " ".join(heaps)


class Heaps(_Heaps):
    """A game on heaps of tokens, in which both players have the same moves.

    ``options(n)`` lists the moves of a heap of ``n`` tokens, where ``n`` is at least 1. Each move is the list of the heaps that it
    leaves, all smaller than ``n``. A move that leaves one heap may be given as a number. A heap of 0 tokens has no moves.

    >>> import winways as ww
    >>> class Nim(ww.Heaps):
    ...     def options(self, n):
    ...         return range(n)
    >>> print(ww.solve(Nim(), 7, 8, 9).value)
    *6

    A class may define ``start()``, which returns the starting heaps, by default 3, 4 and 5.
    """

    _kind: ClassVar[str] = "heaps"

    def options(self, n: int) -> Iterable[Iterable[int] | int]:
        """Returns the moves of a heap of ``n`` tokens."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, n)`, which lists the moves of a heap")


class PartizanHeaps(_Heaps):
    """A game on heaps of tokens, in which the players have different moves.

    ``left(n)`` and ``right(n)`` list the moves of each player in a heap of ``n`` tokens, in the form of :meth:`Heaps.options`.

    >>> import winways as ww
    >>> class Take(ww.PartizanHeaps):
    ...     "Left takes one or three tokens, Right takes one or two."
    ...     def left(self, n):
    ...         return [n - k for k in (1, 3) if k <= n]
    ...     def right(self, n):
    ...         return [n - k for k in (1, 2) if k <= n]
    >>> print(ww.solve(Take(), 4).value)
    {*|v}

    A class may define ``start()``, which returns the starting heaps, by default 3, 4 and 5.
    """

    _kind: ClassVar[str] = "partizan-heaps"
    _needed: ClassVar[Sequence[str]] = ("right",)

    def left(self, n: int) -> Iterable[Iterable[int] | int]:
        """Returns Left's moves in a heap of ``n`` tokens."""
        raise NotImplementedError(f"{type(self).__name__} has no method `left(self, n)`, which lists Left's moves in a heap")

    def right(self, n: int) -> Iterable[Iterable[int] | int]:
        """Returns Right's moves in a heap of ``n`` tokens."""
        raise NotImplementedError(f"{type(self).__name__} has no method `right(self, n)`, which lists Right's moves in a heap")


class Entail(tuple[int, ...]):
    """An entailing move: ``Entail(heap, *others)`` leaves these heaps, and the opponent must move in the first one.

    If that heap has no move, the opponent loses.
    """

    __slots__ = ()
    _next_move = False

    def __new__(cls, heap: int, *others: int) -> Entail:
        return super().__new__(cls, (heap, *others))

    def __getnewargs__(self) -> tuple[int, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return f"Entail{super().__repr__()}"


class Again(tuple[int, ...]):
    """A complimenting move: ``Again(*heaps)`` leaves these heaps, and the same player moves again, in any heap."""

    __slots__ = ()
    _next_move = True

    def __new__(cls, *heaps: int) -> Again:
        return super().__new__(cls, heaps)

    def __getnewargs__(self) -> tuple[int, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return f"Again{super().__repr__()}"


class EntailingHeaps(_Heaps):
    """A game on heaps of tokens with entailing and complimenting moves, in which both players have the same moves.

    ``options(n)`` is as in :class:`Heaps`, and moves may also be :class:`Entail` or :class:`Again`. In the text of a position, ``!``
    follows the heap in which the player to move must move.

    >>> import winways as ww
    >>> class TopEntails(ww.EntailingHeaps):
    ...     "Split a stack in two, or take the top coin of one: then the opponent must answer in that stack."
    ...     def options(self, n):
    ...         yield ww.Entail(n - 1)
    ...         yield from ((a, n - a) for a in range(1, n // 2 + 1))
    >>> [str(ww.solve(TopEntails(), n).value) for n in (4, 5, 6)]
    ['*', '0', '*2']

    A class may define ``start()``, which returns the starting heaps, by default 3, 4 and 5.
    """

    _kind: ClassVar[str] = "entailing-heaps"

    def options(self, n: int) -> Iterable[Iterable[int] | int]:
        """Returns the moves of a heap of ``n`` tokens."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, n)`, which lists the moves of a heap")


class _Positions(_Rules, Generic[P]):
    """The base of games on hashable positions, with the optional methods of a class."""

    _needed: ClassVar[Sequence[str]] = ("parse", "write")
    _foreign: ClassVar[Mapping[str, str]] = _LOOPY_METHODS

    def view(self, position: P) -> View:
        """Returns the appearance of a position, in one of three forms:

        - lines of text with one character per cell, where ``.`` is a free cell and ``#`` marks a gap in the board;
        - a list of heap sizes;
        - a list of rows of cells: a string or an integer, ``None`` for a free cell, a colour (``"left"``, ``"right"``, ``"either"``),
          or a pair of a string and a colour.
        """
        raise NotImplementedError

    def parse(self, text: str) -> P:
        """Parses a position.

        If the starting position is a string, the text is the position itself. If a class defines no ``start()``, the first of
        ``positions(1)`` decides instead. In other games, a Python literal is evaluated, and any other text is the position itself.
        ``literal:`` may precede a literal in all games.
        """
        if not text.startswith(_LITERAL) and self._is_string(text):
            return text  # type: ignore[return-value]
        try:
            position: P = ast.literal_eval(text.removeprefix(_LITERAL))
        except (SyntaxError, TypeError, ValueError, MemoryError, RecursionError):
            return text  # type: ignore[return-value]
        # A text of three dots is more likely a board than the object `...`.
        return text if position is ... else position  # type: ignore[return-value]

    def write(self, position: P) -> str:
        """Returns the text of a position for ``parse``. The default is a string itself, or ``repr`` of any other position.

        If ``parse`` would read this text as another position, the default is a Python literal, after ``literal:`` if necessary.
        """
        text = position if isinstance(position, str) else repr(position)
        if not self._has_usual_parse():
            return text
        if not isinstance(position, str):
            return _LITERAL + text if self._is_string(text) else text
        # Spaces around a text are ignored.
        if self.parse(text.strip()) == position:
            return text
        quoted = repr(text)
        return quoted if self.parse(quoted) == position else _LITERAL + quoted

    def _has_usual_parse(self) -> bool:
        return getattr(self.parse, "__func__", None) is _Positions.parse

    def _is_string(self, text: str) -> bool | None:
        """Returns ``True`` if a text is a position itself even if it is a literal, or ``None`` if the class shows no position."""
        if not self._has("start") and not self._has("positions"):
            return None
        identity = self._identity or self._known()[1]
        if identity.has_strings is None:
            # The methods that are called here may call `parse` themselves.
            identity.has_strings = False
            try:
                known = self.start() if self._has("start") else next(iter(self.positions(1)), None)
            except BaseException:
                identity.has_strings = None
                raise
            identity.has_strings = isinstance(known, str)
        return identity.has_strings

    def start(self) -> P:
        """Returns the starting position."""
        raise NotImplementedError

    def positions(self, up_to: int) -> Iterable[P]:
        """Returns small positions for :func:`winways.verify`, which otherwise uses the positions reachable from ``start()``."""
        raise NotImplementedError

    def _position_text(self, *position: Any) -> str:
        """Returns the text of the position in the arguments: one object, the parts of a tuple, or a string for ``parse``."""
        given, memory = position[0] if len(position) == 1 else position, self._known()[0]
        # Without a known position, a string that is a literal is ambiguous. It is then the position itself.
        if isinstance(given, str) and not (self._has_usual_parse() and self._is_string(given) is None):
            given = _call_asking(memory, self.parse, given)
        return _own_position_text(memory, given)


class ImpartialGame(_Positions[P]):
    """A game on hashable positions in which both players have the same moves and every line of play ends.

    ``options(position)`` lists the positions after each move. A class may define ``split(position)``, which lists the parts of a
    position in which moves do not affect the other parts. Each part is itself a position. Recurring parts are solved only once.

    >>> import winways as ww
    >>> class Chomp(ww.ImpartialGame[tuple[int, ...]]):
    ...     "Rows of chocolate. A move bites off a square and everything to the right of it and below it. Eating the last square loses."
    ...     def options(self, rows):
    ...         cut = lambda i, k: tuple(min(row, k) if j >= i else row for j, row in enumerate(rows))
    ...         return [cut(i, k) for i, row in enumerate(rows) for k in range(row) if (i, k) != (0, 0)]
    >>> ww.solve(Chomp(), (3, 3, 3)).winning_moves[0].name
    '(3, 1, 1)'

    A class may define ``move_name(before, after)``, which returns the name of a move. The default is the text of ``after``.
    """

    _kind: ClassVar[str] = "impartial"

    def options(self, position: P) -> Iterable[P]:
        """Returns the positions after each move."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, position)`, which lists the moves")

    def split(self, position: P) -> Iterable[P]:
        """Returns the parts of a position in which moves do not affect the other parts."""
        return [position]

    def move_name(self, before: P, after: P) -> str:
        """Returns the name of a move. The names of the moves of a position must differ."""
        return self.write(after)


class PartizanGame(_Positions[P]):
    """A game on hashable positions in which the players have different moves and every line of play ends.

    ``left(position)`` and ``right(position)`` list the positions after each move of a player. ``split``, ``view``, ``parse``,
    ``write``, ``start`` and ``positions`` are as in :class:`ImpartialGame`. ``move_name(before, after, player)`` also gets the player.

    >>> import winways as ww
    >>> class Coins(ww.PartizanGame[int]):
    ...     "Left takes a coin, Right takes two."
    ...     def left(self, coins):
    ...         return [coins - 1] if coins >= 1 else []
    ...     def right(self, coins):
    ...         return [coins - 2] if coins >= 2 else []
    >>> print(ww.solve(Coins(), 2).value)
    {1|0}
    """

    _kind: ClassVar[str] = "partizan"
    _needed: ClassVar[Sequence[str]] = ("right",)

    def left(self, position: P) -> Iterable[P]:
        """Returns the positions after each move of Left."""
        raise NotImplementedError(f"{type(self).__name__} has no method `left(self, position)`, which lists Left's moves")

    def right(self, position: P) -> Iterable[P]:
        """Returns the positions after each move of Right."""
        raise NotImplementedError(f"{type(self).__name__} has no method `right(self, position)`, which lists Right's moves")

    def split(self, position: P) -> Iterable[P]:
        """Returns the parts of a position in which moves do not affect the other parts."""
        return [position]

    def move_name(self, before: P, after: P, player: Literal["left", "right"]) -> str:
        """Returns the name of a move. The names of one player's moves in a position must differ."""
        return self.write(after)


class LoopyGame(_Positions[P]):
    """A game in which play may cycle. Endless play is a draw.

    ``options(position)`` lists the positions after each move of the player to move. If the players have different moves, the
    position must include the player to move, and ``player(position)`` must return ``"left"`` or ``"right"``. A class may define
    ``end(position)``, which returns the result for the player to move: ``"won"``, ``"lost"``, ``"drawn"``, or ``None`` if play
    continues. The player who cannot move loses. After a move, the other player is to move.

    In a class without ``end``, positions have values. If both players have the same moves, these are Smith labels. Otherwise they are
    loopy values, which require ``turned(position)``: it returns the same placement with the other player to move.

    Creating a position lists all positions reachable from it, at most ``most_positions``. Retrograde analysis then solves them.

    >>> import winways as ww
    >>> class Ring(ww.LoopyGame[int]):
    ...     "A token on a ring of 9 cells moves one or two cells on. The player who moves it to cell 0 wins."
    ...     def options(self, cell):
    ...         return [(cell + 1) % 9, (cell + 2) % 9]
    ...     def end(self, cell):
    ...         return "lost" if cell == 0 else None
    >>> a = ww.solve(Ring(), 5)
    >>> a.outcome, a.remoteness
    ('N', 3)
    """

    _kind: ClassVar[str] = "loopy"
    _foreign: ClassVar[Mapping[str, str]] = {"split": "positions of a game that may cycle have no parts; remove the method"}

    def options(self, position: P) -> Iterable[P]:
        """Returns the positions after each move of the player to move."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options(self, position)`, which lists the moves")

    def end(self, position: P) -> Literal["won", "lost", "drawn"] | None:
        """Returns the result for the player to move, or ``None`` if play continues."""
        return None

    def player(self, position: P) -> Literal["left", "right"]:
        """Returns the player to move."""
        raise NotImplementedError

    def turned(self, position: P) -> P:
        """Returns the same placement with the other player to move."""
        raise NotImplementedError

    def move_name(self, before: P, after: P) -> str:
        """Returns the name of a move. The names of the moves of a position must differ."""
        return self.write(after)


_KINDS: frozenset[type] = frozenset(
    {_Rules, _Heaps, Heaps, PartizanHeaps, EntailingHeaps, _Positions, ImpartialGame, PartizanGame, LoopyGame}
)
