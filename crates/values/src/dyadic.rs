//! Dyadic rationals: the values of positions that are numbers.

mod arithmetic;
mod signs;
mod simplest;
mod text;

use std::borrow::Cow;
use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

pub use signs::SignExpansionError;
pub use text::ParseDyadicError;

/// A dyadic rational `m/2^k`, exact at any size.
///
/// These are the numbers born on finite days (Conway, *On Numbers and Games*, chapters 1 and 2), and so the values of
/// all games with finitely many positions that are numbers. A number counts moves of advantage: positive for Left,
/// negative for Right.
///
/// The fraction is always in lowest terms, so equal numbers have the same representation. A small number – a numerator in the
/// range of `i64` over at most `2^63` – takes two machine words, and arithmetic on small numbers does not allocate as long as
/// the result is small too. Otherwise the numerator is a big integer. Arithmetic switches between the two representations
/// automatically.
///
/// `+`, `-` and `*` take their operands by value or by reference.
///
/// # Limits
///
/// The exponent `k` is at most [`u32::MAX`]; an operation whose result would need a larger exponent panics. A sum takes time
/// and memory linear in the lengths of its operands *and* in the difference of their exponents: `1 + 1/2^k` has `k`
/// bits.
///
/// ```
/// use winways_values::Dyadic;
///
/// let a = Dyadic::new(5, 3);
/// let b: Dyadic = "-0.125".parse()?;
/// assert_eq!((&a + &b).to_string(), "1/2");
/// assert!(b < a);
/// assert_eq!(Dyadic::from(i64::MAX).double().to_string(), "18446744073709551614");
/// # Ok::<(), winways_values::ParseDyadicError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// The canonical representation of a number: the numerator is odd or the exponent is 0, and `Big` is used only for
/// numbers that do not fit `Word`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// `exponent` is at most [`WORD_EXPONENT`].
    Word {
        numerator: i64,
        exponent: u8,
    },
    Big(Box<Big>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    numerator: IBig,
    exponent: u32,
}

/// The largest exponent of [`Repr::Word`]. With this limit, the sum, difference and product of two words over a common
/// denominator stay below 2^127 and so fit an `i128`.
const WORD_EXPONENT: u32 = 63;

impl Dyadic {
    /// Zero: the value of a position in which the player to move loses.
    pub const ZERO: Dyadic = Dyadic(Repr::Word { numerator: 0, exponent: 0 });

    /// Creates the number `numerator / 2^exponent`, which need not be in lowest terms.
    ///
    /// Numbers with a larger numerator can be [parsed](#impl-FromStr-for-Dyadic) or computed.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(-5, 3).to_string(), "-5/8");
    /// assert_eq!(Dyadic::new(12, 2), Dyadic::from(3));
    /// ```
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::from_wide(numerator.into(), exponent)
    }

    /// Returns `true` if the number is zero.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert!((Dyadic::new(1, 1) - Dyadic::new(2, 2)).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.sign().is_eq()
    }

    /// Returns `true` if the number is an integer.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert!(Dyadic::new(6, 1).is_integer());
    /// assert!(!Dyadic::new(5, 1).is_integer());
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Compares the number with zero, in constant time.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(-1, 7).sign(), Ordering::Less);
    /// assert_eq!(Dyadic::ZERO.sign(), Ordering::Equal);
    /// ```
    #[must_use]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Word { numerator, .. } => numerator.cmp(&0),
            Repr::Big(big) => big.numerator.cmp(&IBig::ZERO),
        }
    }

    /// Returns the exponent of the denominator: the least `k` for which `2^k` times the number is an integer.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(5, 3).exponent(), 3);
    /// assert_eq!(Dyadic::new(4, 3).exponent(), 1);
    /// assert_eq!(Dyadic::from(4).exponent(), 0);
    /// ```
    #[must_use]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Word { exponent, .. } => (*exponent).into(),
            Repr::Big(big) => big.exponent,
        }
    }

    /// Returns the largest integer that is not greater than the number.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(7, 1).floor(), Dyadic::from(3));
    /// assert_eq!(Dyadic::new(-7, 1).floor(), Dyadic::from(-4));
    /// ```
    #[must_use]
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            // A right shift rounds towards negative infinity in both cases.
            Repr::Word { numerator, exponent } => Dyadic::from(numerator >> exponent),
            Repr::Big(big) => Dyadic::from_big(&big.numerator >> big.exponent as usize, 0),
        }
    }

    /// Returns half of the number.
    ///
    /// # Panics
    ///
    /// Panics if the exponent is already `u32::MAX`.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::from(3).halve(), Dyadic::new(3, 1));
    /// ```
    #[must_use]
    pub fn halve(&self) -> Dyadic {
        match &self.0 {
            Repr::Word { numerator, exponent } => {
                Dyadic::from_wide((*numerator).into(), u32::from(*exponent) + 1)
            }
            Repr::Big(big) => Dyadic::from_big(big.numerator.clone(), u64::from(big.exponent) + 1),
        }
    }

    /// Returns twice the number.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::new(3, 1).double(), Dyadic::from(3));
    /// ```
    #[must_use]
    pub fn double(&self) -> Dyadic {
        self + self
    }

    /// Returns the canonical form of `numerator / 2^exponent`.
    fn from_wide(numerator: i128, exponent: u32) -> Dyadic {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let common = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> common, exponent - common);
        match i64::try_from(numerator) {
            Ok(numerator) if exponent <= WORD_EXPONENT => {
                Dyadic(Repr::Word { numerator, exponent: exponent as u8 })
            }
            _ => Dyadic(Repr::Big(Box::new(Big { numerator: numerator.into(), exponent }))),
        }
    }

    /// Returns the canonical form of `numerator / 2^exponent`; panics if its exponent is too large.
    pub(crate) fn from_big(mut numerator: IBig, exponent: u64) -> Dyadic {
        let Some(zeros) = numerator.trailing_zeros() else { return Dyadic::ZERO };
        let common = exponent.min(zeros as u64);
        if common > 0 {
            numerator >>= common as usize;
        }
        let exponent =
            u32::try_from(exponent - common).expect("the exponent of a dyadic rational is at most u32::MAX");
        match i64::try_from(&numerator) {
            Ok(numerator) if exponent <= WORD_EXPONENT => {
                Dyadic(Repr::Word { numerator, exponent: exponent as u8 })
            }
            _ => Dyadic(Repr::Big(Box::new(Big { numerator, exponent }))),
        }
    }

    /// Returns the numerator and the exponent of either representation without allocating.
    fn parts(&self) -> (Cow<'_, IBig>, u32) {
        match &self.0 {
            Repr::Word { numerator, exponent } => (Cow::Owned(IBig::from(*numerator)), u32::from(*exponent)),
            Repr::Big(big) => (Cow::Borrowed(&big.numerator), big.exponent),
        }
    }
}

