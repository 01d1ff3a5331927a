use std::ops::ControlFlow;
use thiserror::Error;
use winways_rules::{Meter, RuleFault};
use winways_values::{ArenaError, GameOutcome, Interrupt, Interruption};

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: u64,
    /// Options looked at, or no limit. Unlike time, it cuts every run of one thread at the same place.
    pub options: Option<u64>,
    /// Worker threads, at least 1. Their number shows in no result.
    pub threads: usize,
}

impl Budget {
    /// Four GiB, one thread, no limit of options.
    pub const DEFAULT: Budget = Budget { memory: 4 << 30, options: None, threads: 1 };
}

impl Budget {
    /// Reports to `observer` how far the work has come, unless it takes more memory than allowed.
    ///
    /// # Errors
    /// [`StopReason::Memory`], or why the observer ends the work.
    pub fn poll(&self, observer: &dyn Observer, progress: &Progress) -> Result<(), StopReason> {
        match progress.bytes > self.memory {
            true => Err(StopReason::Memory { limit: self.memory }),
            false => observer.poll(progress),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::DEFAULT
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Distinct positions whose value is known.
    pub positions: u64,
    /// Positions begun and not finished.
    pub depth: u64,
    /// Bytes of memory in use.
    pub bytes: u64,
    /// The number of all positions, if it is known; else 0.
    pub total: u64,
    /// The bytes of memory that the work needs to its end, if they are known; else 0.
    pub needed: u64,
    /// The layer under way, of work that goes by layers.
    pub layer: u64,
}

impl Progress {
    /// Returns this progress with the needed memory that an earlier report announced, unless this one announces another.
    pub fn after(self, earlier: &Progress) -> Progress {
        let needed = if self.needed == 0 { earlier.needed } else { self.needed };
        Progress { needed, ..self }
    }
}

/// What is known of a position before all that was asked for is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlyAnswer {
    /// Who wins.
    pub outcome: GameOutcome,
    /// A winning move, by its name, where one is known and the outcome is not the only thing that is.
    pub winning_move: Option<String>,
}

/// An observer of long work, which may end it.
pub trait Observer: Sync {
    /// Called now and then, at least several times a second; `Break` ends the work.
    fn observe(&self, progress: &Progress) -> ControlFlow<StopReason>;

    /// Reports how far the work has come.
    ///
    /// # Errors
    /// Why the observer ends the work.
    ///
    /// ```
    /// use winways_solve::{NoObserver, Observer, Progress, Stopped};
    /// fn count(to: u64, observer: &dyn Observer) -> Result<u64, Stopped> {
    ///     for positions in (0..to).step_by(1000) {
    ///         let progress = Progress { positions, ..Progress::default() };
    ///         observer.poll(&progress).map_err(|reason| reason.after(positions))?;
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

    /// Takes what is known before the work ends: who wins, then the same with a winning move.
    ///
    /// Ignored unless the observer shows it to somebody.
    fn found(&self, _answer: &EarlyAnswer) {}

    /// What ends a single operation on values, or the enumeration of a position's options, which may be long and cannot call
    /// [`Observer::observe`].
    ///
    /// An observer that does not tell ends the work between operations only.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }

    /// A meter for the enumeration of options, which asks [`Observer::interrupt`].
    fn meter(&self) -> Meter {
        Meter::new(self.interrupt())
    }
}

/// An observer that sees nothing and never ends the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

/// Why work ended before its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StopReason {
    /// The user asked for it.
    #[error("interrupted")]
    Interrupted,
    /// The time allowed was up.
    #[error("the time limit was reached")]
    Timeout,
    /// The next step would have needed more memory than allowed, in bytes.
    #[error("the memory limit of {} was reached", size(*.limit))]
    Memory {
        /// The limit.
        limit: u64,
    },
    /// A value did not fit the width in which values are kept.
    #[error("a nim-value reached the limit of {limit}")]
    Values {
        /// How many values there are in that width.
        limit: u64,
    },
    /// What was asked for, which is not supported.
    #[error("{0} is not supported")]
    Unsupported(&'static str),
    /// The text of a value would be longer than allowed.
    #[error("the value {value} has a text longer than the limit of {}", size(*.limit))]
    Text {
        /// The limit in bytes.
        limit: u64,
        /// The value in a shortened form.
        value: String,
    },
    /// The rules have a fault that showed on the way.
    #[error("the rules went wrong: {0}")]
    Rules(RuleFault),
    /// A table of solved positions cannot be read, or is wrong.
    #[error("a table of solved positions is damaged")]
    Table,
    /// What was worked out is not what a theorem says: one of the two is a defect of the program.
    #[error("an internal error of winways: the values worked out contradict the theorem `{theorem}`")]
    Contradiction {
        /// The name of the theorem.
        theorem: &'static str,
    },
    /// So many calls of functions stood inside each other.
    #[error("the limit of {limit} calls inside each other was reached")]
    Calls {
        /// The limit.
        limit: u64,
    },
    /// As many options as allowed were looked at.
    #[error("the limit of {limit} options was reached")]
    Options {
        /// The limit.
        limit: u64,
    },
}

/// A number of bytes in the largest unit of which there is one.
fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} bytes"),
        0x400..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        _ => format!("{} MiB", bytes.div_ceil(1 << 20)),
    }
}

impl StopReason {
    /// The end of work that came to so many positions.
    pub fn after(self, nodes: u64) -> Stopped {
        Stopped { reason: self, nodes }
    }
}

impl From<ArenaError> for StopReason {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::OutOfMemory { limit } => StopReason::Memory { limit },
            ArenaError::TooLarge { limit } => StopReason::Values { limit },
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

/// Work that ended before its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} after {nodes} positions")]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// Positions solved so far.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_their_unit() {
        let told = [100, 4 << 10, 48 << 20, 4 << 30].map(|limit| StopReason::Memory { limit }.to_string());
        let units = ["100 bytes", "4 KiB", "48 MiB", "4096 MiB"];
        assert_eq!(told, units.map(|unit| format!("the memory limit of {unit} was reached")));
    }
}
