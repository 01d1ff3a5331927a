"""Games in which play may cycle, as values."""

import pickle

import pytest

import winways as ww

over = ww.eval("over")
on = ww.eval("on")


def test_operators() -> None:
    assert isinstance(over, ww.LoopyValue)
    assert repr(over + 5) == "loopy('5over')"
    assert 5 + over == over + 5
    assert over - 5 == ww.eval("-5+over")
    assert -over == ww.eval("under")
    assert 3 * over == over
    assert over < 0.5 and over > 0 and over >= over
    assert ww.up < over
    assert ww.game("1") + on == on
    assert on - on == ww.eval("dud")
    assert over - over != over
    with pytest.raises(ValueError, match="expected a number"):
        over + ww.eval("ω")
    with pytest.raises(TypeError):
        over + "a"


def test_attributes() -> None:
    dud = ww.eval("on + off")
    assert (str(dud.onside), str(dud.offside), dud.outcome, dud.is_stopper) == ("on", "off", "D", False)
    assert over.options == [[ww.game("0")], [over]]
    assert over.latex() == r"\mathbf{over}"
    assert over._repr_latex_() == r"$\mathbf{over}$"
    assert over.kind == "a loopy game"
    assert {over: 1}[ww.eval("{0|pass}")] == 1
    assert pickle.loads(pickle.dumps(dud)) == dud


def test_functions() -> None:
    assert str(ww.functions.degree(ww.eval("upon"))) == "uponth"
    assert ww.functions.stops(ww.eval("{on|0}")) == [on, ww.game("0")]
    assert ww.functions.is_loopfree(1) and not ww.functions.is_loopfree(over)
    loop = ww.functions.oo(0, 2)
    assert (str(loop), loop.kind, loop.outcome) == ("∞(0,2)", "an impartial loop", "N")
    assert str(loop + ww.star) == "∞(1,3)"
    assert ww.eval("[x, {x|0}]", x=over) == [over, ww.eval("{over|0}")]


def test_pictures() -> None:
    walls = (over + ww.game("{3|1}")).thermograph()
    assert walls == ww.eval("thermograph(over + {3|1})") and (walls.mean, walls.temperature) == (2, 1)
    assert walls.left_breakpoints == [tuple(point) for point in ww.functions.left_breakpoints(over + ww.game("{3|1}"))]
    assert pickle.loads(pickle.dumps(walls)) == walls
    with pytest.raises(ww.ParseError, match="no mast"):
        ww.eval("{on|0}").thermograph()
    assert ww.svg(over).startswith("<svg") and ww.svg(ww.eval("2over - 3")).startswith("<svg")
    with pytest.raises(ww.Error, match="not a stopper"):
        ww.svg(ww.eval("on + off"))


def test_loony() -> None:
    loony = ww.eval("loony")
    assert repr(loony) == "loony" and loony + ww.eval("*2") == loony
    assert loony.outcome == "N"
    assert ww.eval("top_entails(3)").value == loony
    with pytest.raises(ValueError, match="only to impartial games"):
        loony + ww.game("1")
    assert ww.eval('nimstring("0-1 1-2")').value == loony
    assert ww.solve("nimstring", "0-1 1-2").outcome == "N"


def test_positions() -> None:
    position = ww.eval('loopy_graph{0 0 R, 0 1 L}("0 left")')
    assert position.value == over
    assert str(ww.eval('loopy_graph{0 0 R, 0 1 L}("0 left") + 5')) == "5over"
