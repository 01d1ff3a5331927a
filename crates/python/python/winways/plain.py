"""A plain search in Python for classes of rules. :func:`winways.verify` compares the engines with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement, islice
from operator import index
from typing import TYPE_CHECKING, Any

from . import _winways
from .own import Again, Entail, EntailingHeaps, Heaps, ImpartialGame, LoopyGame, PartizanGame, PartizanHeaps, _Rules
from .registry import registered

if TYPE_CHECKING:
    from .answers import Verification

__all__ = ["verify"]

Position = Any


def verify(
    game: str | _winways.Ruleset | _Rules,
    /,
    up_to: int | None = None,
    *,
    timeout: Any = None,
    memory: int | str | None = None,
    options: int | None = None,
    threads: int | None = None,
    progress: Callable[[_winways.Progress], object] | None = None,
) -> list[Verification]:
    """Compares theorems with exhaustive search: either all theorems of a game, or one claim given by name.

    For an instance of a class of rules, or its registered name, compares the engines with plain search in Python. Returns a list of
    comparisons, each with ``holds``, ``cases`` and, if it failed, the first ``counterexample``.

    Classes of heaps are compared on the heaps up to ``up_to`` and on pairs of small heaps. Other classes are compared on their
    ``positions(up_to)`` or, if they have no such method, on up to ``up_to`` positions reachable from their ``start()``. A class
    without any position to compare raises :class:`RuleError`.

    >>> import winways as ww
    >>> [(found["holds"], found["cases"] > 400) for found in ww.verify("wythoff", up_to=20)][0]
    (True, True)
    >>> class Nim(ww.Heaps):
    ...     def options(self, n):
    ...         return range(n)
    >>> [found["holds"] for found in ww.verify(Nim(), up_to=12)]
    [True, True]
    """
    game = registered(game)
    limits = _winways._Limits(timeout, memory)
    found: list[Verification] = []
    try:
        if not isinstance(game, LoopyGame):
            found += _winways.verify(
                game, up_to, timeout=limits.left(), memory=memory, options=options, threads=threads, progress=progress
            )
        if isinstance(game, _Rules):
            found.append(_compare(game, 12 if up_to is None else up_to, _Limited(limits, memory)))
    except _winways.LimitReached as limit:
        limit.partial = found + (limit.partial if isinstance(limit.partial, list) else [])
        raise
    return found


class _Limited:
    """Rule calls of the plain search, within time and memory limits. A rule may return an infinite iterable."""

    def __init__(self, limits: _winways._Limits, memory: int | str | None) -> None:
        self._limits, self._memory, self._steps = limits, memory, 0
        #: The number of positions and moves in memory.
        self.kept = 0

    def listed(self, items: Iterable[Any]) -> list[Any]:
        """Returns a list of the items, counting each as a step."""
        found = list[Any]()
        for item in items:
            self.step(len(found))
            found.append(item)
        return found

    def step(self, more: int = 0) -> None:
        """Counts a step of the search. ``more`` is the number of positions held in addition to ``kept``. Polls the limits at the
        first step and then every 16 steps."""
        if self._steps % 16 == 0:
            self._limits.poll(self.kept + more)
        self._steps += 1

    def solve(self, game: _Rules, *position: Any, **parameters: Any) -> _winways.Analysis:
        """Solves a position with the engines, within the remaining time."""
        self._limits.poll(self.kept)
        return _winways.solve(game, *position, timeout=self._limits.left(), memory=self._memory, **parameters)

    def outcome(self, game: _Rules, position: Position, misere: bool) -> str | None:
        """Returns the outcome according to the engines."""
        return self.solve(game, position, misere=misere, outcome_only=True).outcome


def _compare(game: _Rules, up_to: int, limited: _Limited) -> Verification:
    """Compares the engines with plain search, position by position, until they differ."""
    cases, wrong, stopped = 0, None, None
    try:
        for what, said, searched in _comparisons(game, up_to, limited):
            cases += 1
            if said != searched:
                wrong = f"{what}: the engines found {said}, plain search found {searched}"
                break
    except _winways.LimitReached as limit:
        stopped = limit
    if not cases and stopped is None:
        raise _winways.RuleError(
            f"{type(game).__name__} has no positions to compare up to {up_to}; "
            "expected positions from `positions`, or a greater `up_to`"
        )
    compared: Verification = {
        "name": game.ruleset.name,
        "statement": "the engines agree with plain search in Python",
        "range": f"the positions of the class up to {up_to}",
        "cases": cases,
        "holds": wrong is None and stopped is None,
        "counterexample": wrong,
        "complete": stopped is None,
        "stopped": None if stopped is None else str(stopped),
    }
    if stopped is not None:
        stopped.partial = [compared]
        raise stopped
    return compared


def _comparisons(game: _Rules, up_to: int, limited: _Limited) -> Iterator[tuple[str, object, object]]:
    if isinstance(game, Heaps):
        yield from _heaps(game, up_to, limited)
    elif isinstance(game, EntailingHeaps):
        yield from _entailing_heaps(game, up_to, limited)
    elif isinstance(game, PartizanHeaps):
        yield from _partizan_heaps(game, up_to, limited)
    elif isinstance(game, LoopyGame):
        yield from _loopy(game, up_to, limited)
    elif isinstance(game, ImpartialGame):
        value = _memoised(game.options, lambda values: _mex(values), limited)
        misere = _memoised(game.options, lambda values: not values or not all(values), limited)
        for position in _positions(game, up_to, limited):
            answer = limited.solve(game, position, misere=False)
            yield f"the nim-value of {position!r}", answer.nim_value, value(position)
            won = value(position) != 0
            yield f"the outcome of {position!r}", answer.outcome, "N" if won else "P"
            searched = "N" if misere(position) else "P"
            yield f"the misère outcome of {position!r}", limited.outcome(game, position, True), searched
    elif isinstance(game, PartizanGame):
        yield from _outcomes(game, lambda: _positions(game, up_to, limited), game.left, game.right, limited)


def _mex(values: Iterable[int]) -> int:
    seen = set(values)
    return next(number for number in range(len(seen) + 1) if number not in seen)


def _memoised(
    options: Callable[[Any], Iterable[Any]], rule: Callable[[list[Any]], Any], limited: _Limited
) -> Callable[[Any], Any]:
    """Returns a memoised function of positions. ``rule`` computes its value from the values of the options. Uses no recursion."""
    known: dict[Hashable, Any] = {}

    def value(position: Any) -> Any:
        line = [position]
        while line:
            limited.step(len(line))
            after = limited.listed(options(line[-1]))
            unknown = [option for option in after if option not in known]
            if unknown:
                line.extend(unknown)
            else:
                last = line.pop()
                limited.kept += last not in known
                known[last] = rule([known[option] for option in after])
        return known[position]

    return value


def _outcomes(
    game: _Rules,
    positions: Callable[[], Iterable[Position]],
    left: Callable[[Any], Iterable[Position]],
    right: Callable[[Any], Iterable[Position]],
    limited: _Limited,
) -> Iterator[tuple[str, object, object]]:
    """Yields the outcomes of positions of a partizan game under both play conventions."""

    def options(state: tuple[Position, bool]) -> list[tuple[Position, bool]]:
        position, is_left = state
        after = left(position) if is_left else right(position)
        return [(option, not is_left) for option in limited.listed(after)]

    letter = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
    rules: dict[bool, Callable[[list[bool]], bool]] = {
        False: lambda values: bool(values) and not all(values),
        True: lambda values: not values or not all(values),
    }
    for is_misere, rule in rules.items():
        # Returns `True` for a pair (position, is_left) if the player to move wins.
        wins = _memoised(options, rule, limited)
        for position in positions():
            searched = letter[wins((position, True)), wins((position, False))]
            yield f"the outcome of {position!r}", limited.outcome(game, position, is_misere), searched


def _positions(game: Any, up_to: int, limited: _Limited) -> Iterator[Position]:
    """Yields the positions that a class lists, or else the positions reachable from its start, nearest first."""
    if game._has("positions"):
        yield from limited.listed(game.positions(up_to))
        return
    if not game._has("start"):
        raise _winways.RuleError(
            f"{type(game).__name__} has neither `positions(self, up_to)` nor `start(self)`; expected one of them, to know what to compare"
        )
    yield from islice(_reachable(game, limited), up_to)


def _reachable(game: Any, limited: _Limited) -> Iterator[Position]:
    rules = [game.left, game.right] if isinstance(game, PartizanGame) else [game.options]
    seen = {start := game.start()}
    waiting = [start]
    for position in waiting:
        yield position
        for option in (option for rule in rules for option in limited.listed(rule(position))):
            if option not in seen:
                seen.add(option)
                waiting.append(option)
                limited.kept += 1


Rule = Callable[[int], Iterable[Iterable[int] | int]]


def _moves_of_heap(rule: Rule, heap: int, limited: _Limited) -> list[list[int]]:
    """Returns the moves that a rule lists for a heap, each as the list of the heaps that it leaves."""
    listed = limited.listed(rule(heap)) if heap else []
    return [limited.listed(option) if isinstance(option, Iterable) else [index(option)] for option in listed]


def _moves_of_heaps(rule: Rule, limited: _Limited) -> Callable[[tuple[int, ...]], list[tuple[int, ...]]]:
    """Returns a function that lists the moves in a sum of heaps."""

    def moves(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        of_heap = [(i, option) for i, heap in enumerate(heaps) for option in _moves_of_heap(rule, heap, limited)]
        after = [(*heaps[:i], *option, *heaps[i + 1 :]) for i, option in of_heap]
        return [tuple(sorted(heap for heap in option if heap)) for option in after]

    return moves


def _partizan_heaps(game: PartizanHeaps, up_to: int, limited: _Limited) -> Iterator[tuple[str, object, object]]:
    def positions() -> Iterator[tuple[int, ...]]:
        yield from ((heap,) for heap in range(up_to + 1))
        yield from combinations_with_replacement(range(1, min(up_to, 6) + 1), 2)

    left, right = (_moves_of_heaps(rule, limited) for rule in (game.left, game.right))
    yield from _outcomes(game, positions, left, right, limited)


#: The heaps, the heap in which the player to move must move, and `True` if that player passes because the opponent moves again.
_Entailed = tuple[tuple[int, ...], int | None, bool]


def _entailing_heaps(game: EntailingHeaps, up_to: int, limited: _Limited) -> Iterator[tuple[str, object, object]]:
    def options(state: _Entailed) -> list[_Entailed]:
        heaps, entailed, passes = state
        if passes:
            return [(heaps, None, False)]
        after = list[_Entailed]()
        for heap in dict.fromkeys(heaps) if entailed is None else (entailed,):
            rest = list(heaps)
            if entailed is None:
                rest.remove(heap)
            for move in limited.listed(game.options(heap)) if heap else ():
                left = limited.listed(move) if isinstance(move, Iterable) else [index(move)]
                first = left.pop(0) if isinstance(move, Entail) else None
                after.append((tuple(sorted(n for n in (*rest, *left) if n)), first, isinstance(move, Again)))
        return after

    won = _memoised(options, lambda values: bool(values) and not all(values), limited)
    singles = ((heap,) for heap in range(up_to + 1))
    for heaps in (*singles, *combinations_with_replacement(range(1, min(up_to, 6) + 1), 2)):
        searched = "N" if won((tuple(heap for heap in heaps if heap), None, False)) else "P"
        yield f"the outcome of {heaps}", limited.solve(game, heaps, misere=False).outcome, searched


def _heaps(game: Heaps, up_to: int, limited: _Limited) -> Iterator[tuple[str, object, object]]:

    values: list[int] = []
    for heap in range(up_to + 1):
        reached = []
        for option in _moves_of_heap(game.options, heap, limited):
            total = 0
            for part in option:
                total ^= values[part]
            reached.append(total)
        values.append(_mex(reached))
        yield f"the nim-value of a heap of {heap}", limited.solve(game, heap, misere=False).nim_value, values[heap]

    sums = _moves_of_heaps(game.options, limited)
    won = _memoised(sums, lambda values: not values or not all(values), limited)
    for heaps in combinations_with_replacement(range(1, min(up_to, 6) + 1), 2):
        yield f"the misère outcome of {heaps}", limited.outcome(game, heaps, True), "N" if won(heaps) else "P"


def _loopy(game: LoopyGame[Any], up_to: int, limited: _Limited) -> Iterator[tuple[str, object, object]]:
    has_positions = game._has("positions")
    starts = limited.listed(game.positions(up_to)) if has_positions else [game.start()]
    for is_misere in (False, True):
        limited.kept = 0
        values = _loopy_values(game, starts, is_misere, limited)
        for position in starts if has_positions else islice(values, up_to):
            outcome, remoteness = values[position]
            answer = limited.solve(game, position, misere=is_misere)
            play = "misère " if is_misere else ""
            yield f"the {play}outcome of {position!r}", answer.outcome, outcome
            if outcome != "D":
                yield f"the {play}remoteness of {position!r}", answer.remoteness, remoteness


def _loopy_values(
    game: LoopyGame[Any], starts: Iterable[Position], misere: bool, limited: _Limited
) -> dict[Position, tuple[str, int | None]]:
    """Returns the outcome of each reachable position for the player to move, with the number of moves to the end. Works backwards
    from the ends, in order of the number of moves."""
    moves: dict[Position, list[Position]] = {}
    known: dict[Position, tuple[str, int | None]] = {}
    before: dict[Position, list[Position]] = {}
    waiting = list(starts)
    while waiting:
        position = waiting.pop()
        if position in moves:
            continue
        limited.step(len(waiting))
        end = game.end(position)
        moves[position] = after = [] if end else list(dict.fromkeys(limited.listed(game.options(position))))
        waiting.extend(after)
        limited.kept += 1 + len(after)
        for option in after:
            before.setdefault(option, []).append(position)
        if end or not after:
            stuck = "won" if misere else "lost"
            known[position] = {"won": ("N", 0), "drawn": ("D", None), "lost": ("P", 0)}[end or stuck]
    left = {position: len(after) for position, after in moves.items()}
    found = [position for position, (outcome, _) in known.items() if outcome != "D"]
    for position in found:
        outcome, depth = known[position]
        for earlier in before.get(position, ()):
            limited.step()
            left[earlier] -= 1
            if earlier not in known and (outcome == "P" or left[earlier] == 0):
                known[earlier] = ("N" if outcome == "P" else "P", (depth or 0) + 1)
                found.append(earlier)
    return {position: known.get(position, ("D", None)) for position in moves}
