use crate::{Meter, RuleFault};
use std::ops::Range;

/// The moves of a game on single heaps, enumerated as ranges so that the inner loops are fast.
///
/// This is the fast counterpart of [`crate::Ruleset::options`] with heaps as components. Tests compare the two.
pub trait HeapRules: Send + Sync {
    /// Excludes the nim-value of every option of a heap of `heap` tokens.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter of `excluded` interrupts the work. The excluded values are
    /// then incomplete.
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault>;

    /// Returns the recurrence of the sequence of nim-values, which determines the theorem that can prove a period.
    fn recurrence(&self) -> Recurrence;

    /// Returns the numbers of tokens that may be taken from any heap with at least that many, ascending, if there are
    /// no other moves.
    fn subtraction_set(&self) -> Option<&[u64]> {
        None
    }

    /// Returns the moves as numbers of tokens that may be taken, if large heaps have no other moves.
    fn take_and_break(&self) -> Option<TakeAndBreak> {
        None
    }

    /// Returns the heaps on which the canonical form and the outcome of a heap depend through the moves of this
    /// player. Moves that split heaps rule out a window, since the outcomes of two heaps do not
    /// determine the outcome of their sum.
    fn form_recurrence(&self) -> Recurrence {
        match self.take_and_break() {
            Some(moves) if moves.splits.is_empty() => Recurrence::Window { length: moves.regular_from },
            Some(_) => Recurrence::Unknown,
            None => self.recurrence(),
        }
    }
}

/// The moves of a game whose large heaps all have the same moves: taking a number of tokens, and leaving the rest as
/// one heap or splitting it into two.
///
/// Smaller heaps may have other moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeAndBreak {
    /// The numbers that may be taken if one heap is left.
    pub takes: Vec<u64>,
    /// The numbers that may be taken if two heaps are left, neither of them empty.
    pub splits: Vec<u64>,
    /// `true` if two heaps that are left must differ.
    pub unequal: bool,
    /// The size from which on all heaps have exactly these moves. It exceeds every number in `takes` and `splits`.
    pub regular_from: u64,
}

/// The heaps on whose values the value of a heap depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// The heaps of an octal game with a finite code.
    Octal {
        /// The index of the last nonzero digit; the digit before the point has index 0.
        last_digit: u64,
    },
    /// The last `length` values, and possibly the values of fixed heaps. Each heap that a move leaves is either fixed, or smaller
    /// than the original heap by at most this many tokens.
    Window {
        /// The number of values.
        length: u64,
    },
    /// Any values: no theorem is known to prove a period.
    Unknown,
}

impl Recurrence {
    /// Combines two recurrences: returns the longer of two windows, and `Unknown` if either is not a window.
    #[must_use]
    pub fn with(self, other: Recurrence) -> Recurrence {
        match (self, other) {
            (Recurrence::Window { length }, Recurrence::Window { length: others }) => {
                Recurrence::Window { length: length.max(others) }
            }
            _ => Recurrence::Unknown,
        }
    }
}

/// The nim-values of the options of a heap. The value of the heap is the least value that is missing.
///
/// Methods that mark many options count them on a [`Meter`] and fail if it interrupts the work.
pub struct Excluded<'s> {
    values: &'s [u16],
    marks: &'s mut [bool; Excluded::VALUES],
    meter: &'s mut Meter,
}

/// The number of marks that cost one step of the meter.
const MARKS_PER_STEP: usize = 4;

impl<'s> Excluded<'s> {
    /// The number of 16-bit values.
    pub const VALUES: usize = 1 << 16;

    /// Creates a set of excluded values that is stored in `marks`; `values` contains the values of smaller heaps.
    pub fn new(values: &'s [u16], marks: &'s mut [bool; Excluded::VALUES], meter: &'s mut Meter) -> Self {
        Excluded { values, marks, meter }
    }

