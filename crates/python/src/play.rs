//! Play conventions of positions: normal or misère play.

use crate::errors::UnsupportedError;
use pyo3::prelude::*;
use winways::{Play, Position, Span};

/// Rejects a play convention that the board does not define.
pub(crate) fn check_play(position: &Position, play: Play) -> PyResult<()> {
    let checked = position.check_play(play, Span::at(0));
    checked.map_err(|diagnostic| UnsupportedError::new_err(diagnostic.to_string()))
}

/// Returns the play convention of the rules of all summands, or `None` if they differ.
pub(crate) fn common_play(position: &Position) -> Option<Play> {
    position.usual_play(Span::at(0)).ok()
}

/// Returns the play convention of the rules of all summands.
///
/// # Errors
/// `UnsupportedError` if they differ. A call with `misere` needs no such convention.
pub(crate) fn usual_play(position: &Position) -> PyResult<Play> {
    let help = "help: solve it with `misere=True` or `misere=False`, which applies to all summands";
    let play = position.usual_play(Span::at(0));
    play.map_err(|diagnostic| UnsupportedError::new_err(format!("{diagnostic}\n{help}")))
}
