//! Nim-values of pairs of a heap and a memory, row by row, for games that remember something about the last
//! move.
//!
//! Row n contains the values of the pairs (n, m) for all memories m. Suppose that moves take a bounded number of
//! tokens and depend on n only through a remainder. Then a row depends on a window of rows before it, and a
//! repeated window proves a period.

mod shape;
#[cfg(test)]
mod tests;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::certificate::{Certificate, Proof, RowProof};
use crate::heap_sequence::ProofStatus;
use crate::ledger::Pace;
use crate::period::{Period, least_period};
use shape::{Part, Shape};
use std::ops::ControlFlow;
use winways_rules::{Meter, NoRowMoves, PairRules, RowHeap, RuleFault};

/// The nim-values of all pairs (n, m) of a heap n and a memory m from a finite set, computed row by row until
/// the rows are proved to repeat.
///
/// # Complexity
/// One step per option; two bytes of memory per pair.
pub struct RowSequence<'r> {
    rules: &'r dyn PairRules,
    shape: Shape,
    /// The rows, concatenated. [`UNKNOWN`] occurs only in the row being filled.
    values: Vec<u16>,
    period: Option<Proved>,
    /// Marks by value. A value is excluded if its mark equals `stamp`.
    marks: Vec<u64>,
    stamp: u64,
    options: u64,
    pace: Pace,
}

/// A period and the distance between two equal windows that prove it.
#[derive(Clone, Copy)]
struct Proved {
    period: Period,
    apart: u64,
}

const UNKNOWN: u16 = u16::MAX;

/// The number of rows after which a period is searched for the first time.
const FIRST_ROWS: u64 = 64;

/// The bytes per row for a period search: a slice with a remainder, and a border length.
const BYTES_SEARCHED: u64 = 40;

impl<'r> RowSequence<'r> {
    /// Creates the rows for the given memories and all memories reachable from them. `heap` is the index of
    /// the heap in a pair, 0 or 1.
    ///
    /// # Errors
    /// Returns [`NoRowMoves`] if rows do not depend on a bounded window of earlier rows, or have too many
    /// columns.
    pub fn new(
        rules: &'r dyn PairRules,
        heap: usize,
        memories: &[u64],
        meter: &mut Meter,
    ) -> Result<Self, NoRowMoves> {
        let shape = Shape::of(rules, heap, memories, meter)?;
        Ok(RowSequence {
            rules,
            shape,
            values: Vec::new(),
            period: None,
            marks: Vec::new(),
            stamp: 0,
            options: 0,
            pace: Pace::new(1 << 17).due(),
        })
    }

    /// Creates the rows of a game whose moves leave memories bounded by a constant: columns 0, 1, … up to
    /// that constant.
    ///
    /// # Errors
    /// Fails like [`RowSequence::new`]; also if no such constant is found.
    pub fn of_bounded_memory(
        rules: &'r dyn PairRules,
        heap: usize,
        meter: &mut Meter,
    ) -> Result<Self, NoRowMoves> {
        let memories: Vec<u64> = Shape::bounded_memories(rules, heap, meter)?.collect();
        RowSequence::new(rules, heap, &memories, meter)
    }

    /// Returns the index of the heap in a pair.
    pub fn heap(&self) -> usize {
        self.shape.heap
    }

    /// Returns the memories of the columns, ascending.
    pub fn columns(&self) -> &[u64] {
        &self.shape.columns
    }

    fn width(&self) -> usize {
        self.shape.columns.len()
    }

    /// Returns the number of rows computed, from heap 0 on.
    pub fn computed(&self) -> u64 {
        (self.values.len() / self.width()) as u64
    }

    /// Returns the number of known rows, from heap 0 on; `u64::MAX` if the period is proved.
    pub fn known(&self) -> u64 {
        self.period.map_or(self.computed(), |_| u64::MAX)
    }

