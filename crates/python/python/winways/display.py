"""Rich output for notebooks: boards with their winning moves marked, typeset values, plots, tables.

Importing the package adds the display methods of notebooks to its classes (``_repr_svg_``, ``_repr_latex_``, ``_repr_html_``), and
the conversions of solved tables to data frames.
This module works without a notebook: :func:`svg` returns any picture as a string.
"""

from __future__ import annotations

from html import escape
from typing import Any

from . import _winways
from ._winways import Analysis, Database, Error, Game, LimitReached, Position, RuleError, Table, Thermograph
from .columns import array, arrow_array, to_arrow, to_pandas
from .loopy import LoopyValue

__all__ = ["svg"]

#: The time limit for finding the winning moves in a picture, in seconds.
SOLVING = 1.0
#: The maximum number of marked moves; more would be illegible.
MOST_MARKED = 12
#: The maximum numbers of values and of rows that a table shows.
MOST_VALUES = 100
MOST_ROWS = 40
#: The maximum number of values in a plot.
MOST_PLOTTED = 20_000


def svg(shown: Position | Analysis | Thermograph | LoopyValue | Table | Database) -> str:
    """Returns a picture as SVG: of a position with its winning moves marked, an analysis, a thermograph, a stopper, a table or a database.

    >>> import winways as ww
    >>> ww.svg(ww.game("{3|1}").thermograph())[:4]
    '<svg'
    """
    if isinstance(shown, Position):
        return _winways._position_svg(shown, _winning_moves(shown))
    if isinstance(shown, Analysis):
        return _winways._position_svg(shown.position, _marked_moves(shown))
    if isinstance(shown, Thermograph):
        return _winways._thermograph_svg(shown)
    if isinstance(shown, LoopyValue):
        return _winways._loopy_svg(str(shown))
    if isinstance(shown, Table):
        return _table_svg(shown)
    if isinstance(shown, Database):
        return _database_svg(shown)
    raise TypeError(f"expected a position, an analysis, a thermograph, a stopper, a table or a database, not {type(shown).__name__}")


def _winning_moves(position: Position) -> list[_winways.Move]:
    """Returns the first winning moves if they are found quickly."""
    try:
        answer = _winways.solve(position, timeout=SOLVING, moves=MOST_MARKED)
    except RuleError:
        raise
    except Error:
        return []
    return _marked_moves(answer)


def _marked_moves(answer: Analysis) -> list[_winways.Move]:
    """Returns the first winning moves. The moves that an analysis lists for a lost or drawn position do not win."""
    return answer.winning_moves[:MOST_MARKED] if answer.outcome in ("N", "L", "R") else []


def _label_of_moves(answer: Analysis) -> str:
    """Returns the name of the moves that an analysis lists, as on the page."""
    if not answer.winning_moves or answer.outcome not in ("D", "P"):
        return "Winning moves"
    return "Drawing moves" if answer.outcome == "D" else "Best moves"


def _position_svg(self: Position) -> str | None:
    try:
        return svg(self)
    except RuleError:
        raise
    except Error:
        # Too large for a picture: the notebook shows the text.
        return None


def _analysis_html(self: Analysis) -> str:
    facts = [("Outcome", self.outcome), ("Value", self.value), ("Remoteness", self.remoteness)]
    rows = "".join(
        f"<tr><th>{name}</th><td>{escape(str(fact))}</td></tr>" for name, fact in facts if fact is not None
    )
    moves = ", ".join(escape(move.name) for move in self.winning_moves[:MOST_MARKED])
    count = self.winning_move_count or 0
    more = f" and {count - MOST_MARKED} more" if count > MOST_MARKED else ""
    rows += f"<tr><th>{_label_of_moves(self)}</th><td>{moves or 'none'}{more}</td></tr>"
    why = "".join(f"<li>{escape(line)}</li>" for line in self.explanation)
    try:
        picture = svg(self)
    except RuleError:
        raise
    except Error:
        picture = f"<p>{escape(str(self.position))}</p>"
    return f"{picture}<table>{rows}</table>" + (f"<ul>{why}</ul>" if why else "")


def _game_latex(self: Game) -> str | None:
    try:
        return f"$\\displaystyle {self.latex}$"
    except LimitReached:
        return None


