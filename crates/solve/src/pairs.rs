//! Nim-sequences of take-and-break games without a sparse space, computed from many pairs of heaps at a time.
//!
//! The value of a heap is the least value that no option has. The first few pairs of parts are marked
//! directly, which leaves few candidate values. The candidates form a bit set that fits the vector registers.
//! The nim-sums of all other pairs are looked up in it, 32 at a time, and the few hits are removed.

#[allow(unsafe_code, reason = "SIMD")]
mod kernel;
#[cfg(test)]
mod tests;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Pace;
use kernel::{Candidates, Width};
use winways_rules::{Excluded, HeapRules, Meter, RuleFault, TakeAndBreak};

/// The nim-values of heaps 0, 1, 2, … of any take-and-break game, extended on demand.
///
/// Its values agree with [`crate::NimSequence`], the slow reference implementation. It does not search for a
/// period.
///
/// # Complexity
/// For heaps up to n, n²/4 pairs for each number that may be taken with a split. With AVX-512, 32 pairs take
/// a dozen instructions. [`Budget::options`] is charged n for a heap of n.
///
/// ```
/// use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};
/// use winways_solve::{Budget, NoObserver, PairSequence};
///
/// /// Dawson's Kayles: take two, and leave the rest as one heap or split it into two.
/// struct DawsonsKayles;
///
/// impl HeapRules for DawsonsKayles {
///     fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
///         if let Some(rest) = heap.checked_sub(2) {
///             excluded.pairs(rest, 0)?;
///         }
///         Ok(())
///     }
///     fn recurrence(&self) -> Recurrence {
///         Recurrence::Octal { last_digit: 2 }
///     }
///     fn take_and_break(&self) -> Option<TakeAndBreak> {
///         Some(TakeAndBreak { takes: vec![2], splits: vec![2], unequal: false, regular_from: 3 })
///     }
/// }
///
/// let mut sequence = PairSequence::new(&DawsonsKayles).unwrap();
/// sequence.extend_to(9, Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(sequence.values(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub struct PairSequence<'r> {
    rules: &'r dyn HeapRules,
    game: TakeAndBreak,
    width: Width,
    values: Vec<u16>,
    marks: Box<[bool; Excluded::VALUES]>,
    /// A power of two above all values. Nim-sums of operands below a power of two stay below it, so no mark
    /// lies beyond it.
    bound: usize,
    /// An upper bound (exclusive) of all values.
    above: usize,
    /// The pace of polls of the observer, in pairs.
    pace: Pace,
}

/// The number of pairs marked directly, per possible value. With this factor, on average all but a fraction
/// e^-4 of the frequent values are marked.
const MARKED_PER_VALUE: usize = 4;

/// The number of pairs per meter step, on a machine without vector instructions.
const PAIRS_PER_STEP: u64 = 2;

/// Heaps below this size are computed by the definition.
const PLAIN: u64 = 64;

impl<'r> PairSequence<'r> {
    /// Creates a sequence with no values computed; `None` if [`HeapRules::take_and_break`] returns `None`.
    pub fn new(rules: &'r dyn HeapRules) -> Option<Self> {
        PairSequence::with_width(rules, Width::widest())
    }

    /// Creates a sequence that continues given values of heaps 0, 1, 2, ….
    pub(crate) fn with_values(rules: &'r dyn HeapRules, values: Vec<u16>) -> Option<Self> {
        let mut sequence = PairSequence::new(rules)?;
        sequence.above = values.iter().max().map_or(1, |&greatest| usize::from(greatest) + 1);
        sequence.bound = sequence.above.next_power_of_two();
        sequence.values = values;
        Some(sequence)
    }

    fn with_width(rules: &'r dyn HeapRules, width: Width) -> Option<Self> {
        let game = rules.take_and_break()?;
        let marks = Box::new([false; Excluded::VALUES]);
        Some(PairSequence {
            rules,
            game,
            width,
            values: Vec::new(),
            marks,
            bound: 1,
            above: 1,
            pace: Pace::new(1 << 24),
        })
    }

