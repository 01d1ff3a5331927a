//! Comparisons of theorems with exhaustive search, and their progress.

use std::fmt::Debug;
use winways_rules::RuleFault;
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped, StorageError};

/// A theorem that the hooks of a game cannot express, with its statement and its comparison with exhaustive search.
#[derive(Debug)]
pub struct Claim {
    /// The name of the claim in `winways verify`.
    pub name: &'static str,
    /// The statement of the theorem.
    pub statement: &'static str,
    /// The cases that a size `N` covers, in words.
    pub range: &'static str,
    /// The size that is checked by default.
    pub default_range: u64,
    /// The function that compares all cases up to a size.
    pub check: fn(u64, &mut Check<'_>) -> Result<(), Halt>,
}

/// A running comparison, which counts the cases and polls the observer.
pub struct Check<'o> {
    /// The number of cases compared so far.
    pub cases: u64,
    /// The budget of each search.
    pub budget: Budget,
    /// The observer that is polled, and can stop the work.
    pub observer: &'o dyn Observer,
}

/// The reason why a comparison ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The theorem and the search disagree. The string states the case and both results.
    Counterexample(String),
    /// The work was stopped.
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        match stopped.reason {
            StopReason::Rules(fault) => fault.into(),
            _ => Halt::Stopped(stopped),
        }
    }
}

/// Reports faulty rules as a counterexample.
impl From<RuleFault> for Halt {
    fn from(fault: RuleFault) -> Self {
        match fault {
            RuleFault::Rules(message) => Halt::Counterexample(message.into()),
            RuleFault::Interrupted(interruption) => Halt::Stopped(StopReason::from(interruption).after(0)),
        }
    }
}

/// Reports a counterexample for values that were computed but cannot be read back.
impl From<StorageError> for Halt {
    fn from(error: StorageError) -> Self {
        Halt::Counterexample(error.to_string())
    }
}

impl<'o> Check<'o> {
    /// Creates a comparison without any cases.
    pub fn new(budget: Budget, observer: &'o dyn Observer) -> Self {
        Check { cases: 0, budget, observer }
    }

    /// Counts one case and compares the theorem's result with the search's. Polls the observer every few cases.
    ///
    /// # Errors
    /// Returns [`Halt::Counterexample`] if the results differ, or [`Halt::Stopped`] if the observer stops the work.
    pub fn compare<T: PartialEq + Debug>(
        &mut self,
        case: impl FnOnce() -> String,
        theorem: T,
        search: T,
    ) -> Result<(), Halt> {
        self.cases += 1;
        if theorem == search {
            return if self.cases.is_multiple_of(1 << 10) { self.poll() } else { Ok(()) };
        }
        Err(counterexample(&case(), &theorem, &search))
    }

    /// Polls the observer. Call it during long work between two cases.
    ///
    /// # Errors
    /// Returns [`Halt::Stopped`] if the observer stops the work.
    pub fn poll(&self) -> Result<(), Halt> {
        self.charge(0)
    }

    /// Polls the observer during work between two cases that has allocated `bytes` bytes so far.
    ///
    /// # Errors
    /// Returns [`Halt::Stopped`] if the observer stops the work or the memory budget is exceeded.
    pub fn charge(&self, bytes: u64) -> Result<(), Halt> {
        self.budget
            .poll(self.observer, &Progress::new(self.cases, 0, bytes))
            .map_err(|reason| self.stopped(reason))
    }

    /// Checks that a table of `rows` rows of `row_bytes` bytes fits in the memory budget.
    ///
    /// # Errors
    /// Returns [`Halt::Stopped`] if the table does not fit.
    pub fn check_memory(&self, rows: u64, row_bytes: u64) -> Result<(), Halt> {
        self.budget.check(rows.saturating_mul(row_bytes)).map_err(|reason| self.stopped(reason))
    }

    fn stopped(&self, reason: StopReason) -> Halt {
        Halt::Stopped(Stopped { reason, nodes: self.cases })
    }
}

fn counterexample(case: &str, theorem: &dyn Debug, search: &dyn Debug) -> Halt {
    Halt::Counterexample(format!("{case}: the theorem gives {theorem:?}, the search found {search:?}"))
}
