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
/// 2·start + 2·length + k. The options of a greater heap then have the same elements as the options of the heap one period before. If moves
/// take at most k tokens and split nothing, it is enough that k consecutive values repeat.
///
/// Source: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, theorem on periodicity.
///
/// # Complexity
/// O(n) for n values.
pub fn period(phi: &[Element], recurrence: Recurrence) -> Option<QuotientPeriod> {
    let last = phi.len().checked_sub(1)?;
    let reversed: Vec<Element> = phi[1..].iter().rev().copied().collect();
    let repeated = lengths_repeated(&reversed);
    (1..=last / 2).find_map(|length| {
        let start = last - length - repeated[length] + 1;
        let needed = match recurrence {
            Recurrence::Octal { last_digit } => (2 * start + 2 * length) as u64 + last_digit,
            Recurrence::Window { length: window } => (start + length) as u64 + window,
            Recurrence::Unknown => return None,
        };
        (last as u64 >= needed).then_some(QuotientPeriod { start: start as u64, length: length as u64 })
    })
}

/// Returns the Z-function: for each index of a list, the length of the longest prefix of the list that occurs again at this index.
///
/// Source: D. Gusfield, Algorithms on Strings, Trees, and Sequences (1997), section 1.3.
fn lengths_repeated(list: &[Element]) -> Vec<usize> {
    let mut found = vec![list.len(); list.len()];
    // The items from `first` to `end` equal the first items of the list.
    let (mut first, mut end) = (0, 0);
    for place in 1..list.len() {
        let known = if place < end { found[place - first].min(end - place) } else { 0 };
        let more = list[place + known..].iter().zip(&list[known..]).take_while(|(one, other)| one == other);
        found[place] = known + more.count();
        if place + found[place] > end {
            (first, end) = (place, place + found[place]);
        }
    }
    found
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds the period by comparing the heaps one by one for each length.
    fn by_comparison(phi: &[Element], recurrence: Recurrence) -> Option<QuotientPeriod> {
        let last = phi.len() - 1;
        (1..=last / 2).find_map(|length| {
            let repeats_from =
                |start: usize| (start..=last - length).all(|heap| phi[heap] == phi[heap + length]);
            let start = (1..=last - length + 1).find(|&start| repeats_from(start))?;
            let needed = match recurrence {
                Recurrence::Octal { last_digit } => (2 * start + 2 * length) as u64 + last_digit,
                Recurrence::Window { length: window } => (start + length) as u64 + window,
                Recurrence::Unknown => return None,
            };
            (last as u64 >= needed).then_some(QuotientPeriod { start: start as u64, length: length as u64 })
        })
    }

    proptest! {
        #[test]
        fn periods_are_those_of_the_definition(
            head in prop::collection::vec(0 as Element..3, 1..8),
            repeated in prop::collection::vec(0 as Element..3, 1..6),
            copies in 0usize..8,
            window in 1u64..4,
        ) {
            let tail = std::iter::repeat_n(repeated, copies).flatten();
            let phi: Vec<Element> = head.into_iter().chain(tail).collect();
            for recurrence in
                [Recurrence::Octal { last_digit: window }, Recurrence::Window { length: window }, Recurrence::Unknown]
            {
                prop_assert_eq!(period(&phi, recurrence), by_comparison(&phi, recurrence), "{:?}", phi);
            }
        }
    }
}
