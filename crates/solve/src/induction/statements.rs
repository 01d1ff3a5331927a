//! Proofs of statements about all heaps from a law: steps of values, recurrences over digits, lost heaps.
//!
//! A recurrence over digits, f(b m + r) = A f(m) + B m + C for m >= 1, has one solution with given first values. A law that
//! agrees with f on the first heaps and obeys the recurrence of f is therefore f. Automata decide the recurrence, a sentence
//! about all m.

use super::automaton::{DigitAutomaton, Halt};
use super::claim::Claim;
use super::formula::{Formula, LinearSum, meet};
use super::learn::{HEAP, VALUE, graph};
use super::window::Window;
use super::{BINARY, HeapLaw, Kind};
use crate::conjectures::Automaton;
use crate::conjectures::meaning::{FunctionOfHeap, Meaning, Membership, SetOfHeaps, Steps};
use crate::period::Period;
use winways_rules::{Meter, RuleFault};

/// The variable of the number m.
const NUMBER: usize = 2;
/// The variable of the first heap.
const FIRST: usize = 3;
/// The variable of the value of the first heap.
const FIRST_VALUE: usize = 4;
/// The variable of the second heap.
const SECOND: usize = 5;
/// The variable of the value of the second heap.
const SECOND_VALUE: usize = 6;
/// The variable of a quotient.
const QUOTIENT: usize = 7;

/// Converts the result of a proof. If a construction would be too large, nothing is proved.
fn unless_too_large(proved: Result<bool, Halt>) -> Result<bool, RuleFault> {
    match proved {
        Ok(is_proved) => Ok(is_proved),
        Err(Halt::TooLarge) => Ok(false),
        Err(Halt::Fault(fault)) => Err(fault),
    }
}

fn sum(constant: i64, terms: &[(usize, i64)]) -> LinearSum {
    LinearSum { constant, terms: terms.iter().copied().filter(|(_, factor)| *factor != 0).collect() }
}

/// Converts a number to a coefficient. Numbers from 2^63 on are rejected, since their automata would be too large.
fn signed(number: u64) -> Result<i64, Halt> {
    i64::try_from(number).map_err(|_| Halt::TooLarge)
}

/// Returns `true` if no tuple is in all sets and satisfies all formulas.
fn is_never(sets: &[&DigitAutomaton], formulas: &[Formula], meter: &mut Meter) -> Result<bool, Halt> {
    let numeration = sets.first().map_or(BINARY, |set| set.numeration());
    let mut all: Vec<DigitAutomaton> = sets.iter().map(|&set| set.clone()).collect();
    for formula in formulas {
        all.push(formula.automaton(numeration, meter)?);
    }
    Ok(meet(all, &[], numeration, meter)?.is_empty())
}

/// Returns `true` if the conditions imply that [`FIRST`] and [`SECOND`] are both in `lost` or both outside it.
fn are_alike(lost: &DigitAutomaton, conditions: &[Formula], meter: &mut Meter) -> Result<bool, Halt> {
    let (first, second) = (lost.renamed(&[(HEAP, FIRST)]), lost.renamed(&[(HEAP, SECOND)]));
    let (not_first, not_second) = (first.not(meter)?, second.not(meter)?);
    Ok(is_never(&[&first, &not_second], conditions, meter)?
        && is_never(&[&not_first, &second], conditions, meter)?)
}

