"""Positions, moves, analyses and errors, compared with the command line."""

from __future__ import annotations

import copy
import json
import pickle
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import winways as ww


def tour(repository: Path) -> list[list[str]]:
    """Returns the commands of the README's tour."""
    text = (repository / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [shlex.split(line) for line in lines]


def options(arguments: list[str], known: dict[str, bool]) -> tuple[list[str], dict[str, str | bool]]:
    """Splits arguments into positional ones and options. `known` lists the options that take a value."""
    plain: list[str] = []
    found: dict[str, str | bool] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument.startswith("--"):
            found[argument] = next(rest) if known[argument] else True
        else:
            plain.append(argument)
    return plain, found


def test_the_tour_of_the_readme(repository: Path, winways: Callable[..., str]) -> None:
    compared = []
    for command in tour(repository):
        if command[:2] == ["winways", "eval"]:
            value = ww.eval(command[2])
            printed = winways("eval", command[2]).strip()
            text = str(value)
            assert re.sub(r"game\('(.*?)'\)", r"\1", text) == printed
        elif command[:2] == ["winways", "table"]:
            plain, found = options(command[2:], {"--up-to": True, "--prove": False, "--summary": False})
            table = ww.table(plain[0], up_to=int(found["--up-to"]), prove="--prove" in found)
            assert table.to_dict() == json.loads(winways(*command[1:], "--format", "json")) | (
                {"values": table.values.tolist()} if "--summary" in found else {}
            )
        elif command[:2] == ["winways", "solve"]:
            plain, found = options(command[2:], {"--moves": True, "--plot": True})
            game: object = plain[0]
            if plain[0].endswith(".game"):
                path = repository / plain[0]
                plain[0], game = str(path), ww.rules(path.read_text(encoding="utf-8"))
            analysis = ww.solve(game, *plain[1:], moves=int(found.get("--moves", 1000)))
            arguments = [*plain, "--moves", str(found.get("--moves", 1000))]
            assert analysis.to_dict() == json.loads(winways("solve", *arguments, "--format", "json"))
        elif command[0] == "printf":
            position = ww.position("domineering", "...|...")
            assert [step.name for step in position.moves("left")] == ["a1-a2", "b1-b2", "c1-c2"]
            assert position.play("b1-b2").moves("right") == []
        else:
            assert command[0] in ("cargo", "cat"), command
            continue
        compared.append(command)
    assert len(compared) >= 9


def test_every_example_of_the_catalogue_is_answered_as_by_the_command_line(winways: Callable[..., str]) -> None:
    names = ["nim", "kayles", "wythoff", "clobber", "domineering", "hackenbush", "toads_and_frogs", "chase"]
    for name in names:
        page = ww.game_page(name)
        head, _, position = page["example"].partition(" ")
        found = ww.solve(head, position).to_dict()
        printed = json.loads(winways("solve", head, position, "--format", "json"))
        assert found == printed, name


def test_positions() -> None:
    position = ww.position("domineering", "....|....|....")
    assert position.board == "....|....|...." and str(position) == 'domineering("....|....|....")'
    assert len(position.moves("left")) == 8 and len(position.moves("right")) == 9 and len(position.moves()) == 17
    name = position.moves("left")[0].name
    after = position.play("a2a3")
    assert after == position.play(name) == position.play(position.moves("left")[0]) == position.moves("left")[0].after
    assert after.board.count("v") == 2 and after.game == "domineering"
    total = position + ww.position("nim", "3")
    assert str(total) == 'domineering("....|....|....") + nim(3)'
    assert ww.solve(total).value == ww.solve(position).value + ww.game("*3")  # type: ignore[operator]
    assert {step.name.partition(":")[0] for step in total.moves()} == {"domineering", "nim"}


@pytest.mark.parametrize("text", ["nim(7,8,9)", 'domineering("..|..") + nim(3)', 'clobber("xo.|.xo")'])
def test_positions_read_back(text: str) -> None:
    position = ww.position(text)
    assert eval(repr(position), {"position": ww.position}) == position
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == copy.copy(position) == position
    assert len({position, ww.position(text)}) == 1
    assert position != text


def test_rulesets() -> None:
    text = "name: split\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1"
    split = ww.rules(text)
    assert pickle.loads(pickle.dumps(split)).text == split.text
    position = split.position(5)
    assert [step.text for step in position.moves()] == ["heap 5 -> 1 + 4", "heap 5 -> 2 + 3"]
    assert repr(position).startswith("<position") and ww.solve(position).value == ww.game("*2")
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(ww.ruleset("octal(0.137)"))).name == "octal(0.137)"
    assert ww.ruleset("kayles").is_impartial and not ww.ruleset("clobber").is_impartial
    assert ww.ruleset("chase").may_cycle


