//! Products and powers.

use super::constant::constant_at;
use super::exponent::{Exponent, PRIME_LIST};
use super::{Coefficient, Transfinite};
use crate::error::NumberError;
use crate::nim;
use std::collections::BTreeMap;

/// The maximum number of pairs of terms of a product, including the products with constants.
pub(super) const MOST_WORK: u64 = 1 << 22;

/// The number of steps between two calls of `continues`.
const STEPS_BETWEEN_QUESTIONS: u64 = 1 << 13;

/// The number of steps that an operation may still take, and a callback that may end it earlier.
pub(super) struct Work<'c> {
    left: u64,
    continues: Option<&'c mut dyn FnMut() -> bool>,
}

impl<'c> Work<'c> {
    /// Allows `steps` steps, each the product of a pair of terms.
    pub(super) fn new(steps: u64) -> Self {
        Work { left: steps, continues: None }
    }

    /// Also ends the work when `continues` returns `false`.
    pub(super) fn asking(self, continues: &'c mut dyn FnMut() -> bool) -> Self {
        Work { continues: Some(continues), ..self }
    }

    fn step(&mut self) -> Result<(), NumberError> {
        self.left = self.left.checked_sub(1).ok_or(NumberError::TooLarge)?;
        let is_due = self.left.is_multiple_of(STEPS_BETWEEN_QUESTIONS);
        let may_continue = !is_due || self.continues.as_mut().is_none_or(|continues| continues());
        may_continue.then_some(()).ok_or(NumberError::Interrupted)
    }
}

impl Transfinite {
    /// Returns the nim product.
    ///
    /// # Errors
    /// Returns [`NumberError::UnknownConstant`] if the product needs an unknown constant, and
    /// [`NumberError::TooLarge`] if the product or the work exceeds a limit.
    ///
    /// # Complexity
    /// One step for each pair of terms, and at most one more product, with a constant, for each carry.
    ///
    /// ```
    /// use winways_numbers::Transfinite;
    ///
    /// let omega = Transfinite::omega();
    /// let square = omega.product(&omega)?;
    /// assert_eq!(square.to_string(), "*(ω^2)");
    /// assert_eq!(omega.product(&square)?, Transfinite::from(2));
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn product(&self, other: &Transfinite) -> Result<Transfinite, NumberError> {
        self.product_within(other, &mut Work::new(MOST_WORK))
    }

    /// Returns the product. Fails if it takes more steps than `work` allows.
    pub(super) fn product_within(
        &self,
        other: &Transfinite,
        work: &mut Work<'_>,
    ) -> Result<Transfinite, NumberError> {
        let mut products = Accumulator::default();
        for (exponent, &coefficient) in &self.terms {
            for (another, &factor) in &other.terms {
                products.add(exponent, another, product(coefficient, factor), work)?;
            }
        }
        products.finish(work)
    }

    /// Returns the nim square. Takes one step per term, plus the products for carries.
    pub(super) fn square_within(&self, work: &mut Work<'_>) -> Result<Transfinite, NumberError> {
        let mut products = Accumulator::default();
        for (exponent, &coefficient) in &self.terms {
            products.add(exponent, exponent, coefficient.square(), work)?;
        }
        products.finish(work)
    }

    /// Raises the nimber to a natural power.
    ///
    /// # Errors
    /// Fails like [`Transfinite::product`].
    ///
    /// # Complexity
    /// O(log `exponent`) squares and products.
    pub fn power(&self, exponent: u128) -> Result<Transfinite, NumberError> {
        self.power_within(exponent, &mut Work::new(4 * MOST_WORK))
    }

    /// Like [`Transfinite::power`], but stops when `continues`, which is called about once per millisecond, returns `false`.
    ///
    /// # Errors
    /// Fails like [`Transfinite::power`], and with [`NumberError::Interrupted`].
    pub fn power_while(
        &self,
        exponent: u128,
        continues: &mut dyn FnMut() -> bool,
    ) -> Result<Transfinite, NumberError> {
        self.power_within(exponent, &mut Work::new(4 * MOST_WORK).asking(continues))
    }

