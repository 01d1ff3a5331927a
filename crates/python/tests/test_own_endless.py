"""Rules that return infinite iterables, limits, and repeated calls on games with cycles.

No test measures time: what is read, asked and solved is counted.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import winways as ww

#: The time limit of a session, after which it fails.
MOST_SECONDS = 60

#: The maximum number of items read from a rule's result if the time limit is 0. Several engines poll a few times.
MOST_READ = 1000

#: The maximum number of positions read under the memory limit.
MEMORY, MOST_POSITIONS = "4MiB", 1 << 20


class Counter:
    """An infinite iterator that counts the items read, and fails the test instead of hanging."""

    def __init__(self, item: Callable[[int], Any], most: int = 20_000_000) -> None:
        self.item, self.read, self.most = item, 0, most

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self.read += 1
        assert self.read < self.most, "nothing ends the iteration"
        return self.item(self.read)


def endless(method: str, items: Counter) -> tuple[Any, Any]:
    """A game with a method that returns an infinite iterator, and a call that uses it."""

    class Impartial(ww.ImpartialGame[int]):
        def options(self, position: int) -> Any:
            return items if method == "options" else [position - 1] if position else []

    class Splitting(Impartial):
        def split(self, position: int) -> Any:
            return items

    class Partizan(ww.PartizanGame[int]):
        def left(self, position: int) -> Any:
            return items if method == "left" else []

        def right(self, position: int) -> Any:
            return items if method == "right" else []

    class Loopy(ww.LoopyGame[int]):
        def options(self, position: int) -> Any:
            return items

    class Heaps(ww.Heaps):
        def options(self, n: int) -> Any:
            return items

    kinds: dict[str, Any] = {"split": Splitting, "left": Partizan, "right": Partizan, "loopy": Loopy, "heaps": Heaps}
    game = kinds.get(method, Impartial)()
    return game, (lambda **limits: ww.solve(game, 5, **limits))


METHODS = ["options", "split", "left", "right", "loopy", "heaps"]


def item_of(method: str) -> Callable[[int], Any]:
    """Yields new positions, or always the same heap."""
    return (lambda n: [0, 0]) if method == "heaps" else lambda n: n + 10


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_of_time_ends_an_endless_iterator(method: str) -> None:
    items = Counter(item_of(method))
    _, ask = endless(method, items)
    with pytest.raises(ww.LimitReached, match="time"):
        ask(timeout=0)
    assert items.read <= MOST_READ


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_of_memory_ends_an_endless_iterator(method: str) -> None:
    items = Counter(item_of(method))
    _, ask = endless(method, items)
    with pytest.raises(ww.LimitReached, match="memory limit of 4 MiB"):
        ask(memory=MEMORY)
    assert items.read <= MOST_POSITIONS


@pytest.mark.parametrize("method", METHODS)
def test_the_class_of_an_endless_iterator_may_be_in_c(method: str) -> None:
    endless_items = itertools.repeat([0]) if method == "heaps" else itertools.count(10)
    _, ask = endless(method, endless_items)  # type: ignore[arg-type]
    with pytest.raises(ww.LimitReached):
        ask(timeout=0.1)


def test_ctrl_c_ends_endless_iterators(interrupted: Callable[..., float]) -> None:
    for question in (
        "ww.solve(Endless(), 5)",
        "ww.position(Endless(), 5).moves()",
        "ww.solve(Endless(), 5, threads=3)",
        "ww.solve(Loopy(), 5)",
        "ww.verify(Endless(), up_to=5)",
        "ww.game(itertools.repeat(1), [])",
        "ww.solve(Heaps(), 5)",
        "ww.table(Heaps(), up_to=5)",
    ):
        interrupted(
            question,
            before="""
            import itertools
            class Endless(ww.ImpartialGame):
                def options(self, position):
                    return itertools.repeat(3)
                def start(self):
                    return 5
            class Loopy(ww.LoopyGame):
                def options(self, position):
                    return itertools.repeat(3)
            class Heaps(ww.Heaps):
                def options(self, n):
                    return itertools.repeat([0])
            """,
        )


SHARED = """
import threading
import winways as ww

stop, begun = [], threading.Event()

class Endless(ww.ImpartialGame):
    def options(self, position):
        begun.set()
        # Iterates without running Python code until the list has an item.
        return iter(stop.__len__, 1) if position else []

