//! Positions and moves.

use crate::errors::{raise_fault, wrong_text};
use crate::own;
use crate::ruleset::game_of;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use winways::{AnyGame, Catalogue, Play, Player, PositionMove};

/// A position: of one game, or a sum of several.
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) position: Arc<winways::Position>,
    /// The play that its rules state.
    pub(crate) play: Play,
}

impl Position {
    pub(crate) fn new(position: winways::Position, play: Play) -> Self {
        Position { position: Arc::new(position), play }
    }

    /// A position of a game, in its notation.
    pub(crate) fn of_game(py: Python<'_>, game: &dyn AnyGame, text: &str) -> PyResult<Self> {
        let position = winways::Position::of_game(game, text);
        let position = position.map_err(|diagnostic| {
            own::take_exception().unwrap_or_else(|| wrong_text(py, text, &diagnostic))
        })?;
        Ok(Position::new(position, game.play()))
    }
}

#[pymethods]
impl Position {
    /// The moves of both players, or of one, in their order.
    #[pyo3(signature = (player = None))]
    fn moves(&self, player: Option<&str>) -> PyResult<Vec<Move>> {
        let wanted = player.map(player_of).transpose()?;
        let moves = self.position.moves().map_err(|fault| raise_fault(&fault))?;
        let moves = moves.into_iter().filter(|step| wanted.is_none_or(|wanted| step.player() == wanted));
        Ok(moves.map(|step| Move { position: self.position.clone(), play: self.play, step }).collect())
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        format!("winways.position({:?})", self.position.to_string())
    }
}

/// A move in a position.
#[pyclass(frozen, module = "winways")]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) position: Arc<winways::Position>,
    pub(crate) play: Play,
    pub(crate) step: PositionMove,
}

#[pymethods]
impl Move {
    /// The name of the move in the coordinates of its position.
    #[getter]
    fn name(&self) -> String {
        self.position.move_name(&self.step)
    }

    /// The position after the move.
    #[getter]
    fn after(&self) -> Position {
        Position::new(self.position.after(&self.step), self.play)
    }
}

/// The player of this name.
fn player_of(name: &str) -> PyResult<Player> {
    [Player::Left, Player::Right].into_iter().find(|player| player.name() == name).ok_or_else(|| {
        pyo3::exceptions::PyValueError::new_err(format!("expected \"left\" or \"right\", not {name:?}"))
    })
}

/// The position that the arguments of a question state: a position; a game and what stands on its board; a game that has a
/// usual position to begin with.
pub(crate) fn position_of(arguments: &Bound<'_, PyTuple>) -> PyResult<Position> {
    let py = arguments.py();
    let Ok(first) = arguments.get_item(0) else {
        return Err(PyTypeError::new_err("expected a position, or a game and its position"));
    };
    if let Ok(position) = first.cast::<Position>() {
        return Ok(position.get().clone());
    }
    if arguments.len() > 1
        && let Some(text) = own::position_text(&first, &arguments.get_slice(1, arguments.len()))?
    {
        return Position::of_game(py, &*game_of(&first)?, &text);
    }
    if arguments.len() > 1 {
        let mut text = String::new();
        for (index, part) in arguments.iter().enumerate().skip(1) {
            if index > 1 {
                text.push(' ');
            }
            text += part.str()?.to_str()?;
        }
        return Position::of_game(py, &*game_of(&first)?, &text);
    }
    if let Ok(text) = first.extract::<&str>()
        && text.contains('(')
        && let Ok(position) = winways::Position::of_expression(&Catalogue::new(), text)
    {
        return Ok(Position::new(position, Play::Normal));
    }
    let game = game_of(&first)?;
    let start = winways::Position::start(&*game);
    if let Some(raised) = own::take_exception() {
        return Err(raised);
    }
    start
        .map(|start| Position::new(start, game.play()))
        .ok_or_else(|| PyTypeError::new_err(format!("the position is missing: expected {}", game.notation())))
}

/// A position of a game, in the game's notation.
#[pyfunction]
#[pyo3(signature = (*position))]
pub(crate) fn position(position: &Bound<'_, PyTuple>) -> PyResult<Position> {
    position_of(position)
}
