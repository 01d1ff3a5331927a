//! Sign expansions: paths to numbers in the tree of numbers by birthday.

use dashu_int::IBig;
use thiserror::Error;

use super::Dyadic;

/// The maximum length of a sign expansion.
const LONGEST_EXPANSION: usize = 1 << 24;

impl Dyadic {
    /// Returns the sign expansion of the number.
    ///
    /// From 0, each `+` goes to the simplest greater number and each `-` to the simplest smaller number between the
    /// numbers passed so far. The number of signs is the [birthday](Dyadic::birthday), and time and memory are linear
    /// in it.
    ///
    /// In a Hackenbush stalk, `+` is an edge of Left and `-` an edge of Right. Source: Conway, *On Numbers and Games*, chapter
    /// 3; the conversion is Berlekamp's rule (*Winning Ways*, chapter 3).
    ///
    /// # Errors
    ///
    /// Returns [`SignExpansionError::TooLong`] if the birthday is above 2^24.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(11, 2).sign_expansion()?, "+++-+"); // 1, 2, 3, 5/2, 11/4
    /// assert_eq!(Dyadic::from(-2).sign_expansion()?, "--");
    /// # Ok::<(), winways_values::SignExpansionError>(())
    /// ```
    pub fn sign_expansion(&self) -> Result<String, SignExpansionError> {
        if self.birthday() > Dyadic::from(LONGEST_EXPANSION as i64) {
            return Err(SignExpansionError::TooLong);
        }
        let (along, against) = if self.sign().is_lt() { ("-", "+") } else { ("+", "-") };
        let magnitude = self.magnitude();
        let whole = magnitude.floor();
        let mut signs = along.repeat(whole.to_i64().map_or(0, |whole| whole as usize)); // not above the limit
        if magnitude.is_integer() {
            return Ok(signs);
        }
        // The integer part is followed by one sign along and one sign against, and then by the bits of the fraction: 1
        // is along and 0 is against. The last bit, which is 1, is omitted.
        let fraction = magnitude - whole;
        let bits = fraction.parts().0.in_radix(2).to_string();
        signs.push_str(along);
        signs.push_str(&against.repeat(1 + fraction.exponent() as usize - bits.len()));
        signs.extend(bits[..bits.len() - 1].chars().map(|bit| if bit == '1' { along } else { against }));
        Ok(signs)
    }

    /// Returns the number with the given sign expansion, in time and memory linear in its length.
    ///
    /// # Errors
    ///
    /// Returns a [`SignExpansionError`] if there are more than 2^24 bytes or any character other than `+` and `-`.
    ///
    /// ```
    /// use winways_values::{Dyadic, SignExpansionError};
    ///
    /// assert_eq!(Dyadic::from_sign_expansion("+++-+"), Ok(Dyadic::new(11, 2)));
    /// assert_eq!(Dyadic::from_sign_expansion(""), Ok(Dyadic::ZERO));
    /// assert_eq!(Dyadic::from_sign_expansion("+-1"), Err(SignExpansionError::NotASign { at: 2 }));
    /// ```
    pub fn from_sign_expansion(signs: &str) -> Result<Dyadic, SignExpansionError> {
        if signs.len() > LONGEST_EXPANSION {
            return Err(SignExpansionError::TooLong);
        }
        if let Some(at) = signs.find(|sign| !"+-".contains(sign)) {
            return Err(SignExpansionError::NotASign { at });
        }
        let along = if signs.starts_with('-') { '-' } else { '+' };
        let run = signs.find(|sign| sign != along).unwrap_or(signs.len());
        let mut magnitude = Dyadic::from(run as i64);
        if let Some(tail) = signs.get(run + 1..) {
            let bits = tail.chars().map(|sign| if sign == along { '1' } else { '0' });
            let bits: String = bits.chain(['1']).collect();
            let numerator = IBig::from_str_radix(&bits, 2).expect("a string of zeros and ones");
            magnitude = magnitude - Dyadic::from(1) + Dyadic::from_big(numerator, bits.len() as u64);
        }
        Ok(if along == '-' { -magnitude } else { magnitude })
    }
}

/// The exclusive upper bound for the integer part of a top's magnitude. A top that extends the run of signs of its base has
/// no bound.
const LATEST_TOP: i64 = 1 << 31;

/// Ordinal sums: the sign expansion is the concatenation of the two expansions.
impl Dyadic {
    /// Returns `true` if `self` is a run of one sign that the signs of `top` continue.
    fn extends_run(&self, top: &Dyadic) -> bool {
        self.is_zero() || self.is_integer() && self.sign() == top.sign()
    }

    /// Returns the approximate number of binary digits of [`Dyadic::ordinal_sum`]; `None` if the magnitude of the top or the
    /// exponent of the sum is too large.
    pub(crate) fn ordinal_sum_digits(&self, top: &Dyadic) -> Option<u64> {
        let leading = self.leading_bit().max(top.leading_bit()).max(0) as u64;
        if self.extends_run(top) {
            return Some(leading + u64::from(top.exponent()) + 1);
        }
        let whole = i64::try_from(&top.magnitude().floor()).ok().filter(|&whole| whole < LATEST_TOP)?;
        let exponent = u64::from(self.exponent()) + whole as u64 + 1 + u64::from(top.exponent());
        (exponent <= u64::from(u32::MAX)).then_some(leading + exponent)
    }

