use std::fmt;
use std::sync::Arc;
use winways_kit::{AnyBoard, Detail};
use winways_rules::Play;
use winways_solve::{Budget, SolvedRanks, Theorems};

/// The question about a position, and the resources for answering it.
///
/// ```
/// use winways::{Play, Request};
/// let request = Request::default().play(Play::Misere).moves(10);
/// assert_eq!((request.play, request.moves), (Play::Misere, 10));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'t> {
    /// The kind of play: normal or misère.
    pub play: Play,
    /// Allows theorems, or replaces them with a search.
    pub theorems: Theorems,
    /// The amount of detail in the explanation.
    pub detail: Detail,
    /// The maximum number of winning moves to list. All winning moves are counted in any case.
    pub moves: usize,
    /// `true` to compute only the outcome. The value and the winning moves are then omitted unless they need no extra work.
    pub outcome_only: bool,
    /// `true` to allow answers for large heaps that depend on an unproved pattern in the first nim-values. The pattern is then
    /// listed in [`Analysis::assumptions`](crate::Analysis::assumptions).
    pub conjecture: bool,
    /// The resources that a search may use.
    pub budget: Budget,
    /// A source of tables of solved boards.
    pub tables: Option<&'t dyn Tables>,
}

/// A source of tables of solved boards.
pub trait Tables: fmt::Debug + Sync {
    /// Returns the table of a board under this kind of play, if there is one.
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>>;
}

impl Default for Request<'_> {
    /// Returns the default request: normal play, theorems allowed, a brief explanation, up to 1,000 moves listed,
    /// the default budget and no tables.
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

impl<'t> Request<'t> {
    /// Sets the kind of play.
    #[must_use]
    pub fn play(self, play: Play) -> Self {
        Request { play, ..self }
    }

    /// Sets whether theorems may be used.
    #[must_use]
    pub fn theorems(self, theorems: Theorems) -> Self {
        Request { theorems, ..self }
    }

    /// Sets the amount of detail in the explanation.
    #[must_use]
    pub fn detail(self, detail: Detail) -> Self {
        Request { detail, ..self }
    }

    /// Sets the maximum number of winning moves to list.
    #[must_use]
    pub fn moves(self, moves: usize) -> Self {
        Request { moves, ..self }
    }

    /// Sets whether only the outcome is computed.
    #[must_use]
    pub fn outcome_only(self, outcome_only: bool) -> Self {
        Request { outcome_only, ..self }
    }

    /// Sets whether answers may depend on an unproved pattern of nim-values.
    #[must_use]
    pub fn conjecture(self, conjecture: bool) -> Self {
        Request { conjecture, ..self }
    }

    /// Sets the resources that a search may use.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Request { budget, ..self }
    }

    /// Sets the source of tables of solved boards.
    #[must_use]
    pub fn tables(self, tables: Option<&'t dyn Tables>) -> Self {
        Request { tables, ..self }
    }
}
