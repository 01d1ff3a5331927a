"""Columns of solved tables as data frames. Requires the data frame libraries."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._winways import Database

__all__ = ["to_arrow", "to_pandas"]


def to_arrow(self: Database, *, start: int = 0, most: int | None = None, texts: bool = True) -> Any:
    """Returns the columns as a ``pyarrow`` table. Requires ``pyarrow``."""
    pyarrow: Any = import_module("pyarrow")

    arrays = {}
    for name, column in self.columns(start=start, most=most, texts=texts).items():
        if isinstance(column, memoryview):
            # Numbers in buffers are not copied.
            buffers = [None, pyarrow.py_buffer(column)]
            arrays[name] = pyarrow.Array.from_buffers(pyarrow.int64(), len(column), buffers)
        else:
            arrays[name] = pyarrow.array(column, pyarrow.string())
    return pyarrow.table(arrays)


def to_pandas(self: Database, *, start: int = 0, most: int | None = None, texts: bool = True) -> Any:
    """Returns the columns as a ``pandas`` data frame. Requires ``pandas``."""
    return import_module("pandas").DataFrame(self.columns(start=start, most=most, texts=texts))
