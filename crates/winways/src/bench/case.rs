use winways_notation::Diagnostic;
use winways_solve::{Budget, Observer, Stopped};
use winways_values::ArenaError;

/// A computation of the fixed list.
pub struct BenchCase {
    /// The name; `--only` compares with parts of it.
    pub name: &'static str,
    /// Whether it is short enough for a test of a build with all checks.
    pub is_quick: bool,
    pub(super) run: fn(&Means<'_>) -> Result<BenchResult, BenchError>,
}

/// What a case may use.
pub(super) struct Means<'o> {
    pub(super) budget: Budget,
    pub(super) observer: &'o dyn Observer,
}

/// What a case has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// What was found, in brief.
    pub summary: String,
    /// How many positions were searched, heaps computed, or inputs answered.
    pub count: u64,
    /// What [`BenchResult::count`] counts.
    pub unit: &'static str,
    /// The checksum over everything that must not change, counts of positions searched included.
    pub checksum: u64,
    /// The checksums of the parts, where a case has named ones.
    pub parts: Vec<BenchPart>,
}

/// A named part of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchPart {
    /// The name, which is unique in its case.
    pub name: &'static str,
    /// What was found, in brief.
    pub summary: String,
    /// The checksum.
    pub checksum: u64,
}

/// Why a case has no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BenchError {
    /// A limit was reached, or the observer ended the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A position or an input of the list is not accepted any more.
    #[error("an input of the list is not accepted: {0}")]
    Input(#[from] Diagnostic),
}

impl From<ArenaError> for BenchError {
    fn from(error: ArenaError) -> Self {
        BenchError::Stopped(Stopped { reason: error.into(), nodes: 0 })
    }
}

impl BenchCase {
    /// Runs the case. The result does not depend on the number of threads, nor on the machine.
    ///
    /// # Errors
    /// [`BenchError`] if a limit is reached, the observer ends the work, or an input is not accepted any more.
    ///
    /// ```
    /// use winways::{Budget, NoObserver, bench_cases};
    /// let case = bench_cases().iter().find(|case| case.name == "hackenbush/trees").unwrap();
    /// let result = case.run(Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!((result.count, result.unit), (11, "positions"));
    /// assert_eq!(case.run(Budget::DEFAULT, &NoObserver)?, result);
    /// # Ok::<(), winways::BenchError>(())
    /// ```
    pub fn run(&self, budget: Budget, observer: &dyn Observer) -> Result<BenchResult, BenchError> {
        (self.run)(&Means { budget, observer })
    }
}
