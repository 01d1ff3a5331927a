use winways_notation::Diagnostic;
use winways_solve::{Budget, Observer, Stopped};
use winways_values::ArenaError;

/// A computation of the fixed list.
pub struct BenchCase {
    /// The name. The option `--only` matches parts of it.
    pub name: &'static str,
    /// `true` if the case is short enough for tests of a debug build.
    pub is_quick: bool,
    pub(super) run: fn(&Resources<'_>) -> Result<BenchResult, BenchError>,
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
        BenchError::Stopped(Stopped { reason: error.into(), nodes: 0 })
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
    pub fn run(&self, budget: Budget, observer: &dyn Observer) -> Result<BenchResult, BenchError> {
        (self.run)(&Resources { budget, observer })
    }
}
