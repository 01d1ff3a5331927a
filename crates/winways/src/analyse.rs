//! The analysis of a position: tries the methods in a fixed order and returns the [`Analysis`] of the first that applies.

mod after_moves;
mod analysis;
mod cache;
mod entailing;
mod heap_periods;
mod impartial;
mod loops;
mod partizan;
mod question;
mod quotient;
mod ranked;
pub(crate) mod reasons;
mod refutations;
mod request;
mod sums;
mod tame;
mod value;

pub use after_moves::AfterMove;
pub use analysis::{Analysis, Assumption, Method, MethodKind, MethodName, MoveList};
pub use cache::Cache;
pub use request::{Request, Tables};
pub use value::{GameValue, LoopyPositionValue, Value, ValueFact, ValueKind};

use crate::{Position, PositionMove};
use question::Question;
use std::collections::HashSet;
use std::sync::Arc;
use winways_kit::RankedPosition;
use winways_rules::Play;
use winways_solve::{Observer, SolvedRanks, StopReason, Stopped};

/// The maximum total size of the listed moves, in words. Each move counts as the size of the position, because a front end may
/// write the position with every move.
const WORDS_LISTED: usize = 1_000_000;

const ONLY_REACHABLE: &str = "a count of a board of which only the reachable positions were solved";

/// Computes who wins, the value of the position, the winning moves, and the reasons.
///
/// Never fails: if a limit is reached or the observer stops the work, the analysis contains the partial result and the reason
/// it is partial. The result depends only on the position and the request.
pub fn analyse(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    Analyst::new(*request).analyse(position, observer)
}

/// The methods of analysis, in the order in which they are tried. The first method that applies answers.
const METHODS: &[question::Method] = &[
    ranked::by_table,
    impartial::by_theorem,
    impartial::by_lost_pairs,
    impartial::by_nim_values,
    entailing::by_entailing_values,
    loops::by_labels,
    impartial::by_misere_values,
    quotient::by_misere_quotient,
    tame::by_tame_genera,
    heap_periods::by_proved_period,
    heap_periods::by_proved_periods,
    partizan::by_canonical_forms,
    sums::by_search,
    entailing::by_search,
];

/// Analyses positions one after another and reuses earlier results.
pub struct Analyst<'t> {
    request: Request<'t>,
    cache: Cache,
}

impl<'t> Analyst<'t> {
    /// Creates an analyst that uses `request` for all positions.
    pub fn new(request: Request<'t>) -> Self {
        Analyst::with_cache(request, Cache::default())
    }

    /// Creates an analyst that starts from the cached results of another analyst.
    pub fn with_cache(request: Request<'t>, cache: Cache) -> Self {
        Analyst { request, cache }
    }

    /// Creates an analyst with the same request and no cached results.
    pub(crate) fn without_cache(&self) -> Self {
        Analyst::new(self.request)
    }

    /// Returns the results that later analyses can reuse.
    pub fn into_cache(self) -> Cache {
        self.cache
    }

    /// Returns the memory used by the cached results, in bytes.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Drops the cached results.
    pub(crate) fn drop_kept(&mut self) {
        self.cache = Cache::default();
    }

    /// Replaces the request for the following analyses.
    pub fn set_request(&mut self, request: Request<'t>) {
        self.request = request;
    }

    /// Returns the kind of play, normal or misère, that the request asks about.
    pub(crate) fn play(&self) -> Play {
        self.request.play
    }

    /// Analyses a position like the function [`analyse`], and reuses cached results.
    pub fn analyse(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        let mut analysis = self.by_first_method(position, observer);
        let refutations = self.refutations(position, &analysis, observer);
        analysis.explanation.extend(refutations);
        analysis
    }

    /// Returns the analysis from the first method that applies to the position.
    fn by_first_method(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        let limit = self.request.moves.min((WORDS_LISTED / position.size().max(1)).max(1));
        let request = &Request { moves: limit, ..self.request };
        let Cache { solved, forms } = &mut self.cache;
        let mut question = Question { position, request, solved, forms, observer };
        let mut missing = Vec::new();
        for method in METHODS {
            match method(&mut question) {
                Ok(analysis) => return analysis,
                Err(method) => missing.push(format!("cannot answer with {method}")),
            }
        }
        // Two methods may have the same name.
        let mut seen = HashSet::new();
        missing.retain(|line| seen.insert(line.clone()));
        let stopped = StopReason::Unsupported("this question about the position").after(0);
        Analysis {
            explanation: missing,
            ..Analysis::unknown(request.play, Method::search("none", 0), stopped)
        }
    }

    /// Returns the values of all positions on the board of `position`; solves the board if necessary.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit was reached before the board was solved, or if the board is so large that only the
    /// positions reachable from `position` were solved.
    pub fn table(
        &mut self,
        position: &dyn RankedPosition,
        observer: &dyn Observer,
    ) -> Result<Arc<dyn SolvedRanks>, Stopped> {
        let table = self.table_from(position, observer)?;
        match table.is_complete() {
            true => Ok(table),
            false => Err(StopReason::Unsupported(ONLY_REACHABLE).after(0)),
        }
    }

    /// Returns the values of at least the positions reachable from `position`.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit was reached before these positions were solved.
    pub(crate) fn table_from(
        &mut self,
        position: &dyn RankedPosition,
        observer: &dyn Observer,
    ) -> Result<Arc<dyn SolvedRanks>, Stopped> {
        Ok(ranked::table(position, &self.request, &mut self.cache.solved, observer)?.0)
    }

    /// Returns the best moves of a loopy position: the winner hurries, the loser delays. Equally good moves are all
    /// included.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit was reached before the board was solved.
    pub(crate) fn best_loopy_moves(
        &mut self,
        position: &dyn RankedPosition,
        observer: &dyn Observer,
    ) -> Result<Vec<PositionMove>, Stopped> {
        ranked::best_moves(position, &self.request, &mut self.cache.solved, observer)
    }
}
