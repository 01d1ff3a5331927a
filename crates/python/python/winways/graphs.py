"""Games on directed graphs: a token moves along the edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, Literal

from .own import ImpartialGame, LoopyGame, PartizanGame

__all__ = ["graph_game"]

Edges = tuple[tuple[Hashable, tuple[Hashable, ...]], ...]


class _Token:
    """A base class whose positions are the vertices of a graph. It stores the successors of each vertex by player."""

    #: The edges of Left, and the edges of Right. Both are pairs of a vertex and its successors.
    edges: tuple[Edges, Edges]

    def __init__(self, name: str, edges: tuple[Edges, Edges]) -> None:
        self.name = name
        self.edges = edges
        self._after = [dict(listed) for listed in edges]

    def _next(self, vertex: Hashable, player: int) -> tuple[Hashable, ...]:
        try:
            return self._after[player][vertex]
        except KeyError:
            raise ValueError(f"{vertex!r} is not a vertex of the graph") from None

    def _is_string(self, text: str) -> bool:
        """Returns ``True`` if a text is a vertex, even if it is also a Python literal."""
        return text in self._after[0]


class _ImpartialToken(_Token, ImpartialGame[Hashable]):
    """A player moves the token along an edge. The player who cannot move loses."""

    def options(self, position: Hashable) -> Iterable[Hashable]:
        return self._next(position, 0)


class _PartizanToken(_Token, PartizanGame[Hashable]):
    """A player moves the token along an edge that is open to the player. The player who cannot move loses."""

    def left(self, position: Hashable) -> Iterable[Hashable]:
        return self._next(position, 0)

    def right(self, position: Hashable) -> Iterable[Hashable]:
        return self._next(position, 1)


class _LoopyToken(_Token, LoopyGame[Hashable]):
    """A player moves the token along an edge. The player who cannot move loses, and endless play is a draw."""

    def options(self, position: Hashable) -> Iterable[Hashable]:
        return self._next(position, 0)


#: A vertex, and the player to move.
_Turn = tuple[Hashable, Literal["left", "right"]]


class _LoopyPartizanToken(_Token, LoopyGame[_Turn]):
    """A player moves the token along an edge that is open to the player. The player who cannot move loses; endless play is a draw."""

    def options(self, position: _Turn) -> Iterable[_Turn]:
        vertex, player = position
        _, other = self.turned(position)
        return [(after, other) for after in self._next(vertex, 0 if player == "left" else 1)]

    def player(self, position: _Turn) -> Literal["left", "right"]:
        return position[1]

    def _is_string(self, text: str) -> bool:
        """Returns ``False``, since every position is a pair."""
        return False

    def turned(self, position: _Turn) -> _Turn:
        return position[0], "right" if position[1] == "left" else "left"


def graph_game(graph: Any, /, *, name: str = "token") -> ImpartialGame[Any] | PartizanGame[Any] | LoopyGame[Any]:
    """Returns the game in which a token moves along the edges of a directed graph. Its positions are the vertices.

    ``graph`` is a ``networkx.DiGraph``, or a mapping from each vertex to its successors. An edge of a ``DiGraph`` with the attribute
    ``player``, ``"left"`` or ``"right"``, is open to this player only; the game is then partizan. A graph with cycles gives a loopy
    game. The positions of a loopy partizan game are pairs of a vertex and the player to move, ``("a", "left")``.

    >>> import winways as ww
    >>> walk = ww.graph_game({"a": ["b", "c"], "b": ["c"], "c": []})
    >>> [ww.solve(walk, vertex).value for vertex in "abc"]
    [game('*2'), game('*'), game('0')]
    """
    edges = _edges(graph)
    left, right = edges
    after_right = dict(right)
    both = {vertex: {*after, *after_right[vertex]} for vertex, after in left}
    try:
        TopologicalSorter(both).prepare()
    except CycleError:
        return (_LoopyToken if left == right else _LoopyPartizanToken)(name, edges)
    return (_ImpartialToken if left == right else _PartizanToken)(name, edges)


def _edges(graph: Any) -> tuple[Edges, Edges]:
    """Returns the edges of Left and of Right."""
    if isinstance(graph, type):
        raise TypeError(f"expected a graph, not the class {graph.__name__} itself")
    is_mapping = isinstance(graph, Mapping)
    if not is_mapping and not hasattr(graph, "adj"):
        raise TypeError(f"expected a networkx.DiGraph or a mapping from vertices to successors, not {type(graph).__name__}")
    if not is_mapping and not graph.is_directed():
        raise ValueError("expected a directed graph: `graph.to_directed()` has both directions of each edge")
    successors: Any = graph if is_mapping else graph.adj
    listed: tuple[dict[Hashable, dict[Hashable, None]], ...] = ({}, {})
    for vertex, after in successors.items():
        for player in listed:
            player.setdefault(vertex, {})
        for other in after:
            owners = {None} if is_mapping else _owners(graph, after[other])
            for player, owner in zip(listed, ("left", "right"), strict=True):
                player.setdefault(other, {})
                if owners & {None, owner}:
                    player[vertex][other] = None
    left, right = (tuple((vertex, tuple(after)) for vertex, after in player.items()) for player in listed)
    return left, right


def _owners(graph: Any, data: Any) -> set[str | None]:
    """Returns the players of the parallel edges with these attributes. `None` stands for both players."""
    owners = {edge.get("player") for edge in (data.values() if graph.is_multigraph() else [data])}
    if wrong := owners - {None, "left", "right"}:
        raise ValueError(f'the player of an edge is {wrong.pop()!r}; expected "left", "right" or nothing')
    return owners
