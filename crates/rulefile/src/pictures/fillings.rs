//! Numberings of the fillings of a board: of all fillings, or of those with reachable counts of pieces.

use crate::pictures::counts::Changes;
use crate::pictures::rules::Rules;
use crate::pictures::states::State;
use crate::pictures::stencil::short_length;
use std::collections::{BTreeMap, BTreeSet};
use winways_notation::pictures::Rewrite;

/// A numbering of the fillings of the cells of a board, from 0 on without gaps.
pub(crate) enum Fillings {
    /// Each cell holds any state related to its own: the cells are digits in a mixed base.
    Any(Vec<Digit>),
    /// Only fillings with reachable counts of pieces.
    Counted(Counted),
}

/// A cell with more than one possible state.
pub(crate) struct Digit {
    cell: usize,
    related: Vec<State>,
}

/// The fillings with one of several counts of pieces, ordered by these counts.
pub(crate) struct Counted {
    /// The open cells, grouped by their related states.
    groups: Vec<Group>,
    /// The number of cells of each state in the position from which the counts were derived.
    start: Vec<u64>,
    /// The reachable counts, in ascending order.
    classes: Vec<Class>,
    /// The number of all fillings.
    count: u64,
}

/// The fillings with the same counts of pieces.
struct Class {
    /// The number of cells of each state.
    counts: Vec<u64>,
    /// The number that the first of these fillings has in the numbering.
    first: u64,
    /// The fillings of each group of cells.
    arrangements: Vec<Arrangements>,
}

/// The cells whose states are related to one another.
struct Group {
    cells: Vec<usize>,
    related: Vec<State>,
}

/// The fillings of a group of cells with a fixed number of cells for each of their related states.
///
/// Complexity: the conversion between a filling and its number takes O(cells · states) divisions.
struct Arrangements {
    counts: Vec<u64>,
    number: u64,
}

/// The maximum number of different counts of pieces of a board.
const MOST_CLASSES: usize = 1 << 13;

/// The maximum number of changes that are tried to find all counts of pieces. Trying them takes a fraction of a second.
const MOST_STEPS: usize = 1 << 20;

impl Fillings {
    /// Returns a numbering that includes all fillings reachable from `states` on a board with rows of at most `longest` cells, if there are
    /// fewer than 2⁶³.
    ///
    /// If no move changes the counts of pieces, only fillings with the same counts are numbered. If moves change them, the reachable counts
    /// are used only if there are too many fillings otherwise. Tables of smaller boards thus have ranks for every position that a player
    /// may set up.
    pub(crate) fn new(rules: &Rules, states: &[State], longest: usize) -> Option<Fillings> {
        // Changes by runs are linear in the lengths of the runs, so short runs show whether counts change.
        let short = |rewrite: &Rewrite| longest.min(short_length(rewrite));
        if let Some(none) = Changes::of(rules, short).filter(Changes::keep_all) {
            return Fillings::counted(rules, states, &none);
        }
        Fillings::any(rules, states)
            .or_else(|| Fillings::counted(rules, states, &Changes::of(rules, |_| longest)?))
    }

    /// Returns a numbering of the fillings with reachable counts.
    pub(crate) fn counted(rules: &Rules, states: &[State], changes: &Changes) -> Option<Fillings> {
        Counted::new(rules, states, changes).map(Fillings::Counted)
    }

    /// Returns a numbering of all fillings by related states.
    pub(crate) fn any(rules: &Rules, states: &[State]) -> Option<Fillings> {
        let digits = open(rules, states).map(|(cell, related)| Digit { cell, related: related.to_vec() });
        let fillings = Fillings::Any(digits.collect());
        fillings.checked_count().map(|_| fillings)
    }

    fn checked_count(&self) -> Option<u64> {
        let count = match self {
            Fillings::Any(digits) => {
                digits.iter().try_fold(1u64, |product, digit| product.checked_mul(digit.related.len() as u64))
            }
            Fillings::Counted(counted) => Some(counted.count),
        };
        count.filter(|&count| count < 1 << 63)
    }

    /// Returns the number of fillings, less than 2⁶³.
    pub(crate) fn count(&self) -> u64 {
        self.checked_count().unwrap_or(u64::MAX)
    }

    /// Returns the counts of pieces on which the numbering depends, if more than one is reachable.
    pub(crate) fn start_counts(&self) -> Option<&[u64]> {
        match self {
            Fillings::Counted(counted) if counted.classes.len() > 1 => Some(&counted.start),
            _ => None,
        }
    }

    /// Returns `true` if a filling by related states has a number.
    pub(crate) fn has(&self, states: &[State]) -> bool {
        match self {
            Fillings::Any(_) => true,
            Fillings::Counted(counted) => counted.class_of(states).is_some(),
        }
    }

    /// Returns the number of a filling, which must have one.
    pub(crate) fn number(&self, states: &[State]) -> u64 {
        match self {
            Fillings::Any(digits) => digits.iter().fold(0, |number, Digit { cell, related }| {
                number * related.len() as u64 + digit_of(related, states[*cell]) as u64
            }),
            Fillings::Counted(counted) => counted.number(states),
        }
    }

