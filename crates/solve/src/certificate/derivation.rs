//! The derivation of values, shared by all checks of heaps, and the results of a check.

use crate::budget::{Observer, Progress, StopReason};
use thiserror::Error;
use winways_rules::{Excluded, HeapRules, Meter, RuleFault};

/// The extent of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The claim was checked in full.
    Whole {
        /// The number of values derived.
        values: u64,
    },
    /// Some windows were checked; this proves nothing about the rest.
    Sample {
        /// The number of windows drawn, all different.
        windows: u64,
        /// The number of windows in the certificate.
        of: u64,
        /// The number of values derived.
        values: u64,
    },
}

/// The reason why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckFailure {
    /// The claim is wrong, or does not follow from the data in the certificate.
    #[error("{0}")]
    Refused(String),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(StopReason),
}

pub(super) type Result<T> = std::result::Result<T, CheckFailure>;

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T> {
    Err(CheckFailure::Refused(why.into()))
}

/// Converts a fault of the meter.
pub(super) fn stopped(fault: RuleFault) -> CheckFailure {
    CheckFailure::Stopped(fault.into())
}

/// The values derived so far, starting with heap 0.
pub(super) struct Derivation<'c> {
    rules: &'c dyn HeapRules,
    observer: &'c dyn Observer,
    memory: u64,
    pub(super) meter: Meter,
    pub(super) values: Vec<u8>,
}

impl<'c> Derivation<'c> {
    pub(super) fn new(rules: &'c dyn HeapRules, memory: u64, observer: &'c dyn Observer) -> Self {
        Derivation { rules, observer, memory, meter: observer.meter(), values: Vec::new() }
    }

    pub(super) fn end(&self) -> u64 {
        self.values.len() as u64
    }

    /// Checks that `needed` values of `bytes` bytes each fit into the memory, before they are derived.
    pub(super) fn charge(&self, needed: u64, bytes: u64) -> Result<()> {
        match needed.checked_mul(bytes) {
            Some(bytes) if bytes <= self.memory => Ok(()),
            _ => Err(CheckFailure::Stopped(StopReason::Memory { limit: self.memory })),
        }
    }

    /// Returns `true` if `bytes` more bytes fit into the memory beside `needed` values of `each` bytes.
    pub(super) fn has_room(&self, needed: u64, each: u64, bytes: u64) -> bool {
        needed.saturating_mul(each).saturating_add(bytes) <= self.memory
    }

    pub(super) fn push(&mut self, value: u8) -> Result<()> {
        self.values.push(value);
        self.poll(self.end())
    }

    pub(super) fn poll(&self, heap: u64) -> Result<()> {
        if !heap.is_multiple_of(1 << 12) {
            return Ok(());
        }
        self.observer.poll(&Progress::new(heap, 0, self.end())).map_err(CheckFailure::Stopped)
    }

    /// Returns the values below `needed`, derived from all options.
    pub(super) fn by_all_options(&mut self, needed: u64) -> Result<Vec<u16>> {
        // A growing list doubles its capacity and temporarily holds both copies. Per value, the words take at
        // most six bytes and the values two.
        self.charge(needed, 8)?;
        let mut marks = vec![false; Excluded::VALUES].into_boxed_slice();
        let Ok(marks) = <&mut [bool; Excluded::VALUES]>::try_from(&mut *marks) else {
            unreachable!("the list has one mark for each value");
        };
        let mut values: Vec<u16> = Vec::new();
        // A power of two above all values so far, and so above the values of all options.
        let mut bound = 1;
        while (values.len() as u64) < needed {
            let mut excluded = Excluded::new(&values, marks, &mut self.meter);
            let enumerated = self.rules.exclude_options(values.len(), &mut excluded);
            enumerated.map_err(stopped)?;
            let Some(value) = marks.iter().position(|marked| !marked) else {
                return refuse(format!("the value of heap {} does not fit into two bytes", values.len()));
            };
            marks[..bound].fill(false);
            if value >= bound {
                bound = (value + 1).next_power_of_two();
            }
            values.push(value as u16);
            self.poll(values.len() as u64)?;
        }
        Ok(values)
    }

    /// Derives the values below `needed` from all options as the first values of the derivation, which must fit into a byte.
    pub(super) fn head_by_all_options(&mut self, needed: u64) -> Result<()> {
        for (heap, value) in self.by_all_options(needed)?.into_iter().enumerate() {
            match u8::try_from(value) {
                Ok(value) => self.values.push(value),
                Err(_) => return refuse(format!("the value of heap {heap} does not fit into a byte")),
            }
        }
        Ok(())
    }
}
