//! Nim-sequences: the values of heaps 0, 1, 2, … of a heap game, computed from the bottom up.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Pace;
use crate::period::Period;
use winways_rules::{Excluded, HeapRules, Meter, RuleFault};

/// The nim-values of heaps 0, 1, 2, …, extended on demand.
///
/// Values are stored in 16 bits. Except for games whose values are known by a theorem (such as Nim), no heap
/// game is known whose values exceed 16 bits within reach of a heap-by-heap computation.
///
/// # Complexity
/// Time is proportional to the number of options: n²/4 for a game with splits and heaps up to n.
/// [`Budget::options`] is charged n for a heap of n, regardless of its options.
pub struct NimSequence<'r> {
    rules: &'r dyn HeapRules,
    values: Vec<u16>,
    marks: Box<[bool; Excluded::VALUES]>,
    /// All marks from this index on are clear.
    marks_bound: usize,
    period: Option<Period>,
    /// The length at which to search for a period next.
    next_period_check: usize,
    /// The pace of polls of the observer, in options.
    pace: Pace,
}

impl<'r> NimSequence<'r> {
    /// Creates a sequence with no values computed.
    pub fn new(rules: &'r dyn HeapRules) -> Self {
        let marks = Box::new([false; Excluded::VALUES]);
        NimSequence {
            rules,
            values: Vec::new(),
            marks,
            marks_bound: 1,
            period: None,
            next_period_check: 64,
            pace: Pace::new(1 << 22),
        }
    }

    /// Returns the known values, from heap 0 on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the period, once the known values prove one.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the nim-value of a heap. Extends the sequence up to the heap, or until a period is proved that
    /// gives the value.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; the values computed so far
    /// are retained.
    pub fn nim_value(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<u16, Stopped> {
        let wanted = |sequence: &Self| sequence.period.is_none() && sequence.values.len() as u64 <= heap;
        self.extend_while(budget, observer, wanted).map_err(|reason| self.stopped(reason))?;
        let index = match self.period {
            Some(period) if heap >= self.values.len() as u64 => period.reduce(heap),
            _ => heap,
        };
        Ok(self.values[index as usize])
    }

    /// Extends the sequence to heaps 0..=`heap`.
    ///
    /// # Errors
    /// Fails like [`NimSequence::nim_value`].
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let extended = self.extend_while(budget, observer, |sequence| sequence.values.len() as u64 <= heap);
        extended.map_err(|reason| self.stopped(reason))
    }

    fn extend_while(
        &mut self,
        budget: Budget,
        observer: &dyn Observer,
        wanted: impl Fn(&Self) -> bool,
    ) -> Result<(), StopReason> {
        let (mut options, mut meter) = (0u64, None);
        while wanted(self) {
            let heap = self.values.len();
            // A growing list doubles its capacity and temporarily holds both copies.
            if heap == self.values.capacity() {
                budget.check(self.bytes().saturating_mul(3))?;
            }
            let Some(value) = self.next_value(heap, meter.get_or_insert_with(|| observer.meter()))? else {
                return Err(StopReason::Values { limit: Excluded::VALUES as u64 });
            };
            self.values.push(value);
            options = options.saturating_add(heap as u64);
            budget.check_options(options)?;
            if self.values.len() >= self.next_period_check {
                self.next_period_check += self.next_period_check / 4;
                if self.period.is_none() && self.bytes() + Period::bytes_needed(&self.values) <= budget.memory
                {
                    let meter = meter.get_or_insert_with(|| observer.meter());
                    self.period = Period::of_metered(&self.values, self.rules.recurrence(), meter)?;
                }
            }
            if self.pace.is_due(heap as u64 + 1) {
                budget.poll(observer, &Progress::new(self.values.len() as u64, 0, self.bytes()))?;
            }
        }
        Ok(())
    }

    /// Returns the value of the next heap, or `None` if every value that fits into 16 bits is excluded.
    fn next_value(&mut self, heap: usize, meter: &mut Meter) -> Result<Option<u16>, RuleFault> {
        let enumerated =
            self.rules.exclude_options(heap, &mut Excluded::new(&self.values, &mut self.marks, meter));
        let value = self.marks.iter().position(|marked| !marked);
        // Nim-sums of values below a power of two are below this power too, so all marks are below `marks_bound`.
        self.marks[..self.marks_bound].fill(false);
        enumerated?;
        let Some(value) = value else { return Ok(None) };
        self.marks_bound = self.marks_bound.max((value + 1).next_power_of_two());
        Ok(Some(value as u16))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.values.capacity() as u64 * 2
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.values.len() as u64 }
    }
}
