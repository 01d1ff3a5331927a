//! Periods of the pretending function.

use crate::quotient::Element;
use winways_rules::Recurrence;

/// A proved period of the pretending function: φ(n + length) = φ(n) for all n from `start` on. The quotient is then the
/// quotient of all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The first heap from which the function is periodic.
    pub start: u64,
    /// The length of the period.
    pub length: u64,
}

/// Finds the least period that the known values prove, given the recurrence of the game.
///
/// For an octal game with last digit k, equality for start ≤ n < 2·start + length + k is enough, if the quotient is known to heap
/// 2·start + 2·length + k: options of a greater heap then have the elements of options of the heap one period before. For moves that
/// take at most k tokens and split nothing, it is enough that k consecutive values repeat.
///
/// Source: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, theorem on periodicity.
///
/// # Complexity
/// O(n²) for n values.
pub fn period(phi: &[Element], recurrence: Recurrence) -> Option<QuotientPeriod> {
    let last = phi.len().checked_sub(1)?;
    (1..=last / 2).find_map(|length| {
        let differs = |&heap: &usize| phi[heap] != phi[heap + length];
        let start = (1..=last - length).rev().find(differs).map_or(1, |heap| heap + 1);
        let needed = match recurrence {
            Recurrence::Octal { last_digit } => (2 * start + 2 * length) as u64 + last_digit,
            Recurrence::Window { length: window } => (start + length) as u64 + window,
            Recurrence::Unknown => return None,
        };
        (last as u64 >= needed).then_some(QuotientPeriod { start: start as u64, length: length as u64 })
    })
}

impl QuotientPeriod {
    /// Returns the heap below the start of the second period that has the same element as `heap`.
    pub fn reduced(&self, heap: u64) -> u64 {
        match heap.checked_sub(self.start) {
            Some(beyond) => self.start + beyond % self.length,
            None => heap,
        }
    }
}
