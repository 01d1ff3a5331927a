//! Sums of numbers, in which equal terms are collected.

use super::tree::{Arithmetic, Number};

/// A sum of numbers with coefficients, and a constant.
#[derive(Clone, Default)]
pub(super) struct Terms {
    constant: i64,
    terms: Vec<(Number, i64)>,
}

impl Terms {
    /// Creates the sum of one number.
    pub(super) fn atom(number: &Number) -> Terms {
        Terms { constant: 0, terms: vec![(number.clone(), 1)] }
    }

    /// Returns the terms of a number, expanding products of sums and constants. Returns `None` if a coefficient or its
    /// negation overflows.
    pub(super) fn of(number: &Number) -> Option<Terms> {
        Terms::read(number, true)
    }

    fn read(number: &Number, opens_products: bool) -> Option<Terms> {
        let mut terms = Terms::default();
        terms.add(number, 1, opens_products)?;
        terms.terms.retain(|(_, factor)| *factor != 0);
        let has_negation = |number: i64| number != i64::MIN;
        (has_negation(terms.constant) && terms.terms.iter().all(|(_, factor)| has_negation(*factor)))
            .then_some(terms)
    }

    fn add(&mut self, number: &Number, factor: i64, opens_products: bool) -> Option<()> {
        match number {
            Number::Constant(value) => {
                self.constant = self.constant.checked_add(value.checked_mul(factor)?)?
            }
            Number::Binary(Arithmetic::Add, a, b) => {
                self.add(a, factor, opens_products)?;
                self.add(b, factor, opens_products)?;
            }
            Number::Binary(Arithmetic::Subtract, a, b) => {
                self.add(a, factor, opens_products)?;
                self.add(b, factor.checked_neg()?, opens_products)?;
            }
            Number::Binary(Arithmetic::Multiply, a, b) if opens_products => match (&**a, &**b) {
                (Number::Constant(times), other) | (other, Number::Constant(times)) => {
                    self.add(other, factor.checked_mul(*times)?, opens_products)?;
                }
                _ => self.add_atom(number, factor)?,
            },
            Number::Binary(Arithmetic::Divide, a, b) if **b == Number::Constant(-1) => {
                self.add(a, factor.checked_neg()?, opens_products)?;
            }
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

    /// Returns the part of the sum whose coefficients and constant have this sign.
    pub(super) fn part(&self, sign: i64) -> Terms {
        Terms {
            constant: if self.constant.signum() == sign { self.constant } else { 0 },
            terms: self.terms.iter().filter(|(_, factor)| factor.signum() == sign).cloned().collect(),
        }
    }

    /// Returns the sum as a number, times a sign; positive terms come first.
    pub(super) fn sum(&self, sign: i64) -> Number {
        let mut sorted: Vec<(Number, i64)> =
            self.terms.iter().map(|(number, factor)| (number.clone(), factor * sign)).collect();
        sorted.sort_by_key(|(_, factor)| *factor < 0);
        let constant = self.constant * sign;
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
}

/// Simplifies a sum by collecting its constants and equal terms. Products stay unchanged, since the parts of `2*(a-b)` may
/// overflow although the product does not.
pub(super) fn simplified(number: Number) -> Number {
    // An undefined number must not disappear from a sum.
    let terms = if number.is_total() { Terms::read(&number, false) } else { None };
    terms.map_or(number, |terms| terms.sum(1))
}
