use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
use thiserror::Error;
use winways_rules::{Meter, RuleFault};
use winways_values::{ArenaError, GameOutcome, Interrupt, Interruption};

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The memory limit in bytes.
    pub memory: u64,
    /// The maximum number of options examined, or `None` for no limit. Unlike a time limit, it always stops a single-threaded
    /// run at the same point.
    pub options: Option<u64>,
    /// The number of worker threads, at least 1. It affects no result. WebAssembly always has one.
    pub threads: usize,
}

impl Budget {
    /// Four GiB, one thread, and any number of options.
    pub const DEFAULT: Budget = Budget { memory: 4 << 30, options: None, threads: 1 };

    /// Returns the number of threads to use, which is 1 if the platform cannot start threads.
    pub(crate) fn workers(&self) -> usize {
        if cfg!(target_family = "wasm") { 1 } else { self.threads.max(1) }
    }

    /// Returns the reason to stop work that needs more memory.
    #[cold]
    pub fn out_of_memory(&self) -> StopReason {
        StopReason::Memory { limit: self.memory }
    }

    /// Checks that work may use `bytes` bytes of memory in all.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] otherwise.
    #[inline]
    pub fn check(&self, bytes: u64) -> Result<(), StopReason> {
        if bytes > self.memory { Err(self.out_of_memory()) } else { Ok(()) }
    }

    /// Checks that work may examine `options` options in all.
    ///
    /// # Errors
    /// Returns [`StopReason::Options`] otherwise.
    #[inline]
    pub fn check_options(&self, options: u64) -> Result<(), StopReason> {
        match self.options {
            Some(limit) if options > limit => Err(StopReason::Options { limit }),
            _ => Ok(()),
        }
    }

    /// Reports the progress to `observer`, unless the work uses more memory or options than allowed.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] or [`StopReason::Options`] if a limit is exceeded, or the observer's [`StopReason`] if it
    /// stops the work.
    pub fn poll(&self, observer: &dyn Observer, progress: &Progress) -> Result<(), StopReason> {
        self.check(progress.bytes)?;
        self.check_options(progress.options)?;
        observer.poll(progress)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::DEFAULT
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of distinct positions whose value is known.
    pub positions: u64,
    /// The number of positions that are started but not finished.
    pub depth: u64,
    /// The memory in use, in bytes.
    pub bytes: u64,
    /// The number of options examined, for searches whose option limit is checked at polls; else 0.
    pub options: u64,
    /// The number of all positions, if it is known; else 0.
    pub total: u64,
    /// The total memory that the work needs, in bytes, if it is known; else 0.
    pub needed: u64,
    /// The current layer, if the work proceeds by layers.
    pub layer: u64,
}

impl Progress {
    /// Creates the progress of a search.
    pub fn new(positions: u64, depth: usize, bytes: u64) -> Progress {
        Progress { positions, depth: depth as u64, bytes, ..Progress::default() }
    }

    /// Returns this progress. If it does not report the needed memory, copies that number from `earlier`.
    pub fn after(self, earlier: &Progress) -> Progress {
        let needed = if self.needed == 0 { earlier.needed } else { self.needed };
        Progress { needed, ..self }
    }
}

/// A partial answer about a position, available before the complete answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyAnswer {
    /// The outcome.
    pub outcome: GameOutcome,
    /// The name of a winning move, once one is known.
    pub winning_move: Option<String>,
}

/// An observer of long work, which may stop it.
pub trait Observer: Sync {
    /// Receives the progress of the work, at least several times a second. `Break` stops the work.
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason>;

    /// Reports the progress of the work.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the observer stops the work.
    ///
    /// ```
    /// use winways_solve::{NoObserver, Observer, Progress, Stopped};
    /// fn count(to: u64, observer: &dyn Observer) -> Result<u64, Stopped> {
    ///     for positions in (0..to).step_by(1000) {
    ///         observer.poll(&Progress::new(positions, 0, 0)).map_err(|reason| reason.after(positions))?;
    ///     }
    ///     Ok(to)
    /// }
    /// assert_eq!(count(1_000_000, &NoObserver), Ok(1_000_000));
    /// ```
    fn poll(&self, progress: &Progress) -> Result<(), StopReason> {
        match self.observe(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(reason),
        }
    }

    /// Receives an early answer: first the outcome, then the outcome with a winning move.
    ///
    /// The default implementation ignores it.
    fn found(&self, _answer: &EarlyAnswer) {}

    /// Returns the interrupt that stops a single operation on values, or the enumeration of the options of a position. Both may
    /// take long and cannot call [`Observer::observe`].
    ///
    /// With the default implementation, the observer stops the work only between operations.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }

    /// Returns a meter that polls [`Observer::interrupt`] while options are enumerated.
    fn meter(&self) -> Meter {
        Meter::new(self.interrupt())
    }
}

