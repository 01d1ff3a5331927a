"""Every public name is documented, and every example in the documentation runs."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import winways as ww
from winways import _winways

PACKAGE = Path(ww.__file__).parent
MODULES = [
    ".".join(("winways", *path.relative_to(PACKAGE).with_suffix("").parts))
    for path in PACKAGE.rglob("*.py")
    if path.stem not in ("__init__",)
] + ["winways"]


def documented() -> Iterator[tuple[str, object]]:
    """Yields every public object, and the members of classes, by name."""
    for name in _winways.__all__:
        thing = getattr(_winways, name)
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


THINGS = dict(documented())


@pytest.mark.parametrize("name", THINGS)
def test_everything_is_documented(name: str) -> None:
    documentation = inspect.getdoc(THINGS[name])
    is_inherited = documentation == inspect.getdoc(Exception)
    assert documentation and not is_inherited, f"{name} has no documentation"


def run_examples(text: str, name: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {"ww": ww}, name, None, None)
    runner = doctest.DocTestRunner(verbose=False)
    results = runner.run(test)
    assert results.failed == 0, f"an example of {name} fails"
    return results.attempted


@pytest.mark.parametrize("name", THINGS)
def test_examples_of_the_extension(name: str) -> None:
    run_examples(inspect.getdoc(THINGS[name]) or "", name)


def test_there_are_examples() -> None:
    texts = [inspect.getdoc(thing) or "" for thing in THINGS.values()]
    assert sum(text.count(">>>") for text in texts) > 80


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_package(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no documentation"
    assert doctest.testmod(module).failed == 0


def test_public_names() -> None:
    assert list(ww.__all__) == sorted(ww.__all__)
    for name in ww.__all__:
        assert hasattr(ww, name)
    # All public names of the extension are public in the package, except those that implement the functions. `eval` would
    # shadow Python's own in `from winways import *`.
    hidden = {"call", "calculator_functions", "eval"}
    public = {name for name in _winways.__all__ if not name.startswith("_")}
    assert public - hidden <= set(ww.__all__)


def test_version() -> None:
    assert ww.__version__ == importlib.metadata.version("winways")


def arguments(name: str, example: str) -> list[object]:
    """Returns the arguments of an example as Python objects."""
    inside = example.removeprefix(f"{name}(").removesuffix(")")
    if name in ("genus", "misere", "misere_outcome", "misere_tameness", "winning_moves"):
        return [ww.position(inside)]
    values = ww.eval(f"[{inside}]")
    assert isinstance(values, list)
    return values


FUNCTIONS = {row[0]: row for row in _winways.calculator_functions()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_of_the_calculator(name: str) -> None:
    _, _, _, _, summary, example, answer, source = FUNCTIONS[name]
    function = getattr(ww.functions, name)
    documentation = inspect.getdoc(function) or ""
    assert documentation.startswith(summary) and source in documentation and name == function.__name__
    value = ww.eval(example)
    assert str(function(*arguments(name, example))) == str(value)
    if isinstance(value, list):
        # The calculator prints texts without quotation marks.
        assert str(value).replace("game('", "").replace("loopy('", "").replace("'", "").replace(")", "") == answer.replace("\"", "")
    elif isinstance(value, bool):
        assert str(value).lower() == answer
    elif isinstance(value, ww.Thermograph):
        assert answer.startswith(f"mean {value.mean}, temperature {value.temperature};")
    else:
        assert str(value).rstrip("\n") == answer.rstrip("\n")
    with pytest.raises((TypeError, ww.Error)):
        function()


@pytest.mark.parametrize("page", ["docs/python.md", "docs/python-games.md", "crates/python/README.md"])
def test_examples_of_the_guide(page: str, repository: Path) -> None:
    text = (repository / page).read_text(encoding="utf-8")
    blocks = [block.split("```", 1)[0] for block in text.split("```python\n")[1:]]
    assert blocks
    assert run_examples("\n".join(blocks), page) > 0
