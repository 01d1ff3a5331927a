//! Rules on single numbers that rise up to a bound N, as rules on heaps: the heap of a number n is the distance N - n.

use super::HeapShape;
use super::linear::Facts;
use super::measure::Measure;
use super::nest::nest;
use super::resolve::Alternative;
use super::terms::Terms;
use super::tree::{Arithmetic, Number, RuleRelation, Test, excess};
use winways_rules::{HeapRules, Recurrence};

/// Rules restated for the distance to a bound.
#[derive(Debug)]
pub(super) struct Rising {
    bound: u64,
    shape: HeapShape,
}

impl Rising {
    /// Restates the rules for the distance to a bound. Returns `None` unless every move raises the number up to a bound that
    /// the conditions state, and the restated moves take and split heaps.
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
        // If no period can be proved, searching the reachable numbers is better than computing all distances.
        if shape.recurrence() == Recurrence::Unknown {
            return None;
        }
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

/// Returns the least candidate that is proved to be an upper bound for the number after every move. The candidates are the
/// constants in the conditions, and their predecessors.
fn bound(alternatives: &[Alternative]) -> Option<i64> {
    let mut stated = Vec::new();
    for test in alternatives.iter().flat_map(|alternative| &alternative.tests) {
        test.numbers().into_iter().for_each(|number| constants(number, &mut stated));
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

/// Returns the terms of a number. Returns `None` if the number may be undefined: terms that cancel must not hide a division by 0.
fn terms(number: &Number) -> Option<Terms> {
    Terms::of(number).filter(|_| number.is_total())
}

/// Returns the alternative restated for the distance m = bound - n in place of n.
fn distance(alternative: &Alternative, bound: i64) -> Alternative {
    let number = Number::Constant(bound).minus(Number::Variable(0));
    let after = |part: &Vec<Number>| {
        let after = Number::Constant(bound).minus(part[0].substituted(0, &number));
        vec![terms(&after).unwrap_or_else(|| Terms::atom(&after)).sum(1)]
    };
    // The only fact is m <= bound, which holds because n is a natural number.
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
    let Test::Compare(relation, a, b) = test else { return false };
    excess(*relation, a, b).is_some_and(|excess| facts.prove_at_least(&excess, 0))
}

/// Rewrites comparisons of sums with positive terms only, so that large constants cancel.
fn normal(test: &Test) -> Test {
    test.map(&|test| match test {
        Test::Compare(relation, a, b) => match terms(&a.clone().minus(b.clone())) {
            Some(terms) => Test::Compare(*relation, terms.part(1).sum(1), terms.part(-1).sum(-1)),
            None => test.clone(),
        },
        Test::Member { number, set, negated } => {
            let number = terms(number).map_or_else(|| number.clone(), |terms| terms.sum(1));
            Test::Member { number, set: set.clone(), negated: *negated }
        }
        other => other.clone(),
    })
}