    /// Returns the number whose signs are the signs of `self` followed by the signs of `top`; `None` if the magnitude of the
    /// top or the exponent of the sum is too large.
    ///
    /// In an initial run of one sign, each sign counts ±1. After the run, each sign counts half as much as the sign before
    /// it: m/2^k, m odd, is followed by ±1/2^(k+1), ±1/2^(k+2), and so on. For `top` = w + f > 0 with the integer part w,
    /// these terms add up to (1 − (2 − f)/2^(w+1)) · 1/2^k, by Berlekamp's rule.
    pub(crate) fn ordinal_sum(&self, top: &Dyadic) -> Option<Dyadic> {
        self.ordinal_sum_digits(top)?;
        if self.extends_run(top) {
            return Some(self + top);
        }
        let magnitude = top.magnitude();
        let whole = magnitude.floor();
        let rest = Dyadic::from(2) + &whole - &magnitude;
        let steps = Dyadic::from(1) - rest.shifted(-1 - i64::try_from(&whole).ok()?);
        let steps = if top.sign().is_lt() { -steps } else { steps };
        Some(self + &steps.shifted(-i64::from(self.exponent())))
    }
}

/// The reason why a number has no sign expansion, or why a string is not a sign expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SignExpansionError {
    /// The expansion has, or would have, more than 2^24 signs.
    #[error("a sign expansion of more than {LONGEST_EXPANSION} signs is not supported")]
    TooLong,
    /// The character at this byte is neither `+` nor `-`.
    #[error("expected only the signs `+` and `-`")]
    NotASign {
        /// The byte offset of the character.
        at: usize,
    },
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::numbers;
    use super::*;

    /// Computes a number sign by sign, from the definition.
    fn by_descent(signs: &str) -> Dyadic {
        let (mut lower, mut upper, mut number) = (None, None, Dyadic::ZERO);
        for sign in signs.chars() {
            *(if sign == '+' { &mut lower } else { &mut upper }) = Some(number);
            number = Dyadic::simplest_between(lower.as_ref(), upper.as_ref()).unwrap();
        }
        number
    }

    proptest! {
        #[test]
        fn expansions_agree_with_the_descent(signs in "[+-]{0,12}|[+]{0,5}[+-]{50,80}") {
            let number = by_descent(&signs);
            prop_assert_eq!(Dyadic::from_sign_expansion(&signs), Ok(number.clone()));
            prop_assert_eq!(number.birthday(), Dyadic::from(signs.len() as i64));
            prop_assert_eq!(number.sign_expansion(), Ok(signs));
        }

        #[test]
        fn expansions_round_trip(number in numbers()) {
            match number.sign_expansion() {
                Ok(signs) => prop_assert_eq!(Dyadic::from_sign_expansion(&signs), Ok(number)),
                Err(error) => {
                    prop_assert_eq!(error, SignExpansionError::TooLong);
                    prop_assert!(number.birthday() > Dyadic::from(1 << 24));
                }
            }
        }

        /// The sign expansion of an ordinal sum of numbers is the concatenation of their sign expansions.
        #[test]
        fn ordinal_sums(base in "[+-]{0,9}|[+]{0,5}[+-]{50,80}", top in "[+-]{0,9}|[-]{0,70}[+-]{0,5}") {
            let [some, other] = [&base, &top].map(|signs| Dyadic::from_sign_expansion(signs).unwrap());
            let sum = Dyadic::from_sign_expansion(&(base + &top)).unwrap();
            prop_assert_eq!(some.ordinal_sum(&other), Some(sum));
        }

        #[test]
        fn never_panics(text in "[+-]{0,9}[-+−0 ]{0,3}") {
            let read = Dyadic::from_sign_expansion(&text);
            prop_assert_eq!(read.is_ok(), text.bytes().all(|byte| b"+-".contains(&byte)));
        }
    }

    #[test]
    fn limits() {
        let last = Dyadic::from(1 << 24);
        let signs = last.sign_expansion().unwrap();
        assert_eq!(Dyadic::from_sign_expansion(&signs), Ok(last.clone()));
        assert_eq!((last + Dyadic::from(1)).sign_expansion(), Err(SignExpansionError::TooLong));
        assert_eq!(Dyadic::from_sign_expansion(&(signs + "+")), Err(SignExpansionError::TooLong));
        let huge: Dyadic = format!("-1{}", "0".repeat(30)).parse().unwrap();
        assert_eq!(huge.sign_expansion(), Err(SignExpansionError::TooLong));
        let deep = format!("+{}", "-".repeat(1_000_000));
        assert_eq!(Dyadic::from_sign_expansion(&deep), Ok(Dyadic::new(1, 1_000_000)));
        for error in [SignExpansionError::TooLong, SignExpansionError::NotASign { at: 3 }] {
            assert!(error.to_string().contains("sign"));
        }
    }
}