def test_parse_errors_point_at_the_place() -> None:
    with pytest.raises(ww.ParseError) as error:
        ww.eval("mean({1|-1}) + é + nim(x)")
    assert error.value.span == (15, 16)
    lines = str(error.value).splitlines()
    assert lines[1].index("é") == lines[2].index("^")
    with pytest.raises(ww.ParseError, match="did you mean `nim`"):
        ww.solve("nm", 3)
    with pytest.raises(ww.ParseError) as error:
        ww.position("domineering", "..|?.")
    assert error.value.span == (3, 4)
    with pytest.raises(ww.ParseError):
        ww.rules("heap n ->")
    assert issubclass(ww.ParseError, ww.Error) and issubclass(ww.Error, Exception)


def test_other_errors() -> None:
    with pytest.raises(TypeError, match="a game"):
        ww.solve(17, 3)
    with pytest.raises(TypeError):
        ww.solve()
    with pytest.raises(ValueError, match="left"):
        ww.position("nim", 3).moves("up")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no move"):
        ww.position("nim", 3).play("heap 9 -> 1")
    with pytest.raises(ValueError, match="belongs to"):
        ww.position("nim", 3).play(ww.position("nim", 4).moves()[0])
    with pytest.raises(ww.UnsupportedError):
        ww.functions.atomic_weight(1)
    with pytest.raises(ww.UnsupportedError):
        ww.table("octal(0.6)", prove=True, misere=True).certificate() or ww.table("clobber")
    with pytest.raises(ww.UnsupportedError):
        ww.position("mnk(3,3,3)") + ww.position("nim", 3)
    with pytest.raises(ww.ParseError, match="not a game"):
        ww.game("1 < 2")
    with pytest.raises(ValueError, match="time"):
        ww.solve("nim", 3, timeout=-1)
    with pytest.raises(ValueError, match="512MiB"):
        ww.solve("nim", 3, memory="much")


def test_misere_play() -> None:
    analysis = ww.solve("nim", 1, 1, misere=True)
    assert analysis.misere and analysis.outcome == "N" and analysis.value is None
    assert ww.solve("nim", 1, 1).outcome == "P"


def test_nim_values_of_any_size() -> None:
    analysis = ww.solve("nim", 2**40)
    assert analysis.nim_value == 2**40 and analysis.value == ww.game(f"*{2**40}") and analysis.winning_move_count == 1


def test_requests_are_those_of_programs() -> None:
    answer = ww.request({"id": 7, "solve": "nim(3,5)"})
    assert answer["id"] == 7 and answer["answer"] == ww.solve("nim(3,5)").to_dict()
    assert ww.request({"nothing": 1})["error"]["type"] == "urn:winways:error:request"
    assert ww.request({"quiz": "nim-value", "seed": 3})["answer"]["topic"] == "nim-value"


def test_verification() -> None:
    found = ww.verify("bouton", up_to=4) if "bouton" in str(ww.games()) else ww.verify("nim", up_to=4)
    assert all(verification["holds"] for verification in found) and found[0]["cases"] > 10
    assert all(verification["holds"] for verification in ww.verify(ww.ruleset("kayles"), up_to=6))


def test_unproved_patterns_answer_on_request() -> None:
    # The answer relies on an assumption, which it names, and is not complete.
    answer = ww.solve("aliquot", 10**12, conjecture=True)
    assert answer.nim_value == 12 and not answer.to_dict()["complete"]
    (assumption,) = answer.assumptions
    assert assumption["statement"] == "g(n) = the number of trailing binary zeros of n for n >= 1"
    # A proved answer needs no assumption.
    proved = ww.solve("mark", 10**18, conjecture=True)
    assert proved.assumptions == [] and proved.to_dict()["complete"]
