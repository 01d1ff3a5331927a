//! Numeration systems for natural numbers: digits in a base, and digits with the weights 1, t + 1, t(t + 1) + 1, … of a
//! quadratic unit.

/// A numeration system for natural numbers. Digits are listed with the least significant first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeration {
    /// Digits in a base, at least 2.
    Base(u64),
    /// Digits with the weights U(0) = 1, U(1) = t + 1, U(n + 1) = t U(n) + U(n - 1) for a t >= 1. Digits are at most t, and the
    /// digit below a digit t is 0. For t = 1 the weights are the Fibonacci numbers (E. Zeckendorf 1972). For all t they are the
    /// numerators of the convergents of the continued fraction [1; t, t, …] (A. Ostrowski 1922).
    Quadratic(u64),
}

/// A bit for each number of a tuple, which is set if the last digit read is not zero.
pub(super) type NonzeroDigits = u32;

impl Numeration {
    /// Returns the number of different digits.
    pub(super) fn digits(self) -> u64 {
        match self {
            Numeration::Base(base) => base,
            Numeration::Quadratic(t) => t + 1,
        }
    }

    /// Returns `true` if every sequence of digits is valid.
    pub(super) fn accepts_all(self) -> bool {
        matches!(self, Numeration::Base(_))
    }

    /// Reads the next digits of a tuple of numbers. Returns `None` if the sequence of digits becomes invalid.
    pub(super) fn follow(self, before: NonzeroDigits, digits: &[u64]) -> Option<NonzeroDigits> {
        let Numeration::Quadratic(t) = self else { return Some(0) };
        let mut nonzero = 0;
        for (place, &digit) in digits.iter().enumerate() {
            if digit == t && before >> place & 1 == 1 {
                return None;
            }
            nonzero |= NonzeroDigits::from(digit > 0) << place;
        }
        Some(nonzero)
    }

    /// Returns the weights of the digits that fit into 64 bits.
    pub(super) fn weights(self) -> Vec<u64> {
        let (mut before, mut weight) = (1u64, 1u64);
        let mut weights = vec![weight];
        loop {
            let next = match self {
                Numeration::Base(base) => weight.checked_mul(base),
                Numeration::Quadratic(t) => {
                    t.checked_mul(weight).and_then(|product| product.checked_add(before))
                }
            };
            let Some(next) = next else { return weights };
            (before, weight) = (weight, next);
            weights.push(weight);
        }
    }

    /// Returns the digits of a number, one for each weight, the least significant first.
    pub(super) fn write(self, mut number: u64, weights: &[u64]) -> Vec<u64> {
        let mut digits = vec![0; weights.len()];
        for (digit, weight) in digits.iter_mut().zip(weights).rev() {
            *digit = number / weight;
            number %= weight;
        }
        digits
    }
}
