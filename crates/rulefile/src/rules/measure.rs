//! Termination proofs: a measure that every move lowers.

use super::linear::Facts;
use super::resolve::Alternative;
use super::tree::{Arithmetic, Number};

/// A tuple of numbers computed from a component and compared lexicographically. Every component of an option must have
/// a smaller measure than the component the move was made in.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    pub(super) numbers: Vec<Number>,
    /// `true` if the measure is proved to be lowered; otherwise it is checked at every move.
    pub(super) proved: bool,
}

/// A component of an option. Its measure must be smaller than the measure of the component in which the move was made.
struct Descent<'a> {
    alternative: usize,
    part: &'a [Number],
}

impl Descent<'_> {
    /// Returns `true` if moves of this kind are proved to lower a number, and to leave it at least 0.
    fn lowers(&self, number: &Number, facts: &mut [Facts]) -> bool {
        let after = number.mapped(self.part);
        let facts = &mut facts[self.alternative];
        facts.prove_less(&after, number) && (number.is_natural() || facts.prove_at_least(&after, 0))
    }
}

fn descents(alternatives: &[Alternative]) -> Vec<Descent<'_>> {
    let all = alternatives.iter().enumerate();
    all.flat_map(|(index, alternative)| {
        alternative.parts.iter().map(move |part| Descent { alternative: index, part })
    })
    .collect()
}

/// Searches for a measure that is proved to be lowered. Otherwise returns the index of an alternative for which no measure was found,
/// if possible one that is not proved to lower any candidate.
///
/// The candidates are the total, single numbers, weighted sums, and distances to a bound. The search is greedy: it picks a candidate
/// that no move raises and some moves lower, and continues with the moves that do not lower it. A candidate that may be negative must
/// be at least 0 after each move that lowers it, so that it cannot be lowered indefinitely.
pub(super) fn find(
    alternatives: &[Alternative],
    facts: &mut [Facts],
    arity: usize,
) -> Result<Measure, usize> {
    let mut open = descents(alternatives);
    let mut numbers = Vec::new();
    while !open.is_empty() {
        let step = candidates(arity).into_iter().find_map(|candidate| {
            let mut left = Vec::new();
            for (index, descent) in open.iter().enumerate() {
                if !descent.lowers(&candidate, facts) {
                    let after = candidate.mapped(descent.part);
                    if !facts[descent.alternative].prove_at_most(&after, &candidate) {
                        return None;
                    }
                    left.push(index);
                }
            }
            (left.len() < open.len()).then_some((candidate, left))
        });
        let Some((candidate, left)) = step else {
            let tried = candidates(arity);
            let unproved =
                open.iter().find(|descent| !tried.iter().any(|number| descent.lowers(number, facts)));
            return Err(unproved.unwrap_or(&open[0]).alternative);
        };
        numbers.push(candidate);
        let mut index = 0;
        open.retain(|_| {
            index += 1;
            left.contains(&(index - 1))
        });
    }
    Ok(Measure { numbers, proved: true })
}

/// Creates a stated measure and tries to prove that it is lowered.
pub(super) fn stated(numbers: Vec<Number>, alternatives: &[Alternative], facts: &mut [Facts]) -> Measure {
    let proved = numbers.iter().all(Number::is_natural)
        && descents(alternatives).iter().all(|descent| {
            let facts = &mut facts[descent.alternative];
            for number in &numbers {
                let after = number.mapped(descent.part);
                if facts.prove_less(&after, number) {
                    return true;
                }
                if !facts.prove_at_most(&after, number) {
                    return false;
                }
            }
            false
        });
    Measure { numbers, proved }
}

/// Returns the candidates for the numbers of a measure, simple ones first.
fn candidates(arity: usize) -> Vec<Number> {
    let sum = |weights: &dyn Fn(usize) -> i64| {
        let terms = (0..arity).filter(|&variable| weights(variable) > 0);
        let terms =
            terms.map(|variable| Number::Constant(weights(variable)).times(Number::Variable(variable)));
        terms.reduce(|sum, term| Number::binary(Arithmetic::Add, sum, term)).unwrap_or(Number::Constant(0))
    };
    let mut candidates = vec![sum(&|_| 1)];
    if arity > 1 {
        candidates.extend((0..arity).map(Number::Variable));
        candidates.push(sum(&|variable| variable as i64 + 1));
        candidates.push(sum(&|variable| (arity - variable) as i64));
        if arity <= 4 {
            let subsets = (1u32..1 << arity).filter(|set| (2..arity as u32).contains(&set.count_ones()));
            candidates.extend(subsets.map(|set| sum(&|variable| i64::from(set >> variable & 1))));
        }
    }
    // A number that rises up to a bound is measured by its distance to the bound. The bound is a constant greater than any bound of a
    // rule, or another number of the component.
    let rising: Vec<Number> =
        candidates.iter().map(|number| Number::Constant(BEYOND_ALL_BOUNDS).minus(number.clone())).collect();
    candidates.extend(rising);
    for (one, other) in (0..arity).flat_map(|one| (0..arity).map(move |other| (one, other))) {
        if one != other {
            candidates.push(Number::Variable(one).minus(Number::Variable(other)));
        }
    }
    candidates
}

/// A number greater than any bound of a rule.
const BEYOND_ALL_BOUNDS: i64 = i64::MAX;

impl Measure {
    /// Creates a measure that is not checked, for rules whose termination is irrelevant.
    pub(super) fn none() -> Measure {
        Measure { numbers: Vec::new(), proved: true }
    }

    /// Returns `true` if the measure is lower after a move than before, or `None` if its value overflows 64 bits. Returns `false`
    /// if a compared number is negative.
    pub(super) fn is_lowered(&self, before: &[i64], after: &[i64]) -> Option<bool> {
        for number in &self.numbers {
            let (before, after) = (number.value(before)?, number.value(after)?);
            if before < 0 || after < 0 {
                return Some(false);
            }
            if before != after {
                return Some(after < before);
            }
        }
        Some(false)
    }
}
