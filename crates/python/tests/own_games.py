"""Games written in Python, for the tests."""

from __future__ import annotations

import winways as ww

Board = tuple[str, ...]


class Kayles(ww.Heaps):
    """Take one pin, or two that stand side by side."""

    def options(self, n: int) -> list[list[int]]:
        return [[a, n - r - a] for r in (1, 2) if r <= n for a in range((n - r) // 2 + 1)]


class DawsonsKayles(ww.Heaps):
    """Take two pins that stand side by side."""

    def options(self, n: int) -> list[list[int]]:
        return [[a, n - 2 - a] for a in range((n - 2) // 2 + 1)]


class Nim(ww.Heaps):
    """Take any number of tokens from a heap."""

    def options(self, n: int) -> range:
        return range(n)


class Grundy(ww.Heaps):
    """Split a heap into two unequal ones."""

    def options(self, n: int) -> list[tuple[int, int]]:
        return [(a, n - a) for a in range(1, (n + 1) // 2)]


class Take(ww.PartizanHeaps):
    """Left takes one or three tokens, Right takes one or two."""

    def left(self, n: int) -> list[int]:
        return [n - k for k in (1, 3) if k <= n]

    def right(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if k <= n]


class TakeBreak(ww.PartizanHeaps):
    """Left takes one token, Right takes two, and may split the rest."""

    def left(self, n: int) -> list[list[int]]:
        return self._rest(n - 1)

    def right(self, n: int) -> list[list[int]]:
        return self._rest(n - 2)

    def _rest(self, n: int) -> list[list[int]]:
        return [[a, n - a] for a in range(n // 2 + 1)]


class TopEntails(ww.EntailingHeaps):
    """Split a stack in two, or take the top coin of one: then the opponent must answer in that stack."""

    def options(self, n: int) -> list[ww.Entail | tuple[int, int]]:
        return [ww.Entail(n - 1), *((a, n - a) for a in range(1, n // 2 + 1))]


class Generous(ww.EntailingHeaps):
    """Take one or two counters. The player who empties a heap moves again."""

    def options(self, n: int) -> list[ww.Again | int]:
        return [n - taken if taken < n else ww.Again() for taken in (1, 2) if taken <= n]


class Domineering(ww.PartizanGame[Board]):
    """Left puts dominoes upright, Right across."""

    def left(self, board: Board) -> list[Board]:
        return [tuple(zip_rows(after)) for after in self.right(tuple(zip_rows(board)))]

    def right(self, board: Board) -> list[Board]:
        return [
            (*board[:i], row[:j] + "##" + row[j + 2 :], *board[i + 1 :])
            for i, row in enumerate(board)
            for j in range(len(row) - 1)
            if row[j : j + 2] == ".."
        ]

    def view(self, board: Board) -> str:
        return "\n".join(board)

    def parse(self, text: str) -> Board:
        return tuple(text.split("|"))

    def write(self, board: Board) -> str:
        return "|".join(board)


class SplitDomineering(Domineering):
    """Domineering, split into connected regions of free cells."""

    def split(self, board: Board) -> list[Board]:
        free = {(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell == "."}
        parts = []
        while free:
            part, waiting = set(), [min(free)]
            while waiting:
                cell = waiting.pop()
                if cell in free:
                    free.remove(cell)
                    part.add(cell)
                    waiting += [(cell[0] + a, cell[1] + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            top, left = min(i for i, _ in part), min(j for _, j in part)
            bottom, right = max(i for i, _ in part), max(j for _, j in part)
            columns = range(left, right + 1)
            rows = range(top, bottom + 1)
            parts.append(tuple("".join("." if (i, j) in part else "#" for j in columns) for i in rows))
        return parts


def zip_rows(board: Board) -> list[str]:
    """Returns the columns of a board as rows."""
    return ["".join(column) for column in zip(*board, strict=True)]


class NimOfTuples(ww.ImpartialGame[tuple[int, ...]]):
    """Nim, with all heaps as one position."""

    def options(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(*heaps[:i], k, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for k in range(heap)]


class SplitNim(NimOfTuples):
    """Nim, split into its heaps."""

    def split(self, heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(heap,) for heap in heaps]