    /// Writes the filling with this number into `states`. Cells with a single possible state keep it.
    pub(crate) fn fill(&self, mut number: u64, states: &mut [State]) {
        match self {
            Fillings::Any(digits) => {
                for Digit { cell, related } in digits.iter().rev() {
                    states[*cell] = related[(number % related.len() as u64) as usize];
                    number /= related.len() as u64;
                }
            }
            Fillings::Counted(counted) => counted.fill(number, states),
        }
    }
}

/// Iterates over the cells with more than one possible state, each with its possible states.
fn open<'r>(rules: &'r Rules, states: &[State]) -> impl Iterator<Item = (usize, &'r [State])> {
    let cells = states.iter().enumerate().map(|(cell, &state)| (cell, rules.related_states(state)));
    cells.filter(|(_, states)| states.len() > 1)
}

/// Returns the number of cells of each of `count` states.
fn counts_of(states: &[State], count: usize) -> Vec<u64> {
    let mut counts = vec![0; count];
    for &state in states {
        counts[usize::from(state)] += 1;
    }
    counts
}

impl Counted {
    /// Finds all counts that `changes` can make from the counts of `states`. Returns `None` if there are too many, or at least 2⁶³
    /// fillings.
    fn new(rules: &Rules, states: &[State], changes: &Changes) -> Option<Counted> {
        let mut cells: BTreeMap<&[State], Vec<usize>> = BTreeMap::new();
        for (cell, related) in open(rules, states) {
            cells.entry(related).or_default().push(cell);
        }
        let groups =
            cells.into_iter().map(|(related, cells)| Group { cells, related: related.to_vec() }).collect();
        Counted::of_groups(groups, counts_of(states, rules.alphabet.count()), changes)
    }

    fn of_groups(groups: Vec<Group>, start: Vec<u64>, changes: &Changes) -> Option<Counted> {
        let mut counted = Counted { groups, start: start.clone(), classes: Vec::new(), count: 0 };
        for counts in reachable(start, changes)? {
            let (class, number) = counted.class(counts)?;
            counted.classes.push(class);
            counted.count = counted.count.checked_add(number).filter(|&count| count < 1 << 63)?;
        }
        Some(counted)
    }

    /// Returns the class of the fillings with these counts, which are numbered next, and the number of these fillings.
    fn class(&self, counts: Vec<u64>) -> Option<(Class, u64)> {
        let of_group = |group: &Group| {
            Arrangements::new(group.related.iter().map(|&state| counts[usize::from(state)]).collect())
        };
        let arrangements: Vec<Arrangements> = self.groups.iter().map(of_group).collect::<Option<_>>()?;
        let number = arrangements.iter().try_fold(1u64, |product, group| product.checked_mul(group.number));
        Some((Class { counts, first: self.count, arrangements }, number?))
    }

    fn class_of(&self, states: &[State]) -> Option<&Class> {
        let counts = counts_of(states, self.start.len());
        let place = self.classes.binary_search_by(|class| class.counts.cmp(&counts)).ok()?;
        self.classes.get(place)
    }

    fn number(&self, states: &[State]) -> u64 {
        let Some(class) = self.class_of(states) else { return u64::MAX };
        let groups = self.groups.iter().zip(&class.arrangements);
        class.first
            + groups.fold(0, |number, (group, all)| number * all.number + all.number_of(group, states))
    }

    fn fill(&self, number: u64, states: &mut [State]) {
        let place = self.classes.partition_point(|class| class.first <= number);
        let Some(class) = place.checked_sub(1).and_then(|place| self.classes.get(place)) else { return };
        let mut rest = number - class.first;
        for (group, all) in self.groups.iter().zip(&class.arrangements).rev() {
            all.fill(group, rest % all.number, states);
            rest /= all.number;
        }
    }
}

/// Returns all counts that `changes` can make from `start`, in ascending order. Returns `None` if there are too many.
fn reachable(start: Vec<u64>, changes: &Changes) -> Option<BTreeSet<Vec<u64>>> {
    let mut found = BTreeSet::from([start.clone()]);
    let mut stack = vec![start];
    while let Some(counts) = stack.pop() {
        for change in changes.iter() {
            let after = counts.iter().zip(change).map(|(count, &by)| count.checked_add_signed(by.into()));
            if let Some(after) = after.collect::<Option<Vec<u64>>>()
                && found.insert(after.clone())
            {
                stack.push(after);
            }
        }
        if found.len() > MOST_CLASSES || found.len() * changes.len() > MOST_STEPS {
            return None;
        }
    }
    Some(found)
}

impl Arrangements {
    /// Creates the fillings with these counts, if there are fewer than 2⁶³.
    fn new(counts: Vec<u64>) -> Option<Arrangements> {
        let number = arrangements(&counts)?;
        Some(Arrangements { counts, number })
    }

