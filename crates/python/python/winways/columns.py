"""Columns of solved tables as data frames, and values of tables as arrays. Each function requires the library whose type it returns."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._winways import Database, Table

__all__ = ["array", "arrow_array", "to_arrow", "to_pandas"]


def to_arrow(self: Database, *, start: int = 0, most: int | None = None, texts: bool = True) -> Any:
    """Returns the columns as a ``pyarrow`` table. Requires ``pyarrow``."""
    pyarrow: Any = import_module("pyarrow")

    arrays = {}
    for name, column in self.columns(start=start, most=most, texts=texts).items():
        if isinstance(column, memoryview):
            arrays[name] = _arrow_numbers(column)
        else:
            arrays[name] = pyarrow.array(column, pyarrow.string())
    return pyarrow.table(arrays)


def to_pandas(self: Database, *, start: int = 0, most: int | None = None, texts: bool = True) -> Any:
    """Returns the columns as a ``pandas`` data frame. Requires ``pandas``."""
    return import_module("pandas").DataFrame(self.columns(start=start, most=most, texts=texts))


def _arrow_numbers(numbers: memoryview) -> Any:
    """Returns the numbers of a view as a ``pyarrow`` array without copying. Each further dimension becomes a list of fixed size."""
    pyarrow: Any = import_module("pyarrow")
    kinds = {"H": pyarrow.uint16, "Q": pyarrow.uint64, "q": pyarrow.int64}
    count = numbers.nbytes // numbers.itemsize
    found = pyarrow.Array.from_buffers(kinds[numbers.format](), count, [None, pyarrow.py_buffer(numbers)])
    for size in reversed((numbers.shape or ())[1:]):
        found = pyarrow.FixedSizeListArray.from_arrays(found, size)
    return found


def _values(table: Table) -> Any:
    if table.values is None:
        raise KeyError("the table was made without values")
    return table.values


def array(self: Table, dtype: Any = None, copy: bool | None = None) -> Any:
    """Returns the values as a ``numpy`` array. Numbers are not copied, games become objects, and outcomes become letters."""
    numpy: Any = import_module("numpy")
    values = _values(self)
    if isinstance(values, memoryview):
        found = numpy.asarray(values)
        is_copy = dtype is not None and found.dtype != dtype
    else:
        found = numpy.array(list(values), dtype=str if self.kind in ("outcomes", "quotient") else object)
        is_copy = True
    if is_copy and copy is False:
        raise ValueError("these values cannot be converted to an array without copying")
    if dtype is not None:
        found = found.astype(dtype, copy=False)
    return found.copy() if copy and not is_copy else found


def arrow_array(self: Table, requested_schema: Any = None) -> Any:
    """Returns the values for Arrow's C data interface. Numbers are not copied, and other values become strings. Requires ``pyarrow``."""
    pyarrow: Any = import_module("pyarrow")
    values = _values(self)
    is_view = isinstance(values, memoryview)
    found = _arrow_numbers(values) if is_view else pyarrow.array([str(value) for value in values], pyarrow.string())
    return found.__arrow_c_array__(requested_schema)
