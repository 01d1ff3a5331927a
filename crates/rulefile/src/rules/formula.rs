//! The moves of rules on single heaps and on pairs as formulas for proofs by induction. They support sums, comparisons, constant factors
//! and divisors, and sets that automata accept.

use super::resolve::Alternative;
use super::sets::NumberSet;
use super::tree::{Arithmetic, Number, RuleFunction, RuleRelation, Test};
use winways_solve::{Formula, LinearSum, MoveFormula, PairMoveFormula};

/// Returns the moves of rules on single heaps as formulas, or `None` if some part cannot be expressed.
pub(super) fn of(alternatives: &[Alternative]) -> Option<Vec<MoveFormula>> {
    let of_alternative = |alternative| {
        let (condition, parts) = with_parts::<1>(alternative)?;
        Some(MoveFormula { condition, parts: parts.concat() })
    };
    alternatives.iter().map(of_alternative).collect()
}

/// Returns the moves of rules on pairs as formulas, or `None` if some part cannot be expressed.
pub(super) fn of_pairs(alternatives: &[Alternative]) -> Option<Vec<PairMoveFormula>> {
    let of_alternative = |alternative| {
        let (condition, parts) = with_parts::<2>(alternative)?;
        Some(PairMoveFormula { condition, parts })
    };
    alternatives.iter().map(of_alternative).collect()
}

/// Returns the condition of a move, and the variables of the components that the move leaves.
fn with_parts<const N: usize>(alternative: &Alternative) -> Option<(Formula, Vec<[usize; N]>)> {
    let mut writer = Writer { variables: alternative.names.len(), conditions: Vec::new() };
    for test in &alternative.tests {
        let test = writer.test(test)?;
        writer.conditions.push(test);
    }
    let mut parts = Vec::new();
    for part in &alternative.parts {
        let mut variables = [0; N];
        if part.len() != N {
            return None;
        }
        for (number, place) in part.iter().zip(&mut variables) {
            let sum = writer.number(number)?;
            *place = writer.variable();
            let difference = sum.plus(&LinearSum::variable(*place), -1)?;
            writer.conditions.push(Formula::Zero(difference));
        }
        parts.push(variables);
    }
    Some((Formula::All(writer.conditions), parts))
}

/// Translates numbers to linear sums. A number that is not linear becomes a new variable with a condition that
/// determines it uniquely.
struct Writer {
    /// The number of variables.
    variables: usize,
    conditions: Vec<Formula>,
}

