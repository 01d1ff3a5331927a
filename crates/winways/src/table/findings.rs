//! The findings of a table, and lazy listings of its values.

use super::HeapTable;
use std::cell::Cell;
use std::ops::Range;
use winways_solve::{Conjecture, Observer, Pattern, Progress, StopReason, Stopped, conjectures_metered};

/// The patterns and conjectures found in a [`HeapTable`].
#[derive(Debug, Default)]
pub struct Findings {
    /// The pattern of the sequence, if one is known.
    pub pattern: Option<Pattern>,
    /// The number of values that would prove the pattern, if it is not proved and a theorem can prove it.
    pub values_needed: Option<u64>,
    /// Further conjectures.
    pub conjectures: Vec<Conjecture>,
    /// The reason the search was stopped; `None` if it was completed. If it was stopped, findings may be missing.
    pub stopped: Option<Stopped>,
}

impl HeapTable<'_> {
    /// Returns the findings about the values of heaps 0..=`up_to`: their pattern and further conjectures.
    ///
    /// They are checked on all values, or on the first [`MAX_VALUES_EXAMINED`](winways_solve::MAX_VALUES_EXAMINED),
    /// or on fewer if the memory is too small or the work was stopped. Conjectures require that the values are kept
    /// from heap 0 on.
    ///
    /// # Complexity
    /// As [`Pattern::of`] and [`conjectures`](winways_solve::conjectures).
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{HeapTable, Keep};
    /// let nim = Catalogue::new().game("nim")?;
    /// let mut table = HeapTable::new(&*nim, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_to(200, &NoObserver).unwrap();
    /// assert_eq!(table.findings(200, &NoObserver).conjectures[0].statement, "g(n) = n");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn findings(&self, up_to: u64, observer: &dyn Observer) -> Findings {
        let stopped = |reason: StopReason| Some(reason.after(self.computed()));
        let pattern = match self.find_pattern(observer.meter()) {
            Ok(pattern) => pattern,
            Err(reason) => return Findings { stopped: stopped(reason), ..Findings::default() },
        };
        let values_needed = self.values_needed(pattern);
        let heaps = (0..=up_to).take(self.values_examined());
        let values: Vec<u64> = heaps.map_while(|heap| self.value(heap)).collect();
        let progress = Progress { positions: self.computed(), ..Progress::default() };
        if let Err(reason) = observer.poll(&progress) {
            return Findings { pattern, values_needed, stopped: stopped(reason), ..Findings::default() };
        }
        let mut conjectures = match conjectures_metered(&values, pattern.is_some(), &mut observer.meter()) {
            Ok(conjectures) => conjectures,
            Err(fault) => {
                let stopped = stopped(fault.into());
                return Findings { pattern, values_needed, stopped, ..Findings::default() };
            }
        };
        let mut pattern = pattern;
        let settled = self.settle(&mut pattern, &mut conjectures, observer);
        let values_needed = self.values_needed(pattern);
        Findings { pattern, values_needed, conjectures, stopped: settled.err() }
    }

    /// Returns a lazy listing of the known and kept values of some heaps. The observer can stop the listing.
    pub fn listing<'t>(&'t self, heaps: Range<u64>, observer: &'t dyn Observer) -> Listing<'t> {
        Listing::new(heaps, observer, |heap| self.value(heap))
    }
}

/// A lazy listing of the known values of some heaps: [`HeapTable::listing`],
/// [`OutcomeTable::listing`](crate::OutcomeTable::listing).
pub struct Listing<'t, V = u64> {
    value: Box<dyn Fn(u64) -> Option<V> + 't>,
    heaps: Range<u64>,
    observer: &'t dyn Observer,
    stopped: Cell<Option<Stopped>>,
}

/// The number of values between two polls of the observer.
const BETWEEN_POLLS: u64 = 1 << 12;

impl<'t, V> Listing<'t, V> {
    /// Creates the listing of some heaps, up to the first for which `value` returns `None`.
    pub(super) fn new(
        heaps: Range<u64>,
        observer: &'t dyn Observer,
        value: impl Fn(u64) -> Option<V> + 't,
    ) -> Self {
        Listing { value: Box::new(value), heaps, observer, stopped: Cell::new(None) }
    }

    /// Iterates over the heaps with their values.
    pub fn iter(&self) -> impl Iterator<Item = (u64, V)> + '_ {
        let values = self.heaps.clone().map_while(|heap| Some((heap, (self.value)(heap)?)));
        values.take_while(|(heap, _)| {
            if !(heap - self.heaps.start).is_multiple_of(BETWEEN_POLLS) {
                return true;
            }
            let progress = Progress { positions: *heap, ..Progress::default() };
            let ended = self.observer.poll(&progress).err();
            let goes_on = ended.is_none();
            self.stopped.set(ended.map(|reason| reason.after(*heap)));
            goes_on
        })
    }

    /// Returns the reason the last iteration was stopped early, if it was.
    pub fn stopped(&self) -> Option<Stopped> {
        let stopped = self.stopped.take();
        self.stopped.set(stopped.clone());
        stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, Keep, NoObserver};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Stops the work at the poll with this number, counted from 1.
    struct StopAtPoll(AtomicU64);

    impl Observer for StopAtPoll {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Break(StopReason::Timeout),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn after(polls: u64) -> StopAtPoll {
        StopAtPoll(AtomicU64::new(polls))
    }

    fn with_table<T>(game: &str, up_to: u64, check: impl FnOnce(HeapTable<'_>) -> T) -> T {
        let game = Catalogue::new().game(game).unwrap();
        let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
        table.extend_to(up_to, &NoObserver).unwrap();
        check(table)
    }

    #[test]
    fn a_table_by_theorem_polls_the_observer() {
        let coins = Catalogue::new().game("mock-turtles").unwrap();
        for polls in 1..5 {
            let observer = after(polls);
            let mut table = HeapTable::new(&*coins, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
            let stopped = table.extend_to(1 << 40, &observer).unwrap_err();
            assert_eq!((stopped.reason, table.known()), (StopReason::Timeout, (polls - 1) << 12));
        }
    }

    #[test]
    fn a_listing_polls_the_observer() {
        with_table("kayles", 1000, |table| {
            let observer = after(3);
            let listing = table.listing(5..100_000_000_000, &observer);
            let last = listing.iter().last().unwrap();
            assert_eq!(last, (5 + (2 << 12) - 1, table.value(5 + (2 << 12) - 1).unwrap()));
            assert_eq!(listing.stopped(), Some(StopReason::Timeout.after(5 + (2 << 12))));
            let whole = table.listing(5..20_000, &NoObserver);
            assert_eq!((whole.iter().count(), whole.stopped()), (19_995, None));
        });
    }

    #[test]
    fn stopped_findings_are_marked_incomplete() {
        with_table("nim", 1 << 20, |table| {
            let cut = table.findings(1 << 20, &after(1));
            assert!(cut.conjectures.is_empty() && cut.stopped.is_some());
            let whole = table.findings(1 << 20, &NoObserver);
            assert!(!whole.conjectures.is_empty() && whole.stopped.is_none());
        });
    }
}
