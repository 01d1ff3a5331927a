//! Rules on single numbers that rise up to a bound N, as rules on heaps: the heap of a number n is the distance N - n.

use super::HeapShape;
use super::linear::Facts;
use super::measure::Measure;
use super::nest::nest;
use super::resolve::Alternative;
use super::tree::{Arithmetic, Number, RuleRelation, Test};
use winways_rules::HeapRules;

/// The moves of the distances to a bound.
#[derive(Debug)]
pub(super) struct Rising {
    bound: u64,
    shape: HeapShape,
}

impl Rising {
    /// Returns the rules of the distances, if every move raises the number, up to a bound that the conditions state, and
    /// the moves of the distances take and split.
    pub(super) fn of(alternatives: &[Alternative], measure: &Measure) -> Option<Rising> {
        let is_distance = |number: &Number| {
            matches!(number, Number::Binary(Arithmetic::Subtract, bound, of)
                if matches!(**bound, Number::Constant(_)) && **of == Number::Variable(0))
        };
        if !measure.proved || !matches!(&measure.numbers[..], [number] if is_distance(number)) {
            return None;
        }
        let bound = bound(alternatives)?;
        let distances: Vec<Alternative> =
            alternatives.iter().map(|alternative| distance(alternative, bound)).collect();
        let nests = distances.iter().map(|alternative| nest(alternative, &mut Facts::of(alternative), 1));
        let nests = nests.collect::<Result<Vec<_>, _>>().ok()?;
        let shape = HeapShape::of(&nests)?;
        Some(Rising { bound: u64::try_from(bound).ok()?, shape })
    }

    /// Returns the distance of a number to the bound; `None` for a number beyond it, which has no moves.
    pub(super) fn distance(&self, number: u64) -> Option<u64> {
        self.bound.checked_sub(number)
    }

    pub(super) fn rules(&self) -> &dyn HeapRules {
        &self.shape
    }
}

/// Returns the least number among those that the conditions mention which is proved to bound the numbers after all moves.
fn bound(alternatives: &[Alternative]) -> Option<i64> {
    let mut stated = Vec::new();
    for test in alternatives.iter().flat_map(|alternative| &alternative.tests) {
        constants_of_test(test, &mut stated);
    }
    let mut candidates: Vec<i64> =
        stated.iter().flat_map(|&number| [number.saturating_sub(1), number]).collect();
    candidates.sort_unstable();
    candidates.dedup();
    let mut facts: Vec<Facts> = alternatives.iter().map(Facts::of).collect();
    let is_bound = |candidate: &i64| {
        let bound = Number::Constant(*candidate);
        alternatives.iter().zip(&mut facts).all(|(alternative, facts)| {
            alternative.parts.iter().all(|part| facts.prove_at_most(&part[0], &bound))
        })
    };
    candidates.into_iter().filter(|&candidate| candidate >= 0).find(is_bound)
}

fn constants_of_test(test: &Test, found: &mut Vec<i64>) {
    match test {
        Test::Compare(_, a, b) => [a, b].into_iter().for_each(|number| constants(number, found)),
        Test::Member { number, .. } => constants(number, found),
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| constants_of_test(test, found)),
    }
}

fn constants(number: &Number, found: &mut Vec<i64>) {
    match number {
        Number::Constant(value) => found.push(*value),
        Number::Variable(_) => {}
        Number::Binary(_, a, b) | Number::Call(_, a, b) => {
            constants(a, found);
            constants(b, found);
        }
    }
}

/// Returns the alternative for the distance m = bound - n in place of n.
fn distance(alternative: &Alternative, bound: i64) -> Alternative {
    let number = Number::Constant(bound).minus(Number::Variable(0));
    let after = |part: &Vec<Number>| {
        let after = Number::Constant(bound).minus(part[0].substituted(0, &number));
        vec![sum_of(&Terms::of(&after).unwrap_or_else(|| Terms::atom(&after)), 1)]
    };
    // That n is a natural number makes these conditions hold for all distances of numbers.
    let mut facts = Facts::of(&Alternative {
        tests: vec![Test::Compare(RuleRelation::LessOrEqual, Number::Variable(0), Number::Constant(bound))],
        parts: Vec::new(),
        ..alternative.clone()
    });
    let tests = alternative.tests.iter().map(|test| normal(&test.substituted(0, &number)));
    Alternative {
        tests: tests.filter(|test| !is_implied(test, &mut facts)).collect(),
        parts: alternative.parts.iter().map(after).collect(),
        ..alternative.clone()
    }
}

