//! Moves of positions.

use crate::position::Position;
use crate::shortened::shortened;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
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
    /// The position before the move.
    #[pyo3(get, name = "before")]
    pub(crate) position: Position,
    /// The name in the coordinates of the position. In a sum of several games, it starts with the game.
    #[pyo3(get)]
    pub(crate) name: String,
    /// The name in the coordinates of its summand: `heap 7 -> 1`.
    #[pyo3(get)]
    text: String,
    /// The owner of the move, which is [`Player::Either`] in an impartial game.
    owner: Player,
    /// The player whose moves were requested. In an impartial game, this is the player who makes the move.
    requested: Option<Player>,
    /// The index of the summand that the move changes, counted from 0.
    #[pyo3(get)]
    summand: usize,
    /// The number of moves to the end, including this move, if the winner ends play as soon as possible and the loser as late
    /// as possible, or `None` if it is unknown.
    #[pyo3(get)]
    remoteness: Option<u32>,
    step: Step,
}

/// A move from the engines, or the position after an unpickled move.
#[derive(Clone)]
enum Step {
    Listed(PositionMove),
    Pickled(Box<Position>),
}

impl Move {
    /// Creates a move of a position. If both players have the move, `requested` makes it.
    pub(crate) fn of(position: Position, requested: Option<Player>, step: PositionMove) -> Move {
        Move {
            name: position.position.move_name(&step),
            text: step.text().to_owned(),
            owner: step.player(),
            requested,
            summand: step.summand(),
            remoteness: step.remoteness(),
            step: Step::Listed(step),
            position,
        }
    }

    /// Returns the engines' version of the move in `position`, which equals the position before the move.
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
            step.text() == self.text && step.player() == self.owner && step.summand() == self.summand
        };
        position.all_moves(py)?.into_iter().find(is_it).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{} is not a move of {} any more",
                self.name,
                position.position.brief()
            ))
        })
    }
}

#[pymethods]
impl Move {
    /// The player who makes the move: `"left"` or `"right"`. In an impartial game, this is the player whose moves were requested,
    /// or else `"left"`.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 3).moves("right")[0].player, ww.position("nim", 3).moves()[0].player
    /// ('right', 'left')
    #[getter]
    fn player(&self) -> &'static str {
        match (self.owner, self.requested) {
            (Player::Either, Some(requested)) => requested.name(),
            (Player::Either, None) => Player::Left.name(),
            (player, _) => player.name(),
        }
    }

    /// The position after the move.
    #[getter]
    pub(crate) fn after(&self) -> Position {
        match &self.step {
            Step::Listed(step) => self.position.like(self.position.position.after(step)),
            Step::Pickled(after) => (**after).clone(),
        }
    }

    fn __str__(&self) -> String {
        self.name.clone()
    }

    fn __repr__(&self) -> String {
        format!("<move {}>", self.name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Move>() else { return Ok(false) };
        let other = other.get();
        Ok(other.name == self.name
            && other.owner == self.owner
            && self.position.equals(py, &other.position)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (owner, requested) = (self.owner.name(), self.requested.map(Player::name));
        let (position, name, text) = (self.position.clone(), self.name.clone(), self.text.clone());
        let state = (position, self.after(), name, text, owner, requested, self.summand, self.remoteness);
        Ok((py.import("winways._winways")?.getattr("_move_of_state")?, state.into_pyobject(py)?))
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
#[allow(clippy::too_many_arguments)]
pub(crate) fn move_of_state(
    position: Position,
    after: Position,
    name: String,
    text: String,
    owner: &str,
    requested: Option<&str>,
    summand: usize,
    remoteness: Option<u32>,
) -> PyResult<Move> {
    let owner = if owner == Player::Either.name() { Player::Either } else { player_of(owner)? };
    let (requested, step) = (requested.map(player_of).transpose()?, Step::Pickled(Box::new(after)));
    Ok(Move { position, name, text, owner, requested, summand, remoteness, step })
}

/// Returns the player with this name.
pub(crate) fn player_of(name: &str) -> PyResult<Player> {
    let player = [Player::Left, Player::Right].into_iter().find(|player| player.name() == name);
    player.ok_or_else(|| {
        PyValueError::new_err(format!("expected \"left\" or \"right\", not {:?}", shortened(name)))
    })
}

/// The maximum number of moves listed in a message.
const MOVES_NAMED: usize = 8;

/// Returns `true` if a player may make a move. In impartial games, both players may make all moves.
pub(crate) fn may_make(step: &PositionMove, player: Player) -> bool {
    matches!(step.player(), Player::Either) || step.player() == player
}

/// Returns the message for a text that is not a move. It names up to [`MOVES_NAMED`] moves.
pub(crate) fn no_move(position: &winways::Position, text: &str, moves: &[PositionMove]) -> String {
    let named =
        moves.iter().take(MOVES_NAMED).map(|step| position.move_name(step)).collect::<Vec<_>>().join(", ");
    let rest = moves.len().saturating_sub(MOVES_NAMED);
    let (position, text) = (position.brief(), shortened(text));
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    match moves.is_empty() {
        true => format!("there is no move {text:?} in {position}: it has no moves"),
        false => format!("there is no move {text:?} in {position}: expected one of {named}{more}"),
    }
}