    /// Returns the known values, from heap 0 on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Extends the sequence to heaps 0..=`heap`.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up, a value needs more than 16 bits, or the observer ends
    /// the work; the values computed so far are retained.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let extended = self.extend(heap, budget, observer);
        extended.map_err(|reason| reason.after(self.values.len() as u64))
    }

    fn extend(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), StopReason> {
        let (mut options, mut meter) = (0u64, None);
        while self.values.len() as u64 <= heap {
            let next = self.values.len();
            // A growing list doubles its capacity and temporarily holds both copies.
            if next == self.values.capacity() {
                budget.check(self.bytes().saturating_mul(3))?;
            }
            let Some(value) = self.next_value(next, meter.get_or_insert_with(|| observer.meter()))? else {
                return Err(StopReason::Values { limit: Excluded::VALUES as u64 });
            };
            self.values.push(value);
            self.above = self.above.max(usize::from(value) + 1);
            self.bound = self.bound.max((usize::from(value) + 1).next_power_of_two());
            options = options.saturating_add(next as u64);
            budget.check_options(options)?;
            if self.pace.is_due(next as u64 + 1) {
                budget.poll(observer, &Progress::new(self.values.len() as u64, 0, self.bytes()))?;
            }
        }
        Ok(())
    }

    /// Returns the value of the next heap, or `None` if every value that fits into 16 bits is excluded.
    fn next_value(&mut self, heap: usize, meter: &mut Meter) -> Result<Option<u16>, RuleFault> {
        let value = if (heap as u64) < self.game.regular_from.max(PLAIN) {
            let mut excluded = Excluded::new(&self.values, &mut self.marks, meter);
            let enumerated = self.rules.exclude_options(heap, &mut excluded);
            enumerated.map(|()| self.marks.iter().position(|marked| !marked))
        } else {
            self.value_of_large(heap, meter)
        };
        self.marks[..self.bound].fill(false);
        Ok(value?.map(|value| value as u16))
    }

    /// Returns the value of a heap that is larger than any number that can be taken. Marks only values below
    /// the bound.
    fn value_of_large(&mut self, heap: usize, meter: &mut Meter) -> Result<Option<usize>, RuleFault> {
        let marked = self.above * MARKED_PER_VALUE / self.game.splits.len().max(1) + 1;
        for taken in &self.game.takes {
            self.marks[usize::from(self.values[heap - *taken as usize])] = true;
        }
        for (lower, upper) in
            self.game.splits.iter().map(|taken| parts(&self.values, &self.game, heap, *taken))
        {
            for (a, b) in lower.iter().zip(upper.iter().rev()).take(marked) {
                self.marks[usize::from(a ^ b)] = true;
            }
        }
        // A value rarely exceeds all earlier values.
        for above in [self.above, self.bound] {
            if let Some(least) = self.least_below(above, heap, marked, meter)? {
                return Ok(Some(usize::from(least)));
            }
        }
        Ok((self.bound < Excluded::VALUES).then_some(self.bound))
    }

    /// Returns the value of a heap if it is below `above`.
    fn least_below(
        &self,
        above: usize,
        heap: usize,
        marked: usize,
        meter: &mut Meter,
    ) -> Result<Option<u16>, RuleFault> {
        let blocks = self.marks[..above].chunks(Candidates::VALUES);
        for (block, marks) in (0u16..).zip(blocks) {
            let candidates = Candidates::unmarked(block, marks);
            if let Some(least) = self.least_of_block(heap, candidates, marked, meter)? {
                return Ok(Some(least));
            }
        }
        Ok(None)
    }

    /// Returns the least candidate that no option has. No candidate is the nim-sum of one of the first
    /// `marked` pairs of a split.
    fn least_of_block(
        &self,
        heap: usize,
        mut candidates: Candidates,
        marked: usize,
        meter: &mut Meter,
    ) -> Result<Option<u16>, RuleFault> {
        for taken in &self.game.splits {
            if candidates.least().is_none() {
                break;
            }
            let (lower, upper) = parts(&self.values, &self.game, heap, *taken);
            let skipped = marked.min(lower.len());
            meter.spend((lower.len() - skipped) as u64 / PAIRS_PER_STEP + 1)?;
            self.width.strike(&lower[skipped..], &upper[..upper.len() - skipped], &mut candidates);
        }
        Ok(candidates.least())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.values.capacity() as u64 * 2
    }
}

/// Returns the values of the smaller and of the larger parts if `taken` tokens are taken from a heap and the
/// rest is split. Smaller parts ascend; the first smaller part belongs to the last larger part.
fn parts<'v>(values: &'v [u16], game: &TakeAndBreak, heap: usize, taken: u64) -> (&'v [u16], &'v [u16]) {
    let rest = heap - taken as usize;
    let count = if game.unequal { (rest - 1) / 2 } else { rest / 2 };
    if count == 0 {
        return (&[], &[]);
    }
    (&values[1..=count], &values[rest - count..rest])
}
