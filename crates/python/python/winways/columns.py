"""Conversion of columns of solved tables to data frames. Requires the data frame libraries."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

__all__ = ["to_arrow", "to_pandas"]


def to_arrow(columns: Mapping[str, Any]) -> Any:
    """Returns the columns as a ``pyarrow`` table. Numbers in buffers are not copied."""
    pyarrow: Any = import_module("pyarrow")

    arrays = {}
    for name, column in columns.items():
        if isinstance(column, memoryview):
            buffers = [None, pyarrow.py_buffer(column)]
            arrays[name] = pyarrow.Array.from_buffers(pyarrow.int64(), len(column), buffers)
        else:
            arrays[name] = pyarrow.array(column, pyarrow.string())
    return pyarrow.table(arrays)


def to_pandas(columns: Mapping[str, Any]) -> Any:
    """Returns the columns as a ``pandas`` data frame."""
    return import_module("pandas").DataFrame(dict(columns))