impl Writer {
    fn variable(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    /// Introduces an integer variable. Unless it is natural, it is the difference of two natural numbers, one of which
    /// is zero.
    fn whole(&mut self, is_natural: bool) -> Option<LinearSum> {
        let positive = LinearSum::variable(self.variable());
        if is_natural {
            return Some(positive);
        }
        let negative = LinearSum::variable(self.variable());
        self.conditions
            .push(Formula::Any(vec![Formula::Zero(positive.clone()), Formula::Zero(negative.clone())]));
        positive.plus(&negative, -1)
    }

    fn number(&mut self, number: &Number) -> Option<LinearSum> {
        match number {
            Number::Constant(value) => LinearSum::default().plus(&LinearSum::constant(*value), 1),
            Number::Variable(variable) => Some(LinearSum::variable(*variable)),
            Number::Binary(Arithmetic::Add, a, b) => self.number(a)?.plus(&self.number(b)?, 1),
            Number::Binary(Arithmetic::Subtract, a, b) => self.number(a)?.plus(&self.number(b)?, -1),
            Number::Binary(Arithmetic::Multiply, a, b) => match (&**a, &**b) {
                (Number::Constant(factor), other) | (other, Number::Constant(factor)) => {
                    LinearSum::default().plus(&self.number(other)?, *factor)
                }
                _ => None,
            },
            Number::Binary(Arithmetic::Divide, a, b) => self.quotient(a, b),
            Number::Binary(Arithmetic::Remainder, a, b) => {
                let Number::Constant(divisor) = **b else { return None };
                let quotient = self.quotient(a, b)?;
                self.number(a)?.plus(&quotient, divisor.checked_neg()?)
            }
            Number::Call(function @ (RuleFunction::Min | RuleFunction::Max), a, b) => {
                let is_natural = number.is_natural();
                let (a, b) = (self.number(a)?, self.number(b)?);
                let result = self.whole(is_natural)?;
                let (less, more) = if *function == RuleFunction::Min { (&a, &b) } else { (&b, &a) };
                let is = |number: &LinearSum| Some(Formula::Zero(result.clone().plus(number, -1)?));
                // For the minimum: if a <= b, the value is a.
                let first = vec![is(&a)?, Formula::Natural(more.clone().plus(less, -1)?)];
                let second = vec![is(&b)?, Formula::Natural(less.clone().plus(more, -1)?)];
                self.conditions.push(Formula::Any(vec![Formula::All(first), Formula::All(second)]));
                Some(result)
            }
            Number::Call(RuleFunction::Gcd, ..) => None,
        }
    }

    /// Introduces the quotient q of a by a constant b, rounded down: 0 <= a - q b < b, with the signs reversed if b is
    /// negative.
    fn quotient(&mut self, a: &Number, b: &Number) -> Option<LinearSum> {
        let Number::Constant(divisor) = *b else { return None };
        let sign = divisor.signum();
        if sign == 0 {
            return None;
        }
        let dividend = LinearSum::default().plus(&self.number(a)?, sign)?;
        let divisor = divisor.checked_mul(sign)?;
        let quotient = self.whole(sign > 0 && a.is_natural())?;
        let rest = dividend.plus(&quotient, divisor.checked_neg()?)?;
        let beyond = LinearSum::constant(divisor - 1).plus(&rest, -1)?;
        self.conditions.extend([Formula::Natural(rest), Formula::Natural(beyond)]);
        Some(quotient)
    }

    fn test(&mut self, test: &Test) -> Option<Formula> {
        match test {
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let more = a.clone().plus(&b, -1)?;
                let less = b.plus(&a, -1)?;
                let below = |sum: LinearSum| sum.plus(&LinearSum::constant(1), -1).map(Formula::Natural);
                match relation {
                    RuleRelation::Equal => Some(Formula::Zero(more)),
                    RuleRelation::Unequal => Some(Formula::Not(Box::new(Formula::Zero(more)))),
                    RuleRelation::Less => below(less),
                    RuleRelation::LessOrEqual => Some(Formula::Natural(less)),
                    RuleRelation::Greater => below(more),
                    RuleRelation::GreaterOrEqual => Some(Formula::Natural(more)),
                }
            }
            Test::Member { number, set, negated } => {
                let number = self.number(number)?;
                let member = self.member(number, set)?;
                Some(if *negated { Formula::Not(Box::new(member)) } else { member })
            }
            Test::All(tests) => self.tests(tests).map(Formula::All),
            Test::Any(tests) => self.tests(tests).map(Formula::Any),
        }
    }

    fn tests(&mut self, tests: &[Test]) -> Option<Vec<Formula>> {
        tests.iter().map(|test| self.test(test)).collect()
    }

    fn member(&mut self, number: LinearSum, set: &NumberSet) -> Option<Formula> {
        let from = |first: i64| number.clone().plus(&LinearSum::constant(first), -1);
        match set {
            NumberSet::Ranges(ranges) => {
                let inside = ranges.iter().map(|&(first, last)| {
                    let below = LinearSum::constant(last).plus(&number, -1)?;
                    Some(Formula::All(vec![Formula::Natural(from(first)?), Formula::Natural(below)]))
                });
                inside.collect::<Option<_>>().map(Formula::Any)
            }
            NumberSet::EveryOther(first) => {
                // number - first = 2 half + odd, with odd at most 1.
                let half = self.whole(false)?;
                let odd = from(*first)?.plus(&half, -2)?;
                let below = LinearSum::constant(1).plus(&odd, -1)?;
                self.conditions.extend([Formula::Natural(odd.clone()), Formula::Natural(below)]);
                Some(Formula::All(vec![Formula::Natural(from(*first)?), Formula::Zero(odd)]))
            }
            NumberSet::Powers(of) => {
                let of = u64::try_from(*of).ok()?;
                match (number.constant, &number.terms[..]) {
                    (0, &[(variable, 1)]) => Some(Formula::Power { variable, of }),
                    _ => None,
                }
            }
            NumberSet::Fibonacci | NumberSet::Squares | NumberSet::Primes(_) => None,
        }
    }
}