/// Returns `true` if a comparison is proved to hold.
fn is_implied(test: &Test, facts: &mut Facts) -> bool {
    match test {
        Test::Compare(RuleRelation::LessOrEqual, a, b) => facts.prove_at_most(a, b),
        Test::Compare(RuleRelation::GreaterOrEqual, a, b) => facts.prove_at_most(b, a),
        Test::Compare(RuleRelation::Less, a, b) => facts.prove_less(a, b),
        Test::Compare(RuleRelation::Greater, a, b) => facts.prove_less(b, a),
        _ => false,
    }
}

/// Writes comparisons of sums with positive terms only, so that large constants cancel.
fn normal(test: &Test) -> Test {
    match test {
        Test::Compare(relation, a, b) => match Terms::of(&a.clone().minus(b.clone())) {
            Some(terms) => Test::Compare(*relation, sum_of(&terms.part(1), 1), sum_of(&terms.part(-1), -1)),
            None => test.clone(),
        },
        Test::Member { number, set, negated } => {
            let number = Terms::of(number).map_or_else(|| number.clone(), |terms| sum_of(&terms, 1));
            Test::Member { number, set: set.clone(), negated: *negated }
        }
        Test::All(tests) => Test::All(tests.iter().map(normal).collect()),
        Test::Any(tests) => Test::Any(tests.iter().map(normal).collect()),
    }
}

/// A sum of numbers with coefficients, and a constant.
#[derive(Clone, Default)]
struct Terms {
    constant: i64,
    terms: Vec<(Number, i64)>,
}

impl Terms {
    fn atom(number: &Number) -> Terms {
        Terms { constant: 0, terms: vec![(number.clone(), 1)] }
    }

    /// Returns the terms of a number; `None` if a coefficient overflows.
    fn of(number: &Number) -> Option<Terms> {
        let mut terms = Terms::default();
        terms.add(number, 1)?;
        terms.terms.retain(|(_, factor)| *factor != 0);
        Some(terms)
    }

    fn add(&mut self, number: &Number, factor: i64) -> Option<()> {
        match number {
            Number::Constant(value) => {
                self.constant = self.constant.checked_add(value.checked_mul(factor)?)?
            }
            Number::Binary(Arithmetic::Add, a, b) => {
                self.add(a, factor)?;
                self.add(b, factor)?;
            }
            Number::Binary(Arithmetic::Subtract, a, b) => {
                self.add(a, factor)?;
                self.add(b, factor.checked_neg()?)?;
            }
            Number::Binary(Arithmetic::Multiply, a, b) => match (&**a, &**b) {
                (Number::Constant(times), other) | (other, Number::Constant(times)) => {
                    self.add(other, factor.checked_mul(*times)?)?;
                }
                _ => self.add_atom(number, factor)?,
            },
            _ => self.add_atom(number, factor)?,
        }
        Some(())
    }

    fn add_atom(&mut self, number: &Number, factor: i64) -> Option<()> {
        match self.terms.iter_mut().find(|(known, _)| known == number) {
            Some((_, known)) => *known = known.checked_add(factor)?,
            None => self.terms.push((number.clone(), factor)),
        }
        Some(())
    }

    /// Returns the terms whose coefficients have this sign.
    fn part(&self, sign: i64) -> Terms {
        Terms {
            constant: if self.constant.signum() == sign { self.constant } else { 0 },
            terms: self.terms.iter().filter(|(_, factor)| factor.signum() == sign).cloned().collect(),
        }
    }
}

/// Returns the sum as a number, times a sign; terms that are added come first.
fn sum_of(terms: &Terms, sign: i64) -> Number {
    let mut sorted: Vec<(Number, i64)> =
        terms.terms.iter().map(|(number, factor)| (number.clone(), factor * sign)).collect();
    sorted.sort_by_key(|(_, factor)| *factor < 0);
    let constant = terms.constant * sign;
    let starts_negative = sorted.first().is_none_or(|(_, factor)| *factor < 0);
    let mut sum = Number::Constant(if starts_negative { constant } else { 0 });
    for (number, factor) in sorted {
        let term = Number::Constant(factor.abs()).times(number);
        sum = if factor < 0 { sum.minus(term) } else { sum.plus(term) };
    }
    match constant {
        _ if starts_negative => sum,
        0.. => sum.plus(Number::Constant(constant)),
        _ => sum.minus(Number::Constant(-constant)),
    }
}
