//! Numberings of the fillings of a board: of all fillings, or of those with a fixed number of each piece.

use crate::pictures::rules::Rules;
use crate::pictures::states::State;
use std::collections::BTreeMap;

/// A numbering of the fillings of the cells of a board, from 0 on without gaps.
pub(crate) enum Fillings {
    /// Each cell holds any state of its kin. The cells are digits in a mixed base.
    Any(Vec<Digit>),
    /// No move changes how many cells hold a state, so only fillings with the same counts are numbered.
    Counted(Vec<Group>),
}

/// A cell with more than one possible state.
pub(crate) struct Digit {
    cell: usize,
    kin: Vec<State>,
}

/// The cells whose states are of the same kin, with the number of cells for each of these states.
///
/// Complexity: a number takes O(cells · states) divisions.
pub(crate) struct Group {
    cells: Vec<usize>,
    kin: Vec<State>,
    counts: Vec<u64>,
    /// The number of fillings with these counts, if it is less than 2⁶³.
    fillings: Option<u64>,
}

impl Fillings {
    /// Returns a numbering of all fillings that play can make of `states`. `is_counted` means that no move changes how
    /// many cells hold a state.
    pub(crate) fn new(rules: &Rules, states: &[State], is_counted: bool) -> Fillings {
        let open = states.iter().enumerate().filter(|(_, state)| rules.kin(**state).len() > 1);
        if !is_counted {
            let digit = |(cell, &state)| Digit { cell, kin: rules.kin(state).to_vec() };
            return Fillings::Any(open.map(digit).collect());
        }
        let mut cells: BTreeMap<&[State], Vec<usize>> = BTreeMap::new();
        for (cell, &state) in open {
            cells.entry(rules.kin(state)).or_default().push(cell);
        }
        let groups = cells.into_iter().map(|(kin, cells)| Group::new(cells, kin.to_vec(), states));
        Fillings::Counted(groups.collect())
    }

    /// Returns the number of fillings, if it is less than 2⁶³.
    pub(crate) fn count(&self) -> Option<u64> {
        let factors: Box<dyn Iterator<Item = Option<u64>>> = match self {
            Fillings::Any(digits) => Box::new(digits.iter().map(|digit| Some(digit.kin.len() as u64))),
            Fillings::Counted(groups) => Box::new(groups.iter().map(|group| group.fillings)),
        };
        let product = { factors }.try_fold(1u64, |product, factor| product.checked_mul(factor?));
        product.filter(|&product| product < 1 << 63)
    }

    /// Returns `true` if a filling by states of the same kin is among those numbered.
    pub(crate) fn has(&self, states: &[State]) -> bool {
        match self {
            Fillings::Any(_) => true,
            Fillings::Counted(groups) => groups.iter().all(|group| group.counts_of(states) == group.counts),
        }
    }

    /// Returns the number of a filling that is among those numbered.
    pub(crate) fn number(&self, states: &[State]) -> u64 {
        match self {
            Fillings::Any(digits) => digits.iter().fold(0, |number, Digit { cell, kin }| {
                number * kin.len() as u64 + digit_of(kin, states[*cell]) as u64
            }),
            Fillings::Counted(groups) => {
                groups.iter().fold(0, |number, group| number * group.fillings() + group.number(states))
            }
        }
    }

    /// Writes the filling with a number into `states`, whose other cells stay.
    pub(crate) fn fill(&self, mut number: u64, states: &mut [State]) {
        match self {
            Fillings::Any(digits) => {
                for Digit { cell, kin } in digits.iter().rev() {
                    states[*cell] = kin[(number % kin.len() as u64) as usize];
                    number /= kin.len() as u64;
                }
            }
            Fillings::Counted(groups) => {
                for group in groups.iter().rev() {
                    group.fill(number % group.fillings(), states);
                    number /= group.fillings();
                }
            }
        }
    }
}

impl Group {
    /// Creates the group of these cells, which keeps the counts of their states.
    fn new(cells: Vec<usize>, kin: Vec<State>, states: &[State]) -> Group {
        let mut group = Group { cells, kin, counts: Vec::new(), fillings: None };
        group.counts = group.counts_of(states);
        group.fillings = arrangements(&group.counts);
        group
    }

