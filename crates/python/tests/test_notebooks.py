"""The notebooks of the documentation run, and give what is written down in them.

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

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb"))

#: No cell takes longer, in seconds.
MOST_SECONDS = 60


def test_there_are_five() -> None:
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_gives_what_is_written_down(path: Path) -> None:
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
    """Leaves out what differs from run to run."""
    cell.metadata.clear()
    if cell.cell_type == "code":
        cell.execution_count = None
        # What takes more than a second shows how far it has come.
        cell.outputs = [output for output in cell.outputs if output.output_type != "display_data"]
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = None
            for kind, text in output.get("data", {}).items():
                output["data"][kind] = same(text)


def same(text: Any) -> Any:
    """A text without addresses in memory."""
    return re.sub(r" at 0x[0-9a-f]+", "", text) if isinstance(text, str) else text


def outputs(cell: Any) -> list[Any]:
    """What a cell gave, without how often it was run."""
    given = cell.get("outputs", [])
    return [{key: value for key, value in output.items() if key != "execution_count"} for output in given]
