"""The output of notebooks, and the widget."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import winways as ww
from own_games import Domineering, Kayles


def texts(picture: str) -> list[str]:
    """Returns the texts in a picture, which must be XML."""
    return [element.text or "" for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("text")]


def shown(thing: object, kind: str = "svg") -> str:
    """Returns the output of a notebook for an object."""
    picture = getattr(thing, f"_repr_{kind}_")()
    assert isinstance(picture, str)
    return picture


def test_winning_moves_are_marked_and_nothing_in_a_lost_position() -> None:
    won, lost = shown(ww.position("nim", 7, 8, 9)), shown(ww.position("nim", 3, 5, 6))
    assert "stroke-dasharray" in won or won.count("<circle") > lost.count("<circle")
    assert ww.svg(ww.solve("nim", 7, 8, 9)) == won
    unmarked = ww._winways._position_svg(ww.position("nim", 7, 8, 9), [])
    assert won != unmarked
    assert lost == ww._winways._position_svg(ww.position("nim", 3, 5, 6), [])


def test_own_games_are_drawn_like_built_in_ones() -> None:
    own = ww._winways._position_svg(ww.position(Domineering(), "...|.#.|..."), [])
    assert len(texts(own)) == len(texts(ww._winways._position_svg(ww.position("domineering", "...|.#.|..."), [])))
    assert texts(shown(ww.position(Kayles(), 7, 4))) != []


class Strip(ww.ImpartialGame[str]):
    """Take two adjacent free cells."""

    def options(self, strip: str) -> list[str]:
        return [f"{strip[:i]}xx{strip[i + 2 :]}" for i in range(len(strip) - 1) if strip[i : i + 2] == ".."]


@pytest.mark.parametrize(
    ("view", "elements"),
    [("...", 3), ("..\n.#", 4), ([3, 1, 4], 3), ([["left", None], [("Q", "right"), "#"]], 4), (5, 1)],
)
def test_views_of_all_kinds(view: object, elements: int) -> None:
    class Seen(Strip):
        def view(self, strip: str) -> object:  # type: ignore[override]
            return view

    told = ww._winways._position_moves(ww.position(Seen(), "...."))
    figure = told["view"]["figures"][0]
    assert len(figure.get("cells", figure.get("heaps"))) == elements
    assert shown(ww.position(Seen(), "....")).startswith("<svg")


@pytest.mark.parametrize(("view", "message"), [(object(), "which is not a picture"), ([[object()]], r"\.view\(.*\) gave .*, in which the cell <object.* is invalid; expected a string"), ("", "which is not a picture")])
def test_invalid_views_are_reported(view: object, message: str) -> None:
    class Seen(Strip):
        def view(self, strip: str) -> object:  # type: ignore[override]
            return view

    with pytest.raises(ww.RuleError, match=message):
        ww.svg(ww.position(Seen(), "...."))


def test_exceptions_of_a_view_arrive_unchanged() -> None:
    class Failing(Strip):
        def view(self, strip: str) -> str:
            raise LookupError("no view")

    with pytest.raises(LookupError, match="no view"):
        ww.svg(ww.position(Failing(), "...."))


def test_moves_touch_the_cells_that_change() -> None:
    told = ww._winways._position_moves(ww.position(Strip(), "...."))
    assert [move["touches"] for move in told["moves"]] == [[[0, i], [0, i + 1]] for i in range(3)]


def test_values_are_typeset() -> None:
    assert shown(ww.game("{3|1}"), "latex") == r"$\displaystyle \left\{3\mid 1\right\}$"


def test_thermographs_and_tables_are_pictures() -> None:
    assert texts(shown(ww.game("{3|1}").thermograph()))
    table = shown(ww.table("kayles", up_to=200), "html")
    assert "preperiod 71, period 12" in table and table.count("<circle") > 150
    assert "<th>19</th>" not in table and "<th>90</th>" in table
    pairs = shown(ww.table("wythoff", up_to=5), "html")
    assert re.findall(r"<td>(\d+)</td>", pairs)[:6] == ["0", "1", "2", "3", "4", "5"]
    misere = shown(ww.table("kayles", up_to=8, misere=True), "html")
    assert "".join(re.findall(r"<td>([NP])</td>", misere)) == "NPNNPNNNN"


def test_databases_show_their_counts(tmp_path: Path) -> None:
    database = ww.Database.build("chase 3", str(tmp_path / "chase"))
    counts = database.counts()
    page = shown(database, "html")
    assert f"<td>{sum(counts['won'])}</td>" in page and "<svg" in page


def test_html_escapes_texts_of_classes() -> None:
    class Tagged(ww.ImpartialGame[int]):
        def options(self, position: int) -> list[int]:
            return list(range(position))

        def move_name(self, before: int, after: int) -> str:
            return f"<script>{after}"

    page = shown(ww.solve(Tagged(), 3), "html")
    assert "<script>" not in page and "&lt;script&gt;0" in page


def test_a_board_is_played_by_clicks() -> None:
    pytest.importorskip("anywidget")
    board = ww.position("domineering", "..|..").widget()
    assert {move["text"] for move in board.state["moves"]} == {"a1-a2", "b1-b2", "a1-b1", "a2-b2"}
    board._receive({"move": "a1-a2", "player": "left"})
    assert board.moves == ["a1-a2"] and str(board.position) == 'domineering("v.|v.")'
    assert board.played == 1 and len(board.state["moves"]) == 1
    board._receive({"undo": True})
    assert board.moves == [] and board.played == 0
    board.marked = True
    assert {move["outcome"] for move in board.state["moves"]} == {"win"}
    with pytest.raises(ValueError, match="not a move"):
        board.make("c1-c2")
    board.make("a1-b1", "right")
    board._receive({"reset": True})
    assert board.moves == []


def test_moves_of_either_player_are_marked_for_who_makes_them() -> None:
    pytest.importorskip("anywidget")
    board = ww.position('clobber("xxo") + nim(1)').widget()
    board.marked = True
    # It is a winning move for Left, but not for Right.
    marks = {(move["text"], move["player"]): move["outcome"] for move in board.state["moves"]}
    assert marks["nim: heap 1 -> 0", "either"] == "win"
    assert marks["clobber: b1xc1", "left"] == "loss" and marks["clobber: c1xb1", "right"] == "win"
    # After a move of Left, Right is to move, and the only move loses.
    board.make("clobber: b1xc1", "left")
    assert [move["outcome"] for move in board.state["moves"]] == ["win"]
    board.reset()
    board.make("clobber: c1xb1", "right")
    assert board._turn == "left"
    board.reset()
    board.make("nim: heap 1 -> 0", "right")
    assert board._turn == "left" and board.moves == ["nim: heap 1 -> 0"]
    # Moves that keep a draw are not winning.
    drawn = ww.position("tic-tac-toe", "...|...|...").widget()
    drawn.marked = True
    assert {move["outcome"] for move in drawn.state["moves"]} == {"draw"}


def test_an_opponent_replies_with_a_best_move() -> None:
    pytest.importorskip("anywidget")
    board = ww.position("nim", 3, 5, 7).widget()
    board._receive({"reply": True})
    assert board.position.outcome == "P" and len(board.moves) == 1
    board._receive({"hint": True})
    assert board.marked and {move["outcome"] for move in board.state["moves"]} == {"loss"}
    board._receive({"hint": True})
    assert not board.marked
    # At the start Right is the opponent, and after a move of Right it is Left.
    board = ww.position("domineering", "..|..").widget()
    board.reply()
    assert board._turn == "left" and board.position.outcome == "R"
    # Left has no move.
    board.reply()
    assert len(board.moves) == 1
    board = ww.position("clobber", "xoxo").widget()
    board.make("a1xb1", "left")
    board.reply()
    assert board._turn == "left" and len(board.moves) == 2
    # If every result is unknown, any move will do, and without a move nothing happens.
    board = ww.position("domineering", "|".join(["." * 9] * 9)).widget()
    board.reply()
    assert len(board.moves) == 1
    board = ww.position("nim", 0).widget()
    board.reply()
    assert board.moves == []


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "anywidget.py").write_text("raise ModuleNotFoundError('no', name='anywidget')")
    program = "import winways as ww\ntry: ww.position('nim', 3).widget()\nexcept ModuleNotFoundError as error: print(error)"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "a clickable board needs anywidget: pip install 'winways[notebook]'\n"


def test_the_module_of_the_board_is_one_and_has_the_page_in_it() -> None:
    pytest.importorskip("anywidget")
    from winways import widget

    module = widget.module()
    assert not re.search(r"^(import|export (?!default))", module, re.MULTILINE)
    assert "class BoardView" in module and "ww-board" in widget.style()
    root = Path(__file__).parents[2] / "page" / "files"
    _, styles = ww._winways._board_files()
    assert styles == "".join((root / "css" / name).read_text(encoding="utf-8") for name in ("base.css", "figures.css"))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_module_of_the_board_is_javascript(tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    from winways import widget

    file = tmp_path / "board.mjs"
    file.write_text(widget.module(), encoding="utf-8")
    subprocess.run(["node", "--check", str(file)], check=True, timeout=60)


PAGE = """<!doctype html><meta charset=utf-8><style>{style}</style><div id=first></div><div id=second></div><pre id=log></pre>
<script type=module>
const log = document.getElementById("log");
addEventListener("error", (event) => log.append(`error ${{event.message}} `));
const load = () => import(URL.createObjectURL(new Blob([{module}], {{ type: "text/javascript" }})));
for (const id of ["first", "second"]) {{
  const values = {{ state: {state}, marked: true, played: 0 }};
  const model = {{ get: (name) => values[name], on() {{}}, off() {{}}, send: (message) => log.append(`sent ${{message.move}} by ${{message.player}} `) }};
  (await load()).default.render({{ model, el: document.getElementById(id) }});
}}
const hits = [...document.querySelectorAll("#second .hit.usable")];
log.append(`${{hits.length}} elements `);
hits[0].dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
document.querySelector("#second .chooser button").click();
</script>"""

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_draws_the_board_and_sends_moves(tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    from winways import widget

    state = ww.position("domineering", "...|.#.").widget().state
    page = PAGE.format(style=widget.style(), module=json.dumps(widget.module()), state=json.dumps(state))
    file = tmp_path / "board.html"
    file.write_text(page, encoding="utf-8")
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    run = [str(CHROMIUM), *arguments, "--virtual-time-budget=10000", "--dump-dom", file.as_uri()]
    drawn = subprocess.run(run, check=True, timeout=60, capture_output=True, text=True).stdout
    log = re.search(r'<pre id="log">(.*?)</pre>', drawn)
    assert log is not None and log[1].strip() == "5 elements sent a1-a2 by left"


#: Boxes of which every move gives a box to the opponent.
BOXES = "dldld|.b.b.|dldld"


def test_the_listed_moves_have_the_name_of_the_page() -> None:
    for game, board, label in [
        ("tic-tac-toe", "...|...|...", "Drawing moves"),
        ("tic-tac-toe", "xo.|...|...", "Winning moves"),
        ("nim", "3 5", "Winning moves"),
        ("nim", "3 3", "Winning moves"),
    ]:
        page = shown(ww.solve(game, board), "html")
        assert f"<th>{label}</th>" in page, board
    # The player to move loses, and the answer lists the moves that lose least.
    lost = ww.solve("dots-and-boxes", BOXES)
    assert lost.outcome == "P" and lost.winning_moves
    assert "<th>Best moves</th>" in shown(lost, "html")


def test_only_winning_moves_are_marked() -> None:
    for position in (ww.position("tic-tac-toe", "...|...|..."), ww.position("dots-and-boxes", BOXES)):
        assert ww.solve(position).winning_moves
        assert ww.svg(ww.solve(position)) == ww.svg(position) == ww._winways._position_svg(position, [])
    position = ww.position("nim", 3, 5)
    assert ww.svg(ww.solve(position)) == ww.svg(position) != ww._winways._position_svg(position, [])
