"""Progress of long-running work, shown in notebooks.

A ``progress`` callback is called with a :class:`Progress` several times a second once the work has taken more than a second.
Without a callback, a notebook shows a line of text, and other environments show nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ._winways import Progress

__all__ = ["Progress", "usual"]

_WIDTH = 30


class _Line:
    """A line in the output of a notebook's cell."""

    def __init__(self, display: Any) -> None:
        self._handle = display({"text/plain": "working"}, raw=True, display_id=True)

    def __call__(self, progress: Progress) -> None:
        bar = ""
        if progress.total:
            filled = min(_WIDTH, _WIDTH * progress.positions // progress.total)
            percent = min(100, 100 * progress.positions // progress.total)
            bar = f"{percent:3}% |{'█' * filled}{' ' * (_WIDTH - filled)}| "
        self._handle.update({"text/plain": bar + str(progress)}, raw=True)

    def close(self) -> None:
        self._handle.update({"text/plain": ""}, raw=True)


def usual() -> Callable[[Progress], None] | None:
    """Returns the default progress callback: a line of output in a notebook, and ``None`` elsewhere.

    >>> import winways.progress
    >>> winways.progress.usual() is None
    True
    """
    if "ipykernel" not in sys.modules:
        return None
    shell = import_module("IPython").get_ipython()
    display = import_module("IPython.display").display
    return _Line(display) if shell is not None and hasattr(shell, "kernel") else None
