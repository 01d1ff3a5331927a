"""Misère quotients of games on heaps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Any

from . import _winways

__all__ = ["MisereQuotient", "misere_quotient"]

#: The maximum number of characters of an argument that a message shows.
_SHOWN = 60


def _brief(text: str) -> str:
    """Returns the beginning of a long text."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


@dataclass(frozen=True)
class MisereQuotient:
    """A finite commutative monoid that decides misère play of all sums of some heaps.

    Every heap has an element, and the element of a sum is the product of the elements of its heaps. The player to move loses exactly
    the sums whose element is a P-position.
    """

    game: str
    """The name of the game."""
    order: int
    """The number of elements."""
    p_size: int
    """The number of P-positions among the elements."""
    presentation: str
    """The presentation by generators and relations."""
    generators: tuple[int, ...]
    """The heaps that the generators a, b, c, … stand for."""
    elements: tuple[str, ...]
    """The elements as products of generators. The first element is 1."""
    p_positions: tuple[str, ...]
    """The P-positions among the elements."""
    kernel: tuple[str, ...]
    """The elements of the kernel, the least ideal, which is a group."""
    phi: tuple[str, ...]
    """The element of each computed heap from 0: the pretending function."""
    verified_to: int
    """The last heap for which the quotient is verified by computation."""
    preperiod: int | None
    """The first heap from which the elements are periodic, if a period is proved. The quotient then holds for all heaps."""
    period: int | None
    """The proved period of the elements."""
    _graph: tuple[tuple[int, ...], ...]
    _factors: dict[str, list[int]]

    def element(self, heaps: int | str | Iterable[int]) -> str:
        """Returns the element of a heap, of a sum of heaps, or of a word such as ``"ab^3"``, as a product of generators.

        >>> import winways as ww
        >>> ww.misere_quotient("octal(0.75)", 10).element([1, 2, 2])
        'ab^2'
        """
        return self.elements[self._word(heaps) if isinstance(heaps, str) else self._index(_sizes(heaps))]

    def is_p(self, heaps: int | str | Iterable[int]) -> bool:
        """Returns ``True`` if the player to move loses the heap, the sum of heaps, or the sums with this element.

        >>> import winways as ww
        >>> quotient = ww.misere_quotient("kayles", 12)
        >>> quotient.is_p([3, 3]), quotient.is_p("b^2"), quotient.is_p("ab^2")
        (True, True, False)
        """
        return self.element(heaps) in self.p_positions

    def _index(self, heaps: Iterable[int]) -> int:
        product = 0
        for heap in heaps:
            for place in self._factors[self._phi(heap)]:
                product = self._graph[product][place]
        return product

    def _word(self, word: str) -> int:
        """Returns the element of a product of generators."""
        places = {_letter(place): place for place in range(len(self.generators))}
        factors = re.findall(r"([a-z]\d*)(?:\^(\d{1,9}))?", word)
        is_whole = "".join(f"{letter}^{power}" if power else letter for letter, power in factors) == word
        if word != "1" and (not word or not is_whole or any(letter not in places for letter, _ in factors)):
            known = ", ".join(places) or "none"
            raise ValueError(f"{_brief(word)!r} is not a product of the generators ({known}): expected a word such as 'ab^2'")
        product = 0
        for letter, power in factors:
            place, left = places[letter], int(power or 1)
            seen: list[int] = []
            while left > 0 and product not in seen:
                seen.append(product)
                product = self._graph[product][place]
                left -= 1
            if left > 0:
                # From here on the powers cycle.
                cycle = seen[seen.index(product) :]
                product = cycle[left % len(cycle)]
        return product

    def _phi(self, heap: int) -> str:
        if self.period is not None and self.preperiod is not None and heap >= self.preperiod:
            heap = self.preperiod + (heap - self.preperiod) % self.period
        if not 0 <= heap < len(self.phi):
            raise IndexError(f"the quotient is known for heaps 0 to {self.verified_to}, not for heap {_brief(str(heap))}")
        return self.phi[heap]


def _sizes(heaps: Any) -> list[int]:
    """Returns the sizes of a heap or of a sum of heaps."""
    try:
        return [index(heap) for heap in heaps] if isinstance(heaps, Iterable) else [index(heaps)]
    except TypeError:
        raise TypeError(f"expected a heap or several heaps as numbers, not {_brief(repr(heaps))}") from None


def _letter(place: int) -> str:
    """Returns the name of a generator: a to z, then a1 to z1, and so on."""
    return chr(ord("a") + place % 26) + (str(place // 26) if place >= 26 else "")


def _factors(graph: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """Returns a product of generators for each element, as a list of generator indices."""
    factors: dict[int, list[int]] = {0: []}
    for element in (queue := [0]):
        for place, product in enumerate(graph[element]):
            if product not in factors:
                factors[product] = [*factors[element], place]
                queue.append(product)
    return [factors[element] for element in range(len(graph))]


def misere_quotient(game: Any, up_to: int | None = None, **limits: Any) -> MisereQuotient:
    """Computes the misère quotient of the heaps of an impartial game up to a size, or of all heaps if a period is proved.

    The limits are as in :func:`winways.table`; ``LimitReached`` carries the partial table.

    >>> import winways as ww
    >>> quotient = ww.misere_quotient("kayles")
    >>> quotient.order, quotient.p_size, quotient.period
    (40, 9, 12)
    >>> quotient.is_p([10**30, 10**30])
    True
    """
    answer = _winways.table(game, up_to, quotient=True, **limits).to_dict()
    found = answer["quotient"]
    assert found is not None, "the table of a quotient has one"
    elements = tuple(found["elements"])
    graph = tuple(map(tuple, found["graph"]))
    return MisereQuotient(
        game=answer["game"],
        order=found["order"],
        p_size=found["p_size"],
        presentation=found["presentation"],
        generators=tuple(found["generators"]),
        elements=elements,
        p_positions=tuple(elements[index] for index in found["p_positions"]),
        kernel=tuple(elements[index] for index in found["kernel"]),
        phi=tuple(elements[index] for index in found["phi"]),
        verified_to=found["verified_to"],
        preperiod=answer["preperiod"],
        period=answer["period"],
        _graph=graph,
        _factors=dict(zip(elements, _factors(graph), strict=True)),
    )
