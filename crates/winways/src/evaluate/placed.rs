//! Positions as values of the calculator. Their game values are computed lazily.

use super::error::Result;
use super::infinite::Infinite;
use super::loopy_value::LoopyValue;
use crate::Position;
use std::fmt;
use std::sync::{Arc, OnceLock};
use winways_values::{Charge, Game, Session};

/// The value of a position.
#[derive(Clone, Debug)]
pub(super) enum StoredValue {
    /// A short game.
    Game(Game),
    /// A game in which play may cycle.
    Loopy(Arc<LoopyValue>),
    /// An impartial game that equals no Nim heap.
    Infinite(Arc<Infinite>),
}

/// A position with its lazily computed value.
pub(super) struct LazyPosition {
    pub(super) position: Position,
    /// The value, once it has been computed.
    value: OnceLock<StoredValue>,
    _charge: Charge,
}

impl fmt::Debug for LazyPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.position)
    }
}

/// The memory of a position in bytes, in addition to its words. Includes data that its game stores.
const POSITION_BYTES: u64 = 1280;
/// The memory per word of a position, in bytes. Includes data that its game stores.
const WORD_BYTES: u64 = 32;

impl LazyPosition {
    /// Creates a position whose value is not known yet, and charges its memory.
    pub(super) fn new(session: &mut Session<'_>, position: Position) -> Result<LazyPosition> {
        let words = (position.size() as u64).saturating_mul(WORD_BYTES);
        let charge = session.charge(words.saturating_add(POSITION_BYTES))?;
        Ok(LazyPosition { position, value: OnceLock::new(), _charge: charge })
    }

    /// Caches the value.
    pub(super) fn cache(&self, value: StoredValue) {
        self.value.get_or_init(|| value);
    }

    /// Returns the value if it has been computed.
    pub(super) fn value(&self) -> Option<&StoredValue> {
        self.value.get()
    }
}
