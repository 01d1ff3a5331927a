"""The notebooks of the documentation run, and produce the stored output.

`WINWAYS_WRITE_NOTEBOOKS=1` writes their outputs down anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("polars")
pytest.importorskip("anywidget")

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb"))

#: The kind of the output of a widget, which needs a running notebook.
WIDGET = "application/vnd.jupyter.widget-view+json"

#: The time limit of a cell, in seconds.
MOST_SECONDS = 60


def test_there_are_seven() -> None:
    assert len(NOTEBOOKS) == 7


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_produces_its_stored_output(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    written = [outputs(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=MOST_SECONDS, kernel_name="python3").execute()
    for cell in notebook.cells:
        strip(cell)
    if os.environ.get("WINWAYS_WRITE_NOTEBOOKS"):
        nbformat.write(notebook, path)
        return
    for cell, before in zip(notebook.cells, written, strict=True):
        assert outputs(cell) == before, cell.source


def strip(cell: Any) -> None:
    """Removes output that differs between runs."""
    cell.metadata.clear()
    if cell.cell_type == "code":
        cell.execution_count = None
        # Work of more than a second shows its progress, and a widget has a number.
        cell.outputs = [
            output for output in cell.outputs if output.output_type != "display_data" and WIDGET not in output.get("data", {})
        ]
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = None
            for kind, text in output.get("data", {}).items():
                output["data"][kind] = same(text)


def same(text: Any) -> Any:
    """Removes memory addresses from a text."""
    return re.sub(r" at 0x[0-9a-f]+", "", text) if isinstance(text, str) else text


def outputs(cell: Any) -> list[Any]:
    """Returns the output of a cell without its execution count."""
    given = cell.get("outputs", [])
    return [{key: value for key, value in output.items() if key != "execution_count"} for output in given]