impl HeapLaw {
    /// Returns `true` if the law obeys the steps or the recurrence of a statement. The statement then follows from the first values.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub(crate) fn obeys(&self, meaning: &Meaning, meter: &mut Meter) -> Result<bool, RuleFault> {
        let proved = match (meaning, &self.0) {
            (Meaning::Values(steps), Kind::Claim { claim, .. }) => has_steps(claim, *steps, meter),
            (Meaning::Function(function), Kind::Claim { claim, .. }) => {
                obeys_function(claim, function, meter)
            }
            (Meaning::Lost(period), _) => self
                .lost_heaps(meter)
                .and_then(|lost| lost.map_or(Ok(false), |lost| repeats(&lost, *period, meter))),
            (Meaning::Set(set), _) => self
                .lost_heaps(meter)
                .and_then(|lost| lost.map_or(Ok(false), |lost| obeys_set(&lost, set, meter))),
            (Meaning::Values(_) | Meaning::Function(_), Kind::Window { .. }) | (Meaning::Other, _) => {
                Ok(false)
            }
        };
        unless_too_large(proved)
    }

    /// Returns `true` if the output of an automaton is 1 for the lost heaps, and another number for all others.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub(crate) fn has_lost_heaps_of(
        &self,
        automaton: &Automaton,
        meter: &mut Meter,
    ) -> Result<bool, RuleFault> {
        let next = automaton.states.iter().flat_map(|state| state.next).collect();
        let accepts = automaton.states.iter().map(|state| state.output == 1).collect();
        let stated = DigitAutomaton::of_table(BINARY, vec![HEAP], next, accepts);
        let differs = self.lost_heaps(meter).and_then(|lost| match lost {
            Some(lost) if lost.numeration() == BINARY => lost.differs_from(&stated, meter),
            _ => Ok(true),
        });
        unless_too_large(differs.map(|differs| !differs))
    }

    /// Returns the set of the lost heaps, or `None` if no automaton of this set can be found and proved.
    fn lost_heaps(&self, meter: &mut Meter) -> Result<Option<DigitAutomaton>, Halt> {
        match &self.0 {
            Kind::Claim { claim, .. } => {
                let numeration = claim.graph.numeration();
                let zero = signed(claim.written(0).ok_or(Halt::TooLarge)?)?;
                let is_zero = Formula::Zero(sum(-zero, &[(VALUE, 1)])).automaton(numeration, meter)?;
                meet(vec![claim.graph.clone(), is_zero], &[HEAP], numeration, meter).map(Some)
            }
            Kind::Window { window, .. } => lost_heaps_of_window(window, meter),
        }
    }
}

/// Learns the set of the lost heaps from the first lost heaps, and proves that it obeys the recurrence of the window.
fn lost_heaps_of_window(window: &Window, meter: &mut Meter) -> Result<Option<DigitAutomaton>, Halt> {
    let Some(equations) = window.equations(meter)? else { return Ok(None) };
    let mut indicator = Vec::new();
    for heap in 0..HeapLaw::VALUES {
        let Some(value) = window.value(heap, meter)? else { return Ok(None) };
        indicator.push(u64::from(value == 0));
    }
    let Some(learned) = graph(&indicator, 2, meter)? else { return Ok(None) };
    let is_one = Formula::Zero(sum(-1, &[(VALUE, 1)])).automaton(BINARY, meter)?;
    let lost = meet(vec![learned, is_one], &[HEAP], BINARY, meter)?;
    if !lost.ignores_leading_zeros() {
        return Ok(None);
    }
    // The heaps before the recurrence starts.
    for (heap, &is_lost) in (0..equations.len() as i64).zip(&indicator) {
        let is_here = Formula::Zero(sum(-heap, &[(HEAP, 1)]));
        if is_never(&[&lost], &[is_here], meter)? == (is_lost == 1) {
            return Ok(None);
        }
    }
    for equation in &equations {
        let is_positive = Formula::Natural(sum(-1, &[(NUMBER, 1)]));
        let places = [is_positive, equation.heap.is(FIRST, NUMBER), equation.right.is(SECOND, NUMBER)];
        let is_obeyed = if equation.is_number {
            let first = lost.renamed(&[(HEAP, FIRST)]);
            let is_zero = Formula::Zero(sum(0, &[(SECOND, 1)]));
            let is_more = Formula::Natural(sum(-1, &[(SECOND, 1)]));
            is_never(&[&first], &[&places[..], &[is_more]].concat(), meter)?
                && is_never(&[&first.not(meter)?], &[&places[..], &[is_zero]].concat(), meter)?
        } else {
            are_alike(&lost, &places, meter)?
        };
        if !is_obeyed {
            return Ok(None);
        }
    }
    Ok(Some(lost))
}

/// Returns `true` if g(n + period) = g(n) + saltus for n >= `from`.
fn has_steps(claim: &Claim, steps: Steps, meter: &mut Meter) -> Result<bool, Halt> {
    let Steps { from, period, saltus } = steps;
    let grown = match claim.is_exponential {
        true => sum(0, &[(FIRST_VALUE, signed(claim.written(saltus).ok_or(Halt::TooLarge)?)?)]),
        false => sum(signed(saltus)?, &[(FIRST_VALUE, 1)]),
    };
    let is_grown = grown.plus(&LinearSum::variable(SECOND_VALUE), -1).ok_or(Halt::TooLarge)?;
    let conditions = [
        Formula::Natural(sum(-signed(from)?, &[(FIRST, 1)])),
        Formula::Zero(sum(signed(period)?, &[(FIRST, 1), (SECOND, -1)])),
        Formula::Not(Box::new(Formula::Zero(is_grown))),
    ];
    let [first, second] = both(claim);
    is_never(&[&first, &second], &conditions, meter)
}

