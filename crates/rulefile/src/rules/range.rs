//! Interval arithmetic: the ranges of numbers, and bounds for the number of options.

use super::divisors;
use super::nest::{Members, Nest, Step};
use super::tree::{Arithmetic, Number, RuleFunction, RuleRelation, Test, calculate};

/// The first and the last number of an interval, both included.
type Range = (i64, i64);

const ALL: Range = (i64::MIN, i64::MAX);

/// Returns an upper bound for the number of options that a nest gives a component and for the assignments tried to find
/// them. It is zero only if there are no options.
///
/// O(size of the nest).
pub(super) fn option_bound(nest: &Nest, component: &[i64]) -> u64 {
    let mut ranges = [(0, 0); 32];
    if nest.variables > ranges.len() {
        return u64::MAX;
    }
    for (range, &number) in ranges.iter_mut().zip(component) {
        *range = (number, number);
    }
    let mut count = 1u64;
    // An upper bound for the number of times the current step is reached. This is work even if it yields no options.
    let mut tried = 1u64;
    for step in &nest.steps {
        match step {
            Step::Solve { variable, value } => match range(value, &ranges) {
                Some(value) => ranges[*variable] = value,
                None => return bound_without_options(tried),
            },
            Step::Loop { variable, least, most, members } => {
                let (Some((first, _)), Some((_, last))) = (range(least, &ranges), range(most, &ranges))
                else {
                    return bound_without_options(tried);
                };
                let width = if first > last { 0 } else { last.abs_diff(first).saturating_add(1) };
                count = count.saturating_mul(match members {
                    Members::All => width,
                    Members::Set(set) => set.count_bound(first, last),
                    Members::Divisors(number) => match range(number, &ranges) {
                        Some(number) if number.0 > 0 || number.1 < 0 => width
                            .min(divisors::count_bound(number.0.unsigned_abs().max(number.1.unsigned_abs()))),
                        _ => width,
                    },
                });
                ranges[*variable] = (first, last);
            }
            Step::Test(test) if !is_possible(test, &ranges) => return bound_without_options(tried),
            Step::Test(_) => {}
        }
        if count == 0 {
            return bound_without_options(tried);
        }
        tried = count;
    }
    count
}

/// Returns `true` if interval arithmetic shows that no number of a nest overflows 64 bits, for components of numbers up
/// to `greatest`. The caller must have proved that the numbers of options are at most `greatest`.
///
/// O(size of the nest squared), which is small.
pub(super) fn stays_small(nest: &Nest, greatest: &[i64]) -> bool {
    let mut ranges = vec![(0, 0); nest.variables];
    for (range, &most) in ranges.iter_mut().zip(greatest) {
        *range = (0, most);
    }
    for step in &nest.steps {
        let (numbers, variable) = match step {
            Step::Solve { variable, value } => (vec![value], Some(*variable)),
            Step::Loop { variable, least, most, members } => {
                let dividend = match members {
                    Members::Divisors(number) => Some(number),
                    Members::All | Members::Set(_) => None,
                };
                ([least, most].into_iter().chain(dividend).collect(), Some(*variable))
            }
            Step::Test(test) => (test.numbers(), None),
        };
        if !numbers.iter().all(|number| is_small(number, &ranges)) {
            return false;
        }
        if let Some(variable) = variable {
            // The third number of a loop is the dividend, on which the range of the variable does not depend.
            let bounds = numbers.iter().take(2).map(|number| range(number, &ranges));
            let Some(bounds) = bounds.collect::<Option<Vec<Range>>>() else { return true };
            ranges[variable] = (bounds[0].0, bounds[bounds.len() - 1].1);
        }
    }
    // Without loops, an option is computed only if all tests hold, so only its operands may overflow. With loops, a number may be
    // computed before a loop whose tests exclude it.
    let has_loops = nest.steps.iter().any(|step| matches!(step, Step::Loop { .. }));
    let mut parts = nest.parts.iter().flatten();
    parts
        .all(|number| if has_loops { is_small(number, &ranges) } else { has_small_operands(number, &ranges) })
}

/// Returns `true` if a number and all its operands are within 64 bits. An undefined number counts as small.
fn is_small(number: &Number, variables: &[Range]) -> bool {
    // Constants and variables are not computed, so they may have the greatest value of 64 bits.
    let is_computed = matches!(number, Number::Binary(..) | Number::Call(..));
    let is_within = |(least, most): Range| least > i64::MIN && most < i64::MAX;
    (!is_computed || range(number, variables).is_none_or(is_within)) && has_small_operands(number, variables)
}