    /// Returns the number of cells that hold each state of the kin.
    fn counts_of(&self, states: &[State]) -> Vec<u64> {
        let mut counts = vec![0; self.kin.len()];
        for &cell in &self.cells {
            counts[digit_of(&self.kin, states[cell])] += 1;
        }
        counts
    }

    /// Returns the number of fillings of a board that [`Fillings::count`] has accepted.
    fn fillings(&self) -> u64 {
        self.fillings.unwrap_or(u64::MAX)
    }

    /// Returns the index of a filling in lexicographic order.
    fn number(&self, states: &[State]) -> u64 {
        let mut left = self.counts.clone();
        let (mut place, mut ways) = (0, u128::from(self.fillings()));
        for (index, &cell) in self.cells.iter().enumerate() {
            let remaining = (self.cells.len() - index) as u128;
            let digit = digit_of(&self.kin, states[cell]);
            let smaller: u64 = left[..digit].iter().sum();
            place += ways * u128::from(smaller) / remaining;
            ways = ways * u128::from(left[digit]) / remaining;
            left[digit] = left[digit].saturating_sub(1);
        }
        place as u64
    }

    /// Writes the filling with an index in lexicographic order.
    fn fill(&self, place: u64, states: &mut [State]) {
        let mut left = self.counts.clone();
        let (mut place, mut ways) = (u128::from(place), u128::from(self.fillings()));
        for (index, &cell) in self.cells.iter().enumerate() {
            let remaining = (self.cells.len() - index) as u128;
            for (count, &state) in left.iter_mut().zip(&self.kin) {
                let here = ways * u128::from(*count) / remaining;
                if place < here {
                    states[cell] = state;
                    *count -= 1;
                    ways = here;
                    break;
                }
                place -= here;
            }
        }
    }
}

/// Returns the index of a state among its kin.
fn digit_of(kin: &[State], state: State) -> usize {
    kin.iter().position(|&known| known == state).unwrap_or(0)
}

/// Returns the number of arrangements of elements of several kinds, given the number of each kind, if it is less than
/// 2⁶³.
fn arrangements(counts: &[u64]) -> Option<u64> {
    let (mut all, mut placed) = (1u128, 0u128);
    for &count in counts {
        for number in 1..=u128::from(count) {
            placed += 1;
            all = all * placed / number;
            // Further factors can only increase the number.
            if all >= 1 << 63 {
                return None;
            }
        }
    }
    u64::try_from(all).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn counted_fillings_have_all_numbers_once(states in prop::collection::vec(1..4u8, 0..7)) {
            // Two groups, of the first two cells and of the others.
            let cells: Vec<usize> = (0..states.len()).collect();
            let (first, others) = cells.split_at(states.len().min(2));
            let group = |cells: &[usize]| Group::new(cells.to_vec(), vec![1, 2, 3], &states);
            let fillings = Fillings::Counted(vec![group(first), group(others)]);
            let all = fillings.count().unwrap();
            let mut seen = BTreeSet::new();
            for number in 0..all {
                let mut filling = vec![0; states.len()];
                fillings.fill(number, &mut filling);
                prop_assert_eq!(fillings.number(&filling), number);
                let mut sorted = filling.clone();
                sorted.sort_unstable();
                let mut wanted = states.clone();
                wanted.sort_unstable();
                prop_assert_eq!(sorted, wanted);
                seen.insert(filling);
            }
            prop_assert_eq!(seen.len() as u64, all);
            prop_assert!(seen.contains(&states));
        }
    }

    #[test]
    fn numbers_are_counted_up_to_their_limit() {
        assert_eq!(arrangements(&[62, 1, 1]), Some(64 * 63));
        assert_eq!(arrangements(&[33, 33]), Some(7_219_428_434_016_265_740));
        assert_eq!(arrangements(&[34, 33]), None);
        assert_eq!(arrangements(&[200]), Some(1));
    }
}
