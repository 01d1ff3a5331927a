"""The page in a browser: play, analysis, sequences and more, for built-in games and games of your own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ._winways import RuleError, ruleset
from .own import _Positions
from .registry import register

if TYPE_CHECKING:
    from .page import Server

__all__ = ["serve"]

#: The time limit of a request in seconds.
TIMEOUT = 60.0


def serve(
    *games: Any,
    port: int = 0,
    open_browser: bool = True,
    timeout: float = TIMEOUT,
    memory: int | str | None = None,
) -> Server:
    """Starts a server of the page for this machine, and opens the page in a browser.

    The games are instances of classes of rules, rulesets, classes that need no arguments, or names of built-in games. Games of your
    own are registered, as by :func:`winways.register`. The page starts with the first game. ``timeout``, in seconds, and ``memory``
    limit each request. Port 0 means any free port. A class whose positions are not heaps needs a method ``start``.

    The call returns immediately. A script calls ``serve(...).wait()``.

    >>> import winways as ww
    >>> class Take(ww.PartizanHeaps):
    ...     def left(self, n):
    ...         return [n - k for k in (1, 3) if k <= n]
    ...     def right(self, n):
    ...         return [n - k for k in (1, 2) if k <= n]
    >>> with ww.serve(Take, open_browser=False) as server:
    ...     print(server.url.split("/", 3)[-1])
    #/play/take
    """
    given = [game() if isinstance(game, type) else game for game in games]
    for game in given:
        if isinstance(game, _Positions) and not game._has("start"):
            name = type(game).__name__
            raise RuleError(f"{name} has no method `start(self)`; expected one, since the page begins with the position that it returns")
        if not isinstance(game, str):
            register(game)
    address = f"#/play/{quote(ruleset(given[0]).name)}" if given else ""
    # Imported here, since most programs need no server.
    from .page import Server

    server = Server(address, port, timeout, memory)
    if open_browser:
        import webbrowser

        webbrowser.open(server.url)
    return server
