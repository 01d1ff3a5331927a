//! Rules with resolved names: numbers and tests over numbered variables.

use super::sets::NumberSet;
use std::sync::Arc;
pub(super) use winways_notation::rules::{Arithmetic, RuleFunction, RuleRelation};

/// The end of the message about a number that overflows.
pub(super) const OVERFLOW: &str = "the rules compute a number that needs more than 63 bits";

/// A number that depends on variables. The first variables are the numbers of the component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Constant(i64),
    Variable(usize),
    Binary(Arithmetic, Box<Number>, Box<Number>),
    Call(RuleFunction, Box<Number>, Box<Number>),
}

/// A condition. Only its leaves are negated.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Compare(RuleRelation, Number, Number),
    Member { number: Number, set: Arc<NumberSet>, negated: bool },
    All(Vec<Test>),
    Any(Vec<Test>),
}

impl Number {
    /// Creates an operation. Folds two constants unless the result is undefined or overflows, and simplifies operations with 0 or 1.
    pub(super) fn binary(arithmetic: Arithmetic, a: Number, b: Number) -> Number {
        let known = match (&a, &b) {
            (Number::Constant(a), Number::Constant(b)) => calculate(arithmetic, *a, *b),
            _ => None,
        };
        match (known, arithmetic, &a, &b) {
            (Some(value), ..) => Number::Constant(value),
            (_, Arithmetic::Add | Arithmetic::Subtract, _, Number::Constant(0)) => a,
            (_, Arithmetic::Add, Number::Constant(0), _) => b,
            (_, Arithmetic::Multiply | Arithmetic::Divide, _, Number::Constant(1)) => a,
            (_, Arithmetic::Multiply, Number::Constant(1), _) => b,
            // An undefined operand must not disappear.
            (_, Arithmetic::Multiply, Number::Constant(0), other) if other.is_total() => a,
            (_, Arithmetic::Multiply, other, Number::Constant(0)) if other.is_total() => b,
            _ => Number::Binary(arithmetic, Box::new(a), Box::new(b)),
        }
    }

    pub(super) fn plus(self, other: Number) -> Number {
        Number::binary(Arithmetic::Add, self, other)
    }

    pub(super) fn minus(self, other: Number) -> Number {
        Number::binary(Arithmetic::Subtract, self, other)
    }

    pub(super) fn times(self, other: Number) -> Number {
        Number::binary(Arithmetic::Multiply, self, other)
    }

    pub(super) fn call(function: RuleFunction, a: Number, b: Number) -> Number {
        let known = match (&a, &b) {
            (Number::Constant(a), Number::Constant(b)) => apply(function, *a, *b).map(Number::Constant),
            _ if a == b && function != RuleFunction::Gcd => Some(a.clone()),
            _ => None,
        };
        known.unwrap_or_else(|| Number::Call(function, Box::new(a), Box::new(b)))
    }

    /// Writes the number as `factor * variable + rest`, where neither part mentions the variable. Returns `None` if it
    /// does not have this form.
    pub(super) fn split(&self, variable: usize) -> Option<(Number, Number)> {
        self.split_with(variable, false)
    }

    /// Writes the number like [`Number::split`], but the factor may mention the variable: `n - d*d` is `(-d)*d + n`.
    pub(super) fn split_powers(&self, variable: usize) -> Option<(Number, Number)> {
        self.split_with(variable, true)
    }

    fn split_with(&self, variable: usize, powers: bool) -> Option<(Number, Number)> {
        match self {
            _ if !self.mentions(variable) => Some((Number::Constant(0), self.clone())),
            Number::Variable(_) => Some((Number::Constant(1), Number::Constant(0))),
            Number::Binary(arithmetic @ (Arithmetic::Add | Arithmetic::Subtract), a, b) => {
                let (a, b) = (a.split_with(variable, powers)?, b.split_with(variable, powers)?);
                Some((Number::binary(*arithmetic, a.0, b.0), Number::binary(*arithmetic, a.1, b.1)))
            }
            Number::Binary(Arithmetic::Multiply, a, b) => {
                let (factor, other) = if a.mentions(variable) { (b, a) } else { (a, b) };
                let (coefficient, rest) = other.split_with(variable, powers)?;
                if factor.mentions(variable) && !(powers && rest == Number::Constant(0)) {
                    return None;
                }
                Some((coefficient.times((**factor).clone()), rest.times((**factor).clone())))
            }
            _ => None,
        }
    }

