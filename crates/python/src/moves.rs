//! Moves.

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
    /// The player whose moves were asked for; of a move that both players have, the one who makes it.
    asked: Option<Player>,
    step: Step,
}

/// A move as the engines made it, or as it was pickled.
#[derive(Clone)]
enum Step {
    Listed(PositionMove),
    Pickled(Box<Pickled>),
}

/// A move without what the engines need, by its texts.
#[derive(Clone)]
struct Pickled {
    name: String,
    text: String,
    player: Player,
    summand: usize,
    remoteness: Option<u32>,
    after: Position,
}

/// A pickled move: its position and the one after it, its name, text, player, the player asked for, summand and remoteness.
type State = (Position, Position, String, String, String, Option<String>, usize, Option<u32>);

impl Move {
    /// A move of a position.
    pub(crate) fn of(position: Position, step: PositionMove) -> Move {
        Move { position, asked: None, step: Step::Listed(step) }
    }

    /// The same move, made by this player if both have it.
    pub(crate) fn by(self, player: Option<Player>) -> Move {
        Move { asked: player, ..self }
    }

    /// Whose move it is; that of either player in an impartial game.
    fn owner(&self) -> Player {
        match &self.step {
            Step::Listed(step) => step.player(),
            Step::Pickled(step) => step.player,
        }
    }

    /// The move as the engines have it in a position that equals the one before it.
    ///
    /// # Errors
    /// What the rules raise while the moves of the position are listed.
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
    /// The name in the coordinates of the position; in a sum of several games with the game before it.
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

    /// Whose move it is: `"left"` or `"right"`; of an impartial game, where both have it, the player whose moves were asked for,
    /// else `"left"`.
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

    /// Which summand it changes, counted from 0.
    #[getter]
    fn summand(&self) -> usize {
        match &self.step {
            Step::Listed(step) => step.summand(),
            Step::Pickled(step) => step.summand,
        }
    }

    /// How many moves there are to the end from this one on, itself counted, if the winner hurries and the loser delays, where
    /// that is known.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        match &self.step {
            Step::Listed(step) => step.remoteness(),
            Step::Pickled(step) => step.remoteness,
        }
    }

    /// The position before it.
    #[getter]
    fn before(&self) -> Position {
        self.position.clone()
    }

    /// The position after it.
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

/// A move that was pickled.
#[pyfunction(name = "_move_of_state")]
pub(crate) fn move_of_state(state: State) -> PyResult<Move> {
    let (position, after, name, text, player, asked, summand, remoteness) = state;
    let player = if player == Player::Either.name() { Player::Either } else { player_of(&player)? };
    let asked = asked.as_deref().map(player_of).transpose()?;
    let step = Step::Pickled(Box::new(Pickled { name, text, player, summand, remoteness, after }));
    Ok(Move { position, asked, step })
}

/// The player of this name.
pub(crate) fn player_of(name: &str) -> PyResult<Player> {
    let player = [Player::Left, Player::Right].into_iter().find(|player| player.name() == name);
    player.ok_or_else(|| PyValueError::new_err(format!("expected \"left\" or \"right\", not {name:?}")))
}
