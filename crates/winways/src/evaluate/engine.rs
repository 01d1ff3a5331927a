//! The kinds of positions that no engine searches together.

use crate::loopy_positions::with_value;
use winways_kit::AnyPosition;

/// The kinds of positions that no engine searches together. Impartial positions without entailing moves add to any of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Engine {
    /// Positions that may cycle.
    Cycles,
    /// Positions with entailing moves.
    Entailing,
    /// Partizan positions.
    Partizan,
}

impl Engine {
    /// Returns the kind of a position, or `None` if it adds to positions of all kinds.
    pub(super) fn of(position: &dyn AnyPosition) -> Option<Engine> {
        let kinds = [
            (with_value(position).is_some(), Engine::Cycles),
            (position.entailing().is_some(), Engine::Entailing),
            (position.impartial().is_none() && position.partizan().is_some(), Engine::Partizan),
        ];
        kinds.into_iter().find_map(|(applies, kind)| applies.then_some(kind))
    }
}
