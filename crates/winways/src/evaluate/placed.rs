//! Positions as values, whose worth is found when it is asked for.

use super::error::Result;
use crate::Position;
use std::fmt;
use std::sync::OnceLock;
use winways_values::{Charge, Game, Session};

/// A position.
pub(super) struct Placed {
    pub(super) position: Position,
    /// What it is worth, once that was asked for.
    value: OnceLock<Game>,
    _charge: Charge,
}

impl fmt::Debug for Placed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.position)
    }
}

/// What a position takes, beside its words, with what its game keeps of it.
const POSITION_BYTES: u64 = 512;
/// What a word of a position takes, with what its game keeps of it.
const WORD_BYTES: u64 = 32;

impl Placed {
    /// A position that is worth nothing known yet; its memory is charged.
    pub(super) fn new(session: &mut Session<'_>, position: Position) -> Result<Placed> {
        let words = (position.size() as u64).saturating_mul(WORD_BYTES);
        let charge = session.charge(words.saturating_add(POSITION_BYTES))?;
        Ok(Placed { position, value: OnceLock::new(), _charge: charge })
    }

    /// Says what it is worth.
    pub(super) fn tell(&self, value: Game) -> Game {
        *self.value.get_or_init(|| value)
    }

    /// What it is worth, if that has been asked for.
    pub(super) fn value(&self) -> Option<Game> {
        self.value.get().copied()
    }
}
