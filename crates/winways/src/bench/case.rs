use super::checksum::{Checksum, bench_checksum};
use super::{examples, forms, heaps, judge, ranks, sums};
use winways_notation::Diagnostic;
use winways_solve::{Budget, Keep, Observer, StopReason, Stopped, Theorems};
use winways_values::ArenaError;

/// A computation of the fixed list.
pub struct BenchCase {
    /// The name. The option `--only` matches parts of it.
    pub name: &'static str,
    /// `true` if the case is short enough for tests of a debug build.
    pub is_quick: bool,
    pub(super) computation: Computation,
}

/// The computation of a case: a function of the modules beside this one, with its arguments.
#[derive(Clone, Copy)]
pub(super) enum Computation {
    Examples,
    /// A game and a position.
    Form(&'static str, &'static str),
    /// A game and a position.
    FormBySearch(&'static str, &'static str),
    /// Columns and rows.
    DomineeringSubsets(u8, u8),
    /// A game and the largest heap.
    AllValues(&'static str, u64),
    /// A game and the largest heap.
    LastValues(&'static str, u64),
    /// A game and the largest heap.
    PlainValues(&'static str, u64),
    /// The largest heap.
    KaylesBySearch(u64),
    /// A game and a position.
    NimValue(&'static str, &'static str),
    /// A game and the largest number.
    Pairs(&'static str, u64),
    /// A game and a board.
    Board(&'static str, &'static str),
    /// A game and a board.
    BoardByMessages(&'static str, &'static str),
    /// The number of times.
    LargestInputs(usize),
    /// A position.
    Outcome(&'static str),
    /// A sum of positions.
    Misere(&'static str),
}

impl Computation {
    fn run(self, resources: &Resources<'_>) -> Result {
        match self {
            Computation::Examples => examples::examples(resources),
            Computation::Form(game, position) => forms::form(resources, game, position, Theorems::Use),
            Computation::FormBySearch(game, position) => {
                forms::form(resources, game, position, Theorems::Ignore)
            }
            Computation::DomineeringSubsets(width, height) => {
                forms::domineering_subsets(resources, width, height)
            }
            Computation::AllValues(game, up_to) => heaps::values(resources, game, up_to, Keep::All, 0),
            // The values of the last heaps depend on all others.
            Computation::LastValues(game, up_to) => {
                heaps::values(resources, game, up_to, Keep::Last, up_to.saturating_sub(1000))
            }
            Computation::PlainValues(game, up_to) => heaps::plain_values(resources, game, up_to),
            Computation::KaylesBySearch(heap) => heaps::kayles_by_search(resources, heap),
            Computation::NimValue(game, position) => heaps::nim_value(resources, game, position),
            Computation::Pairs(game, up_to) => heaps::pairs(resources, game, up_to),
            Computation::Board(game, board) => ranks::board(resources, game, board, false),
            Computation::BoardByMessages(game, board) => ranks::board(resources, game, board, true),
            Computation::LargestInputs(times) => judge::largest_inputs(times),
            Computation::Outcome(position) => sums::board(resources, position),
            Computation::Misere(sum) => sums::misere(resources, sum),
        }
    }
}

/// The resources of a case.
pub(super) struct Resources<'o> {
    pub(super) budget: Budget,
    pub(super) observer: &'o dyn Observer,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// A short summary of the result.
    pub summary: String,
    /// The number of positions searched, heaps computed, or inputs answered.
    pub count: u64,
    /// The unit of [`BenchResult::count`].
    pub unit: &'static str,
    /// The checksum of everything that must not change, including the numbers of positions searched.
    pub checksum: u64,
    /// The checksums of named parts, if the case has parts.
    pub parts: Vec<BenchPart>,
}

impl BenchResult {
    /// Creates the result of a case without parts.
    pub(super) fn new(summary: String, count: u64, unit: &'static str, checksum: Checksum) -> BenchResult {
        BenchResult { summary, count, unit, checksum: checksum.finish(), parts: Vec::new() }
    }

    /// Creates the result of a case with parts, whose checksum combines theirs.
    pub(super) fn of_parts(
        summary: String,
        count: u64,
        unit: &'static str,
        parts: Vec<BenchPart>,
    ) -> BenchResult {
        let checksum = bench_checksum(parts.iter().map(|part| (part.name, part.checksum)));
        BenchResult { summary, count, unit, checksum, parts }
    }
}

pub(super) type Result<T = BenchResult> = std::result::Result<T, BenchError>;

/// A named part of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchPart {
    /// The name, which is unique in its case.
    pub name: &'static str,
    /// A short summary of the result.
    pub summary: String,
    /// The checksum.
    pub checksum: u64,
}

/// The reason a case has no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BenchError {
    /// A limit was reached, or the observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A position or an input of the list is no longer accepted.
    #[error("an input of the list is not accepted: {0}")]
    Input(#[from] Diagnostic),
}

impl From<ArenaError> for BenchError {
    fn from(error: ArenaError) -> Self {
        StopReason::from(error).after(0).into()
    }
}

impl BenchCase {
    /// Runs the case. The result depends neither on the number of threads nor on the machine.
    ///
    /// # Errors
    /// Returns [`BenchError`] if a limit is reached, the observer stops the work, or an input is no longer
    /// accepted.
    ///
    /// ```
    /// use winways::{Budget, NoObserver};
    /// use winways::internal::bench_cases;
    /// let case = bench_cases().iter().find(|case| case.name == "hackenbush/trees").unwrap();
    /// let result = case.run(Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!((result.count, result.unit), (11, "positions"));
    /// assert_eq!(case.run(Budget::DEFAULT, &NoObserver)?, result);
    /// # Ok::<(), winways::internal::BenchError>(())
    /// ```
    pub fn run(
        &self,
        budget: Budget,
        observer: &dyn Observer,
    ) -> std::result::Result<BenchResult, BenchError> {
        self.computation.run(&Resources { budget, observer })
    }
}
