//! Rows of apples: a move takes neighbouring apples of one row and may split the row into two.

use crate::heaps::nim;
use winways_kit::any::common;
use winways_kit::heaps;
use winways_kit::view::View;
use winways_kit::{Detail, Game, Moves, Page, Winning};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};
use winways_values::Nimber;

game!("apples", |_| Ok(common::impartial(Apples)));

/// The game of rows of apples. A component is the length of a row.
#[derive(Clone, Copy, Debug)]
pub struct Apples;

impl Ruleset for Apples {
    type Component = u64;

    fn options(&self, row: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for left in 0..row.div_ceil(2) {
            for right in left..*row - left {
                push_rows(left, right, |rows| options.push(rows.iter().copied()));
            }
        }
        Ok(())
    }

    /// Returns the number of pairs a <= b with a + b < n: (n + 1)² / 4, rounded down.
    fn option_bound(&self, row: &u64) -> u64 {
        let next = u128::from(*row) + 1;
        u64::try_from((next / 2) * next.div_ceil(2)).unwrap_or(u64::MAX)
    }

    fn nim_value(&self, row: &u64) -> Option<Nimber> {
        Some(Nimber(*row))
    }
}

/// Passes the remaining rows to `push`, without empty rows. Keeps at least one row, so that the position can be written.
fn push_rows<T>(left: u64, right: u64, push: impl FnOnce(&[u64]) -> T) -> T {
    if left == 0 { push(&[right]) } else { push(&[left, right]) }
}

impl Game for Apples {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = n", "g(n) = 0 only for n = 0"]
    }

    positions_are_heaps!("the length of a row", "row", View::rows);

    fn outcome(&self, rows: &[u64], play: Play) -> Option<ImpartialOutcome> {
        nim::Nim.outcome(rows, play)
    }

    fn options_of_value(&self, row: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        let splits = Splits::new(*row, value.0);
        if splits.remaining() > heaps::OPTIONS_LISTED.into() {
            return Winning::Unknown;
        }
        for (left, right) in splits {
            push_rows(left, right, &mut *found);
        }
        Winning::Known
    }

    fn winning_moves(&self, rows: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        let sum = nim::nim_sum(rows);
        let rich = rows.iter().filter(|&&row| row > 1).count();
        for (index, &row) in rows.iter().enumerate() {
            let others = sum ^ row;
            if play == Play::Normal || rich > usize::from(row > 1) {
                push_splits(index, Splits::new(row, others), moves);
                continue;
            }
            // Misère play, and all other rows have at most one apple: a move that leaves only rows of at most one apple must
            // leave an odd number of ones. Any other move must leave the nim-sum 0.
            let poor = |value| Splits::new(row, value).take_while(|&(_, right)| right <= 1);
            for (left, right) in poor(others ^ 1) {
                push_rows(left, right, |rows| moves.push(index, rows.iter().copied()));
            }
            let mut rich = Splits::new(row, others);
            for _ in poor(others) {
                rich.next();
            }
            push_splits(index, rich, moves);
        }
        Winning::Known
    }

    fn explain(&self, rows: &[u64], play: Play, detail: Detail) -> Vec<String> {
        let mut lines =
            vec!["a row of n counts as a Nim heap of n: a split leaves a xor b <= a + b < n".to_owned()];
        lines.extend(nim::explain("row", rows, play, detail));
        if play == Play::Normal && detail == Detail::Full && rows.len() <= heaps::WRITTEN_OUT {
            let sum = nim::nim_sum(rows);
            for (row, value) in rows.iter().map(|row| (row, row ^ sum)).filter(|(row, value)| value < row) {
                let ways = Splits::new(*row, value).remaining();
                lines.push(format!(
                    "from row {row}, any a and b with a xor b = {value} and a + b < {row}: {ways} in all"
                ));
            }
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(3, up_to)
    }
}

/// Counts all of `splits` as moves of row number `index`, and lists as many as `moves` has room for.
fn push_splits(index: usize, splits: Splits, moves: &mut Moves<u64>) {
    let count = u64::try_from(splits.remaining()).unwrap_or(u64::MAX);
    moves.push_all(index, splits.map(|(left, right)| push_rows(left, right, <[u64]>::to_vec)), count);
}

