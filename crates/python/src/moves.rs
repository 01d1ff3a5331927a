//! Moves of positions.

use crate::position::Position;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use winways::{Player, PositionMove};

/// A move in a position.
///
/// >>> import winways as ww
/// >>> move = ww.solve("nim", 7, 8, 9).winning_moves[0]
/// >>> move.text, move.after
/// ('heap 7 -> 1', position('nim(1,8,9)'))
#[pyclass(frozen, module = "winways", from_py_object)]
#[derive(Clone)]
pub(crate) struct Move {
    pub(crate) position: Position,
    /// The player whose moves were requested. In an impartial game, this is the player who makes the move.
    asked: Option<Player>,
    step: Step,
}

/// A move from the engines, or a move that was unpickled.
#[derive(Clone)]
enum Step {
    Listed(PositionMove),
    Pickled(Box<Pickled>),
}

/// A move without the engines' data, stored as texts.
#[derive(Clone)]
struct Pickled {
    name: String,
    text: String,
    player: Player,
    summand: usize,
    remoteness: Option<u32>,
    after: Position,
}

/// A pickled move: the positions before and after it, its name, text, player, requested player, summand and remoteness.
type State = (Position, Position, String, String, String, Option<String>, usize, Option<u32>);

impl Move {
    /// Creates a move of a position.
    pub(crate) fn of(position: Position, step: PositionMove) -> Move {
        Move { position, asked: None, step: Step::Listed(step) }
    }

    /// Returns the move, made by this player if both players have it.
    pub(crate) fn by(self, player: Option<Player>) -> Move {
        Move { asked: player, ..self }
    }

    /// Returns the owner of the move, which is [`Player::Either`] in an impartial game.
    fn owner(&self) -> Player {
        match &self.step {
            Step::Listed(step) => step.player(),
            Step::Pickled(step) => step.player,
        }
    }

    /// Returns the engines' version of the move, in a position that equals the one before it.
    ///
    /// # Errors
    /// The exception that the rules raise while the moves of the position are listed.
    pub(crate) fn listed_in(&self, py: Python<'_>, position: &Position) -> PyResult<PositionMove> {
        if let Step::Listed(step) = &self.step
            && self.position.has_memory_of(position)
        {
            return Ok(step.clone());
        }
        let is_it = |step: &PositionMove| {
            step.text() == self.text() && step.player() == self.owner() && step.summand() == self.summand()
        };
        position.all_moves(py)?.into_iter().find(is_it).ok_or_else(|| {
            PyValueError::new_err(format!("{} is no move of {} any more", self.name(), position.position))
        })
    }
}

#[pymethods]
impl Move {
    /// The name in the coordinates of the position. In a sum of several games, it starts with the game.
    #[getter]
    pub(crate) fn name(&self) -> String {
        match &self.step {
            Step::Listed(step) => self.position.position.move_name(step),
            Step::Pickled(step) => step.name.clone(),
        }
    }

    /// The name in the coordinates of its summand: `heap 7 -> 1`.
    #[getter]
    fn text(&self) -> &str {
        match &self.step {
            Step::Listed(step) => step.text(),
            Step::Pickled(step) => &step.text,
        }
    }

    /// The player who makes the move: `"left"` or `"right"`. In an impartial game, this is the player whose moves were requested,
    /// or else `"left"`.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 3).moves("right")[0].player, ww.position("nim", 3).moves()[0].player
    /// ('right', 'left')
    #[getter]
    fn player(&self) -> &'static str {
        match (self.owner(), self.asked) {
            (Player::Either, Some(asked)) => asked.name(),
            (Player::Either, None) => Player::Left.name(),
            (player, _) => player.name(),
        }
    }

    /// The index of the summand that the move changes, counted from 0.
    #[getter]
    fn summand(&self) -> usize {
        match &self.step {
            Step::Listed(step) => step.summand(),
            Step::Pickled(step) => step.summand,
        }
    }

    /// The number of moves to the end, including this move, if the winner hurries and the loser delays, or `None` if it is
    /// unknown.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        match &self.step {
            Step::Listed(step) => step.remoteness(),
            Step::Pickled(step) => step.remoteness,
        }
    }

    /// The position before the move.
    #[getter]
    fn before(&self) -> Position {
        self.position.clone()
    }

    /// The position after the move.
    #[getter]
    pub(crate) fn after(&self) -> Position {
        match &self.step {
            Step::Listed(step) => self.position.like(self.position.position.after(step)),
            Step::Pickled(step) => step.after.clone(),
        }
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("<move {}>", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Move>() else { return Ok(false) };
        let other = other.get();
        Ok(other.name() == self.name()
            && other.owner() == self.owner()
            && self.position.equals(py, &other.position)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (State,))> {
        let state = (
            self.before(),
            self.after(),
            self.name(),
            self.text().to_owned(),
            self.owner().name().to_owned(),
            self.asked.map(|player| player.name().to_owned()),
            self.summand(),
            self.remoteness(),
        );
        Ok((py.import("winways._winways")?.getattr("_move_of_state")?, (state,)))
    }

    fn __copy__(&self) -> Move {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Move {
        self.clone()
    }
}

/// Restores a pickled move.
#[pyfunction(name = "_move_of_state")]
pub(crate) fn move_of_state(state: State) -> PyResult<Move> {
    let (position, after, name, text, player, asked, summand, remoteness) = state;
    let player = if player == Player::Either.name() { Player::Either } else { player_of(&player)? };
    let asked = asked.as_deref().map(player_of).transpose()?;
    let step = Step::Pickled(Box::new(Pickled { name, text, player, summand, remoteness, after }));
    Ok(Move { position, asked, step })
}

/// Returns the player with this name.
pub(crate) fn player_of(name: &str) -> PyResult<Player> {
    let player = [Player::Left, Player::Right].into_iter().find(|player| player.name() == name);
    player.ok_or_else(|| PyValueError::new_err(format!("expected \"left\" or \"right\", not {name:?}")))
}
