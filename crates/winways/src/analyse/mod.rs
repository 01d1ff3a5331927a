//! The one way from a position to its [`Analysis`]: the cheapest method that answers.

mod after_moves;
mod analysis;
mod heap_periods;
mod impartial;
mod kept;
mod partizan;
mod question;
mod ranked;
pub(crate) mod reasons;
mod refutations;
mod request;
mod share;
mod sums;

pub use after_moves::AfterMove;
pub use analysis::{
    Analysis, Assumption, GameValue, Method, MethodKind, MethodName, MoveList, Value, ValueKind,
};
pub use kept::Kept;
pub use request::{Request, Tables};

use crate::{Position, PositionMove};
use question::Question;
use std::sync::Arc;
use winways_kit::RankedPosition;
use winways_rules::Play;
use winways_solve::{Observer, SolvedRanks, StopReason, Stopped};

/// How many words all listed moves may fill together, if each is written down with the positions before and after it:
/// the list is linear in the position.
const WORDS_LISTED: usize = 1_000_000;

/// Finds out who wins, what the position is worth, which moves win, and why.
///
/// It never fails: where a limit is reached or the observer ends the work, the analysis holds what was found so far
/// and says why it is partial. The result depends on the position and the request alone.
pub fn analyse(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    Analyst::new(*request).analyse(position, observer)
}

/// The methods of answering, in the order in which they are asked; the first that has what it needs answers.
const METHODS: &[question::Method] = &[
    ranked::by_table,
    impartial::by_theorem,
    impartial::by_lost_pairs,
    impartial::by_nim_values,
    impartial::by_misere_values,
    heap_periods::by_proved_period,
    partizan::by_canonical_forms,
    sums::by_search,
];

/// Analyses one position after the other, and keeps what it has found for those after it.
pub struct Analyst<'t> {
    request: Request<'t>,
    kept: Kept,
}

impl<'t> Analyst<'t> {
    /// An analyst with one request for all positions.
    pub fn new(request: Request<'t>) -> Self {
        Analyst::knowing(request, Kept::default())
    }

    /// The same, who knows what another one has found.
    pub fn knowing(request: Request<'t>, kept: Kept) -> Self {
        Analyst { request, kept }
    }

    /// What the analyst has found.
    pub fn into_kept(self) -> Kept {
        self.kept
    }

    /// What is asked from now on.
    pub fn set_request(&mut self, request: Request<'t>) {
        self.request = request;
    }

    /// The play that is asked about.
    pub(crate) fn play(&self) -> Play {
        self.request.play
    }

    /// As [`analyse`].
    pub fn analyse(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        let mut analysis = self.by_first_method(position, observer);
        let refutations = self.refutations(position, &analysis, observer);
        analysis.explanation.extend(refutations);
        analysis
    }

    /// The analysis by the first method that has what it needs.
    fn by_first_method(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        let limit = self.request.moves.min((WORDS_LISTED / position.size().max(1)).max(1));
        let request = &Request { moves: limit, ..self.request };
        let Kept { solved, forms } = &mut self.kept;
        let mut question = Question { position, request, solved, forms, observer };
        let mut missing = Vec::new();
        for method in METHODS {
            match method(&mut question) {
                Ok(analysis) => return analysis,
                Err(what) => missing.push(format!("there is no answer by {what}")),
            }
        }
        let stopped =
            Stopped { reason: StopReason::Unsupported("this question about the position"), nodes: 0 };
        let none = Method { kind: MethodKind::Search, name: MethodName::known("none"), nodes: 0 };
        Analysis { explanation: missing, ..Analysis::unknown(request.play, none, stopped) }
    }

    /// The values of all positions of the board on which a position stands, solved if they must be.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the board was solved.
    pub fn table(
        &mut self,
        position: &dyn RankedPosition,
        observer: &dyn Observer,
    ) -> Result<Arc<dyn SolvedRanks>, Stopped> {
        let (table, _) = ranked::table(position, &self.request, &mut self.kept.solved, observer)?;
        match table.is_complete() {
            true => Ok(table),
            false => Err(StopReason::Memory { limit: self.request.budget.memory }.after(0)),
        }
    }

    /// The moves of a position of a loopy game that are as good as any: the winner hurries, the loser delays.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the board was solved.
    pub(crate) fn best_loopy_moves(
        &mut self,
        position: &dyn RankedPosition,
        observer: &dyn Observer,
    ) -> Result<Vec<PositionMove>, Stopped> {
        ranked::best_moves(position, &self.request, &mut self.kept.solved, observer)
    }
}
