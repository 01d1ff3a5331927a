//! Memory and steps: what the tables hold, what they may, and when to ask whether to go on.

use super::error::{ArenaError, Interrupt};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes taken and the bytes there are; steps until the interrupt is asked.
#[derive(Debug)]
pub(super) struct Budget {
    used: u64,
    /// The bytes of all [`Charge`]s.
    charged: Arc<AtomicU64>,
    limit: u64,
    steps: usize,
    poll_interval: usize,
    /// How many steps one counts as: more than one from the first number of thousands of digits on.
    weight: usize,
    interrupt: Interrupt,
}

/// A few milliseconds at most: a step takes less than a microsecond.
const STEPS_POLL_INTERVAL: usize = 1 << 12;

/// What is done with so many binary digits of a number takes no longer than a step.
const DIGITS_PER_STEP: u64 = 1 << 12;

/// Memory that somebody keeps beside an arena, as the elements of a list of games; it counts as the arena's own, which
/// [`Arena::charge`](crate::Arena::charge) hands out, until this is dropped.
#[derive(Debug)]
pub struct Charge {
    charged: Arc<AtomicU64>,
    bytes: u64,
}

impl Charge {
    /// Gives back all but `bytes`, if it is more.
    pub fn shrink_to(&mut self, bytes: u64) {
        let given_back = self.bytes.saturating_sub(bytes);
        self.bytes -= given_back;
        self.charged.fetch_sub(given_back, Ordering::Relaxed);
    }

    /// How many bytes are charged.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

impl Budget {
    pub(super) fn new(limit: u64) -> Budget {
        Budget {
            used: 0,
            charged: Arc::default(),
            limit,
            steps: STEPS_POLL_INTERVAL,
            poll_interval: STEPS_POLL_INTERVAL,
            weight: 1,
            interrupt: Interrupt::default(),
        }
    }

    pub(super) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.poll_interval = interrupt.steps().map_or(STEPS_POLL_INTERVAL, |steps| steps.get() - 1);
        self.steps = self.steps.min(self.poll_interval);
        self.interrupt = interrupt;
    }

    /// From now on numbers of so many binary digits are about.
    pub(super) fn expect_digits(&mut self, digits: u64) {
        let weight = usize::try_from(digits / DIGITS_PER_STEP).unwrap_or(usize::MAX);
        self.weight = self.weight.max(weight);
    }

    /// Counts steps of work, and asks the interrupt now and then.
    #[inline]
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), ArenaError> {
        match self.steps.checked_sub(steps.saturating_mul(self.weight)) {
            Some(rest) => {
                self.steps = rest;
                Ok(())
            }
            None => self.poll(),
        }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), ArenaError> {
        self.steps = self.poll_interval;
        match self.interrupt.ask() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(interruption) => Err(ArenaError::Interrupted(interruption)),
        }
    }

    /// Memory for somebody who keeps something beside the tables.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<Charge, ArenaError> {
        let mut charge = Charge { charged: self.charged.clone(), bytes: 0 };
        self.enlarge_charge(&mut charge, bytes)?;
        Ok(charge)
    }

    pub(super) fn enlarge_charge(&mut self, charge: &mut Charge, bytes: u64) -> Result<(), ArenaError> {
        self.check(bytes)?;
        self.charged.fetch_add(bytes, Ordering::Relaxed);
        charge.bytes += bytes;
        Ok(())
    }

    pub(super) fn used(&self) -> u64 {
        self.used + self.charged.load(Ordering::Relaxed)
    }

    pub(super) fn exceeded(&self) -> ArenaError {
        ArenaError::OutOfMemory { limit: self.limit }
    }

    /// Whether `bytes` more could be taken.
    pub(super) fn check(&self, bytes: u64) -> Result<(), ArenaError> {
        match self.used().checked_add(bytes) {
            Some(total) if total <= self.limit => Ok(()),
            _ => Err(self.exceeded()),
        }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), ArenaError> {
        self.check(bytes)?;
        self.used += bytes;
        Ok(())
    }

    /// Gives back what was taken.
    pub(super) fn give_back(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    /// Makes room for `extra` more elements, before they are pushed.
    #[inline]
    pub(super) fn reserve<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), ArenaError> {
        if vector.capacity() - vector.len() >= extra { Ok(()) } else { self.enlarge(vector, extra) }
    }

    #[cold]
    fn enlarge<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), ArenaError> {
        let least = vector.len().checked_add(extra).ok_or(self.exceeded())?;
        let capacity = least.max(vector.capacity().saturating_mul(2)).max(16);
        self.replace(vector, capacity)
    }

    /// Moves `vector` to a place with exactly `capacity` elements. Old and new place are there at the same time.
    pub(super) fn replace<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<(), ArenaError> {
        self.take(bytes_of::<T>(capacity))?;
        let old = bytes_of::<T>(vector.capacity());
        if vector.try_reserve_exact(capacity - vector.len()).is_err() {
            self.used -= bytes_of::<T>(capacity);
            return Err(self.exceeded());
        }
        self.used -= old;
        Ok(())
    }

    /// An empty vector for exactly `capacity` elements.
    pub(super) fn vector<T>(&mut self, capacity: usize) -> Result<Vec<T>, ArenaError> {
        let mut vector = Vec::new();
        self.replace(&mut vector, capacity)?;
        Ok(vector)
    }

    /// Sorts handles in their order, and asks the interrupt now and then.
    #[inline]
    pub(super) fn sort_handles<T: Ord>(&mut self, handles: &mut [T]) -> Result<(), ArenaError> {
        if handles.len() > SORTED_AT_ONCE {
            return self.sort(handles, T::cmp);
        }
        handles.sort_unstable();
        Ok(())
    }

    /// Sorts, and asks the interrupt now and then.
    pub(super) fn sort<T>(
        &mut self,
        list: &mut [T],
        order: impl Fn(&T, &T) -> std::cmp::Ordering + Copy,
    ) -> Result<(), ArenaError> {
        if list.len() <= SORTED_AT_ONCE {
            list.sort_unstable_by(order);
            return Ok(());
        }
        self.check(bytes_of::<T>(list.len()))?;
        let mut run = SORTED_AT_ONCE;
        loop {
            for part in list.chunks_mut(run) {
                self.spend(part.len())?;
                // Two runs that are sorted are merged.
                part.sort_by(order);
            }
            if run >= list.len() {
                return Ok(());
            }
            run *= 2;
        }
    }

    /// Gives back the memory of `vector`.
    pub(super) fn release<T>(&mut self, vector: Vec<T>) {
        self.used -= bytes_of::<T>(vector.capacity());
    }
}

/// So many elements are sorted in a few milliseconds.
const SORTED_AT_ONCE: usize = 1 << 14;

fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}
