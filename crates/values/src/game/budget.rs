//! Memory and steps: what the tables hold, what they may, and when to ask whether to go on.

use super::error::{ArenaError, Interrupt};
use std::ops::ControlFlow;

/// Bytes taken and the bytes there are; steps until the interrupt is asked.
#[derive(Debug)]
pub(super) struct Budget {
    used: u64,
    limit: u64,
    steps: usize,
    poll_interval: usize,
    interrupt: Interrupt,
}

/// A few milliseconds at most: a step takes less than a microsecond.
const STEPS_POLL_INTERVAL: usize = 1 << 12;

impl Budget {
    pub(super) fn new(limit: u64) -> Budget {
        let steps = STEPS_POLL_INTERVAL;
        Budget { used: 0, limit, steps, poll_interval: steps, interrupt: Interrupt::default() }
    }

    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Asks the interrupt after every step.
    #[cfg(test)]
    pub(super) fn poll_always(&mut self) {
        (self.steps, self.poll_interval) = (0, 0);
    }

    /// Counts steps of work, and asks the interrupt now and then.
    #[inline]
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), ArenaError> {
        match self.steps.checked_sub(steps) {
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

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    pub(super) fn used(&self) -> u64 {
        self.used
    }

    pub(super) fn exceeded(&self) -> ArenaError {
        ArenaError::OutOfMemory { limit: self.limit }
    }

    /// Whether `bytes` more could be taken.
    pub(super) fn check(&self, bytes: u64) -> Result<(), ArenaError> {
        match self.used.checked_add(bytes) {
            Some(total) if total <= self.limit => Ok(()),
            _ => Err(self.exceeded()),
        }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), ArenaError> {
        self.check(bytes)?;
        self.used += bytes;
        Ok(())
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

    /// Gives back the memory of `vector`.
    pub(super) fn release<T>(&mut self, vector: Vec<T>) {
        self.used -= bytes_of::<T>(vector.capacity());
    }
}

fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}