    /// Returns the number with `by` substituted for a variable.
    pub(super) fn substituted(&self, variable: usize, by: &Number) -> Number {
        self.replaced(&|found| if found == variable { by.clone() } else { Number::Variable(found) })
    }

    /// Returns the number with `numbers[variable]` substituted for each variable.
    pub(super) fn mapped(&self, numbers: &[Number]) -> Number {
        self.replaced(&|variable| numbers.get(variable).cloned().unwrap_or(Number::Variable(variable)))
    }

    fn replaced(&self, by: &dyn Fn(usize) -> Number) -> Number {
        match self {
            Number::Constant(_) => self.clone(),
            Number::Variable(variable) => by(*variable),
            Number::Binary(arithmetic, a, b) => Number::binary(*arithmetic, a.replaced(by), b.replaced(by)),
            Number::Call(function, a, b) => Number::call(*function, a.replaced(by), b.replaced(by)),
        }
    }

    /// Returns the number of operations and operands.
    pub(super) fn size(&self) -> usize {
        match self {
            Number::Constant(_) | Number::Variable(_) => 1,
            Number::Binary(_, a, b) | Number::Call(_, a, b) => 1 + a.size() + b.size(),
        }
    }

    /// Returns `true` if all variables of the number are `known`.
    pub(super) fn is_known(&self, known: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Number::Constant(_) => true,
            Number::Variable(variable) => known(*variable),
            Number::Binary(_, a, b) | Number::Call(_, a, b) => a.is_known(known) && b.is_known(known),
        }
    }

    /// Returns `true` if `variable` occurs in the number.
    pub(super) fn mentions(&self, variable: usize) -> bool {
        !self.is_known(&|other| other != variable)
    }

    /// Returns `true` if the form of the number shows that it is at least zero for all values of its variables.
    pub(super) fn is_natural(&self) -> bool {
        match self {
            Number::Constant(value) => *value >= 0,
            Number::Variable(_) => true,
            Number::Binary(Arithmetic::Subtract, ..) => false,
            Number::Binary(_, a, b) | Number::Call(RuleFunction::Min, a, b) => {
                a.is_natural() && b.is_natural()
            }
            Number::Call(RuleFunction::Max, a, b) => a.is_natural() || b.is_natural(),
            Number::Call(RuleFunction::Gcd, ..) => true,
        }
    }

    /// Returns `true` if the number is defined for all values of its variables, except for overflow: every divisor is a
    /// nonzero constant.
    pub(super) fn is_total(&self) -> bool {
        match self {
            Number::Constant(_) | Number::Variable(_) => true,
            Number::Binary(Arithmetic::Divide | Arithmetic::Remainder, a, b) => {
                a.is_total() && matches!(**b, Number::Constant(divisor) if divisor != 0)
            }
            Number::Binary(_, a, b) | Number::Call(_, a, b) => a.is_total() && b.is_total(),
        }
    }

    /// Returns the value for an assignment, or `None` if it is undefined or overflows 64 bits.
    pub(super) fn value(&self, variables: &[i64]) -> Option<i64> {
        match self {
            Number::Constant(value) => Some(*value),
            Number::Variable(variable) => variables.get(*variable).copied(),
            Number::Binary(arithmetic, a, b) => {
                calculate(*arithmetic, a.value(variables)?, b.value(variables)?)
            }
            Number::Call(function, a, b) => apply(*function, a.value(variables)?, b.value(variables)?),
        }
    }
}

impl Test {
    /// Returns the negation of the test.
    pub(super) fn negation(&self) -> Test {
        let all = |tests: &[Test]| tests.iter().map(Test::negation).collect();
        match self {
            Test::Compare(relation, a, b) => Test::Compare(opposite(*relation), a.clone(), b.clone()),
            Test::Member { number, set, negated } => {
                Test::Member { number: number.clone(), set: set.clone(), negated: !negated }
            }
            Test::All(tests) => Test::Any(all(tests)),
            Test::Any(tests) => Test::All(all(tests)),
        }
    }

