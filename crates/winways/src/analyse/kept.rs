//! What is kept from one question to the next.

use super::question::Solved;
use super::request::Request;
use crate::Position;
use winways_kit::KnownValues;
use winways_values::Arena;

/// What an [`Analyst`](crate::Analyst) has found and may be asked for again: the board that was solved last, and the values of
/// positions of the partizan game that was searched last. It makes later answers quicker and none of them another.
#[derive(Default)]
pub struct Kept {
    pub(super) solved: Option<Solved>,
    pub(super) forms: Option<KeptForms>,
}

/// Values of positions of one game, and the arena that they are in.
pub(super) struct KeptForms {
    pub(super) arena: Arena,
    pub(super) values: KnownValues,
}

impl Kept {
    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let forms = self.forms.as_ref().map_or(0, |kept| kept.values.bytes() + kept.arena.bytes());
        forms + self.solved.as_ref().map_or(0, |solved| solved.bytes)
    }
}

impl KeptForms {
    /// Those of the game of a position that is no sum, if they are there.
    pub(super) fn take(
        forms: &mut Option<KeptForms>,
        position: &Position,
        request: &Request<'_>,
    ) -> Option<KeptForms> {
        let partizan = position.only()?.partizan()?;
        // Those of another game would only take memory.
        let kept = forms.take()?;
        partizan.is_of_game(&kept.values, request.theorems).then_some(kept)
    }
}
