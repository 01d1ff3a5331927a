"""Plain search in Python through games that are classes: the slow twin of the engines, for :func:`winways.verify`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations_with_replacement, islice
from typing import Any

from . import _winways
from .own import Heaps, ImpartialGame, LoopyGame, PartizanGame, _Rules

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
) -> list[dict[str, Any]]:
    """Compares what theorems say with exhaustive search: of a game all that its theorems say, or one claim by its name; of a class of
    rules what the engines say with plain search in Python. Returns what was compared, each with ``holds``, ``cases`` and, where it
    fails, the first ``counterexample``.

    A class of rules is compared on its ``positions(up_to)``, else on those that can follow on its ``start()``, at most ``up_to``.

    >>> import winways as ww
    >>> [(found["holds"], found["cases"] > 400) for found in ww.verify("wythoff", up_to=20)][0]
    (True, True)
    >>> class Nim(ww.Heaps):
    ...     def options(self, n):
    ...         return range(n)
    >>> [found["holds"] for found in ww.verify(Nim(), up_to=12)]
    [True, True]
    """
    found = list(
        _winways.verify(game, up_to, timeout=timeout, memory=memory, options=options, threads=threads, progress=progress)
        if not isinstance(game, LoopyGame)
        else []
    )
    if isinstance(game, _Rules):
        found.append(_compare(game, 12 if up_to is None else up_to))
    return found


def _compare(game: _Rules, up_to: int) -> dict[str, Any]:
    """Compares the engines with plain search, position by position, until they differ."""
    cases, wrong = 0, None
    for what, said, searched in _comparisons(game, up_to):
        cases += 1
        if said != searched:
            wrong = f"{what}: the engines say {said}, plain search {searched}"
            break
    return {
        "name": game.ruleset.name,
        "statement": "the answers of the engines are those of plain search in Python",
        "range": f"the positions of the class up to {up_to}",
        "cases": cases,
        "holds": wrong is None,
        "counterexample": wrong,
        "stopped": None,
    }


def _comparisons(game: _Rules, up_to: int) -> Iterator[tuple[str, object, object]]:
    if isinstance(game, Heaps):
        yield from _heaps(game, up_to)
    elif isinstance(game, LoopyGame):
        yield from _loopy(game, up_to)
    elif isinstance(game, ImpartialGame):
        value = _memoised(game.options, lambda values: _mex(values))
        for position in _positions(game, up_to):
            answer = _winways.solve(game, position)
            yield f"the nim-value of {position!r}", answer.nim_value, value(position)
            won = value(position) != 0
            yield f"the outcome of {position!r}", answer.outcome, "N" if won else "P"
            misere = _memoised(game.options, lambda values: not values or not all(values))
            yield f"the misère outcome of {position!r}", _outcome(game, position, True), "N" if misere(position) else "P"
    elif isinstance(game, PartizanGame):
        for is_misere in (False, True):
            wins = _winner(game, is_misere)
            for position in _positions(game, up_to):
                letter = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
                searched = letter[wins((position, True)), wins((position, False))]
                yield f"the outcome of {position!r}", _outcome(game, position, is_misere), searched


def _outcome(game: _Rules, position: Position, misere: bool) -> str | None:
    return _winways.solve(game, position, misere=misere, outcome_only=True).outcome


def _mex(values: Iterable[int]) -> int:
    seen = set(values)
    return next(number for number in range(len(seen) + 1) if number not in seen)


def _memoised(options: Callable[[Any], Iterable[Any]], rule: Callable[[list[Any]], Any]) -> Callable[[Any], Any]:
    """A function of positions that follows from those of the options, without recursion."""
    known: dict[Hashable, Any] = {}

    def value(position: Any) -> Any:
        line = [position]
        while line:
            after = list(options(line[-1]))
            unknown = [option for option in after if option not in known]
            if unknown:
                line.extend(unknown)
            else:
                last = line.pop()
                known[last] = rule([known[option] for option in after])
        return known[position]

    return value


def _winner(game: PartizanGame[Any], misere: bool) -> Callable[[Any], bool]:
    """Whether the player to move wins a pair of a position and whether Left is to move."""

    def options(state: tuple[Position, bool]) -> list[tuple[Position, bool]]:
        position, is_left = state
        after = game.left(position) if is_left else game.right(position)
        return [(option, not is_left) for option in after]

    return _memoised(options, lambda values: not all(values) if values else misere)


def _positions(game: Any, up_to: int) -> Iterator[Position]:
    """The positions that a class lists, or those that can follow on its start, the nearest first."""
    if game._has("positions"):
        yield from game.positions(up_to)
        return
    if not game._has("start"):
        raise _winways.RuleError(
            f"{type(game).__name__} has neither `positions(self, up_to)` nor `start(self)`; expected one of them, to know what to compare"
        )
    yield from islice(_reached(game), up_to)


def _reached(game: Any) -> Iterator[Position]:
    rules = [game.left, game.right] if isinstance(game, PartizanGame) else [game.options]
    seen = {start := game.start()}
    waiting = [start]
    for position in waiting:
        yield position
        for option in (option for rule in rules for option in rule(position)):
            if option not in seen:
                seen.add(option)
                waiting.append(option)


def _heaps(game: Heaps, up_to: int) -> Iterator[tuple[str, object, object]]:
    def moves(heap: int) -> list[list[int]]:
        listed = game.options(heap) if heap else []
        return [[option] if isinstance(option, int) else list(option) for option in listed]

    values: list[int] = []
    for heap in range(up_to + 1):
        reached = []
        for option in moves(heap):
            total = 0
            for part in option:
                total ^= values[part]
            reached.append(total)
        values.append(_mex(reached))
        yield f"the nim-value of a heap of {heap}", _winways.solve(game, heap).nim_value, values[heap]

    def sums(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        after = [(*heaps[:i], *option, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for option in moves(heap)]
        return [tuple(sorted(heap for heap in option if heap)) for option in after]

    won = _memoised(sums, lambda values: not values or not all(values))
    for heaps in combinations_with_replacement(range(1, min(up_to, 6) + 1), 2):
        yield f"the misère outcome of {heaps}", _outcome(game, heaps, True), "N" if won(heaps) else "P"


def _loopy(game: LoopyGame[Any], up_to: int) -> Iterator[tuple[str, object, object]]:
    starts = list(game.positions(up_to)) if game._has("positions") else [game.start()]
    for start in starts:
        for position, (outcome, remoteness) in islice(_loopy_values(game, start).items(), up_to):
            answer = _winways.solve(game, position, misere=False)
            yield f"the outcome of {position!r}", answer.outcome, outcome
            if outcome != "D":
                yield f"the remoteness of {position!r}", answer.remoteness, remoteness


def _loopy_values(game: LoopyGame[Any], start: Position) -> dict[Position, tuple[str, int | None]]:
    """The outcome of each position for the player to move, with the number of moves to the end, round after round."""
    moves: dict[Position, list[Position]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in moves:
            moves[position] = [] if game.end(position) else list(game.options(position))
            waiting.extend(moves[position])
    ends = {position: game.end(position) for position in moves}
    known: dict[Position, tuple[str, int | None]] = {}
    for position, after in moves.items():
        if ends[position] or not after:
            known[position] = {"won": ("N", 0), "drawn": ("D", None)}.get(ends[position] or "lost", ("P", 0))
    for depth in range(1, len(moves) + 2):
        found = dict[Position, tuple[str, int | None]]()
        for position, after in moves.items():
            if position in known:
                continue
            told = [known.get(option, ("?", None)) for option in after]
            if ("P", depth - 1) in told:
                found[position] = ("N", depth)
            elif all(outcome == "N" for outcome, _ in told):
                found[position] = ("P", depth)
        known.update(found)
    return {position: known.get(position, ("D", None)) for position in moves}
