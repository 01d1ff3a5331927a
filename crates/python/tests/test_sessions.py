"""Successive calls return the same results as each call in its own process."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import winways as ww

EXPRESSIONS = [
    'clobber_on_graphs("path 4 xoxo") + clobber_on_graphs("cycle 4 xoxo")',
    'clobber_on_graphs("star 4 xoooo")',
    'node_kayles("path 3") + node_kayles("path 4")',
    'node_kayles("path 4") + node_kayles("path 3")',
    'node_kayles("cycle 5")',
    'arc_kayles("path 5") + arc_kayles("cycle 4")',
    'grim("wheel 5") + grim("path 4")',
    'cutthroat("path 5 xoxox") + cutthroat("cycle 4 xoxo")',
]

FILES = {
    "board: ring\nboth: . . -> # #": ["....", "......", "...#....", "....."],
    "board: torus\nboth: . . -> # #": ["..|..", "...|...", ".#.|..."],
}


def test_boards_on_graphs_are_not_mixed_up(winways: Callable[..., str]) -> None:
    alone = {text: json.loads(winways("eval", text, "--format", "json")) for text in EXPRESSIONS}
    questions = EXPRESSIONS * 4
    random.Random(26).shuffle(questions)
    for text in questions:
        answer = ww.solve(text)
        assert (answer.outcome, str(answer.value)) == (alone[text]["outcome"], alone[text]["value"]), text


def test_boards_of_rule_files_are_not_mixed_up() -> None:
    questions = [(rules, position) for rules, positions in FILES.items() for position in positions]

    def ask(rules: str, position: str) -> tuple[object, object]:
        answer = ww.request({"solve": {"rules": rules}, "position": position})["answer"]
        return answer["outcome"], answer["value"]

    first = {question: ask(*question) for question in questions}
    # Dawson's Kayles on a ring: the first move leaves a row that is two cells shorter, a position of octal(0.07).
    expected = {length: str(ww.eval(f"octal(0.07)({length - 2})").value) for length in (4, 5, 6)}
    for length, value in expected.items():
        wanted = "0" if value != "0" else "*"
        rings = "board: ring\nboth: . . -> # #"
        assert (first[rings, "." * length][1] == "0") == (wanted == "0"), length
    again = questions * 4
    random.Random(27).shuffle(again)
    for question in again:
        assert ask(*question) == first[question], question