/// Returns `true` if all operands of a number are within 64 bits.
fn has_small_operands(number: &Number, variables: &[Range]) -> bool {
    match number {
        Number::Constant(_) | Number::Variable(_) => true,
        Number::Binary(_, a, b) | Number::Call(_, a, b) => is_small(a, variables) && is_small(b, variables),
    }
}

/// Returns the bound for a nest with a step that is never passed: the number of assignments tried before the step, or 0 if that
/// number is at most 1.
fn bound_without_options(tried: u64) -> u64 {
    if tried > 1 { tried } else { 0 }
}

/// Returns the range of a number, or `None` if it certainly divides by zero.
fn range(number: &Number, variables: &[Range]) -> Option<Range> {
    Some(match number {
        Number::Constant(value) => (*value, *value),
        Number::Variable(variable) => variables.get(*variable).copied().unwrap_or(ALL),
        Number::Binary(arithmetic, a, b) => {
            let (a, b) = (range(a, variables)?, range(b, variables)?);
            if a.0 == a.1 && b.0 == b.1 {
                return match (calculate(*arithmetic, a.0, b.0), arithmetic) {
                    (Some(value), _) => Some((value, value)),
                    (None, Arithmetic::Divide | Arithmetic::Remainder) if b.0 == 0 => None,
                    (None, _) => Some(ALL),
                };
            }
            range_of_operation(*arithmetic, a, b)
        }
        Number::Call(function, a, b) => {
            let (a, b) = (range(a, variables)?, range(b, variables)?);
            match function {
                RuleFunction::Min => (a.0.min(b.0), a.1.min(b.1)),
                RuleFunction::Max => (a.0.max(b.0), a.1.max(b.1)),
                RuleFunction::Gcd => (0, magnitude(a).max(magnitude(b))),
            }
        }
    })
}

fn magnitude(range: Range) -> i64 {
    range.0.saturating_abs().max(range.1.saturating_abs())
}

fn range_of_operation(arithmetic: Arithmetic, a: Range, b: Range) -> Range {
    match arithmetic {
        Arithmetic::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
        Arithmetic::Subtract => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
        Arithmetic::Multiply => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| a.saturating_mul(b));
            (corners.into_iter().min().unwrap_or(i64::MIN), corners.into_iter().max().unwrap_or(i64::MAX))
        }
        Arithmetic::Divide if b.0 >= 1 => {
            let least = a.0.div_euclid(if a.0 >= 0 { b.1 } else { b.0 });
            let most = a.1.div_euclid(if a.1 >= 0 { b.0 } else { b.1 });
            (least, most)
        }
        Arithmetic::Divide => (magnitude(a).saturating_neg().saturating_sub(1), magnitude(a)),
        Arithmetic::Remainder if b.0 >= 1 => {
            let most = b.1 - 1;
            (0, if a.0 >= 0 { most.min(a.1) } else { most })
        }
        Arithmetic::Remainder => (magnitude(b).saturating_neg(), magnitude(b)),
    }
}

/// Returns `true` if a test may hold for some numbers of these ranges.
fn is_possible(test: &Test, variables: &[Range]) -> bool {
    match test {
        Test::Compare(relation, a, b) => {
            let (Some(a), Some(b)) = (range(a, variables), range(b, variables)) else { return false };
            match relation {
                RuleRelation::Equal => a.0 <= b.1 && b.0 <= a.1,
                RuleRelation::Unequal => !(a.0 == a.1 && a == b),
                RuleRelation::Less => a.0 < b.1,
                RuleRelation::LessOrEqual => a.0 <= b.1,
                RuleRelation::Greater => a.1 > b.0,
                RuleRelation::GreaterOrEqual => a.1 >= b.0,
            }
        }
        Test::Member { number, set, negated } => {
            let Some((first, last)) = range(number, variables) else { return false };
            match negated {
                false => set.count_bound(first, last) > 0,
                true => first != last || !set.contains(first),
            }
        }
        Test::All(tests) => tests.iter().all(|test| is_possible(test, variables)),
        Test::Any(tests) => tests.iter().any(|test| is_possible(test, variables)),
    }
}
