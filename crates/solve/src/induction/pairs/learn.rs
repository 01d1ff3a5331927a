//! From the values of the first pairs to an automaton that may accept all lost pairs.
//!
//! The states are the sets of pairs (k, l) such that the digits of k and l above digits that have been read are those of a lost
//! pair (the method of J. Myhill and A. Nerode). Two that agree as far as the values go are taken to be one.

use super::super::automaton::DigitAutomaton;
use super::super::numeration::{NonzeroDigits, Numeration};
use super::claim::PAIR;
use crate::conjectures::PairValues;
use winways_rules::{Meter, RuleFault};

/// Two sets must agree on the pairs of numbers below this at least.
const LEAST_COMMON: usize = 4;
/// Sets are compared on the pairs of numbers below this at most.
const MOST_COMPARED: usize = 48;
/// The most states.
const MAX_STATES: usize = 200;
/// The most values that are looked at are those of pairs of numbers below this.
const MAX_SIDE: usize = 1024;
/// Two pairs are compared in about so many steps of a meter.
const STEPS_PER_PAIR: u64 = 8;

/// The values of the first pairs, and a way of writing numbers.
struct Values<'v> {
    pairs: &'v PairValues<'v>,
    side: usize,
    numeration: Numeration,
    weights: Vec<u64>,
    /// The lowest digits of the first numbers.
    lowest: Vec<u64>,
    /// At each place, what the digits of the numbers k = 0, 1, 2, … are worth if the lowest one is at this place.
    shifted: Vec<Vec<u64>>,
}

/// What is left of the lost pairs when the lowest digits have been read.
#[derive(Clone, Copy)]
enum Rest {
    Pairs {
        /// How many digits have been read.
        places: usize,
        /// What they are worth.
        worth: [u64; 2],
        nonzero: NonzeroDigits,
    },
    /// The digits are written for no numbers.
    Nothing,
}

impl<'v> Values<'v> {
    fn new(pairs: &'v PairValues<'v>, numeration: Numeration) -> Self {
        let side = pairs.side().min(MAX_SIDE);
        let weights = numeration.weights();
        let digits: Vec<Vec<u64>> =
            (0..side as u64).map(|number| numeration.write(number, &weights)).collect();
        let lowest = digits.iter().map(|digits| digits[0]).collect();
        let worth_at = |place: usize| {
            let worth = digits.iter().map(|digits| {
                let terms = digits.iter().zip(&weights[place..]).map(|(digit, weight)| digit * weight);
                terms.sum::<u64>()
            });
            worth.take_while(|worth| *worth < side as u64).collect()
        };
        let shifted = (0..).map_while(|place| (weights[place] < side as u64).then(|| worth_at(place)));
        let shifted = shifted.collect();
        Values { pairs, side, numeration, weights, lowest, shifted }
    }

    /// The pairs of numbers below this are known.
    fn known(&self, rest: Rest) -> usize {
        let Rest::Pairs { places, worth, .. } = rest else { return usize::MAX };
        let Some(shifted) = self.shifted.get(places) else { return 0 };
        let below = |worth: u64| shifted.partition_point(|shifted| shifted + worth < self.side as u64);
        below(worth[0]).min(below(worth[1]))
    }

    /// Returns `true` if k and l are among those that are left.
    fn contains(&self, rest: Rest, k: usize, l: usize) -> bool {
        let Rest::Pairs { places, worth, nonzero } = rest else { return false };
        let number = |index: usize, worth: u64| (self.shifted[places][index] + worth) as usize;
        self.numeration.follow(nonzero, &[self.lowest[k], self.lowest[l]]).is_some()
            && self.pairs.row(number(k, worth[0]))[number(l, worth[1])] == 0
    }

    /// What is left when one more digit of each number has been read.
    fn follower(&self, rest: Rest, digits: [u64; 2]) -> Rest {
        let Rest::Pairs { places, worth: [a, b], nonzero } = rest else { return Rest::Nothing };
        match (self.numeration.follow(nonzero, &digits), self.weights.get(places)) {
            (Some(nonzero), Some(weight)) => Rest::Pairs {
                places: places + 1,
                worth: [a + digits[0] * weight, b + digits[1] * weight],
                nonzero,
            },
            _ => Rest::Nothing,
        }
    }

    /// Returns `true` if two sets agree on the pairs of numbers below `common`.
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

/// The automaton of the lost pairs; `None` if there is none of few states, or too few values. It may accept digits that are
/// written for no numbers.
///
/// # Complexity
/// O(states²) comparisons of sets.
pub(super) fn lost(
    pairs: &PairValues<'_>,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Option<DigitAutomaton>, RuleFault> {
    let values = Values::new(pairs, numeration);
    let mut rests = vec![Rest::Pairs { places: 0, worth: [0, 0], nonzero: 0 }];
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
