//! The results that are kept from one question to the next.

use super::question::Solved;
use super::request::Request;
use crate::Position;
use winways_kit::KnownValues;
use winways_values::Arena;

/// The results of an [`Analyst`](crate::Analyst) that it can reuse.
///
/// These are the board that was solved last and the values of the partizan game that was searched last. Reuse makes
/// later answers faster but never changes them.
#[derive(Default)]
pub struct Kept {
    pub(super) solved: Option<Solved>,
    pub(super) forms: Option<KeptForms>,
}

/// Values of positions of one game, with the arena that holds them.
pub(super) struct KeptForms {
    pub(super) arena: Arena,
    pub(super) values: KnownValues,
}

impl Kept {
    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        let forms = self.forms.as_ref().map_or(0, |kept| kept.values.bytes() + kept.arena.bytes());
        forms + self.solved.as_ref().map_or(0, |solved| solved.bytes)
    }
}

impl KeptForms {
    /// Takes the cached values if they belong to the game of `position`, which must not be a sum.
    pub(super) fn take(
        forms: &mut Option<KeptForms>,
        position: &Position,
        request: &Request<'_>,
    ) -> Option<KeptForms> {
        let partizan = position.only()?.partizan()?;
        // Values of another game would only waste memory, so they are dropped.
        let kept = forms.take()?;
        partizan.is_of_game(&kept.values, request.theorems).then_some(kept)
    }
}