/// An observer that ignores all reports and never stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

/// Polls the interrupt at each report, and ignores the progress.
impl Observer for Interrupt {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        Interrupt::poll(self).map_break(StopReason::from)
    }

    fn interrupt(&self) -> Interrupt {
        self.clone()
    }
}

/// An observer that forwards to another observer, and also stops the work when an interrupt does.
pub struct Until<'o> {
    observer: &'o dyn Observer,
    interrupt: Interrupt,
}

impl<'o> Until<'o> {
    /// Creates an observer that forwards to `observer`.
    pub fn new(observer: &'o dyn Observer, interrupt: Interrupt) -> Self {
        Until { observer, interrupt }
    }
}

impl Observer for Until<'_> {
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.observe(progress)?;
        self.interrupt.poll().map_break(StopReason::from)
    }

    fn found(&self, answer: &EarlyAnswer) {
        self.observer.found(answer);
    }

    fn interrupt(&self) -> Interrupt {
        self.observer.interrupt().and(self.interrupt.clone())
    }
}

/// The reason why work stopped early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StopReason {
    /// The user interrupted the work.
    #[error("interrupted")]
    Interrupted,
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Timeout,
    /// The next step would have needed more memory than allowed.
    #[error("the memory limit of {} was reached", size(*.limit))]
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// A value did not fit the width in which values are stored.
    #[error("a nim-value reached the limit of {limit}")]
    Values {
        /// The number of values that fit in that width.
        limit: u64,
    },
    /// The named feature is not supported.
    #[error("{0} is not supported")]
    Unsupported(&'static str),
    /// The text form of a value would exceed the allowed length.
    #[error("the text form of the value {value} is longer than the limit of {}", size(*.limit))]
    Text {
        /// The limit in bytes.
        limit: u64,
        /// The value in a shortened form.
        value: String,
    },
    /// The rules failed during the work.
    #[error("the rules failed: {0}")]
    Rules(RuleFault),
    /// A table of solved positions cannot be read, or contains a wrong value.
    #[error("a table of solved positions is damaged")]
    Table,
    /// The computed values contradict a theorem. The program has a defect: it computed the values or applied the theorem
    /// wrongly.
    #[error("an internal error of winways: the computed values contradict the theorem `{theorem}`")]
    Contradiction {
        /// The name of the theorem.
        theorem: &'static str,
    },
    /// Function calls were nested deeper than allowed.
    #[error("the limit of {limit} nested calls was reached")]
    Calls {
        /// The limit.
        limit: u64,
    },
    /// The maximum number of options was examined.
    #[error("the limit of {limit} options was reached")]
    Options {
        /// The limit.
        limit: u64,
    },
}

/// Formats a number of bytes in bytes, KiB or MiB.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} bytes"),
        0x400..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        _ => format!("{} MiB", bytes.div_ceil(1 << 20)),
    }
}

impl StopReason {
    /// Returns the report on work that stopped for this reason after `nodes` positions.
    pub fn after(self, nodes: u64) -> Stopped {
        Stopped { reason: self, nodes }
    }
}

impl From<ArenaError> for StopReason {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::OutOfMemory { limit } => StopReason::Memory { limit },
            ArenaError::TooLarge => StopReason::Unsupported("a multiple of up, or a nimber, of this size"),
            ArenaError::TooManyOptions { limit } => StopReason::Options { limit },
            ArenaError::Interrupted(interruption) => interruption.into(),
        }
    }
}

impl From<Interruption> for StopReason {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::User => StopReason::Interrupted,
            Interruption::Timeout => StopReason::Timeout,
            Interruption::Memory { limit } => StopReason::Memory { limit },
        }
    }
}

impl From<RuleFault> for StopReason {
    fn from(fault: RuleFault) -> Self {
        match fault {
            RuleFault::Interrupted(interruption) => interruption.into(),
            RuleFault::Rules(_) => StopReason::Rules(fault),
        }
    }
}

impl From<RuleFault> for Stopped {
    fn from(fault: RuleFault) -> Self {
        StopReason::from(fault).after(0)
    }
}

/// A report on work that stopped early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Stopped {
    /// The reason.
    pub reason: StopReason,
    /// The number of positions solved so far.
    pub nodes: u64,
}

impl Display for Stopped {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Stopped { reason, nodes } = self;
        match (reason, nodes) {
            // The work did not start.
            (StopReason::Unsupported(_), 0) => write!(formatter, "{reason}"),
            _ => write!(formatter, "{reason} after {nodes} positions"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_printed_in_their_unit() {
        let printed = [100, 4 << 10, 48 << 20, 4 << 30].map(|limit| StopReason::Memory { limit }.to_string());
        let units = ["100 bytes", "4 KiB", "48 MiB", "4096 MiB"];
        assert_eq!(printed, units.map(|unit| format!("the memory limit of {unit} was reached")));
    }
}
