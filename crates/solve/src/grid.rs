//! Nim-values of all pairs (a, b) up to a given size.

mod excluded;
mod lines;
#[cfg(test)]
mod tests;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Pace;
use excluded::Excluded;
use lines::Lines;
use std::collections::HashMap;
use std::ops::ControlFlow;
use winways_rules::{Meter, PairRules};

/// The nim-values of all pairs (a, b) of numbers below a side length, in a square that grows from the corner
/// (0, 0).
///
/// # Complexity
/// One word operation per 64 values and direction of [`PairRules::rays`], and one step per other option.
/// Memory: four bytes per pair, and one bit per value on a ray.
pub struct PairGrid<'r> {
    rules: &'r dyn PairRules,
    /// The requested side: the values are stored in rows of this length.
    side: usize,
    /// All pairs of numbers below this bound are known.
    known: usize,
    values: Vec<u32>,
    /// Values of pairs outside the square that are reached by moves.
    beyond: HashMap<[u64; 2], u32>,
    /// The values on rays; `None` without rays, or once pairs cannot be settled in order.
    lines: Option<Lines>,
    excluded: Excluded,
    /// A stack of pairs to settle. Each pair except the first is needed by a pair below it.
    open: Vec<[u64; 2]>,
    /// The number of options examined.
    options: u64,
    pace: Pace,
    meter: Meter,
    is_symmetric: bool,
    /// Two flags: some values came from a theorem, and some came from options.
    value_sources: [bool; 2],
}

const UNKNOWN: u32 = u32::MAX;
/// The number of cells cleared between two polls of the observer.
const CELLS_AT_ONCE: usize = 1 << 22;
/// Bytes per open pair: the growing list doubles its capacity and temporarily holds both copies.
const BYTES_OPEN: u64 = 48;
/// Bytes per entry of the table of pairs outside the square, including free slots.
const BYTES_BEYOND: usize = 48;

impl<'r> PairGrid<'r> {
    /// Creates a grid for pairs below `side` with no values computed.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the values do not fit into the memory of the budget.
    pub fn new(rules: &'r dyn PairRules, side: u64, budget: Budget) -> Result<Self, Stopped> {
        let cells = side.checked_mul(side).filter(|cells| *cells <= budget.memory / 4);
        let (Some(cells), Ok(side)) = (cells, usize::try_from(side)) else {
            return Err(budget.out_of_memory().after(0));
        };
        let lines = (!rules.rays().is_empty()).then(|| Lines::new(rules.rays(), side as u64));
        let mut values = Vec::new();
        if lines.as_ref().is_some_and(|lines| 4 * cells + lines.bytes() > budget.memory)
            || values.try_reserve_exact(cells as usize).is_err()
        {
            return Err(budget.out_of_memory().after(0));
        }
        Ok(PairGrid {
            rules,
            side,
            known: 0,
            values,
            beyond: HashMap::new(),
            lines: lines.map(Lines::allocated),
            excluded: Excluded::default(),
            open: Vec::new(),
            options: 0,
            pace: Pace::new(1 << 17),
            meter: Meter::default(),
            is_symmetric: true,
            value_sources: [false; 2],
        })
    }

    /// Computes the values of all pairs below the side, starting at the corner.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far
    /// are retained.
    pub fn extend(&mut self, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        self.extend_to_side(budget, observer).map_err(|reason| reason.after(self.computed()))
    }

    fn extend_to_side(&mut self, budget: Budget, observer: &dyn Observer) -> Result<(), StopReason> {
        self.meter = observer.meter();
        self.initialise_values(observer)?;
        while self.known < self.side {
            let last = self.known as u64;
            let mut is_symmetric = true;
            // Earlier iterations settle all pairs to the left of the pair and below it.
            for other in 0..last {
                self.settle([last, other], budget, observer)?;
                self.settle([other, last], budget, observer)?;
                is_symmetric &= self.known_value([last, other]) == self.known_value([other, last]);
            }
            self.settle([last, last], budget, observer)?;
            self.known += 1;
            self.is_symmetric &= is_symmetric;
        }
        Ok(())
    }

    /// Initialises the reserved memory in chunks with polls between them, since the system clears pages only
    /// on first use.
    fn initialise_values(&mut self, observer: &dyn Observer) -> Result<(), StopReason> {
        let cells = self.side * self.side;
        while self.values.len() < cells {
            observer.poll(&Progress::default())?;
            self.values.resize(cells.min(self.values.len() + CELLS_AT_ONCE), UNKNOWN);
        }
        Ok(())
    }

    /// Returns the side of the known square: all pairs of numbers below it are known.
    pub fn side(&self) -> u64 {
        self.known as u64
    }

    /// Returns `true` if (a, b) and (b, a) have the same value for all pairs of numbers below the side.
    pub fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Returns the nim-value of (a, b), if both are below the side.
    pub fn value(&self, a: u64, b: u64) -> Option<u32> {
        (a.max(b) < self.side()).then(|| self.values[a as usize * self.side + b as usize])
    }

    /// Returns the values of (a, 0), (a, 1), … below the side.
    pub fn row(&self, a: u64) -> &[u32] {
        match usize::try_from(a) {
            Ok(a) if a < self.known => &self.values[a * self.side..][..self.known],
            _ => &[],
        }
    }

    /// Returns the values of (a, b), row by row with b ascending in a row, and the row length. Values of
    /// pairs not both below [`PairGrid::side`] have no meaning.
    pub fn values(&self) -> (&[u32], usize) {
        (&self.values, self.side)
    }