    /// Returns the numbers that occur in the test.
    pub(super) fn numbers(&self) -> Vec<&Number> {
        match self {
            Test::Compare(_, a, b) => vec![a, b],
            Test::Member { number, .. } => vec![number],
            Test::All(tests) | Test::Any(tests) => tests.iter().flat_map(Test::numbers).collect(),
        }
    }

    /// Returns the test with `change` applied to each comparison and each membership.
    pub(super) fn map(&self, change: &dyn Fn(&Test) -> Test) -> Test {
        match self {
            Test::All(tests) => Test::All(tests.iter().map(|test| test.map(change)).collect()),
            Test::Any(tests) => Test::Any(tests.iter().map(|test| test.map(change)).collect()),
            _ => change(self),
        }
    }

    /// Returns the test with `by` substituted for a variable.
    pub(super) fn substituted(&self, variable: usize, by: &Number) -> Test {
        self.map(&|test| match test {
            Test::Compare(relation, a, b) => {
                Test::Compare(*relation, a.substituted(variable, by), b.substituted(variable, by))
            }
            Test::Member { number, set, negated } => {
                Test::Member { number: number.substituted(variable, by), set: set.clone(), negated: *negated }
            }
            other => other.clone(),
        })
    }

    /// Returns the number of operations and operands in the test.
    pub(super) fn size(&self) -> usize {
        match self {
            Test::All(tests) | Test::Any(tests) => 1 + tests.iter().map(Test::size).sum::<usize>(),
            _ => 1 + self.numbers().into_iter().map(Number::size).sum::<usize>(),
        }
    }

    /// Returns `true` if `variable` occurs in the test.
    pub(super) fn mentions(&self, variable: usize) -> bool {
        !self.is_known(&|other| other != variable)
    }

    /// Returns `true` if all variables of the test are `known`.
    pub(super) fn is_known(&self, known: &dyn Fn(usize) -> bool) -> bool {
        self.numbers().into_iter().all(|number| number.is_known(known))
    }
}

/// Returns a number that is at least zero if and only if the relation holds, or `None` for an equality or its
/// negation.
pub(super) fn excess(relation: RuleRelation, a: &Number, b: &Number) -> Option<Number> {
    let difference = |more: &Number, less: &Number| more.clone().minus(less.clone());
    match relation {
        RuleRelation::Equal | RuleRelation::Unequal => None,
        RuleRelation::Less => Some(difference(b, a).minus(Number::Constant(1))),
        RuleRelation::LessOrEqual => Some(difference(b, a)),
        RuleRelation::Greater => Some(difference(a, b).minus(Number::Constant(1))),
        RuleRelation::GreaterOrEqual => Some(difference(a, b)),
    }
}

/// Returns the negation of a relation.
pub(super) fn opposite(relation: RuleRelation) -> RuleRelation {
    match relation {
        RuleRelation::Equal => RuleRelation::Unequal,
        RuleRelation::Unequal => RuleRelation::Equal,
        RuleRelation::Less => RuleRelation::GreaterOrEqual,
        RuleRelation::LessOrEqual => RuleRelation::Greater,
        RuleRelation::Greater => RuleRelation::LessOrEqual,
        RuleRelation::GreaterOrEqual => RuleRelation::Less,
    }
}

/// Computes an operation, or returns `None` if it is undefined or overflows. Quotients are rounded down, and remainders
/// have the sign of the divisor.
#[inline]
pub(super) fn calculate(arithmetic: Arithmetic, a: i64, b: i64) -> Option<i64> {
    match arithmetic {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Arithmetic::Remainder => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
        }
    }
}

/// Computes a function, or returns `None` if it overflows.
#[inline]
pub(super) fn apply(function: RuleFunction, a: i64, b: i64) -> Option<i64> {
    match function {
        RuleFunction::Min => Some(a.min(b)),
        RuleFunction::Max => Some(a.max(b)),
        RuleFunction::Gcd => i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok(),
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[inline]
pub(super) fn compare(relation: RuleRelation, a: i64, b: i64) -> bool {
    match relation {
        RuleRelation::Equal => a == b,
        RuleRelation::Unequal => a != b,
        RuleRelation::Less => a < b,
        RuleRelation::LessOrEqual => a <= b,
        RuleRelation::Greater => a > b,
        RuleRelation::GreaterOrEqual => a >= b,
    }
}
