//! Automata of the tuples for which a linear sum is zero, or at least zero.

use super::automaton::{DigitAutomaton, Halt};
use super::formula::LinearSum;
use super::numeration::Numeration;
use std::collections::HashSet;
use winways_rules::Meter;

/// The greatest coefficient and constant. The number of states of an automaton of a sum is about proportional to them.
pub(super) const GREATEST_COEFFICIENT: u64 = 1 << 16;
/// The maximum number of residuals of a sum with quadratic weights.
const MAX_RESTS: usize = 1 << 16;
/// The maximum range of the sums of digits at one position.
const GREATEST_WIDTH: i64 = 1 << 9;
/// The maximum total size of the sets of residuals.
const MAX_MEMBERS: usize = 1 << 22;

/// Returns the set of tuples for which a sum is zero, or at least zero if `is_zero` is `false`.
pub(super) fn automaton(
    sum: &LinearSum,
    is_zero: bool,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let mut terms = sum.terms.clone();
    terms.sort_unstable();
    let is_small = |number: i64| number.unsigned_abs() <= GREATEST_COEFFICIENT;
    if !is_small(sum.constant) || !terms.iter().all(|(_, coefficient)| is_small(*coefficient)) {
        return Err(Halt::TooLarge);
    }
    match numeration {
        Numeration::Base(base) => by_carries(sum.constant, &terms, is_zero, base, meter),
        Numeration::Quadratic(t) if is_zero => by_weights(sum.constant, &terms, t, meter),
        Numeration::Quadratic(t) => {
            // A sum is at least zero if it equals some natural number.
            let slack = terms.last().map_or(0, |(variable, _)| variable + 1);
            terms.push((slack, -1));
            by_weights(sum.constant, &terms, t, meter)?.exists(slack, meter)
        }
    }
}

/// Returns the automaton for digits in a base. Its state is the carry: the sum of the digits read so far, divided by the power of
/// the base and rounded down. If `is_zero` is set and the quotient is not an integer, the state is `None`.
fn by_carries(
    constant: i64,
    terms: &[(usize, i64)],
    is_zero: bool,
    base: u64,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let variables = terms.iter().map(|(variable, _)| *variable).collect();
    let signed_base = base as i64;
    let step = |rest: &Option<i64>, _: usize, digits: &[u64]| {
        let total = rest.map(|rest| rest + read(terms, digits));
        let whole = total.filter(|total| !is_zero || total.rem_euclid(signed_base) == 0);
        Ok(whole.map(|total| total.div_euclid(signed_base)))
    };
    let accepts = |rest: &Option<i64>| rest.is_some_and(|rest| if is_zero { rest == 0 } else { rest >= 0 });
    DigitAutomaton::explored(Numeration::Base(base), variables, Some(constant), step, accepts, meter)
}

/// Returns the sum of the digits at one position, multiplied by the coefficients.
fn read(terms: &[(usize, i64)], digits: &[u64]) -> i64 {
    terms.iter().zip(digits).map(|((_, coefficient), digit)| coefficient * *digit as i64).sum()
}

/// The value p U(n) + q U(n - 1) of the digits from position n on in a sum, as (p, q).
type Rest = (i64, i64);

