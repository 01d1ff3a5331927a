use super::analysis::Analysis;
use super::kept::KeptForms;
use super::request::Request;
use crate::Position;
use std::sync::Arc;
use winways_rules::Play;
use winways_solve::{Observer, SolvedRanks};

/// A question that a method may answer.
pub(super) struct Question<'q, 't> {
    pub(super) position: &'q Position,
    pub(super) request: &'q Request<'t>,
    /// The board that was solved last.
    pub(super) solved: &'q mut Option<Solved>,
    /// The values of positions that were found last.
    pub(super) forms: &'q mut Option<KeptForms>,
    pub(super) observer: &'q dyn Observer,
}

/// What a position, or the play that is asked about, lacks for a method.
pub(super) type Missing = &'static str;

/// How a method answers, or what it misses.
pub(super) type Method = fn(&mut Question<'_, '_>) -> Result<Analysis, Missing>;

/// A board that was solved for a question, and may be asked for again.
pub(super) struct Solved {
    pub(super) board: String,
    pub(super) play: Play,
    pub(super) table: Arc<dyn SolvedRanks>,
    /// What it takes.
    pub(super) bytes: u64,
}

impl Solved {
    /// Whether the position of a rank is among those that were solved.
    pub(super) fn has(&self, rank: u64) -> bool {
        self.table.is_complete() || self.table.value(rank).is_ok()
    }
}
