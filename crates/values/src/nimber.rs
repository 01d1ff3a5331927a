//! Nimbers: the values of impartial positions.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
use std::str::FromStr;

use thiserror::Error;

/// A nimber `*n`: the value of a Nim heap of `n` counters, and so of every impartial position whose Grundy value is
/// `n`.
///
/// `+` is nim-addition: the value of the disjunctive sum of two positions. Under it the nimbers are a group in which
/// every element is its own negative (Conway, *On Numbers and Games*, chapter 6), hence `-x == x` and `x - y == x + y`.
/// All operations take constant time and none can overflow.
///
/// The derived order compares heap sizes, which is useful for sorting. As games, distinct nimbers are confused with
/// each other.
///
/// ```
/// use winways_values::Nimber;
///
/// let heaps = [Nimber(3), Nimber(4), Nimber(5)];
/// let value: Nimber = heaps.into_iter().sum();
/// assert_eq!(value, Nimber(2));
/// // The winning move makes the whole value zero: the heap of 3 becomes a heap of 3 + 2 = 1.
/// assert_eq!(Nimber(3) + value, Nimber(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position in which the player to move loses.
    pub const ZERO: Nimber = Nimber(0);

    /// Returns `true` if the player to move loses under normal play.
    ///
    /// ```
    /// use winways_values::Nimber;
    ///
    /// assert!((Nimber(7) + Nimber(7)).is_zero());
    /// ```
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// Nim-addition: binary addition without carries.
impl Add for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "nim-addition is exclusive or")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

/// Adds the nimbers, since every nimber is its own negative.
impl Sub for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "every nimber is its own negative")]
    fn sub(self, other: Nimber) -> Nimber {
        self + other
    }
}

/// Returns the nimber itself, since every nimber is its own negative.
impl Neg for Nimber {
    type Output = Nimber;

    fn neg(self) -> Nimber {
        self
    }
}

/// Nim-multiplication. With it and nim-addition, the nimbers below 2^64 form a field.
///
/// `*a · *b` is the least nimber that is not of the form `*a'·*b + *a·*b' + *a'·*b'` with a' < a and b' < b. This is
/// Conway's product of the games `*a` and `*b`. A Fermat power F = 2^(2^k) times a smaller nimber is the ordinary
/// product, and F·F = F + F/2. So the algorithm splits both factors at F into halves and multiplies these. Takes
/// constant time.
///
/// Source: Conway, *On Numbers and Games*, chapter 6.
///
/// ```
/// use winways_values::Nimber;
///
/// assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
/// assert_eq!(Nimber(16) * Nimber(15), Nimber(240));
/// assert_eq!(Nimber(16) * Nimber(16), Nimber(24));
/// ```
impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(nim_product(self.0, other.0, HALF))
    }
}

/// Returns the nim-product of two nimbers of 128 bits. The halves are multiplied as in the product of nimbers; the
/// square of 2^64 is 2^64 + 2^63.
pub(crate) fn nimber_product(some: u128, other: u128) -> u128 {
    let [(some_high, some_low), (other_high, other_low)] =
        [some, other].map(|size| (Nimber((size >> 64) as u64), Nimber(size as u64)));
    let (low, high) = (some_low * other_low, some_high * other_high);
    let both = (some_high + some_low) * (other_high + other_low);
    u128::from((both + low).0) << 64 | u128::from((low + high * Nimber(1 << 63)).0)
}

/// Half the number of bits of a nimber.
const HALF: u32 = u64::BITS / 2;

/// Returns the nim-product of two nimbers of twice `half` bits, where `half` is a power of two or 0. The recursion is
/// at most six calls deep.
fn nim_product(some: u64, other: u64, half: u32) -> u64 {
    if some < 2 || other < 2 {
        return some * other;
    }
    let power = 1 << half;
    if some < power && other < power {
        return nim_product(some, other, half / 2);
    }
    let [(some_high, some_low), (other_high, other_low)] =
        [some, other].map(|nimber| (nimber >> half, nimber & (power - 1)));
    let [low, high, both] =
        [(some_low, other_low), (some_high, other_high), (some_high ^ some_low, other_high ^ other_low)]
            .map(|(some, other)| nim_product(some, other, half / 2));
    // (h·F + l)(h'·F + l') = (hh' + hl' + lh')·F + ll' + hh'·F/2
    (both ^ low) << half | low ^ nim_product(high, power / 2, half / 2)
}