/// Returns the set of tuples for which a sum is zero, for digits with the weights U(n) of [`Numeration::Quadratic`].
///
/// From the most significant digit down, the digits from position n on contribute p U(n) + q U(n - 1). The next digits, whose sum
/// with the coefficients is e, change (p, q) to (t p + q + e, p), since U(n + 1) = t U(n) + U(n - 1). The digits of a number below
/// position n contribute less than U(n), so |p U(n) + q U(n - 1)| must be small. Each step multiplies p - beta q, where beta² = t
/// beta + 1, by -1/beta. Only finitely many (p, q) are therefore possible (C. Frougny, Representations of numbers and finite
/// automata, Math. Systems Theory 25, 1992). The automaton reads from the least significant digit up, so it reverses the steps:
/// its state is the set of the (p, q) that make the sum zero together with the digits read so far.
fn by_weights(
    constant: i64,
    terms: &[(usize, i64)],
    t: u64,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let numeration = Numeration::Quadratic(t);
    let weights = numeration.weights();
    // The constant is treated as a further number with known digits.
    let mut known = numeration.write(constant.unsigned_abs(), &weights);
    known.truncate(known.iter().rposition(|&digit| digit > 0).map_or(0, |last| last + 1));
    let known: Vec<i64> = known.iter().map(|&digit| digit as i64 * constant.signum()).collect();
    let rests = possible_rests(terms, constant.signum(), t as i64, meter)?;
    let before = |&(p, q): &Rest, added: i64| (q, p - t as i64 * q - added);
    let mut members = 0;
    let mut step_rests = |rests_after: &[Rest], place: usize, digits: &[u64]| {
        let added = known.get(place).copied().unwrap_or(0) + read(terms, digits);
        let mut found: Vec<Rest> = rests_after.iter().map(|rest| before(rest, added)).collect();
        found.retain(|rest| rests.contains(rest));
        found.sort_unstable();
        members += found.len();
        if members > MAX_MEMBERS { Err(Halt::TooLarge) } else { Ok(found) }
    };
    // Before the first digit, the sum is p U(0) + q U(-1) = p + q.
    let mut start: Vec<Rest> = rests.iter().copied().filter(|(p, q)| p + q == 0).collect();
    start.sort_unstable();
    let variables = terms.iter().map(|(variable, _)| *variable).collect();
    let step = |state: &Option<(Vec<Rest>, usize, u32)>, _: usize, digits: &[u64]| {
        let Some((after, place, nonzero)) = state else { return Ok(None) };
        let Some(nonzero) = numeration.follow(*nonzero, digits) else { return Ok(None) };
        let found = step_rests(after, *place, digits)?;
        Ok((!found.is_empty()).then_some((found, (place + 1).min(known.len()), nonzero)))
    };
    let accepts = |state: &Option<(Vec<Rest>, usize, u32)>| {
        let Some((after, place, _)) = state else { return false };
        // Only the constant has further digits.
        let left = known[*place..].iter();
        after.iter().any(|rest| left.clone().fold(*rest, |rest, &digit| before(&rest, digit)) == (0, 0))
    };
    DigitAutomaton::explored(numeration, variables, Some((start, 0, 0)), step, accepts, meter)
}

/// Returns a set that contains all (p, q) that can be reached and that further digits can bring to zero.
fn possible_rests(
    terms: &[(usize, i64)],
    sign_of_constant: i64,
    t: i64,
    meter: &mut Meter,
) -> Result<HashSet<Rest>, Halt> {
    let coefficients = || terms.iter().map(|(_, coefficient)| *coefficient).chain([sign_of_constant]);
    let positive: i64 = coefficients().filter(|coefficient| *coefficient > 0).sum();
    let negative: i64 = -coefficients().filter(|coefficient| *coefficient < 0).sum::<i64>();
    let width = t.checked_mul(positive + negative).filter(|width| *width <= GREATEST_WIDTH);
    let width = width.ok_or(Halt::TooLarge)?;
    // The quotient r of U(n) and U(n - 1) lies between 1 and t + 1. The remaining digits contribute more than -negative U(n) and
    // less than positive U(n).
    let can_vanish = |&(p, q): &Rest| {
        let ratios = [1, t + 1];
        ratios.iter().any(|r| (p + positive) * r + q >= 0)
            && ratios.iter().any(|r| (p - negative) * r + q <= 0)
    };
    let mut rests = HashSet::from([(0, 0)]);
    let mut open = vec![(0i64, 0i64)];
    while let Some((p, q)) = open.pop() {
        meter.spend(STEPS_PER_REST * (1 + width as u64))?;
        for added in -negative * t..=positive * t {
            let next = (t * p + q + added, p);
            if can_vanish(&next) && rests.insert(next) {
                open.push(next);
            }
        }
        if rests.len() > MAX_RESTS {
            return Err(Halt::TooLarge);
        }
    }
    Ok(rests)
}

/// The [`Meter`] steps charged for the lookup of a residual.
const STEPS_PER_REST: u64 = 4;
