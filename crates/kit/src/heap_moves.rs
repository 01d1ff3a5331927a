//! Moves from a take-and-break heap to heaps with a given nim-value, counted with the proved period of the values.

use winways_rules::{Meter, RuleFault, TakeAndBreak};
use winways_solve::HeapSequence;
use winways_values::Nimber;

/// The moves to a nim-value. All moves are counted, and the first moves are listed, each as the heaps that it leaves.
pub(crate) struct HeapMoves {
    pub(crate) total: u64,
    pub(crate) listed: Vec<Vec<u64>>,
    limit: usize,
}

impl HeapMoves {
    /// Returns the moves from a heap of at least `game.regular_from` tokens to a value. They are sorted by the number of tokens
    /// taken. Moves that take the same number and leave one heap come before those that leave two, which are sorted by the
    /// smaller part. Returns `None` if no period is proved or the heap is too small.
    ///
    /// # Complexity
    /// O(preperiod + period + listed) for each number of tokens that can be taken with a split.
    pub(crate) fn of(
        game: &TakeAndBreak,
        heap: u64,
        target: Nimber,
        values: &HeapSequence<'_>,
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<HeapMoves>, RuleFault> {
        let mut found = HeapMoves { total: 0, listed: Vec::new(), limit };
        let most = game.takes.iter().chain(&game.splits).copied().max().unwrap_or(0);
        if values.period().is_none() || heap < game.regular_from.max(most + 1) {
            return Ok(None);
        }
        let value = |heap: u64| values.value(heap).map(|value| Nimber(value.into()));
        for taken in 0..=most {
            let rest = heap - taken;
            if game.takes.contains(&taken) && value(rest) == Some(target) {
                found.push([rest]);
            }
            if game.splits.contains(&taken) {
                let parts = if game.unequal { (rest - 1) / 2 } else { rest / 2 };
                let sum = |a, b| value(a).zip(value(b)).map(|(a, b)| a + b);
                found.add_pairs(rest, parts, values, |a, b| sum(a, b) == Some(target), meter)?;
            }
            meter.spend(1)?;
        }
        Ok(Some(found))
    }

    fn push<const N: usize>(&mut self, heaps: [u64; N]) {
        self.total = self.total.saturating_add(1);
        if self.listed.len() < self.limit {
            self.listed.push(heaps.to_vec());
        }
    }

    /// Adds the pairs (a, rest - a) with 1 <= a <= `parts` that `reaches` accepts. Since a <= rest - a, both values are
    /// periodic once a is at least the preperiod.
    fn add_pairs(
        &mut self,
        rest: u64,
        parts: u64,
        values: &HeapSequence<'_>,
        reaches: impl Fn(u64, u64) -> bool,
        meter: &mut Meter,
    ) -> Result<(), RuleFault> {
        let Some(period) = values.period() else { return Ok(()) };
        let start = period.preperiod.max(1);
        for a in 1..start.min(parts.saturating_add(1)) {
            meter.spend(STEPS_PER_PAIR)?;
            if reaches(a, rest - a) {
                self.push([a, rest - a]);
            }
        }
        let mut hits = Vec::new();
        for a in (start..=parts).take(usize::try_from(period.period).unwrap_or(usize::MAX)) {
            meter.spend(STEPS_PER_PAIR)?;
            if reaches(a, rest - a) {
                hits.push(a);
            }
        }
        for &a in &hits {
            self.total = self.total.saturating_add((parts - a) / period.period + 1);
        }
        let rounds = (0..).map(|round: u64| round.checked_mul(period.period));
        for moved in rounds.map_while(|moved| moved.filter(|_| !hits.is_empty())) {
            for &a in &hits {
                match a.checked_add(moved).filter(|&a| a <= parts && self.listed.len() < self.limit) {
                    Some(a) => self.listed.push(vec![a, rest - a]),
                    None => return Ok(()),
                }
            }
        }
        Ok(())
    }
}

/// The meter steps charged for each pair.
const STEPS_PER_PAIR: u64 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_rules::{Excluded, HeapRules, Recurrence};
    use winways_solve::{Budget, Keep, NoObserver};

    /// The rules of octal games.
    #[derive(Debug)]
    struct Digits(Vec<u8>);

    impl HeapRules for Digits {
        fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
            for (taken, &digit) in self.0.iter().enumerate().take(heap + 1) {
                let rest = heap - taken;
                if digit & 1 != 0 && rest == 0 && taken > 0 {
                    excluded.nothing();
                }
                if digit & 2 != 0 && rest > 0 && taken > 0 {
                    excluded.heap(rest);
                }
                if digit & 4 != 0 {
                    excluded.pairs(rest, 1)?;
                }
            }
            Ok(())
        }

        fn recurrence(&self) -> Recurrence {
            Recurrence::Octal { last_digit: self.0.len() as u64 - 1 }
        }

        fn take_and_break(&self) -> Option<TakeAndBreak> {
            let with = |bit: u8| (0..).zip(&self.0).filter(move |(_, digit)| **digit & bit != 0);
            Some(TakeAndBreak {
                takes: with(2).map(|(taken, _)| taken).filter(|&taken| taken > 0).collect(),
                splits: with(4).map(|(taken, _)| taken).collect(),
                unequal: false,
                regular_from: self.0.len() as u64,
            })
        }
    }

    /// Returns the moves to the value `target`, found by enumerating all moves.
    fn moves_by_enumeration(
        game: &TakeAndBreak,
        heap: u64,
        target: u64,
        value: &dyn Fn(u64) -> u64,
    ) -> Vec<Vec<u64>> {
        let mut moves = Vec::new();
        for taken in 0..game.regular_from {
            let rest = heap - taken;
            if game.takes.contains(&taken) && value(rest) == target {
                moves.push(vec![rest]);
            }
            for a in 1..=rest / 2 {
                if game.splits.contains(&taken) && value(a) ^ value(rest - a) == target {
                    moves.push(vec![a, rest - a]);
                }
            }
        }
        moves
    }

    proptest! {
        #[test]
        fn moves_counted_by_the_period_are_all_moves(
            code in prop::sample::select(vec![
                vec![0u8, 7, 7], vec![0, 1, 3, 7], vec![0, 0, 7], vec![0, 3, 4], vec![4, 7], vec![0, 4], vec![0, 3, 3, 3],
            ]),
            heap in 4..900u64, target in 0..9u64, limit in 0..40usize,
        ) {
            let rules = Digits(code);
            let mut sequence = HeapSequence::new(&rules, Keep::All);
            sequence.prove(8000, Budget::DEFAULT, &NoObserver).unwrap();
            let game = rules.take_and_break().unwrap();
            let meter = &mut Meter::default();
            let found = HeapMoves::of(&game, heap, Nimber(target), &sequence, limit, meter).unwrap().unwrap();
            let expected = moves_by_enumeration(&game, heap, target, &|heap| sequence.value(heap).unwrap().into());
            prop_assert_eq!(found.total, expected.len() as u64);
            prop_assert_eq!(&found.listed[..], &expected[..expected.len().min(limit)]);
        }
    }
}
