//! Learns an automaton from the values of the first pairs. It is a candidate for the automaton of all lost pairs.
//!
//! The states are residual sets: the pairs (k, l) whose digits, written above the digits that have been read, give a lost pair
//! (the method of J. Myhill and A. Nerode). Residual sets that agree on all known values are identified.

use super::super::automaton::DigitAutomaton;
use super::super::numeration::{NonzeroDigits, Numeration};
use super::claim::PAIR;
use crate::conjectures::PairValues;
use winways_rules::{Meter, RuleFault};

/// The minimum side of the square on which two residual sets must agree.
const LEAST_COMMON: usize = 4;
/// The maximum side of the square on which residual sets are compared.
const MOST_COMPARED: usize = 48;
/// The maximum number of states.
const MAX_STATES: usize = 200;
/// The maximum side of the square of examined values.
const MAX_SIDE: usize = 1024;
/// The [`Meter`] steps charged for a comparison of two pairs.
const STEPS_PER_PAIR: u64 = 8;

/// The values of the first pairs, with a numeration.
struct Values<'v> {
    pairs: &'v PairValues<'v>,
    side: usize,
    numeration: Numeration,
    weights: Vec<u64>,
    /// The lowest digits of the first numbers.
    lowest: Vec<u64>,
    /// For each digit position, the values of k = 0, 1, 2, … after their digits are shifted so that the lowest digit is at
    /// this position.
    shifted: Vec<Vec<u64>>,
}

/// A residual set of the lost pairs after the lowest digits have been read.
#[derive(Clone, Copy)]
enum Rest {
    /// The residual set of a valid sequence of digits.
    Pairs {
        /// The number of digits read.
        places: usize,
        /// The numbers given by the digits read.
        low: [u64; 2],
        nonzero: NonzeroDigits,
    },
    /// The empty set of an invalid sequence of digits.
    Nothing,
}

impl<'v> Values<'v> {
    fn new(pairs: &'v PairValues<'v>, numeration: Numeration) -> Self {
        let side = pairs.side().min(MAX_SIDE);
        let weights = numeration.weights();
        let digits: Vec<Vec<u64>> =
            (0..side as u64).map(|number| numeration.write(number, &weights)).collect();
        let lowest = digits.iter().map(|digits| digits[0]).collect();
        let shifted_to = |place: usize| {
            let values = digits.iter().map(|digits| {
                let terms = digits.iter().zip(&weights[place..]).map(|(digit, weight)| digit * weight);
                terms.sum::<u64>()
            });
            values.take_while(|value| *value < side as u64).collect()
        };
        let shifted = (0..).map_while(|place| (weights[place] < side as u64).then(|| shifted_to(place)));
        let shifted = shifted.collect();
        Values { pairs, side, numeration, weights, lowest, shifted }
    }

    /// Returns the side of the square on which a residual set is known.
    fn known(&self, rest: Rest) -> usize {
        let Rest::Pairs { places, low, .. } = rest else { return usize::MAX };
        let Some(shifted) = self.shifted.get(places) else { return 0 };
        let below = |low: u64| shifted.partition_point(|shifted| shifted + low < self.side as u64);
        below(low[0]).min(below(low[1]))
    }

    /// Returns `true` if a residual set contains (k, l).
    fn contains(&self, rest: Rest, k: usize, l: usize) -> bool {
        let Rest::Pairs { places, low, nonzero } = rest else { return false };
        let number = |index: usize, low: u64| (self.shifted[places][index] + low) as usize;
        self.numeration.follow(nonzero, &[self.lowest[k], self.lowest[l]]).is_some()
            && self.pairs.row(number(k, low[0]))[number(l, low[1])] == 0
    }

    /// Returns the residual set after a further digit of each number.
    fn follower(&self, rest: Rest, digits: [u64; 2]) -> Rest {
        let Rest::Pairs { places, low: [a, b], nonzero } = rest else { return Rest::Nothing };
        match (self.numeration.follow(nonzero, &digits), self.weights.get(places)) {
            (Some(nonzero), Some(weight)) => Rest::Pairs {
                places: places + 1,
                low: [a + digits[0] * weight, b + digits[1] * weight],
                nonzero,
            },
            _ => Rest::Nothing,
        }
    }

    /// Returns `true` if two residual sets agree on the pairs of numbers below `common`.
    fn agree(&self, one: Rest, other: Rest, common: usize, meter: &mut Meter) -> Result<bool, RuleFault> {
        for k in 0..common {
            let agreed =
                (0..common).take_while(|&l| self.contains(one, k, l) == self.contains(other, k, l)).count();
            meter.spend(STEPS_PER_PAIR * (agreed as u64 + 1))?;
            if agreed < common {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Learns the automaton of the lost pairs. Returns `None` if it would have too many states, or if the values are too few. The
/// automaton may accept invalid sequences of digits.
///
/// # Complexity
/// O(states²) comparisons of residual sets.
pub(super) fn lost(
    pairs: &PairValues<'_>,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Option<DigitAutomaton>, RuleFault> {
    let values = Values::new(pairs, numeration);
    let mut rests = vec![Rest::Pairs { places: 0, low: [0, 0], nonzero: 0 }];
    let mut next = Vec::new();
    let mut accepts = Vec::new();
    while let Some(&rest) = rests.get(accepts.len()) {
        if values.known(rest) == 0 {
            return Ok(None);
        }
        accepts.push(values.contains(rest, 0, 0));
        let digits = numeration.digits();
        for symbol in 0..digits * digits {
            let follower = values.follower(rest, [symbol % digits, symbol / digits]);
            let known = values.known(follower);
            let mut found = None;
            for (state, &other) in rests.iter().enumerate() {
                let common = known.min(values.known(other)).min(MOST_COMPARED);
                let are_both_empty = matches!((follower, other), (Rest::Nothing, Rest::Nothing));
                if are_both_empty || values.agree(follower, other, common, meter)? {
                    if common < LEAST_COMMON {
                        return Ok(None);
                    }
                    found = Some(state);
                    break;
                }
            }
            if found.is_none() {
                rests.push(follower);
            }
            next.push(found.unwrap_or(rests.len() - 1) as u32);
        }
        if rests.len() > MAX_STATES {
            return Ok(None);
        }
    }
    Ok(Some(DigitAutomaton::of_table(numeration, PAIR.to_vec(), next, accepts)))
}
