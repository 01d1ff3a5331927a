use std::fmt;
use std::sync::Arc;
use winways_kit::{AnyBoard, Detail};
use winways_rules::Play;
use winways_solve::{Budget, SolvedRanks, Theorems};

/// What to find out, and with what means.
#[derive(Clone, Copy, Debug)]
pub struct Request<'t> {
    /// Who wins when there is no move left.
    pub play: Play,
    /// Whether theorems may answer, or everything is searched.
    pub theorems: Theorems,
    /// How much the explanation tells.
    pub detail: Detail,
    /// How many winning moves are listed at most; they are counted to the last in any case.
    pub moves: usize,
    /// Whether only the outcome is asked for: neither value nor winning moves are then worked out, unless they come with it.
    pub outcome_only: bool,
    /// Whether the nim-value of a large heap may rest on a pattern of the first values that is not proved; the answer then names
    /// it in [`Analysis::assumptions`](crate::Analysis::assumptions).
    pub conjecture: bool,
    /// What a search may use.
    pub budget: Budget,
    /// Where tables of boards are that need not be solved again.
    pub tables: Option<&'t dyn Tables>,
}

/// A source of tables of solved boards.
pub trait Tables: fmt::Debug + Sync {
    /// The table of a board under this play, if there is one.
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>>;
}

impl Default for Request<'_> {
    /// Normal play, theorems allowed, a brief explanation, up to 1,000 moves listed, the default budget, no tables.
    fn default() -> Self {
        Request {
            play: Play::Normal,
            theorems: Theorems::Use,
            detail: Detail::Brief,
            moves: 1000,
            outcome_only: false,
            conjecture: false,
            budget: Budget::DEFAULT,
            tables: None,
        }
    }
}