    fn power_within(&self, exponent: u128, work: &mut Work<'_>) -> Result<Transfinite, NumberError> {
        let (mut result, mut square, mut rest) = (Transfinite::from(1), self.clone(), exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.product_within(&square, work)?;
            }
            rest >>= 1;
            if rest > 0 {
                square = square.square_within(work)?;
            }
        }
        Ok(result)
    }
}

/// Returns the nim product. Computes fewer products of 128-bit nimbers if a factor fits in 128 bits.
fn product(one: Coefficient, other: Coefficient) -> Coefficient {
    match (one.in_field(), other.in_field()) {
        (Some(one), Some(other)) => nim::product(one, other).into(),
        (Some(one), None) => scaled(other, one),
        (None, Some(other)) => scaled(one, other),
        (None, None) => one.product(other),
    }
}

fn scaled(Coefficient { high, low }: Coefficient, factor: u128) -> Coefficient {
    Coefficient { high: nim::product(high, factor), low: nim::product(low, factor) }
}

/// Sums of products of terms, grouped by the constants by which they must still be multiplied.
///
/// A product of two powers of ω is a power of ω times constants α, at most one for each prime. The constant of the
/// largest of these primes is multiplied last, once for all terms that need it. It contains smaller generators only.
#[derive(Default)]
struct Accumulator {
    done: Transfinite,
    /// The sums of terms that must still be multiplied by the constant of a prime, keyed by the index of the prime.
    waiting: BTreeMap<usize, Transfinite>,
}

impl Accumulator {
    /// Adds the product of two powers of ω and a finite nimber.
    fn add(
        &mut self,
        one: &Exponent,
        other: &Exponent,
        factor: Coefficient,
        work: &mut Work<'_>,
    ) -> Result<(), NumberError> {
        work.step()?;
        let places = one.digits.len().max(other.digits.len());
        let mut digits = vec![0; places];
        let mut carries = Vec::new();
        for place in (0..places).rev() {
            let prime = PRIME_LIST.get(place).copied().ok_or(NumberError::TooLarge)?;
            let (digit, carry) = added(one.digit(place), other.digit(place), prime)?;
            digits[place] = digit;
            if carry {
                carries.push(place);
            }
        }
        let exponent = Exponent::new(digits);
        match carries.split_first() {
            None => self.done.add(&exponent, factor),
            Some((&first, rest)) => {
                let mut term = Transfinite::term(exponent, factor);
                // Multiply by the constants of smaller primes now, and by the constant of the largest prime later.
                for &place in rest {
                    term = term.product_within(&constant_at(place)?, work)?;
                }
                self.waiting.entry(first).or_default().add_all(&term);
            }
        }
        Ok(())
    }

    /// Multiplies the waiting sums by their constants, and returns the total.
    fn finish(mut self, work: &mut Work<'_>) -> Result<Transfinite, NumberError> {
        for (place, sum) in self.waiting {
            let product = sum.product_within(&constant_at(place)?, work)?;
            self.done.add_all(&product);
        }
        self.done.within_limit()
    }
}

/// Adds the digits of two exponents at the place of a prime p. These digits are themselves numbers in base p.
///
/// Place n in base p counts the generator χ of p^(n+1), whose p-th power is χ of p^n, so carries go to the next lower
/// place. Returns the sum, and `true` if there is a carry out of the lowest place.
fn added(mut one: u64, mut other: u64, prime: u64) -> Result<(u64, bool), NumberError> {
    let mut sums = Vec::new();
    while one.max(other) > 0 {
        sums.push(one % prime + other % prime);
        (one, other) = (one / prime, other / prime);
    }
    let (mut carry, mut number) = (0, 0_u64);
    for sum in sums.iter().rev() {
        let sum = sum + carry;
        carry = u64::from(sum >= prime);
        let shifted = number.checked_mul(prime).and_then(|number| number.checked_add(sum - carry * prime));
        number = shifted.ok_or(NumberError::TooLarge)?;
    }
    Ok((number, carry == 1))
}
