//! Positions and moves.

use crate::errors::{Error, UnsupportedError, raise_fault, wrong_text};
use crate::raised;
use crate::ruleset::{Ruleset, game_of};
use crate::work::Watch;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;
use winways::{AnyGame, Catalogue, Glyphs, Match, Play, Player, PositionMove, Span};

/// A position: of one game, or a sum of several. It is the board as it was given, and after a move the same board.
///
/// Positions add: `p + q` is the disjunctive sum. They are equal where they are written alike.
///
/// >>> import winways as ww
/// >>> p = ww.position("domineering", "..|..")
/// >>> p.play("a1-a2"), p + ww.position("nim", 3)
/// (position('domineering("v.|v.")'), position('domineering("..|..") + nim(3)'))
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) position: Arc<winways::Position>,
    /// The play that its rules state.
    pub(crate) play: Play,
    /// Its game, where there is one.
    pub(crate) game: Option<Arc<dyn AnyGame>>,
    /// Whether its text alone tells it: all its games are of the catalogue.
    pub(crate) reads_back: bool,
}

impl Position {
    /// A position whose text tells it.
    pub(crate) fn new(position: winways::Position, play: Play) -> Self {
        Position { position: Arc::new(position), play, game: None, reads_back: true }
    }

    /// A position of a game.
    fn of(position: winways::Position, ruleset: &Ruleset) -> Self {
        Position {
            play: ruleset.game.play(),
            position: Arc::new(position),
            game: Some(ruleset.game.clone()),
            reads_back: ruleset.is_known,
        }
    }

    /// A position of a game, in its notation.
    pub(crate) fn of_game(py: Python<'_>, ruleset: &Ruleset, text: &str) -> PyResult<Self> {
        let position = winways::Position::of_game(&*ruleset.game, text);
        let position = position.map_err(|diagnostic| {
            raised::take_exception().unwrap_or_else(|| wrong_text(py, text, &diagnostic))
        })?;
        Ok(Position::of(position, ruleset))
    }

    /// Another position of the same game or games.
    pub(crate) fn like(&self, position: winways::Position) -> Self {
        Position { position: Arc::new(position), ..self.clone() }
    }

    /// A move in it.
    pub(crate) fn step(&self, step: PositionMove) -> Move {
        Move { position: self.clone(), step }
    }

    /// The moves of both players; rules may be slow.
    fn all_moves(&self, py: Python<'_>) -> PyResult<Vec<PositionMove>> {
        let position = &self.position;
        let moves = Watch::new(None, None).run(py, |_| position.moves())?;
        moves.map_err(|fault| raise_fault(py, &fault))
    }

    /// The one move that a text may mean to one player, told apart as people type moves.
    fn typed(&self, text: &str, player: Player) -> Result<Option<PositionMove>, String> {
        let Some(game) = &self.game else { return Ok(None) };
        let game = Match::new(game.clone(), self.position.copy(), self.play, player);
        let reader = game.reader().map_err(|fault| fault.to_string())?;
        match reader.read(text) {
            Ok(step) => Ok(Some(step.clone())),
            Err(misread @ winways::Misread::Ambiguous(_)) => Err(misread.to_string()),
            Err(_) => Ok(None),
        }
    }
}

#[pymethods]
impl Position {
    /// The moves of both players, or of `"left"` or `"right"`, in their order.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("domineering", "..|..").moves("left")
    /// [<move a1-a2>, <move b1-b2>]
    #[pyo3(signature = (player = None))]
    fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Move>> {
        let wanted = player.map(player_of).transpose()?;
        let moves = self.all_moves(py)?.into_iter();
        let moves = moves.filter(|step| wanted.is_none_or(|wanted| step.player() == wanted));
        Ok(moves.map(|step| self.step(step)).collect())
    }