/// The pairs a <= b with a + b < `row` and a xor b = `value`: the moves of a row to a nim-value.
///
/// Since a + b = (a xor b) + 2 (a and b), such a pair consists of two parts. The common part c = a and b avoids the ones of
/// `value` and is at most (row - 1 - value) / 2. The ones of `value` are distributed between a and b, and the highest goes to
/// b. O(1) per pair. Counting the pairs does not enumerate them.
///
/// ```
/// use winways_games::staircases::apples::Splits;
/// assert_eq!(Splits::new(6, 1).collect::<Vec<_>>(), [(0, 1), (2, 3)]);
/// assert_eq!(Splits::new(u64::MAX, 0).remaining(), 1 << 63);
/// ```
#[derive(Clone, Debug)]
pub struct Splits {
    value: u64,
    common: u64,
    /// The bits of `value` that belong to `a`.
    part: u64,
    remaining: u128,
}

impl Splits {
    /// Creates the iterator over all such pairs, in the order of their common part.
    pub fn new(row: u64, value: u64) -> Self {
        let remaining = match row.checked_sub(1).and_then(|most| most.checked_sub(value)) {
            None => 0,
            Some(rest) => count_disjoint(rest / 2, value) << value.count_ones().saturating_sub(1),
        };
        Splits { value, common: 0, part: 0, remaining }
    }

    /// Returns the number of pairs not yet yielded.
    pub fn remaining(&self) -> u128 {
        self.remaining
    }
}

impl Iterator for Splits {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        self.remaining = self.remaining.checked_sub(1)?;
        let pair = (self.common | self.part, self.common | (self.value ^ self.part));
        let dealt = self.value.checked_ilog2().map_or(0, |top| self.value ^ (1 << top));
        // Advance to the next subset of `dealt`. After the last subset, restart from the empty set with the next common part, which
        // has no 1 bit in common with `value`.
        if self.part == dealt {
            self.common = (self.common | self.value).wrapping_add(1) & !self.value;
        }
        self.part = self.part.wrapping_sub(dealt) & dealt;
        Some(pair)
    }
}

/// Returns the number of integers from 0 to `most` that have no 1 bit in common with `mask`.
fn count_disjoint(most: u64, mask: u64) -> u128 {
    let mut count = 0;
    for bit in (0..64).rev().filter(|bit| most >> bit & 1 == 1) {
        // Count the numbers that agree with `most` above this bit and have a zero at it.
        let below = !mask & ((1 << bit) - 1);
        count += 1u128 << below.count_ones();
        if mask >> bit & 1 == 1 {
            return count;
        }
    }
    count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_all_pairs_of_a_value() {
        for row in 0..=20 {
            for value in 0..=33 {
                let mut pairs = Vec::new();
                for right in 0..row {
                    pairs.extend(
                        (0..=right)
                            .filter(|left| left + right < row && left ^ right == value)
                            .map(|left| (left, right)),
                    );
                }
                let splits = Splits::new(row, value);
                assert_eq!(splits.remaining(), pairs.len() as u128);
                let mut found: Vec<_> = splits.collect();
                found.sort_unstable();
                pairs.sort_unstable();
                assert_eq!(found, pairs, "{row} to {value}");
            }
        }
    }

    #[test]
    fn huge_rows_are_counted_and_listed_up_to_the_limit() {
        let mut moves = Moves::with_limit(5);
        assert_eq!(Apples.winning_moves(&[u64::MAX], Play::Normal, &mut moves), Winning::Known);
        assert_eq!((moves.total(), moves.listed().len()), (1 << 63, 5));
        assert_eq!(Apples.options_of_value(&u64::MAX, Nimber(0), &mut |_| ()), Winning::Unknown);
        // The common part is always 0: only the ones of the value are distributed.
        let splits = Splits::new(u64::MAX, u64::MAX - 1);
        assert_eq!(splits.remaining(), 1 << 62);
        assert_eq!(Apples.option_bound(&u64::MAX), u64::MAX);
    }
}