answers = []
thread = threading.Thread(target=lambda: answers.append(ww.solve(Endless(), 5).nim_value))
thread.start()
begun.wait()
stop.append("stop")
thread.join()
print(answers)
"""


def test_other_threads_run_while_an_endless_iterator_is_read() -> None:
    done = subprocess.run([sys.executable, "-c", SHARED], capture_output=True, text=True, timeout=MOST_SECONDS, check=True)
    assert done.stdout in ("[1]\n", "[0]\n")


def test_long_iterables_are_read_to_the_end() -> None:
    class Many(ww.ImpartialGame[int]):
        def options(self, position: int) -> Any:
            return iter(range(position)) if position < 1000 else range(1000)

    assert ww.solve(Many(), 5000).nim_value == 1000

    class Huge(ww.ImpartialGame[int]):
        def options(self, position: int) -> Any:
            return range(10**15)

    with pytest.raises(ww.LimitReached, match="time"):
        ww.solve(Huge(), 5, timeout=0)


def test_limits_keep_partial_results() -> None:
    _, ask = endless("options", Counter(item_of("options")))
    with pytest.raises(ww.LimitReached) as limit:
        ask(timeout=0)
    assert isinstance(limit.value.partial, ww.Analysis) and limit.value.partial.outcome is None


def test_slow_rules_meet_a_limit_of_time() -> None:
    calls = 0

    class Slow(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            nonlocal calls
            calls += 1
            return [position - 1] if position else []

    with pytest.raises(ww.LimitReached, match="time"):
        ww.solve(Slow(), 1_000_000, timeout=0)
    assert calls <= 10, "each call is followed by a poll"


# Verification.


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("limit", [{"timeout": 0}, {"memory": MEMORY}])
def test_verify_of_endless_rules_meets_its_limit(method: str, limit: dict[str, Any]) -> None:
    items = Counter(item_of(method))
    game, _ = endless(method, items)
    type(game).start = lambda self: 5
    with pytest.raises(ww.LimitReached) as reached:
        ww.verify(game, up_to=5, **limit)
    assert items.read <= (MOST_READ if "timeout" in limit else 2 * MOST_POSITIONS)
    assert isinstance(reached.value.partial, list)


def test_verify_of_endless_positions_meets_its_limit() -> None:
    items = Counter(lambda n: 1, most=100_000_000)

    class Endless(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return []

        def positions(self, up_to: int) -> Any:
            return items

    with pytest.raises(ww.LimitReached, match="time"):
        ww.verify(Endless(), timeout=0)
    assert items.read <= MOST_READ
    with pytest.raises(ww.LimitReached, match="memory"):
        ww.verify(Endless(), memory=MEMORY)


@pytest.mark.parametrize("kind", ["impartial", "partizan", "loopy", "heaps"])
def test_the_plain_search_of_verify_obeys_its_limit(kind: str) -> None:
    calls = 0

    def after(position: int) -> list[int]:
        nonlocal calls
        calls += 1
        return [position - 1, position - 2] if position > 1 else []

    class Impartial(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return after(position)

        def start(self) -> int:
            return 100_000

    class Partizan(ww.PartizanGame[int]):
        left = right = lambda self, position: after(position)

        def start(self) -> int:
            return 100_000

    class Loopy(ww.LoopyGame[int]):
        def options(self, position: int) -> list[int]:
            return after(position)

        def start(self) -> int:
            return 100_000

    class Heaps(ww.Heaps):
        def options(self, n: int) -> list[int]:
            return after(n)

    games: dict[str, Any] = {"impartial": Impartial, "partizan": Partizan, "loopy": Loopy, "heaps": Heaps}
    with pytest.raises(ww.LimitReached, match="time"):
        ww.verify(games[kind](), up_to=100_000, timeout=0)
    assert calls <= MOST_READ


def test_exceptions_of_rules_propagate_from_verify() -> None:
    class Failing(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            raise LookupError("here")

        def start(self) -> int:
            return 5

    with pytest.raises(LookupError, match="here"):
        ww.verify(Failing(), up_to=3)

    class Heaps(ww.Heaps):
        def options(self, n: int) -> list[int]:
            raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        ww.verify(Heaps(), up_to=3)


# Games with cycles.


class Place:
    """A position that counts calls of its hash method."""

    hashed = 0

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        Place.hashed += 1
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.number == other.number

    def __repr__(self) -> str:
        return f"place {self.number}"


class Line(ww.LoopyGame[Place]):
    """A token moves one or two cells forward, or one back. The player who moves it off the end wins."""

    def __init__(self, cells: int) -> None:
        self.cells = cells

    def options(self, place: Place) -> list[Place]:
        return [Place(to) for to in (place.number + 1, place.number + 2, place.number - 1) if 0 <= to < self.cells]

    def end(self, place: Place):  # type: ignore[no-untyped-def]
        return "lost" if place.number == self.cells - 1 else None

    def start(self) -> Place:
        return Place(0)


def test_the_solved_graph_is_kept_between_questions() -> None:
    game = Line(400)
    for _ in range(3):
        for number in range(400):
            assert ww.solve(game, Place(number)).outcome is not None
    assert game._memory is not None and game._memory.work() == (1, 1), "explored once, solved once"
    assert ww.solve(game, Place(3), misere=True).outcome is not None
    assert game._memory.work() == (1, 2), "misère play is another solution"


def test_graphs_that_are_contained_in_later_ones_are_dropped_and_answers_stay() -> None:
    class Down(ww.LoopyGame[int]):
        def options(self, n: int) -> list[int]:
            return [n - k for k in (1, 2) if k <= n] + ([n ^ 1] if n > 3 and n & 1 else [])

    up, down = Down(), Down()
    upwards = [ww.solve(up, n).to_dict() for n in range(40)]
    downwards = [ww.solve(down, n).to_dict() for n in reversed(range(40))][::-1]
    for some, other in zip(upwards, downwards, strict=True):
        for key in ("outcome", "remoteness", "move_count"):
            assert some[key] == other[key]
    assert down._memory is not None and down._memory.work() == (1, 1)
    again = [ww.solve(up, n).to_dict() for n in range(40)]
    assert [answer["outcome"] for answer in again] == [answer["outcome"] for answer in upwards]


def test_verify_of_a_game_with_cycles_is_not_quadratic() -> None:
    hashed = []
    for cells in (200, 400, 800):
        Place.hashed = 0
        game = Line(cells)
        found = ww.verify(game, up_to=cells)
        assert found[0]["holds"] and found[0]["cases"] >= 2 * cells
        assert game._memory is not None and game._memory.work()[0] == 1
        hashed.append(Place.hashed / cells)
    # The work per position is constant.
    assert max(hashed) < 1.3 * min(hashed), hashed


def test_verify_finds_a_wrong_answer() -> None:
    class Changing(Line):
        def __init__(self, cells: int) -> None:
            super().__init__(cells)
            self.asked: set[int] = set()

        def options(self, place: Place) -> list[Place]:
            if place.number in self.asked and place.number == 5:
                return []
            self.asked.add(place.number)
            return super().options(place)

    assert not ww.verify(Changing(20), up_to=20)[0]["holds"]
