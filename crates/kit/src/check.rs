//! Comparisons of theorems with exhaustive search, in progress.

use std::fmt::Debug;
use winways_rules::RuleFault;
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped, StorageError};

/// A theorem that is more than a hook of a game: its statement and its comparison with exhaustive search.
#[derive(Debug)]
pub struct Claim {
    /// The name under which `winways verify` knows it.
    pub name: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// Which cases a size `N` stands for, in words.
    pub range: &'static str,
    /// The size unless told otherwise.
    pub default_range: u64,
    /// The comparison over all cases up to a size.
    pub check: fn(u64, &mut Check<'_>) -> Result<(), Halt>,
}

/// A comparison in progress: counts the cases, and looks at the observer.
pub struct Check<'o> {
    /// Cases compared so far.
    pub cases: u64,
    /// What a search may use.
    pub budget: Budget,
    /// Who watches.
    pub observer: &'o dyn Observer,
}

/// Why a comparison ended before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Theorem and search disagree: the case, what the theorem says, what the search found.
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

/// Rules that go wrong are a counterexample to themselves.
impl From<RuleFault> for Halt {
    fn from(fault: RuleFault) -> Self {
        match fault {
            RuleFault::Rules(message) => Halt::Counterexample(message.into()),
            RuleFault::Interrupted(interruption) => Halt::Stopped(StopReason::from(interruption).after(0)),
        }
    }
}

/// Values that an engine found and that cannot be asked for are wrong.
impl From<StorageError> for Halt {
    fn from(error: StorageError) -> Self {
        Halt::Counterexample(error.to_string())
    }
}

impl<'o> Check<'o> {
    /// A comparison that has not begun.
    pub fn new(budget: Budget, observer: &'o dyn Observer) -> Self {
        Check { cases: 0, budget, observer }
    }

    /// Counts one case; what the theorem says must be what the search found. Now and then asks the observer.
    ///
    /// # Errors
    /// The counterexample, if they differ; or that the observer ends the work.
    pub fn compare<T: PartialEq + Debug>(
        &mut self,
        case: impl FnOnce() -> String,
        theorem: T,
        search: T,
    ) -> Result<(), Halt> {
        self.cases += 1;
        if theorem == search {
            return self.poll_now_and_then();
        }
        Err(counterexample(&case(), &theorem, &search))
    }

    fn poll_now_and_then(&self) -> Result<(), Halt> {
        if self.cases.is_multiple_of(CASES_POLL_INTERVAL) { self.poll() } else { Ok(()) }
    }

    /// Looks at the observer: for work between two cases that takes long.
    ///
    /// # Errors
    /// That it ends the work.
    pub fn poll(&self) -> Result<(), Halt> {
        self.charge(0)
    }

    /// Looks at the observer, for work between two cases that has taken so many bytes by now.
    ///
    /// # Errors
    /// That it ends the work, or that there is no more memory.
    pub fn charge(&self, bytes: u64) -> Result<(), Halt> {
        let progress = Progress { positions: self.cases, bytes, ..Progress::default() };
        self.budget.poll(self.observer, &progress).map_err(|reason| self.stopped(reason))
    }

    /// Whether a table of `rows` rows of so many bytes may be made.
    ///
    /// # Errors
    /// That it does not fit in the budget.
    pub fn check_memory(&self, rows: u64, row_bytes: u64) -> Result<(), Halt> {
        let limit = self.budget.memory;
        if rows.saturating_mul(row_bytes) <= limit {
            return Ok(());
        }
        Err(self.stopped(StopReason::Memory { limit }))
    }

    fn stopped(&self, reason: StopReason) -> Halt {
        Halt::Stopped(Stopped { reason, nodes: self.cases })
    }
}

fn counterexample(case: &str, theorem: &dyn Debug, search: &dyn Debug) -> Halt {
    Halt::Counterexample(format!("{case}: the theorem says {theorem:?}, the search found {search:?}"))
}

/// How many cases are compared between two looks at the observer.
const CASES_POLL_INTERVAL: u64 = 1 << 10;