def _pattern(table: Table) -> str:
    """Returns the known period as one line of text."""
    if table.period is None:
        return ""
    status = "" if table.status in (None, "none") else f", {table.status}"
    return f"preperiod {table.preperiod}, period {table.period}{status}"


def _table_svg(table: Table) -> str:
    if table.kind in ("heaps", "nim-values of expressions") and table.values is not None:
        variable, first = ("heap", 0) if table.kind == "heaps" else ("n", table.to_dict()["from"] or 0)
        values = table.values[:MOST_PLOTTED].tolist()
        repetition = None
        if table.period is not None and table.preperiod is not None and table.preperiod < first + len(values):
            repetition = (table.preperiod, table.period, _pattern(table))
        return _winways._sequence_svg(table.game, variable, values, repetition, first)
    if table.kind == "pairs" and table.values is not None:
        return _winways._pairs_svg(table.game, table.values.tolist())
    raise Error(f"there is no picture of a table of {table.kind}")


def _grid(head: list[Any], rows: list[list[Any]]) -> str:
    top = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join(
        "<tr><th>" + escape(str(row[0])) + "</th>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _table_html(self: Table) -> str:
    pattern = _pattern(self)
    caption = escape(self.game) + (f": {escape(pattern)}" if pattern else "")
    values = self.values
    body = ""
    if values is None:
        body = "<p>no values were requested</p>"
    elif self.kind == "pairs":
        shown = [row[:MOST_ROWS] for row in values.tolist()[:MOST_ROWS]]
        body = _grid(["", *range(len(shown))], [[number, *row] for number, row in enumerate(shown)])
    elif self.kind == "triples":
        body = f"<p>{len(self)} slices of pairs; see <code>values</code></p>"
    elif "expressions" in self.kind:
        found: Any = self.to_dict()
        columns = {"value": found["values"]}
        if self.kind == "expressions":
            columns |= {"outcome": found["outcomes"]["values"], "mean": found["means"], "temperature": found["temperatures"]}
        rows = [[found["from"] + place, *row] for place, row in enumerate(zip(*columns.values(), strict=True))]
        body = _grid(["", *columns], rows[:MOST_VALUES])
        if len(rows) > MOST_VALUES:
            body += f"<p>and {len(rows) - MOST_VALUES} more</p>"
    else:
        listed = list(values[: MOST_VALUES])
        tens = [listed[start : start + 10] for start in range(0, len(listed), 10)]
        body = _grid(["", *range(10)], [[10 * number, *row] for number, row in enumerate(tens)])
        if len(values) > MOST_VALUES:
            body += f"<p>and {len(values) - MOST_VALUES} more</p>"
    try:
        picture = _table_svg(self)
    except Error:
        picture = ""
    return f"<p>{caption}</p>{picture}{body}"


def _database_svg(database: Database) -> str:
    counts = database.counts()
    return _winways._counts_svg(database.game, "moves to the end", list(counts["won"]), list(counts["lost"]))


def _database_html(self: Database) -> str:
    counts = self.counts()
    rows = [[name, sum(counts[name])] for name in ("won", "lost")] + [["drawn", counts["drawn"]]]
    return f"<p>{escape(self.game)}</p>{_database_svg(self)}{_grid(['', 'positions'], rows)}"


def _widget(self: Position) -> Any:
    """Returns a clickable board for notebooks. Requires the extra ``notebook``, which is the package ``anywidget``."""
    try:
        from .widget import board
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "traitlets"):
            raise
        raise ModuleNotFoundError(f"a clickable board needs {error.name}: pip install 'winways[notebook]'", name=error.name) from None
    return board(self)


def _add_display_methods() -> None:
    """Adds the display methods to the classes of the extension."""
    methods: list[tuple[type, str, Any]] = [
        (Position, "_repr_svg_", _position_svg),
        (Position, "widget", _widget),
        (Analysis, "_repr_html_", _analysis_html),
        (Game, "_repr_latex_", _game_latex),
        (Thermograph, "_repr_svg_", svg),
        (Table, "_repr_html_", _table_html),
        (Table, "__array__", array),
        (Table, "__arrow_c_array__", arrow_array),
        (Database, "_repr_html_", _database_html),
        (Database, "to_arrow", to_arrow),
        (Database, "to_pandas", to_pandas),
    ]
    for kind, name, method in methods:
        setattr(kind, name, method)


_add_display_methods()
