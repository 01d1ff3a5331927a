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

    /// Iterates over the numbers.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers.clone().take_while(|&number| {
            if !(number - self.numbers.start).is_multiple_of(self.between_polls) {
                return true;
            }
            let progress = Progress { positions: number, ..Progress::default() };
            let ended = self.observer.poll(&progress).map_err(|reason| reason.after(number));
            let continues = ended.is_ok();
            self.stopped.set(ended.err());
            continues
        })
    }

    /// Returns the reason the last iteration was stopped early; `None` if it was not.
    pub fn stopped(&self) -> Option<Stopped> {
        let stopped = self.stopped.take();
        self.stopped.set(stopped.clone());
        stopped
    }
}