    /// Counts work of a rule other than marking options.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), RuleFault> {
        self.meter.spend(steps)
    }

    fn count(&mut self, marks: usize) -> Result<(), RuleFault> {
        self.meter.spend((marks / MARKS_PER_STEP) as u64 + 1)
    }

    /// Excludes the value of an option without heaps.
    #[inline]
    pub fn nothing(&mut self) {
        self.mark(0);
    }

    /// Excludes the value of an option with one heap.
    #[inline]
    pub fn heap(&mut self, heap: usize) {
        self.mark(self.values[heap]);
    }

    /// Excludes the value of an option with the given heaps.
    #[inline]
    pub fn sum(&mut self, heaps: &[usize]) {
        self.mark(heaps.iter().fold(0, |sum, &heap| sum ^ self.values[heap]));
    }

    /// Excludes the values of the options with one heap, for every heap of a range.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn heaps(&mut self, heaps: Range<usize>) -> Result<(), RuleFault> {
        self.count(heaps.len())?;
        for &value in &self.values[heaps] {
            self.marks[usize::from(value)] = true;
        }
        Ok(())
    }

    /// Excludes the values of the options with two heaps, one of size `heap` and the other of each size in a range.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn beside(&mut self, heap: usize, others: Range<usize>) -> Result<(), RuleFault> {
        self.count(others.len())?;
        let value = self.values[heap];
        for &other in &self.values[others] {
            self.marks[usize::from(value ^ other)] = true;
        }
        Ok(())
    }

    /// Excludes the values of the options with two heaps, a + b = `total`, for every a from `least` to half of the
    /// total.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn pairs(&mut self, total: usize, least: usize) -> Result<(), RuleFault> {
        self.pairs_up_to(total, least, total / 2)
    }

    /// Excludes the values of the options with two unequal heaps, a + b = `total`, for every a from `least` to less
    /// than half of the total.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn unequal_pairs(&mut self, total: usize, least: usize) -> Result<(), RuleFault> {
        match total {
            0 => Ok(()),
            _ => self.pairs_up_to(total, least, (total - 1) / 2),
        }
    }

    /// Excludes the values of the options with three heaps, a + b + c = `total`, none of them empty.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn triples(&mut self, total: usize) -> Result<(), RuleFault> {
        for least in 1..=total / 3 {
            self.count(total / 2)?;
            let (value, marks) = (self.values[least], &mut *self.marks);
            for middle in least..=(total - least) / 2 {
                let other = self.values[middle] ^ self.values[total - least - middle];
                marks[usize::from(value ^ other)] = true;
            }
        }
        Ok(())
    }

    /// Excludes the values of the options with two heaps, a + b = `total`, for every a from `least` to `most`. If
    /// `unequal` is true, a = b is left out.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn pairs_between(
        &mut self,
        total: usize,
        least: usize,
        most: usize,
        unequal: bool,
    ) -> Result<(), RuleFault> {
        if unequal && total.is_multiple_of(2) && (least..=most).contains(&(total / 2)) {
            let half = total / 2;
            if least < half {
                self.pairs_up_to(total, least, half - 1)?;
            }
            self.pairs_up_to(total, half + 1, most)
        } else {
            self.pairs_up_to(total, least, most)
        }
    }

    fn pairs_up_to(&mut self, total: usize, least: usize, most: usize) -> Result<(), RuleFault> {
        if least > most {
            return Ok(());
        }
        self.count(most - least)?;
        let lower = &self.values[least..=most];
        let upper = &self.values[total - most..=total - least];
        // A local reborrow lets the compiler assume that stores through `marks` do not change the pointer.
        let marks = &mut *self.marks;
        // Blocks of a fixed size allow the compiler to unroll the loop, which takes a quarter of the time of a plain
        // loop.
        let (blocks, rest) = lower.as_chunks::<8>();
        let (upper_rest, upper_blocks) = upper.as_rchunks::<8>();
        for (lower, upper) in blocks.iter().zip(upper_blocks.iter().rev()) {
            for place in 0..8 {
                marks[usize::from(lower[place] ^ upper[7 - place])] = true;
            }
        }
        for (a, b) in rest.iter().zip(upper_rest.iter().rev()) {
            marks[usize::from(a ^ b)] = true;
        }
        Ok(())
    }

    #[inline]
    fn mark(&mut self, value: u16) {
        self.marks[usize::from(value)] = true;
    }
}