    /// Returns `true` if all values came from a theorem.
    pub fn is_by_theorem(&self) -> bool {
        self.value_sources == [true, false]
    }

    /// Returns `true` if the values are computed along rays.
    pub fn is_by_rays(&self) -> bool {
        self.lines.is_some()
    }

    fn index_of(&self, [a, b]: [u64; 2]) -> Option<usize> {
        let side = self.side as u64;
        (a < side && b < side).then(|| a as usize * self.side + b as usize)
    }

    fn known_value(&self, pair: [u64; 2]) -> Option<u32> {
        match self.index_of(pair) {
            Some(index_of) => Some(self.values[index_of]).filter(|value| *value != UNKNOWN),
            None => self.beyond.get(&pair).copied(),
        }
    }

    /// Computes the value of a pair whose left and lower neighbours are known, and of all pairs that it
    /// needs.
    fn settle(&mut self, pair: [u64; 2], budget: Budget, observer: &dyn Observer) -> Result<(), StopReason> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.push(pair);
        let settled = self.settle_all(&mut open, budget, observer);
        self.open = open;
        settled
    }

    fn settle_all(
        &mut self,
        open: &mut Vec<[u64; 2]>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        while let Some(&last) = open.last() {
            if self.known_value(last).is_none() {
                let before = open.len();
                let room = budget.memory.saturating_sub(self.bytes()) / BYTES_OPEN;
                let options = self.options;
                let value = self.value_or_unknown(last, open, room)?;
                self.check(self.options - options, open.len(), budget, observer)?;
                if open.len() > before {
                    continue;
                }
                self.store_value(last, value);
            }
            open.pop();
        }
        Ok(())
    }

    fn store_value(&mut self, pair: [u64; 2], value: u32) {
        match self.index_of(pair) {
            Some(index_of) => self.values[index_of] = value,
            None => {
                self.beyond.insert(pair, value);
            }
        }
        if let Some(lines) = &mut self.lines {
            lines.insert(pair, value);
        }
    }

    /// Returns the value of a pair. If other pairs must be computed first, pushes them on `open` and returns
    /// a meaningless value.
    ///
    /// `room` is the number of open pairs that fit into memory. The enumeration stops after the option whose pairs
    /// exceed this number.
    fn value_or_unknown(
        &mut self,
        pair: [u64; 2],
        open: &mut Vec<[u64; 2]>,
        room: u64,
    ) -> Result<u32, StopReason> {
        if let Some(value) = self.rules.nim_value(pair) {
            self.value_sources[0] = true;
            // A value that is not less than UNKNOWN cannot be stored.
            let value = u32::try_from(value.0).ok().filter(|value| *value != UNKNOWN);
            return value.ok_or(StopReason::Values { limit: u64::from(UNKNOWN) });
        }
        self.value_sources[1] = true;
        let before = open.len();
        if self.lines.is_some() {
            self.exclude(pair, true, open, room)?;
            if open.len() > before {
                // A move leads to a pair that is not yet settled, so lines cannot be filled in order.
                self.lines = None;
                open.truncate(before);
            }
        }
        if self.lines.is_none() {
            self.exclude(pair, false, open, room)?;
        }
        let value = match &self.lines {
            Some(lines) => {
                let (sets, full) = lines.sets_through(pair);
                self.excluded.least_missing(&sets, full)
            }
            None => self.excluded.least_missing(&[], 0),
        };
        self.excluded.clear();
        value.ok_or(StopReason::Values { limit: Excluded::LIMIT })
    }

    /// Excludes the values of all options, or only of the options off rays if `off_rays` is set. Pushes unknown
    /// pairs on `open`.
    fn exclude(
        &mut self,
        pair: [u64; 2],
        off_rays: bool,
        open: &mut Vec<[u64; 2]>,
        room: u64,
    ) -> Result<(), StopReason> {
        self.excluded.clear();
        let mut excluded = std::mem::take(&mut self.excluded);
        let mut meter = std::mem::take(&mut self.meter);
        let mut options = 1;
        let mut visit = |parts: &[[u64; 2]]| {
            options += 1;
            let mut sum = 0;
            for &part in parts {
                match self.known_value(part) {
                    Some(value) => sum ^= value,
                    None => open.push(part),
                }
            }
            excluded.insert(sum);
            if open.len() as u64 > room { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let enumerated = match off_rays {
            true => self.rules.options_off_rays(pair, &mut meter, &mut visit),
            false => self.rules.options(pair, &mut meter, &mut visit),
        };
        self.excluded = excluded;
        self.meter = meter;
        self.options += options;
        Ok(enumerated?)
    }

    /// Checks the budget after the options of a pair, and polls the observer periodically.
    fn check(
        &mut self,
        options: u64,
        open: usize,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), StopReason> {
        let bytes = self.bytes() + BYTES_OPEN * open as u64;
        budget.check(bytes)?;
        budget.check_options(self.options)?;
        match self.pace.is_due(options) {
            true => observer.poll(&Progress::new(self.computed(), open, bytes)),
            false => Ok(()),
        }
    }

    fn computed(&self) -> u64 {
        (self.known * self.known + self.beyond.len()) as u64
    }

    fn bytes(&self) -> u64 {
        (4 * self.values.len() + BYTES_BEYOND * self.beyond.len()) as u64
            + self.excluded.bytes()
            + self.lines.as_ref().map_or(0, Lines::bytes)
    }
}
