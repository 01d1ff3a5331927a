//! Why the rules come to an end: a measure that every move lowers.

use super::linear::Facts;
use super::resolve::Alternative;
use super::tree::{Arithmetic, Number};

/// Numbers over those of a component, compared one after the other; every component of an option is below the one it
/// came from.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    pub(super) numbers: Vec<Number>,
    /// Whether it is known to be lowered; else it is checked at every move.
    pub(super) proved: bool,
}

/// A component of an option that must be below the one it came from.
struct Descent<'a> {
    alternative: usize,
    part: &'a [Number],
}

fn descents(alternatives: &[Alternative]) -> Vec<Descent<'_>> {
    let all = alternatives.iter().enumerate();
    all.flat_map(|(index, alternative)| {
        alternative.parts.iter().map(move |part| Descent { alternative: index, part })
    })
    .collect()
}

/// A measure that is proved to be lowered; else the number of an alternative for which none was found.
///
/// It is put together from the total, single numbers and their sums, and what these lack to a bound: of those that no move
/// raises, one that some moves lower comes first, and the next has to do with the other moves only. One that is no natural number
/// is at least 0 after each move that lowers it, so that it is not lowered for ever.
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
                let after = candidate.mapped(descent.part);
                let facts = &mut facts[descent.alternative];
                let is_lowered = facts.prove_less(&after, &candidate)
                    && (candidate.is_natural() || facts.prove_at_least(&after, 0));
                if !is_lowered {
                    if !facts.prove_at_most(&after, &candidate) {
                        return None;
                    }
                    left.push(index);
                }
            }
            (left.len() < open.len()).then_some((candidate, left))
        });
        let Some((candidate, left)) = step else { return Err(open[0].alternative) };
        numbers.push(candidate);
        let mut index = 0;
        open.retain(|_| {
            index += 1;
            left.contains(&(index - 1))
        });
    }
    Ok(Measure { numbers, proved: true })
}

/// A stated measure, proved to be lowered if that can be.
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

/// Numbers that a measure may be made of, simple ones first.
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
    // What rises up to a bound falls as what it lacks: to a number that no rule reaches, or to another number.
    let rising: Vec<Number> =
        candidates.iter().map(|number| Number::Constant(BEYOND).minus(number.clone())).collect();
    candidates.extend(rising);
    for (one, other) in (0..arity).flat_map(|one| (0..arity).map(move |other| (one, other))) {
        if one != other {
            candidates.push(Number::Variable(one).minus(Number::Variable(other)));
        }
    }
    candidates
}

/// More than any bound that a rule states.
const BEYOND: i64 = i64::MAX;

impl Measure {
    /// That of rules of which it is not asked whether they end.
    pub(super) fn none() -> Measure {
        Measure { numbers: Vec::new(), proved: true }
    }

    /// Whether it is lower after than before. `None` where it has no value in 64 bits.
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
