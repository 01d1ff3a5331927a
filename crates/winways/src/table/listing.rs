//! Lazy listings that the observer can stop.

use std::cell::Cell;
use std::ops::Range;
use winways_solve::{Observer, Progress, Stopped};

/// The number of values between two polls of the observer, if an index is a single number.
const BETWEEN_POLLS: u64 = 1 << 12;

/// A lazy listing of the numbers of the first variable of a table. The observer can stop it.
pub struct Listing<'t> {
    numbers: Range<u64>,
    between_polls: u64,
    observer: &'t dyn Observer,
    stopped: Cell<Option<Stopped>>,
}

impl<'t> Listing<'t> {
    /// Creates the listing of the numbers of the first variable of a table with `variables` variables.
    pub(crate) fn new(numbers: Range<u64>, variables: usize, observer: &'t dyn Observer) -> Self {
        let between_polls = if variables == 1 { BETWEEN_POLLS } else { 1 };
        Listing { numbers, between_polls, observer, stopped: Cell::new(None) }
    }

    /// Iterates over the numbers. The first numbers are returned even after a limit, so that a listing of known values is never
    /// empty.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers.clone().take_while(|&number| {
            let before = number - self.numbers.start;
            if before == 0 || !before.is_multiple_of(self.between_polls) {
                return true;
            }
            let progress = Progress { positions: number, ..Progress::default() };
            let Err(reason) = self.observer.poll(&progress) else { return true };
            let first = self.stopped.take();
            self.stopped.set(first.or_else(|| Some(reason.after(number))));
            false
        })
    }

    /// Returns the reason that first stopped an iteration, or `None`. Its number of positions is the first number that was not
    /// listed.
    pub fn stopped(&self) -> Option<Stopped> {
        let stopped = self.stopped.take();
        self.stopped.set(stopped.clone());
        stopped
    }
}
