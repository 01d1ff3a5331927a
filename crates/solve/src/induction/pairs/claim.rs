//! Claims about all lost pairs, as automata, and their proofs.

use super::super::automaton::{DigitAutomaton, Halt};
use super::super::formula::{Formula, LinearSum, meet, moved_formula};
use super::super::numeration::Numeration;
use super::formula::PairMoveFormula;
use winways_rules::Meter;

/// The variables of the pair before a move.
pub(super) const PAIR: [usize; 2] = [0, 1];
/// The variables of the pair after a move.
pub(super) const OPTION: [usize; 2] = [2, 3];
/// The first of the other variables of a move.
const FIRST_FREE: usize = 4;

/// A claimed set of all lost pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The set, over [`PAIR`].
    pub(super) lost: DigitAutomaton,
}

impl Claim {
    /// Returns `true` if every move lowers a measure, no move leads from the set into the set, and every pair outside the set has
    /// a move into the set. Then the set is the set of lost pairs, by induction. A move that leaves no pair leads to a lost
    /// position. Returns `false` if a move leaves several pairs.
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

    /// Returns the lost pairs over the given variables.
    fn lost_named(&self, names: [usize; 2]) -> DigitAutomaton {
        self.lost.renamed(&[(PAIR[0], names[0]), (PAIR[1], names[1])])
    }

    /// Returns the lost pairs to which a pair has moves, over [`OPTION`]; `None` if a move leaves no pair. A single automaton for
    /// all pairs would often be too large.
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
    /// Returns the only part, or `Some(None)` if there is none. Returns `None` if there are several parts, or if the variables of
    /// the part are equal or less than 2.
    fn single_part(&self) -> Option<Option<[usize; 2]>> {
        match self.parts[..] {
            [] => Some(None),
            [[a, b]] if a != b && a > 1 && b > 1 => Some(Some([a, b])),
            _ => None,
        }
    }

    /// Renumbers all variables except the pair, from [`FIRST_FREE`] on.
    fn moved(&self) -> PairMoveFormula {
        let moved = |variable: usize| if variable < 2 { variable } else { variable - 2 + FIRST_FREE };
        PairMoveFormula {
            condition: moved_formula(&self.condition, &moved),
            parts: self.parts.iter().map(|part| part.map(moved)).collect(),
        }
    }
}

/// A condition that a pair is less than another pair in a well-founded order.
type Order = fn([usize; 2], [usize; 2]) -> Formula;

/// The orders on pairs, in the order in which they are tried.
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

/// Returns the condition that the weighted sum of `less` is smaller than the weighted sum of `more`.
fn weighted_sum(weights: [i64; 2], less: [usize; 2], more: [usize; 2]) -> Formula {
    let terms =
        [(more[0], weights[0]), (more[1], weights[1]), (less[0], -weights[0]), (less[1], -weights[1])];
    Formula::Natural(LinearSum { constant: -1, terms: terms.to_vec() })
}

/// Returns the condition that `less` precedes `more` in the lexicographic order.
fn lexicographic(less: [usize; 2], more: [usize; 2]) -> Formula {
    let equal = Formula::Zero(LinearSum { constant: 0, terms: vec![(less[0], 1), (more[0], -1)] });
    let second = Formula::All(vec![equal, Formula::less(less[1], more[1])]);
    Formula::Any(vec![Formula::less(less[0], more[0]), second])
}

/// Returns `true` if every move leads to smaller pairs in one of the [`ORDERS`].
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
