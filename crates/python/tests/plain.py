"""Plain search in Python by definition, for comparison with the engines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any, TypeVar

P = TypeVar("P", bound=Hashable)


def mex(values: Iterable[int]) -> int:
    """Returns the least number that is not among these."""
    seen = set(values)
    return next(n for n in range(len(seen) + 1) if n not in seen)


def nim_value(options: Callable[[Any], Iterable[Any]]) -> Callable[[Any], int]:
    """Computes nim-values of whole positions."""

    @cache
    def value(position: Any) -> int:
        return mex(value(option) for option in options(position))

    return value


def heap_values(options: Callable[[int], Iterable[Iterable[int]]], up_to: int) -> list[int]:
    """Computes nim-values of heaps."""
    values: list[int] = []
    for n in range(up_to + 1):
        reached = set()
        for option in options(n) if n else ():
            total = 0
            for heap in option:
                total ^= values[heap]
            reached.add(total)
        values.append(mex(reached))
    return values


def heaps_won(options: Callable[[int], Iterable[Iterable[int]]], misere: bool) -> Callable[[tuple[int, ...]], bool]:
    """Returns True if the player to move wins a sum of heaps, by trying all moves."""

    @cache
    def won(heaps: tuple[int, ...]) -> bool:
        moves = [
            tuple(sorted(h for h in (*heaps[:i], *option, *heaps[i + 1 :]) if h))
            for i, heap in enumerate(heaps)
            for option in options(heap)
        ]
        return any(not won(after) for after in moves) if moves else misere

    return lambda heaps: won(tuple(sorted(h for h in heaps if h)))


def impartial_won(options: Callable[[Any], Iterable[Any]], misere: bool) -> Callable[[Any], bool]:
    """Returns True if the player to move wins."""

    @cache
    def won(position: Any) -> bool:
        moves = list(options(position))
        return any(not won(after) for after in moves) if moves else misere

    return won


def partizan_outcome(left: Callable[[Any], Iterable[Any]], right: Callable[[Any], Iterable[Any]], misere: bool) -> Callable[[Any], str]:
    """Returns the outcome L, R, N or P by trying all moves."""

    @cache
    def won(position: Any, is_left: bool) -> bool:
        moves = list(left(position) if is_left else right(position))
        return any(not won(after, not is_left) for after in moves) if moves else misere

    def outcome(position: Any) -> str:
        letters = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
        return letters[won(position, True), won(position, False)]

    return outcome


def partizan_value(left: Callable[[Any], Iterable[Any]], right: Callable[[Any], Iterable[Any]]) -> Callable[[Any], str]:
    """Returns the value as braces and bars, by definition."""

    @cache
    def value(position: Any) -> str:
        return "{" + ",".join(map(value, left(position))) + "|" + ",".join(map(value, right(position))) + "}"

    return value


def loopy(
    options: Callable[[Any], Iterable[Any]], end: Callable[[Any], str | None], start: Any, misere: bool = False
) -> dict[Any, tuple[str, int | None]]:
    """Returns the outcome of each reachable position for the player to move, with the number of moves to the end. Iterates to a
    fixed point."""
    moves: dict[Any, list[Any]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in moves:
            moves[position] = [] if end(position) else list(options(position))
            waiting.extend(moves[position])
    known: dict[Any, tuple[str, int | None]] = {}
    for position, after in moves.items():
        said = end(position)
        if said == "drawn":
            known[position] = ("D", None)
        elif said or not after:
            lost = said == "lost" if said else not misere
            known[position] = ("P" if lost else "N", 0)
    for depth in range(1, len(moves) + 2):
        for position, after in moves.items():
            if position in known:
                continue
            told = [known.get(next_one) for next_one in after]
            if any(one is not None and one[0] == "P" and one[1] == depth - 1 for one in told):
                known[position] = ("N", depth)
            elif all(one is not None and one[0] == "N" for one in told) and max(one[1] or 0 for one in told if one) == depth - 1:
                known[position] = ("P", depth)
    return {position: known.get(position, ("D", None)) for position in moves}
