//! Memory limits and step counts of an arena.

use super::error::{ArenaError, Interrupt};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The memory in use and its limit, and the steps left until the next poll of the interrupt.
#[derive(Debug)]
pub(super) struct Account {
    /// The bytes of the tables and of all [`Charge`]s.
    used: Arc<AtomicU64>,
    limit: u64,
    steps: usize,
    poll_interval: usize,
    /// The weight of each counted step. It is greater than 1 once the arena contains numbers of 8192 binary digits or
    /// more.
    weight: usize,
    interrupt: Interrupt,
}

/// The default number of steps between polls. They take a few milliseconds at most, since a step takes less than a
/// microsecond.
const STEPS_POLL_INTERVAL: usize = 1 << 12;

/// The number of binary digits that can be processed in one step.
const DIGITS_PER_STEP: u64 = 1 << 12;

/// A charge for memory used outside an arena, for example by the elements of a list of games. Until the charge is
/// dropped, it counts towards the limit of the arena that created it with [`Arena::charge`](crate::Arena::charge).
#[derive(Debug)]
pub struct Charge {
    used: Arc<AtomicU64>,
    bytes: u64,
}

impl Charge {
    /// Reduces the charge to at most `bytes` bytes.
    pub fn shrink_to(&mut self, bytes: u64) {
        let given_back = self.bytes.saturating_sub(bytes);
        self.bytes -= given_back;
        self.used.fetch_sub(given_back, Ordering::Relaxed);
    }

    /// Returns the number of bytes charged.
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

impl Account {
    pub(super) fn new(limit: u64) -> Account {
        Account {
            used: Arc::default(),
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

    /// Raises the weight of a step if it is too low for numbers of `digits` binary digits.
    pub(super) fn expect_digits(&mut self, digits: u64) {
        let weight = usize::try_from(digits / DIGITS_PER_STEP).unwrap_or(usize::MAX);
        self.weight = self.weight.max(weight);
    }

    /// Counts steps of work and polls the interrupt periodically.
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
        match self.interrupt.poll() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(interruption) => Err(ArenaError::Interrupted(interruption)),
        }
    }

    /// Charges memory that the caller uses outside the tables.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<Charge, ArenaError> {
        let mut charge = Charge { used: self.used.clone(), bytes: 0 };
        self.enlarge_charge(&mut charge, bytes)?;
        Ok(charge)
    }

    pub(super) fn enlarge_charge(&mut self, charge: &mut Charge, bytes: u64) -> Result<(), ArenaError> {
        self.check(bytes)?;
        self.used.fetch_add(bytes, Ordering::Relaxed);
        charge.bytes += bytes;
        Ok(())
    }

    /// Returns a shared handle to the counter of the bytes in use.
    pub(super) fn counter(&self) -> Arc<AtomicU64> {
        self.used.clone()
    }

    /// Returns the number of bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn out_of_memory(&self) -> ArenaError {
        ArenaError::OutOfMemory { limit: self.limit }
    }

    /// Checks that another `bytes` bytes can be taken.
    pub(super) fn check(&self, bytes: u64) -> Result<(), ArenaError> {
        match self.bytes().checked_add(bytes) {
            Some(total) if total <= self.limit => Ok(()),
            _ => Err(self.out_of_memory()),
        }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), ArenaError> {
        self.check(bytes)?;
        self.used.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives back taken memory.
    pub(super) fn give_back(&mut self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Reserves room for `extra` more elements to be pushed.
    #[inline]
    pub(super) fn reserve<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), ArenaError> {
        if vector.capacity() - vector.len() >= extra { Ok(()) } else { self.enlarge(vector, extra) }
    }

    #[cold]
    fn enlarge<T>(&mut self, vector: &mut Vec<T>, extra: usize) -> Result<(), ArenaError> {
        let least = vector.len().checked_add(extra).ok_or(self.out_of_memory())?;
        let capacity = least.max(vector.capacity().saturating_mul(2)).max(16);
        self.replace(vector, capacity)
    }

    /// Reallocates `vector` with a capacity of exactly `capacity` elements. During the copy, both allocations count.
    pub(super) fn replace<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<(), ArenaError> {
        self.take(bytes_of::<T>(capacity))?;
        let old = bytes_of::<T>(vector.capacity());
        if vector.try_reserve_exact(capacity - vector.len()).is_err() {
            self.give_back(bytes_of::<T>(capacity));
            return Err(self.out_of_memory());
        }
        self.give_back(old);
        Ok(())
    }

    /// Creates an empty vector with a capacity of exactly `capacity` elements.
    pub(super) fn vector<T>(&mut self, capacity: usize) -> Result<Vec<T>, ArenaError> {
        let mut vector = Vec::new();
        self.replace(&mut vector, capacity)?;
        Ok(vector)
    }

    /// Sorts handles by their order, polling the interrupt periodically.
    #[inline]
    pub(super) fn sort_handles<T: Ord>(&mut self, handles: &mut [T]) -> Result<(), ArenaError> {
        if handles.len() > SORTED_AT_ONCE {
            return self.sort(handles, T::cmp);
        }
        handles.sort_unstable();
        Ok(())
    }

    /// Sorts a list, polling the interrupt periodically.
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
                // Sorts one run in the first pass, and merges two sorted runs in later passes.
                part.sort_by(order);
            }
            if run >= list.len() {
                return Ok(());
            }
            run *= 2;
        }
    }

    /// Drops `vector` and gives back its memory.
    pub(super) fn release<T>(&mut self, vector: Vec<T>) {
        self.give_back(bytes_of::<T>(vector.capacity()));
    }
}

/// The number of elements that can be sorted in a few milliseconds.
const SORTED_AT_ONCE: usize = 1 << 14;

fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}
