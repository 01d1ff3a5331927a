//! A claim about all lost pairs, as an automaton, and its proof.

use super::super::automaton::{DigitAutomaton, Halt};
use super::super::formula::{Formula, LinearSum, meet, moved_formula};
use super::super::numeration::Numeration;
use super::PairMoveFormula;
use winways_rules::Meter;

/// The pair before a move.
pub(super) const PAIR: [usize; 2] = [0, 1];
/// The pair after a move.
pub(super) const OPTION: [usize; 2] = [2, 3];
/// The first of the other variables.
const FIRST_FREE: usize = 4;

/// A set of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// Over [`PAIR`].
    pub(super) lost: DigitAutomaton,
}

impl Claim {
    /// Returns `true` if every move lowers a measure, no move of a pair of the set leads to the set, and some move of every
    /// other pair does; a move that leaves no pair leads to a lost position. Then the set is that of the lost pairs, by
    /// induction. Moves that leave several pairs are not decided.
    pub(super) fn is_proved(&self, moves: &[PairMoveFormula], meter: &mut Meter) -> Result<bool, Halt> {
        if !self.lost.ignores_leading_zeros() {
            return Ok(false);
        }
        let numeration = self.lost.numeration();
        let mut won = DigitAutomaton::none(numeration);
        for formula in moves {
            let mut sets = formula.condition.conjuncts(numeration, meter)?;
            match formula.single_part() {
                Some(Some(part)) => sets.push(self.lost_named(part)),
                Some(None) => {}
                None => return Ok(false),
            }
            let by_move = meet(sets, &PAIR, numeration, meter)?;
            if !by_move.and(&self.lost, meter)?.is_empty() {
                return Ok(false);
            }
            won = won.or(&by_move, meter)?;
        }
        if won.or(&self.lost, meter)?.differs_from(&DigitAutomaton::all(numeration), meter)? {
            return Ok(false);
        }
        match ends(moves, Numeration::Base(2), meter) {
            Err(Halt::TooLarge) => ends(moves, numeration, meter),
            decided => decided,
        }
    }

    /// The lost pairs with other names for the numbers.
    fn lost_named(&self, names: [usize; 2]) -> DigitAutomaton {
        self.lost.renamed(&[(PAIR[0], names[0]), (PAIR[1], names[1])])
    }

    /// The lost pairs to which a pair has moves, over [`OPTION`]; `None` if a move leaves no pair. For all pairs at once the
    /// automaton would often be too large.
    pub(super) fn moves(
        &self,
        moves: &[PairMoveFormula],
        pair: [u64; 2],
        meter: &mut Meter,
    ) -> Result<Option<DigitAutomaton>, Halt> {
        let numeration = self.lost.numeration();
        let mut all = DigitAutomaton::none(numeration);
        for formula in moves {
            let formula = formula.moved();
            let Some(Some(part)) = formula.single_part() else { return Ok(None) };
            let mut sets = formula.condition.conjuncts(numeration, meter)?;
            sets.push(self.lost_named(part));
            for (name, number) in PAIR.into_iter().zip(pair) {
                let constant = DigitAutomaton::number(numeration, name, number, meter)?;
                for set in sets.iter_mut().filter(|set| set.variables().contains(&name)) {
                    *set = set.and(&constant, meter)?.exists(name, meter)?;
                }
            }
            let found = meet(sets, &part, numeration, meter)?;
            all = all.or(&found.renamed(&[(part[0], OPTION[0]), (part[1], OPTION[1])]), meter)?;
        }
        Ok(Some(all))
    }
}

impl PairMoveFormula {
    /// The only part, or that there is none; `None` if there are several, or names that are not different.
    fn single_part(&self) -> Option<Option<[usize; 2]>> {
        match self.parts[..] {
            [] => Some(None),
            [[a, b]] if a != b && a > 1 && b > 1 => Some(Some([a, b])),
            _ => None,
        }
    }

    /// The same with its variables, but for the pair, numbered from [`FIRST_FREE`] on.
    fn moved(&self) -> PairMoveFormula {
        let moved = |variable: usize| if variable < 2 { variable } else { variable - 2 + FIRST_FREE };
        PairMoveFormula {
            condition: moved_formula(&self.condition, &moved),
            parts: self.parts.iter().map(|part| part.map(moved)).collect(),
        }
    }
}

/// A condition that a pair is less than another one, in an order in which nothing falls for ever.
type Order = fn([usize; 2], [usize; 2]) -> Formula;

/// The orders that are tried.
const ORDERS: [Order; 6] = [
    |less, more| weighted_sum([1, 1], less, more),
    |less, more| lexicographic(less, more),
    |[less_a, less_b], [more_a, more_b]| lexicographic([less_b, less_a], [more_b, more_a]),
    |less, more| weighted_sum([2, 1], less, more),
    |less, more| weighted_sum([1, 2], less, more),
    |[a, b], more| {
        let is_below = |number| Formula::Any(more.map(|other| Formula::less(number, other)).to_vec());
        Formula::All(vec![is_below(a), is_below(b)])
    },
];

/// The condition that a sum with these weights is less.
fn weighted_sum(weights: [i64; 2], less: [usize; 2], more: [usize; 2]) -> Formula {
    let terms =
        [(more[0], weights[0]), (more[1], weights[1]), (less[0], -weights[0]), (less[1], -weights[1])];
    Formula::Natural(LinearSum { constant: -1, terms: terms.to_vec() })
}

/// The condition that the first number is less, or equal and the second one less.
fn lexicographic(less: [usize; 2], more: [usize; 2]) -> Formula {
    let equal = Formula::Zero(LinearSum { constant: 0, terms: vec![(less[0], 1), (more[0], -1)] });
    let second = Formula::All(vec![equal, Formula::less(less[1], more[1])]);
    Formula::Any(vec![Formula::less(less[0], more[0]), second])
}

/// Returns `true` if an order is found in which every pair that a move leaves is less than the pair before.
fn ends(moves: &[PairMoveFormula], numeration: Numeration, meter: &mut Meter) -> Result<bool, Halt> {
    'orders: for order in ORDERS {
        for formula in moves {
            for &part in &formula.parts {
                let mut sets = formula.condition.conjuncts(numeration, meter)?;
                sets.push(order(part, PAIR).automaton(numeration, meter)?.not(meter)?);
                if !meet(sets, &[], numeration, meter)?.is_empty() {
                    continue 'orders;
                }
            }
        }
        return Ok(true);
    }
    Ok(false)
}
