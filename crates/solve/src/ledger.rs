//! The account of a search: its limits, its work and its observer, and quotas that divide work between searches.

use crate::budget::{Budget, Observer, Progress, StopReason};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use winways_rules::Meter;
use winways_values::{Interrupt, Interruption};

/// Counts the work of a search, checks its memory, and polls its observer periodically.
///
/// A search holds one ledger. The search charges work in its own unit, and sets the interval to a few milliseconds'
/// worth of that unit. Progress is computed only for a poll, so charging costs an addition and a comparison. Work that
/// reports no progress, such as an operation on values or the enumeration of options, is charged to a [`Meter`] instead.
///
/// ```
/// use winways_solve::{Budget, Ledger, NoObserver, Progress, StopReason};
/// let budget = Budget { memory: 1000, ..Budget::DEFAULT };
/// let ledger = Ledger::new(budget, &NoObserver, 100);
/// let mut list: Vec<u64> = Vec::new();
/// let stopped = (0..).try_for_each(|number| {
///     list.push(number);
///     ledger.spend(1, || Progress::new(number, 0, 8 * list.len() as u64))
/// });
/// assert_eq!((stopped, list.len()), (Err(StopReason::Memory { limit: 1000 }), 200));
/// ```
pub struct Ledger<'o> {
    /// The limits of the search, which may change between two calls.
    pub budget: Budget,
    /// The observer, which may stop the search.
    pub observer: &'o dyn Observer,
    pace: Cell<Pace>,
}

/// The number of bytes up to which [`Ledger::check_more`] skips the check, since computing the memory in use takes longer.
const SMALL: u64 = 1 << 14;

impl<'o> Ledger<'o> {
    /// Creates a ledger that polls `observer` after every `interval` units of work.
    pub fn new(budget: Budget, observer: &'o dyn Observer, interval: u64) -> Self {
        Ledger { budget, observer, pace: Cell::new(Pace::new(interval)) }
    }

    /// Returns this ledger with its interval elapsed, so that the first charge polls the observer.
    #[must_use]
    pub fn due(self) -> Self {
        self.with_unpolled(u64::MAX)
    }

    /// Returns this ledger with `work` units charged since the last poll.
    pub(crate) fn with_unpolled(self, work: u64) -> Self {
        self.pace.update(|pace| Pace { work, ..pace });
        self
    }

    /// Returns the work charged since the last poll.
    pub(crate) fn unpolled(&self) -> u64 {
        self.pace.get().work
    }

    /// Charges work. Once the interval has elapsed, polls the observer and checks the memory in use.
    ///
    /// # Errors
    /// Returns the [`StopReason`] if the search must stop.
    #[inline]
    pub fn spend(&self, work: u64, progress: impl FnOnce() -> Progress) -> Result<(), StopReason> {
        let mut pace = self.pace.get();
        let is_due = pace.is_due(work);
        self.pace.set(pace);
        if is_due { self.poll(&progress()) } else { Ok(()) }
    }

    /// Polls the observer, and checks the memory in use.
    ///
    /// # Errors
    /// Fails like [`Ledger::spend`].
    #[cold]
    pub fn poll(&self, progress: &Progress) -> Result<(), StopReason> {
        self.budget.poll(self.observer, progress)
    }

    /// Checks that the search may use `bytes` bytes of memory in all.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] otherwise.
    #[inline]
    pub fn check(&self, bytes: u64) -> Result<(), StopReason> {
        self.budget.check(bytes)
    }

    /// Checks that the search may use `needed` bytes in addition to the `used` bytes. Skips the check if `needed` is
    /// small.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] otherwise.
    #[inline]
    pub fn check_more(&self, needed: u64, used: impl FnOnce() -> u64) -> Result<(), StopReason> {
        if needed > SMALL { self.check(needed.saturating_add(used())) } else { Ok(()) }
    }

    /// Returns a meter for the enumeration of options.
    pub fn meter(&self) -> Meter {
        self.observer.meter()
    }
}

/// A counter of work, which reports that a poll is due after every interval. Engines that are called with changing
/// observers keep it between calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    interval: u64,
    work: u64,
}

impl Pace {
    pub(crate) const fn new(interval: u64) -> Self {
        Pace { interval, work: 0 }
    }

    /// Returns this pace with its interval elapsed, so that a poll is due at the first work.
    pub(crate) const fn due(self) -> Self {
        Pace { work: u64::MAX, ..self }
    }

    /// Counts work, and returns `true` once for every interval.
    #[inline]
    pub(crate) fn is_due(&mut self, work: u64) -> bool {
        self.work = self.work.saturating_add(work);
        let is_due = self.work >= self.interval;
        if is_due {
            self.work = 0;
        }
        is_due
    }
}

/// A quota of polls, which divides the work between searches.
///
/// Two searches alternate if their quotas are granted in turn. A small quota limits a part of a search. Polls are
/// counted instead of time, so the results of one thread are deterministic.
///
/// ```
/// use winways_solve::{NoObserver, Observer, Progress, Quota, Until};
/// let quota = Quota::new(3);
/// let observer = Until::new(&NoObserver, quota.interrupt());
/// let polls = (0..).take_while(|&positions| observer.poll(&Progress::new(positions, 0, 0)).is_ok()).count();
/// assert_eq!((polls, quota.is_exhausted()), (2, true));
/// quota.grant(1000);
/// assert!(observer.poll(&Progress::default()).is_ok());
/// ```
#[derive(Debug)]
pub struct Quota(Arc<AtomicU64>);

impl Quota {
    /// Creates a quota of `polls` polls. The last poll stops the work.
    pub fn new(polls: u64) -> Self {
        Quota(Arc::new(AtomicU64::new(polls)))
    }

    /// Sets the number of polls left to `polls`.
    pub fn grant(&self, polls: u64) {
        self.0.store(polls, Ordering::Relaxed);
    }

    /// Returns the number of polls left.
    pub fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns `true` if the quota is exhausted.
    pub fn is_exhausted(&self) -> bool {
        self.left() == 0
    }

    /// Returns an interrupt that uses up one poll each time it is polled, and stops the work with
    /// [`Interruption::Timeout`] when the quota is exhausted.
    pub fn interrupt(&self) -> Interrupt {
        let quota = Quota(self.0.clone());
        Interrupt::new(move || {
            let take = |left: u64| Some(left.saturating_sub(1));
            match quota.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                Ok(2..) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(Interruption::Timeout),
            }
        })
    }
}
