//! The results that an analyst reuses for later questions.

use super::question::Solved;
use super::request::Request;
use crate::Position;
use winways_kit::KnownValues;
use winways_values::Arena;

/// The results of an [`Analyst`](crate::Analyst) that it can reuse.
///
/// It holds the board that was solved last and the values of the partizan game that was searched last. Reuse makes later
/// answers faster but never changes them.
#[derive(Default)]
pub struct Cache {
    pub(super) solved: Option<Solved>,
    pub(super) forms: Option<CachedForms>,
}

/// Values of positions of one game, with the arena that holds them.
pub(super) struct CachedForms {
    pub(super) arena: Arena,
    pub(super) values: KnownValues,
}

impl Cache {
    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        let forms = self.forms.as_ref().map_or(0, |cached| cached.values.bytes() + cached.arena.bytes());
        forms + self.solved.as_ref().map_or(0, |solved| solved.bytes)
    }
}

impl CachedForms {
    /// Takes the cached values if they belong to the game of `position`. Returns `None` if `position` is a sum.
    pub(super) fn take(
        forms: &mut Option<CachedForms>,
        position: &Position,
        request: &Request<'_>,
    ) -> Option<CachedForms> {
        let partizan = position.only()?.partizan()?;
        // Values of another game would only waste memory, so they are dropped.
        let cached = forms.take()?;
        partizan.is_of_game(&cached.values, request.theorems).then_some(cached)
    }
}