    /// The position after a move: one of its moves, or the name of one, or as much of it as no other move has.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("clobber", "xo.").play("a1xb1")
    /// position('clobber(".x.")')
    #[pyo3(signature = (step, player = None))]
    fn play(&self, py: Python<'_>, step: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<Position> {
        if let Ok(step) = step.cast::<Move>() {
            let step = step.get();
            if step.position.position.to_string() != self.position.to_string() {
                return Err(PyValueError::new_err(format!(
                    "the move {} is one of {}, and this is {}",
                    step.name(),
                    step.position.position,
                    self.position
                )));
            }
            return Ok(self.like(step.position.position.after(&step.step)));
        }
        let text: &str = step.extract()?;
        let wanted = player.map(player_of).transpose()?;
        let moves = self.all_moves(py)?;
        let is_wanted = |step: &&PositionMove| wanted.is_none_or(|wanted| step.player() == wanted);
        let named = |step: &&PositionMove| is_wanted(step) && self.position.move_name(step) == text;
        let mut found: Vec<PositionMove> = moves.iter().filter(named).cloned().collect();
        if found.is_empty() {
            for player in [Player::Left, Player::Right] {
                if wanted.is_none_or(|wanted| wanted == player) {
                    let typed = self.typed(text, player).map_err(PyValueError::new_err)?;
                    found.extend(typed.filter(|step| is_wanted(&step)));
                }
            }
        }
        let after: Vec<winways::Position> = found.iter().map(|step| self.position.after(step)).collect();
        match &after[..] {
            [] => Err(PyValueError::new_err(no_move(&self.position, text, &moves))),
            [first, others @ ..] if others.iter().all(|other| other.is_same(first)) => {
                Ok(self.like(first.copy()))
            }
            _ => {
                let message =
                    format!("both players have a move {text:?}: expected the player, \"left\" or \"right\"");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The position in the notation of its game, as it was given; of a sum the whole sum.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("domineering", "..|..").board
    /// '..|..'
    #[getter]
    pub(crate) fn board(&self) -> String {
        let text = self.position.to_string();
        if self.position.summands().len() != 1 {
            return text;
        }
        let inner = text.strip_prefix(&self.position.game_name());
        let inner = inner.and_then(|text| text.strip_prefix('(')).and_then(|text| text.strip_suffix(')'));
        let Some(inner) = inner else { return text };
        let quoted = inner.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        quoted.unwrap_or(inner).to_owned()
    }

    /// The name of its game; of a sum of several games `sum`.
    #[getter]
    fn game(&self) -> String {
        self.position.game_name()
    }

    /// What holds of the end of play: who wins, and when play ends in a draw.
    #[getter]
    fn ending(&self) -> String {
        self.position.ending_rule(self.play)
    }

    /// How many components it has, in each of which moves affect no other.
    #[getter]
    fn component_count(&self) -> usize {
        self.position.component_count()
    }

    /// The position as a picture of lines of text, with coordinates.
    ///
    /// >>> import winways as ww
    /// >>> print(ww.position("domineering", "...|..#").picture())
    /// 2  . . .
    /// 1  . . #
    ///    a b c
    #[pyo3(signature = (*, ascii = false))]
    fn picture(&self, ascii: bool) -> String {
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        self.position.text_picture(glyphs).join("\n")
    }

    /// Whether another position is the same, up to the order of components and to components without moves.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 3, 5).is_same(ww.position("nim", 5, 0, 3))
    /// True
    fn is_same(&self, other: &Position) -> bool {
        self.position.is_same(&other.position)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let sum = self.position.plus(&other.position);
        let sum = sum.map_err(|diagnostic| UnsupportedError::new_err(diagnostic.to_string()))?;
        let sum = Position {
            position: Arc::new(sum),
            play: if self.play == other.play { self.play } else { Play::Normal },
            game: self.game.clone().filter(|_| self.position.game_name() == other.position.game_name()),
            reads_back: self.reads_back && other.reads_back,
        };
        Ok(Py::new(py, sum)?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Position>()
            .is_ok_and(|other| other.get().position.to_string() == self.position.to_string())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.position.to_string()).hash()
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.position.to_string();
        if !self.reads_back {
            return Ok(format!("<position {text}>"));
        }
        Ok(format!("position({})", PyString::new(py, &text).repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        if !self.reads_back {
            let message = "a position of a game that is not in the catalogue cannot be pickled: its rules are not in its text";
            return Err(PyTypeError::new_err(message));
        }
        Ok((py.import("winways")?.getattr("position")?, (self.position.to_string(),)))
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }
}

/// The most moves that a message names.
const MOVES_NAMED: usize = 8;

/// That a text is no move, and which moves there are.
fn no_move(position: &winways::Position, text: &str, moves: &[PositionMove]) -> String {
    let named =
        moves.iter().take(MOVES_NAMED).map(|step| position.move_name(step)).collect::<Vec<_>>().join(", ");
    let rest = moves.len().saturating_sub(MOVES_NAMED);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    match moves.is_empty() {
        true => format!("there is no move {text:?} in {position}: it has no moves"),
        false => format!("there is no move {text:?} in {position}: expected one of {named}{more}"),
    }
}

/// A move in a position.
///
/// >>> import winways as ww
/// >>> move = ww.solve("nim", 7, 8, 9).winning_moves[0]
/// >>> move.text, move.after
/// ('heap 7 -> 1', position('nim(1,8,9)'))
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) position: Position,
    pub(crate) step: PositionMove,
}

#[pymethods]
impl Move {
    /// The name in the coordinates of the position; in a sum of several games with the game before it.
    #[getter]
    fn name(&self) -> String {
        self.position.position.move_name(&self.step)
    }

    /// The name in the coordinates of its summand: `heap 7 -> 1`.
    #[getter]
    fn text(&self) -> &str {
        self.step.text()
    }

    /// Whose move it is: `"left"` or `"right"`; of an impartial game, where both have it, `"left"`.
    #[getter]
    fn player(&self) -> &'static str {
        self.step.player().name()
    }

    /// Which summand it changes, counted from 0.
    #[getter]
    fn summand(&self) -> usize {
        self.step.summand()
    }

    /// How many moves there are to the end from this one on, itself counted, if the winner hurries and the loser delays, where
    /// that is known.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        self.step.remoteness()
    }

    /// The position before it.
    #[getter]
    fn before(&self) -> Position {
        self.position.clone()
    }

    /// The position after it.
    #[getter]
    fn after(&self) -> Position {
        self.position.like(self.position.position.after(&self.step))
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("<move {}>", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| {
            let other = other.get();
            let same_place = other.name() == self.name() && other.player() == self.player();
            same_place && other.position.position.to_string() == self.position.position.to_string()
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name()).hash()
    }
}

/// The player of this name.
pub(crate) fn player_of(name: &str) -> PyResult<Player> {
    let player = [Player::Left, Player::Right].into_iter().find(|player| player.name() == name);
    player.ok_or_else(|| PyValueError::new_err(format!("expected \"left\" or \"right\", not {name:?}")))
}

/// The position that the arguments of a question state: a position; a game and the position on its board; a game that has a
/// usual position to begin with; an expression that is a sum of positions.
pub(crate) fn position_of(arguments: &Bound<'_, PyTuple>) -> PyResult<Position> {
    let py = arguments.py();
    let Ok(first) = arguments.get_item(0) else {
        return Err(PyTypeError::new_err("expected a position, or a game and its position"));
    };
    if let Ok(position) = first.cast::<Position>() {
        if arguments.len() > 1 {
            return Err(PyTypeError::new_err("expected a position alone, or a game and its position"));
        }
        return Ok(position.get().clone());
    }
    if let Some(text) = position_text(&first, &arguments.get_slice(1, arguments.len()))? {
        return Position::of_game(py, &game_of(&first)?, &text);
    }
    if arguments.len() > 1 {
        let mut text = String::new();
        for index in 1..arguments.len() {
            if index > 1 {
                text.push(' ');
            }
            text += arguments.get_item(index)?.str()?.to_str()?;
        }
        return Position::of_game(py, &game_of(&first)?, &text);
    }
    match first.extract::<&str>() {
        Ok(text) if text.contains('(') => of_text(py, text, &first),
        _ => start_of(&game_of(&first)?),
    }
}

/// The position of an expression, or the start of a game with a parameter.
fn of_text(py: Python<'_>, text: &str, object: &Bound<'_, PyAny>) -> PyResult<Position> {
    let catalogue = Catalogue::new();
    match winways::Position::of_expression(&catalogue, text) {
        Ok(position) => {
            let game = catalogue.game(&position.game_name()).ok();
            let play = game.as_ref().map_or(Play::Normal, |game| game.play());
            Ok(Position { game, ..Position::new(position, play) })
        }
        Err(diagnostic) => match catalogue.game(text) {
            Ok(_) => start_of(&game_of(object)?),
            Err(_) => Err(wrong_text(py, text, &diagnostic)),
        },
    }
}

fn start_of(ruleset: &Ruleset) -> PyResult<Position> {
    match winways::Position::start(&*ruleset.game) {
        Some(start) => Ok(Position::of(start, ruleset)),
        None if let Some(raised) = raised::take_exception() => Err(raised),
        None => Err(Error::new_err(format!("the position is missing: expected {}", ruleset.game.notation()))),
    }
}

/// A position of a game in the game's notation, the position with which a game begins, or a sum of positions as an expression.
///
/// >>> import winways as ww
/// >>> ww.position("nim", 7, 8, 9) == ww.position("nim", "7 8 9") == ww.position("nim(7,8,9)")
/// True
/// >>> ww.position("tic-tac-toe")
/// position('mnk(3,3,3)("...|...|...")')
#[pyfunction]
#[pyo3(signature = (*position))]
pub(crate) fn position(position: &Bound<'_, PyTuple>) -> PyResult<Position> {
    position_of(position)
}

/// Refuses a play that the board does not know.
pub(crate) fn check_play(position: &winways::Position, play: Play) -> PyResult<()> {
    let checked = position.check_play(play, Span::at(0));
    checked.map_err(|diagnostic| UnsupportedError::new_err(diagnostic.to_string()))
}

/// The text that stands for the position that the arguments after an instance of a class of rules state; `None` where the game is
/// no such instance.
fn position_text(game: &Bound<'_, PyAny>, arguments: &Bound<'_, PyTuple>) -> PyResult<Option<String>> {
    if arguments.is_empty() || game.is_instance_of::<PyString>() || game.is_instance_of::<Ruleset>() {
        return Ok(None);
    }
    match game.getattr_opt(intern!(game.py(), "_position_text"))? {
        Some(text_of) => text_of.call1(arguments.clone())?.extract().map(Some),
        None => Ok(None),
    }
}
