//! Engines that compute values and outcomes from the rules of a game.
//!
//! - [`GrundySearch`]: nim-values by depth-first search, memoised per component;
//! - [`CoupleSearch`]: nim-values of large components, by searching for the nimber whose sum with the
//!   component is lost;
//! - [`WinnerByValues`]: the winner of a sum of partizan positions, without computing the values of large
//!   components;
//! - [`OutcomeSearch`]: outcomes of whole sums, for misère play and as an independent check of normal play;
//! - [`HeapSequence`]: nim-values of heaps 0, 1, 2, … of a heap game, and proved periods. It selects the
//!   engine that suits the game: [`NimSequence`], [`PairSequence`] or [`SparseSequence`];
//! - [`SubtractionSequence`]: outcomes and nim-values of subtraction games;
//! - [`conjectures`], [`conjectures_of_pairs`]: patterns of values other than periods;
//! - [`solve_ranks`]: outcomes and remotenesses where play may cycle;
//! - [`PairGrid`]: nim-values of all pairs up to a given size, for a game on pairs of numbers;
//! - [`PairSequence`]: a faster [`NimSequence`] for take-and-break games;
//! - [`position_of_xor`]: a scan of pairs of values for given nim-sums.
//!
//! No engine recurses, prints, or uses more memory than its [`Budget`] allows. Each reports to an
//! [`Observer`], which can stop it. Results depend on the rules alone, never on the number of threads or the
//! iteration order of a hash table.

#![deny(unsafe_code)]

mod budget;
mod canonical;
pub mod certificate;
mod conjectures;
mod couples;
mod form_pattern;
mod grid;
mod grundy;
mod heap_sequence;
mod induction;
mod ledger;
pub mod lines;
mod misere;
mod mixed;
mod outcome;
mod pairs;
mod period;
mod retrograde;
mod rows;
mod sequence;
mod sparse;
mod subtraction;
mod sum_table;
mod width;
mod winner;
mod winner_by_values;
#[allow(unsafe_code, reason = "SIMD")]
mod xors;

pub use budget::{Budget, EarlyAnswer, NoObserver, Observer, Progress, StopReason, Stopped, Until, size};
pub use canonical::{CanonicalForms, CanonicalSearch};
pub use conjectures::{
    Automaton, AutomatonState, Conjecture, FoundPattern, MAX_VALUES_EXAMINED, PairValues, Standing,
    conjectures, conjectures_metered, conjectures_of_pairs, conjectures_of_pairs_metered,
    pattern_proved_by_law,
};
pub use couples::CoupleSearch;
pub use form_pattern::{FormPattern, PatternSearch};
pub use grid::PairGrid;
pub use grundy::{GrundySearch, Theorems};
pub use heap_sequence::{HeapSequence, ProofStatus};
pub use induction::{
    Formula, HeapLaw, LinearSum, LostPairs, MoveFormula, MovesToLost, MovesToValue, PairMoveFormula,
};
pub use ledger::{Ledger, Quota};
pub use misere::misere_outcomes;
pub use mixed::{Interned, InternedPartizan, InternedRules, MixedRules};
pub use outcome::OutcomeSearch;
pub use pairs::PairSequence;
pub use period::{Pattern, PatternStatus, Period};
pub use retrograde::{
    AcyclicSolution, Batch, Build, BuildError, CheckpointStore, Counts, HOLE, Layout, Milestone, PAGE,
    PartialSolution, Place, ReachableSet, RecordKind, Solution, SolvedRanks, SolvedValue, StorageError,
    Transport, TransportError, ValueCheckFailure, build_ranks, check_values, least_memory, move_values,
    plain_values, plain_values_metered, reachable_ranks, run_worker, shard_of_page, solve_acyclic_from,
    solve_ranks, solve_reachable_from,
};
pub use rows::RowSequence;
pub use sequence::NimSequence;
pub use sparse::{CheckpointError, Keep, SparseSequence};
pub use subtraction::{SubtractionSequence, Wanted, census, subtraction_period};
pub use sum_table::SumTable;
pub use winner::WinnerSearch;
pub use winner_by_values::WinnerByValues;
pub use xors::position_of_xor;