/// Adds up the values of positions; the sum of no values is zero.
impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Add::add)
    }
}

/// Returns the minimal excluded value: the least nimber that is not among `values`.
///
/// This is the value of an impartial position whose options have the given values.
///
/// The time is linear in the number of values, however large they are. Allocates a constant amount of memory for each
/// value of 128 or more.
///
/// Source: Sprague (1935) and Grundy (1939); *Winning Ways*, chapter 3.
///
/// ```
/// use winways_values::{Nimber, mex};
///
/// assert_eq!(mex([]), Nimber::ZERO);
/// assert_eq!(mex([Nimber(0), Nimber(1), Nimber(3), Nimber(u64::MAX)]), Nimber(2));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    const SMALL: u64 = u128::BITS as u64;
    let mut small = 0_u128;
    let mut large = Vec::new();
    for Nimber(value) in values {
        if value < SMALL {
            small |= 1 << value;
        } else {
            large.push(value - SMALL);
        }
    }
    let mut least = u64::from(small.trailing_ones());
    if least == SMALL {
        // Of n values, at least one of 0..=n is missing, so values from n on are irrelevant.
        let mut seen = vec![false; large.len()];
        for value in large {
            if let Some(slot) = usize::try_from(value).ok().and_then(|index| seen.get_mut(index)) {
                *slot = true;
            }
        }
        least += seen.iter().take_while(|&&present| present).count() as u64;
    }
    Nimber(least)
}

impl Nimber {
    /// Formats the nimber for the math mode of LaTeX.
    ///
    /// ```
    /// use winways_values::Nimber;
    ///
    /// assert_eq!([0, 1, 5].map(|size| Nimber(size).latex()), ["0", r"{\ast}", r"{\ast}5"]);
    /// ```
    #[must_use]
    pub fn latex(self) -> String {
        match self.0 {
            0 => "0".to_owned(),
            1 => r"{\ast}".to_owned(),
            heap => format!(r"{{\ast}}{heap}"),
        }
    }
}

/// Writes `0`, `*` (for `*1`) or `*n`; width, fill and alignment are honoured.
impl fmt::Display for Nimber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.pad_integral(true, "", "0"),
            1 => formatter.pad_integral(true, "", "*"),
            heap => formatter.pad_integral(true, "", &format!("*{heap}")),
        }
    }
}

/// Parses the output of [`Display`](fmt::Display), and also `*0`, `*1`, and `⋆` or `∗` in place of `*`.
///
/// ```
/// use winways_values::{Nimber, ParseNimberError};
///
/// assert_eq!("*12".parse(), Ok(Nimber(12)));
/// assert_eq!("⋆".parse(), Ok(Nimber(1)));
/// assert_eq!("12".parse::<Nimber>(), Err(ParseNimberError::Malformed));
/// ```
///
/// # Errors
///
/// [`ParseNimberError`] for any other string, in particular one with spaces, signs or leading zeros.
impl FromStr for Nimber {
    type Err = ParseNimberError;

    fn from_str(text: &str) -> Result<Nimber, ParseNimberError> {
        if text == "0" {
            return Ok(Nimber::ZERO);
        }
        let heap = text.strip_prefix(['*', '⋆', '∗']).ok_or(ParseNimberError::Malformed)?;
        if heap.is_empty() {
            return Ok(Nimber(1));
        }
        let leading_zero = heap.len() > 1 && heap.starts_with('0');
        if leading_zero || !heap.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseNimberError::Malformed);
        }
        heap.parse().map(Nimber).map_err(|_| ParseNimberError::TooLarge)
    }
}

/// The reason why a string cannot be parsed as a [`Nimber`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ParseNimberError {
    /// The string does not have the form of a nimber.
    #[error("expected a nimber: `0`, `*` or `*n` with a decimal number n, such as `*12`")]
    Malformed,
    /// The heap has more than 2^64 − 1 counters.
    #[error("this nimber is too large: the largest supported is `*{}`", u64::MAX)]
    TooLarge,
}

#[cfg(test)]
mod tests;
