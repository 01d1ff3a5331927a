use crate::{Meter, RuleFault};
use std::ops::Range;

/// The moves of a game on single heaps, enumerated as ranges, so that the inner loops are tight.
///
/// It is the fast twin of [`crate::Ruleset::options`] with heaps as components; the tests compare the two.
pub trait HeapRules: Send + Sync {
    /// Excludes the nim-value of every option of a heap of `heap` tokens.
    ///
    /// # Errors
    /// That the work is to end, as the meter of `excluded` says; what was excluded before then means nothing.
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault>;

    /// How the sequence of nim-values goes on; it tells which theorem can prove a period.
    fn recurrence(&self) -> Recurrence;

    /// The numbers that may be taken from any heap that has so many tokens, if there are no other moves; ascending.
    fn subtraction_set(&self) -> Option<&[u64]> {
        None
    }

    /// The moves as numbers that may be taken, if they are of that kind.
    fn take_and_break(&self) -> Option<TakeAndBreak> {
        None
    }

    /// What the canonical form of a heap depends on, and its outcome too, as far as the moves of the player go whose moves
    /// these are: a window of heaps only if nothing is split, since outcomes do not add up.
    fn form_recurrence(&self) -> Recurrence {
        match self.take_and_break() {
            Some(moves) if moves.splits.is_empty() => Recurrence::Window { length: moves.regular_from },
            Some(_) => Recurrence::Unknown,
            None => self.recurrence(),
        }
    }
}

/// The moves of a game whose large heaps all have the same ones: a number of tokens is taken, and what is left stays one
/// heap or falls into two.
///
/// Smaller heaps may have others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeAndBreak {
    /// Numbers that may be taken with one heap left.
    pub takes: Vec<u64>,
    /// Numbers that may be taken with two heaps left, neither empty.
    pub splits: Vec<u64>,
    /// Whether two heaps that are left must differ.
    pub unequal: bool,
    /// Heaps of at least so many tokens, more than any number in it, have just these moves.
    pub regular_from: u64,
}

/// What the value of a heap depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// An octal game of finite code; `last_digit` is the index of the last digit that is not zero.
    Octal {
        /// That index; the digit before the point has index 0.
        last_digit: u64,
    },
    /// The last `length` values alone: a move takes at most so many tokens and splits nothing.
    Window {
        /// How many values.
        length: u64,
    },
    /// Anything: no theorem is known to prove a period.
    Unknown,
}

impl Recurrence {
    /// What depends on both: the longer of two windows, anything where one of them is none.
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

/// The nim-values that the options of a heap have; the heap's own value is the least that is missing.
///
/// What goes over many options counts them on a [`Meter`], and fails where the work is to end.
pub struct Excluded<'s> {
    values: &'s [u16],
    marks: &'s mut [bool; Excluded::VALUES],
    meter: &'s mut Meter,
}

/// So many marks take a step of the meter.
const MARKS_PER_STEP: usize = 4;

impl<'s> Excluded<'s> {
    /// How many values there are in 16 bits.
    pub const VALUES: usize = 1 << 16;

    /// Reads the values of smaller heaps from `values`, and marks what is excluded in `marks`.
    pub fn new(values: &'s [u16], marks: &'s mut [bool; Excluded::VALUES], meter: &'s mut Meter) -> Self {
        Excluded { values, marks, meter }
    }

    /// Counts what a rule looks at beside its options.
    ///
    /// # Errors
    /// That the work is to end.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), RuleFault> {
        self.meter.spend(steps)
    }

    fn count(&mut self, marks: usize) -> Result<(), RuleFault> {
        self.meter.spend((marks / MARKS_PER_STEP) as u64 + 1)
    }

    /// An option that leaves nothing.
    #[inline]
    pub fn nothing(&mut self) {
        self.mark(0);
    }

    /// The option of one heap.
    #[inline]
    pub fn heap(&mut self, heap: usize) {
        self.mark(self.values[heap]);
    }

    /// The option of these heaps.
    #[inline]
    pub fn sum(&mut self, heaps: &[usize]) {
        self.mark(heaps.iter().fold(0, |sum, &heap| sum ^ self.values[heap]));
    }

    /// The options of one heap, for every heap of a range.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn heaps(&mut self, heaps: Range<usize>) -> Result<(), RuleFault> {
        self.count(heaps.len())?;
        for &value in &self.values[heaps] {
            self.marks[usize::from(value)] = true;
        }
        Ok(())
    }

    /// The options of two heaps, one of `heap` and one of every size of a range.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn beside(&mut self, heap: usize, others: Range<usize>) -> Result<(), RuleFault> {
        self.count(others.len())?;
        let value = self.values[heap];
        for &other in &self.values[others] {
            self.marks[usize::from(value ^ other)] = true;
        }
        Ok(())
    }

    /// The options of two heaps, a + b = `total`, for every a from `least` to at most half of the total.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn pairs(&mut self, total: usize, least: usize) -> Result<(), RuleFault> {
        self.pairs_up_to(total, least, total / 2)
    }

    /// The options of two unequal heaps, a + b = `total`, for every a from `least` to less than half of the total.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn unequal_pairs(&mut self, total: usize, least: usize) -> Result<(), RuleFault> {
        match total {
            0 => Ok(()),
            _ => self.pairs_up_to(total, least, (total - 1) / 2),
        }
    }

    /// The options of three heaps, a + b + c = `total`, none of them empty.
    ///
    /// # Errors
    /// That the work is to end.
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

    /// The options of two heaps, a + b = `total`, for every a from `least` to `most`; if `unequal`, without a = b.
    ///
    /// # Errors
    /// That the work is to end.
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
        // A name of its own, so that no store through it can change where it is.
        let marks = &mut *self.marks;
        // Blocks of fixed size, so that the loop is unrolled: a quarter of the time of a plain one.
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
