"""Types of answers: they are those of the server's description, and answers have them."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter

import winways as ww
from winways import answers


def accepts(kind: Any, answer: object) -> None:
    """Checks every field of an answer, and that there is no other."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    found = adapter.validate_python(answer, strict=True)
    assert found == answer


@pytest.mark.parametrize("position", [("nim", 7, 8, 9), ("domineering", "..|.."), ("kayles", 40), ("ttt",)])
def test_an_analysis_has_its_type(position: tuple[Any, ...]) -> None:
    analysis = ww.solve(*position)
    accepts(answers.Analysis, analysis.to_dict())
    accepts(list[answers.Assumption], analysis.assumptions)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("kayles", {"up_to": 200}),
        ("wythoff", {"up_to": 20}),
        ("subtract{1,3|1,2}", {"up_to": 20}),
        ("octal(0.137)", {"up_to": 100}),
        ("kayles", {"up_to": 20, "misere": True}),
    ],
)
def test_a_table_has_its_type(game: str, options: dict[str, Any]) -> None:
    table = ww.table(game, **options)
    accepts(answers.Table, table.to_dict())
    accepts(list[answers.Conjecture] | None, table.patterns)
    accepts(answers.Quotient | None, table.quotient)


def test_pages_and_comparisons_have_their_types() -> None:
    accepts(list[answers.Game], ww.games())
    for name in ("nim", "domineering", "chess"):
        accepts(answers.Page, ww.game_page(name))
    accepts(list[answers.Verification], ww.verify("wythoff", up_to=8))


def test_types_are_those_of_the_description() -> None:
    program = os.environ.get("WINWAYS")
    if not program:
        pytest.skip("the variable WINWAYS names no command line that serves the description")
    with subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(address + "openapi.json", timeout=30) as response:
                schemas = json.load(response)["components"]["schemas"]
        finally:
            server.terminate()
    compared = 0
    for name, schema in schemas.items():
        kind = getattr(answers, name, None)
        if not hasattr(kind, "__required_keys__") or "properties" not in schema:
            continue
        compared += 1
        assert set(get_type_hints(kind)) == set(schema["properties"]), f"run the script `answers`: {name}"
    assert compared > 30