    /// Returns the period of the rows, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period.map(|proved| proved.period)
    }

    /// Returns the values of a row by column, if they are known.
    pub fn row(&self, heap: u64) -> Option<&[u16]> {
        let heap = self.period().map_or(heap, |period| period.reduce(heap));
        let first = usize::try_from(heap).ok()?.checked_mul(self.width())?;
        self.values.get(first..first.checked_add(self.width())?)
    }

    /// Returns the value of a pair, if it is known.
    pub fn value(&self, heap: u64, memory: u64) -> Option<u16> {
        self.row(heap)?.get(self.shape.column(memory)?).copied()
    }

    /// Extends the rows to heaps 0..=`heap`, or until the period is proved. Searches for a proof each time
    /// the number of rows has doubled, and at the end.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up, a value is too large, or the observer ends the work;
    /// results computed so far are retained.
    pub fn prove(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<ProofStatus, Stopped> {
        let proved = self.extend_until_proved(heap, budget, observer);
        proved.map_err(|reason| reason.after(self.values.len() as u64))?;
        Ok(if self.period.is_some() { ProofStatus::Proved } else { ProofStatus::Open })
    }

    fn extend_until_proved(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let mut meter = observer.meter();
        while self.known() <= heap && self.period.is_none() {
            let doubled = self.computed().saturating_mul(2).max(FIRST_ROWS);
            self.extend(doubled.min(heap.saturating_add(1)), budget, observer, &mut meter)?;
            self.find_period(budget, &mut meter)?;
        }
        Ok(())
    }

    fn extend(
        &mut self,
        rows: u64,
        budget: Budget,
        observer: &dyn Observer,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        while self.computed() < rows {
            // A growing list doubles its capacity and temporarily holds both copies.
            let has_room = self.values.capacity() - self.values.len() >= self.width();
            if !has_room {
                budget.check(6 * (self.values.len() + self.width()) as u64 + self.marks_bytes())?;
            }
            let (length, options) = (self.values.len(), self.options);
            if let Err(reason) = self.add_row(self.computed(), meter) {
                self.values.truncate(length);
                return Err(reason);
            }
            budget.check_options(self.options)?;
            if self.pace.is_due(self.options - options) {
                let bytes = 2 * self.values.capacity() as u64 + self.marks_bytes();
                budget.poll(observer, &Progress::new(self.values.len() as u64, 0, bytes))?;
            }
        }
        Ok(())
    }

    fn marks_bytes(&self) -> u64 {
        8 * self.marks.capacity() as u64
    }

    /// Adds the next row. Options within the same row are computed first.
    fn add_row(&mut self, heap: u64, meter: &mut Meter) -> Result<(), StopReason> {
        let first = self.values.len();
        self.values.resize(first + self.width(), UNKNOWN);
        let mut open = Vec::new();
        for column in 0..self.width() {
            open.push(column);
            while let Some(&column) = open.last() {
                if self.values[first + column] == UNKNOWN {
                    match self.value_or_unknown(heap, column, meter)? {
                        Ok(value) => self.values[first + column] = value,
                        Err(_) if open.len() > self.width() => {
                            let fault = RuleFault::new(format!(
                                "the moves between the pairs of heap {heap} form a cycle"
                            ));
                            return Err(StopReason::Rules(fault));
                        }
                        Err(before) => {
                            open.push(before);
                            continue;
                        }
                    }
                }
                open.pop();
            }
        }
        Ok(())
    }

    /// Returns the value of a pair in the last row, or the column of a pair in the same row that must be
    /// computed first.
    fn value_or_unknown(
        &mut self,
        heap: u64,
        column: usize,
        meter: &mut Meter,
    ) -> Result<Result<u16, usize>, StopReason> {
        self.stamp += 1;
        let (stamp, width) = (self.stamp, self.width());
        let (values, marks) = (&self.values, &mut self.marks);
        let mut options = 0;
        let mut unknown = None;
        let mut visit = |parts: &mut dyn Iterator<Item = Part>| {
            options += 1;
            let mut sum = 0;
            for part in parts {
                let row = part.heap.of(heap).map_or(0, |row| row as usize);
                match values[row * width + part.column] {
                    UNKNOWN => unknown = Some(part.column),
                    value => sum ^= value,
                }
            }
            let sum = usize::from(sum);
            if marks.len() <= sum {
                marks.resize(sum + 1, 0);
            }
            marks[sum] = stamp;
        };
        if heap >= self.shape.length {
            for option in self.shape.options(heap, column) {
                visit(&mut option.iter().copied());
            }
            meter.spend(options)?;
        } else {
            let shape = &self.shape;
            let pair = shape.pair(heap, shape.columns[column]);
            let part = |part: &[u64; 2]| {
                let (heap, memory) = (RowHeap::Fixed(part[shape.heap]), part[1 - shape.heap]);
                shape.column(memory).map(|column| Part { heap, column })
            };
            self.rules.options(pair, meter, &mut |parts| {
                visit(&mut parts.iter().filter_map(part));
                ControlFlow::Continue(())
            })?;
        }
        self.options += options + 1;
        if let Some(column) = unknown {
            return Ok(Err(column));
        }
        let least = marks.iter().position(|mark| *mark != stamp).unwrap_or(marks.len());
        match u16::try_from(least) {
            Ok(least) if least != UNKNOWN => Ok(Ok(least)),
            _ => Err(StopReason::Values { limit: u64::from(UNKNOWN) }),
        }
    }

    /// Searches for two equal windows of rows whose heaps have the same remainder.
    fn find_period(&mut self, budget: Budget, meter: &mut Meter) -> Result<(), StopReason> {
        let bytes_searched = self.computed().saturating_mul(BYTES_SEARCHED);
        budget.check(2 * self.values.capacity() as u64 + bytes_searched)?;
        let (modulus, length) = (self.shape.modulus, self.shape.length);
        let with_remainders: Vec<(&[u16], u64)> =
            self.values.chunks(self.width()).zip((0..modulus).cycle()).collect();
        let latest_start = |period: u64, rows: u64| rows.checked_sub(length)?.checked_sub(period);
        let windows = least_period(&with_remainders, meter, latest_start)?;
        let Some(Period { preperiod, period: apart }) = windows else { return Ok(()) };
        // From the first window on, rows at distance `apart` are equal, so their least period divides
        // `apart`.
        let first = &with_remainders[preperiod as usize..][..apart as usize];
        let later = |index: usize, period: u64| &first[(index + period as usize) % first.len()];
        let repeats = |period: u64| (0..first.len()).all(|index| first[index].0 == later(index, period).0);
        let mut divisors = (1..apart).filter(|period| apart.is_multiple_of(*period));
        let period = divisors.find(|period| repeats(*period)).unwrap_or(apart);
        self.period = Some(Proved { period: Period { preperiod, period }, apart });
        Ok(())
    }

    /// Returns a certificate of the period for the game named `game`, or `None` if no period is proved.
    pub fn certificate(&self, game: &str) -> Option<Certificate> {
        let Proved { period: Period { preperiod, period }, apart } = self.period?;
        let (heap, length, columns) = (self.shape.heap, self.shape.length, self.shape.columns.clone());
        let proof = Proof::Rows(RowProof { heap, length, apart, columns });
        Some(Certificate { game: game.to_owned(), preperiod, period, proof })
    }
}
