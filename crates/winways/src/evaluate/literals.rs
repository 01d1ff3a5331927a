//! The values of literals.

use super::error::too_large;
use winways_notation::{Diagnostic, Literal};
use winways_values::Game;

/// Returns the size of the nimber in a literal, or 0 if it contains none.
///
/// # Errors
/// Returns a diagnostic that points to the nimber if it exceeds the limit.
pub(super) fn nimber(text: &str, literal: &Literal) -> Result<u64, Diagnostic> {
    let Some(digits) = literal.nimber else { return Ok(0) };
    match &text[digits.range()] {
        "" => Ok(1),
        size => match size.parse() {
            Ok(size) if size < Game::NIMBER_LIMIT => Ok(size),
            Ok(size) => Err(too_large(digits).help(format!("as a position it is `nim({size})`"))),
            Err(_) => Err(too_large(digits)),
        },
    }
}