/// Returns the graph over the first heap and its value, and over the second heap and its value.
fn both(claim: &Claim) -> [DigitAutomaton; 2] {
    [(FIRST, FIRST_VALUE), (SECOND, SECOND_VALUE)]
        .map(|(heap, value)| claim.graph.renamed(&[(HEAP, heap), (VALUE, value)]))
}

/// Returns the conditions that the first heap is m - shift and at least `from`, and the second b m + r - shift, for m >= 1.
fn places(base: usize, digit: usize, shift: i64, from: u64) -> Result<[Formula; 4], Halt> {
    Ok([
        Formula::Natural(sum(-1, &[(NUMBER, 1)])),
        Formula::Natural(sum(-signed(from)?, &[(FIRST, 1)])),
        Formula::Zero(sum(shift, &[(FIRST, 1), (NUMBER, -1)])),
        Formula::Zero(sum(shift - digit as i64, &[(SECOND, 1), (NUMBER, -(base as i64))])),
    ])
}

/// Returns `true` if the values obey the recurrence of a function.
fn obeys_function(claim: &Claim, function: &FunctionOfHeap, meter: &mut Meter) -> Result<bool, Halt> {
    let FunctionOfHeap { rule, from, shift, .. } = function;
    let [first, second] = both(claim);
    for (digit, &coefficients) in rule.0.iter().enumerate() {
        let Some(right) = right_side(claim, function, coefficients)? else { return Ok(false) };
        let numeration = claim.graph.numeration();
        let sets =
            right.iter().map(|formula| formula.automaton(numeration, meter)).collect::<Result<_, _>>()?;
        let holds = meet(sets, &[NUMBER, FIRST_VALUE, SECOND_VALUE], numeration, meter)?;
        let places = places(rule.0.len(), digit, signed(*shift)?, *from)?;
        if !is_never(&[&first, &second, &holds.not(meter)?], &places, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the conditions that determine the second value from the first; `None` if formulas cannot express them.
fn right_side(
    claim: &Claim,
    function: &FunctionOfHeap,
    [factor, slope, constant]: [i64; 3],
) -> Result<Option<Vec<Formula>>, Halt> {
    let (added, modulus) = (signed(function.added)?, signed(function.modulus)?);
    if claim.is_exponential {
        let power = |exponent: i64| {
            let exponent = u64::try_from(exponent).map_err(|_| Halt::TooLarge)?;
            signed(claim.written(exponent).ok_or(Halt::TooLarge)?)
        };
        let right = match (modulus, slope, factor) {
            (0, 0, 0) => sum(power(constant + added)?, &[(SECOND_VALUE, -1)]),
            (0, 0, 1) => sum(0, &[(FIRST_VALUE, power(constant)?), (SECOND_VALUE, -1)]),
            _ => return Ok(None),
        };
        return Ok(Some(vec![Formula::Zero(right)]));
    }
    // g = f + added, so the right side is A (g(m) - added) + B m + C + added.
    let constant = constant + added - factor * added;
    let terms = [(FIRST_VALUE, factor), (NUMBER, slope), (SECOND_VALUE, -1)];
    if modulus == 0 {
        return Ok(Some(vec![Formula::Zero(sum(constant, &terms))]));
    }
    // A multiple of the modulus is added, so that the quotient is a natural number.
    let natural = constant + factor * added * modulus;
    let divided = [&terms[..], &[(QUOTIENT, -modulus)]].concat();
    Ok(Some(vec![
        Formula::Zero(sum(natural, &divided)),
        Formula::Natural(sum(modulus - 1, &[(SECOND_VALUE, -1)])),
    ]))
}

/// Returns `true` if a set of heaps repeats with the given preperiod and period.
fn repeats(lost: &DigitAutomaton, period: Period, meter: &mut Meter) -> Result<bool, Halt> {
    let Period { preperiod, period } = period;
    let conditions = [
        Formula::Natural(sum(-signed(preperiod)?, &[(FIRST, 1)])),
        Formula::Zero(sum(signed(period)?, &[(FIRST, 1), (SECOND, -1)])),
    ];
    are_alike(lost, &conditions, meter)
}

/// Returns `true` if the lost heaps obey the recurrence of a set.
fn obeys_set(lost: &DigitAutomaton, set: &SetOfHeaps, meter: &mut Meter) -> Result<bool, Halt> {
    let (first, second) = (lost.renamed(&[(HEAP, FIRST)]), lost.renamed(&[(HEAP, SECOND)]));
    for (digit, membership) in set.digits.iter().enumerate() {
        let places = places(set.digits.len(), digit, set.shift, 1)?;
        let is_obeyed = match membership {
            Membership::Always => is_never(&[&second.not(meter)?], &places, meter)?,
            Membership::Never => is_never(&[&second], &places, meter)?,
            Membership::Same => are_alike(lost, &places, meter)?,
            Membership::Opposite => {
                is_never(&[&first, &second], &places, meter)?
                    && is_never(&[&first.not(meter)?, &second.not(meter)?], &places, meter)?
            }
        };
        if !is_obeyed {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::induction::MoveFormula;
    use std::sync::Arc;

    /// n -> n - 1, and n -> floor(n / 2) if n >= 1.
    fn mark() -> HeapLaw {
        let moves = [
            MoveFormula { condition: Formula::Zero(sum(-1, &[(0, 1), (1, -1)])), parts: vec![1] },
            MoveFormula {
                condition: Formula::All(vec![
                    Formula::Natural(sum(0, &[(0, 1), (1, -2)])),
                    Formula::Natural(sum(1, &[(0, -1), (1, 2)])),
                    Formula::Natural(sum(-1, &[(0, 1)])),
                ]),
                parts: vec![1],
            },
        ];
        let mut values: Vec<u64> = vec![0];
        for heap in 1..HeapLaw::VALUES as usize {
            let options = [values[heap - 1], values[heap / 2]];
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        HeapLaw::proved(&moves, &values, &mut Meter::default()).unwrap().expect("Mark is 2-automatic")
    }

    #[test]
    fn sets_are_proved_and_refused() {
        let (law, meter) = (mark(), &mut Meter::default());
        let set = |digits: [Membership; 2], shift| {
            Meaning::Set(SetOfHeaps { digits: Arc::from(digits.as_slice()), shift })
        };
        let dopey = [Membership::Opposite, Membership::Never];
        assert_eq!(law.obeys(&set(dopey, 0), meter), Ok(true));
        for (digits, shift) in [
            (dopey, 1),
            (dopey, -1),
            ([Membership::Same, Membership::Never], 0),
            ([Membership::Opposite, Membership::Always], 0),
            ([Membership::Opposite, Membership::Opposite], 0),
        ] {
            assert_eq!(law.obeys(&set(digits, shift), meter), Ok(false), "{digits:?} {shift}");
        }
        let lost = |preperiod, period| Meaning::Lost(Period { preperiod, period });
        assert_eq!(law.obeys(&lost(100, 8), meter), Ok(false));
        let steps = |saltus| Meaning::Values(Steps { from: 1, period: 4, saltus });
        assert_eq!([0, 1].map(|saltus| law.obeys(&steps(saltus), meter)), [Ok(false), Ok(false)]);
    }

    #[test]
    fn functions_are_proved_and_refused() {
        // n -> floor(n / 2) if n >= 1: g(n) = (1 + floor(log2 n)) mod 2.
        let halve = MoveFormula {
            condition: Formula::All(vec![
                Formula::Natural(sum(0, &[(0, 1), (1, -2)])),
                Formula::Natural(sum(1, &[(0, -1), (1, 2)])),
                Formula::Natural(sum(-1, &[(0, 1)])),
            ]),
            parts: vec![1],
        };
        let values: Vec<u64> =
            (0..HeapLaw::VALUES).map(|n| n.checked_ilog2().map_or(0, |log| (log + 1) % 2).into()).collect();
        let meter = &mut Meter::default();
        let law = HeapLaw::proved(&[halve], &values, meter).unwrap().expect("it is 2-automatic");
        let function = |digits: [[i64; 3]; 2], modulus| {
            let rule = crate::conjectures::meaning::FunctionRule(Arc::from(digits.as_slice()));
            Meaning::Function(FunctionOfHeap { rule, from: 1, shift: 0, added: 1, modulus })
        };
        let log = [[1, 0, 1], [1, 0, 1]];
        assert_eq!(law.obeys(&function(log, 2), meter), Ok(true));
        assert_eq!(law.obeys(&function(log, 3), meter), Ok(false));
        assert_eq!(law.obeys(&function(log, 0), meter), Ok(false));
        assert_eq!(law.obeys(&function([[1, 0, 1], [0, 0, 0]], 2), meter), Ok(false));
        assert_eq!(law.obeys(&function([[1, 1, 1], [1, 0, 1]], 2), meter), Ok(false));
    }
}