    /// Returns the index of a filling in lexicographic order.
    fn number_of(&self, group: &Group, states: &[State]) -> u64 {
        let mut left = self.counts.clone();
        let (mut place, mut ways) = (0, u128::from(self.number));
        for (index, &cell) in group.cells.iter().enumerate() {
            let remaining = (group.cells.len() - index) as u128;
            let digit = digit_of(&group.related, states[cell]);
            let smaller: u64 = left[..digit].iter().sum();
            place += ways * u128::from(smaller) / remaining;
            ways = ways * u128::from(left[digit]) / remaining;
            left[digit] = left[digit].saturating_sub(1);
        }
        place as u64
    }

    /// Writes the filling with the index `place` in lexicographic order.
    fn fill(&self, group: &Group, place: u64, states: &mut [State]) {
        let mut left = self.counts.clone();
        let (mut place, mut ways) = (u128::from(place), u128::from(self.number));
        for (index, &cell) in group.cells.iter().enumerate() {
            let remaining = (group.cells.len() - index) as u128;
            for (count, &state) in left.iter_mut().zip(&group.related) {
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

/// Returns the index of a state among its related states.
fn digit_of(related: &[State], state: State) -> usize {
    related.iter().position(|&known| known == state).unwrap_or(0)
}

/// Returns the multinomial coefficient, which is the number of arrangements of `counts[i]` items of each kind i, if it is less
/// than 2⁶³.
fn arrangements(counts: &[u64]) -> Option<u64> {
    let (mut all, mut placed) = (1u128, 0u128);
    for &count in counts {
        for number in 1..=u128::from(count) {
            placed += 1;
            all = all * placed / number;
            // Placing further items can only increase the number.
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

    /// Two groups, of the first two cells and of the others, with states 1 to 3 and 4 to 6.
    fn groups(cells: usize) -> Vec<Group> {
        let cells: Vec<usize> = (0..cells).collect();
        let (first, others) = cells.split_at(cells.len().min(2));
        let group =
            |cells: &[usize], related: [State; 3]| Group { cells: cells.to_vec(), related: related.to_vec() };
        vec![group(first, [1, 2, 3]), group(others, [4, 5, 6])]
    }

    /// The changes that replace a state 2 by 1, 5 by 4, or 6 by 4. Without `are_some`, there are no changes.
    fn changes(are_some: bool) -> Changes {
        let all = [[0, 1, -1, 0, 0, 0, 0], [0, 0, 0, 0, 1, -1, 0], [0, 0, 0, 0, 1, 0, -1]];
        Changes::new(all.iter().take(if are_some { 3 } else { 0 }).map(|change| change.to_vec()).collect())
    }

    proptest! {
        #[test]
        fn counted_fillings_have_all_numbers_once(
            states in prop::collection::vec(1..4u8, 0..7), are_some in any::<bool>(),
        ) {
            let states: Vec<State> = states.iter().zip(0..).map(|(state, cell)| state + 3 * u8::from(cell >= 2)).collect();
            let counted = Counted::of_groups(groups(states.len()), counts_of(&states, 7), &changes(are_some)).unwrap();
            let fillings = Fillings::Counted(counted);
            // All counts that the changes can make, found by making the changes cell by cell.
            let mut expected = BTreeSet::from([counts_of(&states, 7)]);
            let mut stack = vec![states.clone()];
            while let Some(filling) = stack.pop() {
                for cell in 0..filling.len() {
                    let after = match filling[cell] { 2 => 1, 5 | 6 => 4, _ => continue };
                    let mut filling = filling.clone();
                    filling[cell] = after;
                    if are_some && expected.insert(counts_of(&filling, 7)) {
                        stack.push(filling);
                    }
                }
            }
            let mut seen = BTreeSet::new();
            for number in 0..fillings.count() {
                let mut filling = vec![0; states.len()];
                fillings.fill(number, &mut filling);
                prop_assert_eq!(fillings.number(&filling), number);
                prop_assert!(fillings.has(&filling) && expected.contains(&counts_of(&filling, 7)));
                seen.insert(filling);
            }
            let all = (0..3usize.pow(states.len() as u32)).map(|mut code| {
                let digit = |cell| { let digit = code % 3; code /= 3; digit as u8 + 1 + 3 * u8::from(cell >= 2) };
                (0..states.len()).map(digit).collect::<Vec<State>>()
            });
            let wanted: BTreeSet<_> = all.filter(|filling| expected.contains(&counts_of(filling, 7))).collect();
            prop_assert_eq!(seen, wanted);
        }
    }

    #[test]
    fn arrangements_are_counted_up_to_their_limit() {
        assert_eq!(arrangements(&[62, 1, 1]), Some(64 * 63));
        assert_eq!(arrangements(&[33, 33]), Some(7_219_428_434_016_265_740));
        assert_eq!(arrangements(&[34, 33]), None);
        assert_eq!(arrangements(&[200]), Some(1));
    }
}