impl Default for Dyadic {
    fn default() -> Dyadic {
        Dyadic::ZERO
    }
}

/// Converts an integer without allocating.
impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic(Repr::Word { numerator: integer, exponent: 0 })
    }
}

/// Returns the number if it is an integer in the range of `i64`, and the number itself as the error otherwise. Takes
/// constant time.
///
/// ```
/// use winways_values::Dyadic;
///
/// assert_eq!(i64::try_from(&Dyadic::new(6, 1)), Ok(3));
/// assert_eq!(i64::try_from(&Dyadic::new(5, 1)), Err(&Dyadic::new(5, 1)));
/// assert!(i64::try_from(&Dyadic::from(i64::MAX).double()).is_err());
/// ```
impl<'number> TryFrom<&'number Dyadic> for i64 {
    type Error = &'number Dyadic;

    fn try_from(number: &'number Dyadic) -> Result<i64, &'number Dyadic> {
        number.word().filter(|&(_, exponent)| exponent == 0).map(|(numerator, _)| numerator).ok_or(number)
    }
}

/// Orders numbers as games: `a > b` if Left wins `a - b`, moving first or second. The time is linear in the lengths of
/// the numerators, regardless of the exponents.
impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let Some((left, right, _)) = arithmetic::align_words(self, other) {
            return left.cmp(&right);
        }
        let sign = self.sign();
        if sign != other.sign() {
            return sign.cmp(&other.sign());
        }
        // Compare the positions of the leading bits first: if they agree, the exponents differ by no more than the
        // lengths, and aligning the numerators is cheap.
        let magnitude = self.leading_bit().cmp(&other.leading_bit());
        let magnitude = if sign.is_lt() { magnitude.reverse() } else { magnitude };
        magnitude.then_with(|| {
            let (left, right, _) = arithmetic::align(self, other);
            left.cmp(&right)
        })
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Dyadic {
    /// Returns the numerator and the exponent if both are small.
    #[inline]
    pub(crate) fn word(&self) -> Option<(i64, u8)> {
        match self.0 {
            Repr::Word { numerator, exponent } => Some((numerator, exponent)),
            Repr::Big(_) => None,
        }
    }

    /// Returns the approximate numbers of decimal digits of the numerator and the denominator.
    pub(crate) fn digits(&self) -> (u64, u64) {
        let digits = |bits: u64| bits * 3 / 10;
        let (numerator, exponent) = self.parts();
        (digits(numerator.bit_len() as u64), digits(exponent.into()))
    }

    /// Returns the number of heap bytes that the number uses.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Word { .. } => 0,
            Repr::Big(big) => size_of::<Big>() + big.numerator.bit_len() / 8,
        }
    }

    /// Returns the number times `2^bits`. Panics if the exponent of the result is too large.
    pub(crate) fn shifted(&self, bits: i64) -> Dyadic {
        let (numerator, exponent) = self.parts();
        let exponent = i64::from(exponent) - bits;
        match u64::try_from(exponent) {
            Ok(exponent) => Dyadic::from_big(numerator.into_owned(), exponent),
            Err(_) => Dyadic::from_big(numerator.as_ref() << exponent.unsigned_abs() as usize, 0),
        }
    }

    /// Returns the number `p` for which the magnitude, if not zero, is at least `2^(p-1)` and below `2^p`.
    pub(crate) fn leading_bit(&self) -> i64 {
        let (numerator, exponent) = self.parts();
        numerator.bit_len() as i64 - i64::from(exponent)
    }
}

#[cfg(test)]
mod tests;
