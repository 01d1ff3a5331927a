//! Nim-sequences of take-and-break games whose values have no sparse space: pairs of heaps, many at once.
//!
//! A heap's value is the least that no option has. The first few pairs of parts are marked as the definition says, which
//! leaves fewer values in doubt. These are a set of bits that fits the registers; the nim-sums of all other pairs are
//! looked up in it, 32 at a time, and the few that are found are struck out.

#[allow(unsafe_code, reason = "SIMD")]
mod kernel;
#[cfg(test)]
mod tests;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use kernel::{Candidates, Width};
use winways_rules::{Excluded, HeapRules, Meter, RuleFault, TakeAndBreak};

/// The nim-values of heaps 0, 1, 2, … of any take-and-break game, extended on demand.
///
/// It gives what [`crate::NimSequence`] gives, which is its slow twin, and looks for no period.
///
/// # Complexity
/// n²/4 pairs for each number that may be taken with a split and heaps up to n, 32 of them in a dozen instructions
/// where the machine has AVX-512. A [`Budget::options`] is charged n for a heap of n.
///
/// ```
/// use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};
/// use winways_solve::{Budget, NoObserver, PairSequence};
///
/// /// Dawson's Kayles: take two, and what is left may stay one heap or be split.
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
    /// A power of two above all values. Operands below a power of two have nim-sums below it, so no mark is beyond.
    bound: usize,
    /// No value is so great.
    above: usize,
    /// Pairs since the observer was last asked.
    work: usize,
}

/// For each value that may occur, so many pairs are marked before single values are asked for: all but one in e to this
/// power of the values that many pairs have are then marked.
const MARKED_PER_VALUE: usize = 4;

/// So many pairs take a step of the meter, on a machine without vectors.
const PAIRS_PER_STEP: u64 = 2;

/// Heaps of fewer tokens are valued by the definition.
const PLAIN: u64 = 64;

impl<'r> PairSequence<'r> {
    /// A sequence of which no value is known yet; `None` if the rules are not [`HeapRules::take_and_break`].
    pub fn new(rules: &'r dyn HeapRules) -> Option<Self> {
        PairSequence::with_width(rules, Width::widest())
    }

    fn with_width(rules: &'r dyn HeapRules, width: Width) -> Option<Self> {
        let game = rules.take_and_break()?;
        let marks = Box::new([false; Excluded::VALUES]);
        Some(PairSequence { rules, game, width, values: Vec::new(), marks, bound: 1, above: 1, work: 0 })
    }

    /// The values known, from heap 0 on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Extends the sequence to heaps 0..=`heap`.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up, a value needs more than 16 bits, or the observer ends the work; the values
    /// found stay known.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let (mut options, mut meter) = (0u64, None);
        while self.values.len() as u64 <= heap {
            let next = self.values.len();
            // A list that grows doubles, and both copies are held while it does.
            if next == self.values.capacity() && self.bytes().saturating_mul(3) > budget.memory {
                return Err(self.stopped(StopReason::Memory { limit: budget.memory }));
            }
            let value = self.next_value(next, meter.get_or_insert_with(|| observer.meter()));
            let Some(value) = value.map_err(|fault| self.stopped(fault.into()))? else {
                return Err(self.stopped(StopReason::Values { limit: Excluded::VALUES as u64 }));
            };
            self.values.push(value);
            self.above = self.above.max(usize::from(value) + 1);
            self.bound = self.bound.max((usize::from(value) + 1).next_power_of_two());
            options = options.saturating_add(next as u64);
            if let Some(limit) = budget.options
                && options > limit
            {
                return Err(self.stopped(StopReason::Options { limit }));
            }
            self.work = self.work.saturating_add(next + 1);
            if self.work > 1 << 24 {
                self.work = 0;
                let progress = Progress {
                    positions: self.values.len() as u64,
                    depth: 0,
                    bytes: self.bytes(),
                    ..Progress::default()
                };
                observer.poll(&progress).map_err(|reason| self.stopped(reason))?;
            }
        }
        Ok(())
    }

    /// The value of the next heap, or `None` if every value that can be kept is excluded.
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

    /// The value of a heap of more tokens than can be taken. Marks values below the bound only.
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
        // Hardly ever is a value greater than all before.
        for above in [self.above, self.bound] {
            if let Some(least) = self.least_below(above, heap, marked, meter)? {
                return Ok(Some(usize::from(least)));
            }
        }
        Ok((self.bound < Excluded::VALUES).then_some(self.bound))
    }

    /// The value of a heap if it is below `above`.
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

    /// The least of the candidates that no option has; the first `marked` pairs of each split have none of them.
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

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.values.len() as u64 }
    }
}

/// The values of the smaller parts, ascending, and of the larger ones that go with them, the last with the first, when
/// `taken` tokens are taken from a heap of more and the rest is split.
fn parts<'v>(values: &'v [u16], game: &TakeAndBreak, heap: usize, taken: u64) -> (&'v [u16], &'v [u16]) {
    let rest = heap - taken as usize;
    let most = if game.unequal { (rest - 1) / 2 } else { rest / 2 };
    if most == 0 {
        return (&[], &[]);
    }
    (&values[1..=most], &values[rest - most..rest])
}
