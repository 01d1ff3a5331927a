use super::analysis::Analysis;
use super::cache::CachedForms;
use super::request::Request;
use crate::Position;
use std::sync::Arc;
use winways_kit::{ImpartialPosition, PartizanPosition};
use winways_rules::Play;
use winways_solve::{Observer, SolvedRanks};

/// A question that a method may answer.
pub(super) struct Question<'q, 't> {
    pub(super) position: &'q Position,
    pub(super) request: &'q Request<'t>,
    /// The board that was solved last.
    pub(super) solved: &'q mut Option<Solved>,
    /// The partizan values that were computed last.
    pub(super) forms: &'q mut Option<CachedForms>,
    pub(super) observer: &'q dyn Observer,
}

impl<'q> Question<'q, '_> {
    /// Returns the position if it is a single summand and impartial.
    pub(super) fn impartial(&self) -> Option<&'q dyn ImpartialPosition> {
        self.position.only()?.impartial()
    }

    /// Returns the position if it is a single summand and partizan.
    pub(super) fn partizan(&self) -> Option<&'q dyn PartizanPosition> {
        self.position.only()?.partizan()
    }
}

/// The name of a method that does not apply, or of the prerequisite that it lacks, for the explanation.
pub(super) type Missing = &'static str;

/// A method of analysis. Returns [`Missing`] if the method does not apply.
pub(super) type Method = fn(&mut Question<'_, '_>) -> Result<Analysis, Missing>;

/// A solved board, cached for later questions.
pub(super) struct Solved {
    pub(super) board: String,
    pub(super) play: Play,
    pub(super) table: Arc<dyn SolvedRanks>,
    /// The memory used by the table, in bytes.
    pub(super) bytes: u64,
}

impl Solved {
    /// Returns `true` if the table contains the position of this rank.
    pub(super) fn has(&self, rank: u64) -> bool {
        self.table.is_complete() || self.table.value(rank).is_ok()
    }
}
