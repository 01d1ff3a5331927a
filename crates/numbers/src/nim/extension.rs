//! The quadratic extension of a nim field.

use super::NimField;
use dashu_int::UBig;
use std::fmt;

/// A nimber of twice as many bits as `T`: `high`·2^n + `low`, where `T` has n bits.
///
/// `Extension<u128>` is the nim field of 256 bits.
///
/// ```
/// use winways_numbers::nim::Extension;
///
/// let x = Extension { high: 1_u8, low: 0 };
/// assert_eq!(x.product(x), Extension { high: 1, low: 128 });
/// assert_eq!(x.to_string(), "256");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Extension<T> {
    /// The upper half.
    pub high: T,
    /// The lower half.
    pub low: T,
}

impl<T: NimField> Extension<T> {
    /// The nimber 1.
    pub const ONE: Self = Extension { high: T::ZERO, low: T::ONE };

    /// Returns the nim sum.
    #[must_use]
    pub fn sum(self, other: Self) -> Self {
        Extension { high: self.high ^ other.high, low: self.low ^ other.low }
    }

    /// Returns the nim product.
    #[must_use]
    pub fn product(self, other: Self) -> Self {
        let low = self.low.times(other.low);
        let both = (self.high ^ self.low).times(other.high ^ other.low);
        Extension { high: both ^ low, low: low ^ self.high.times(other.high).times_top() }
    }

    /// Returns the nim square.
    #[must_use]
    pub fn square(self) -> Self {
        let high = self.high.squared();
        Extension { high, low: self.low.squared() ^ high.times_top() }
    }

    /// Returns the nim square root.
    #[must_use]
    pub fn square_root(self) -> Self {
        Extension { high: self.high.root(), low: (self.low ^ self.high.times_top()).root() }
    }

    /// Returns the multiplicative inverse, or `None` for 0.
    ///
    /// ```
    /// use winways_numbers::nim::Extension;
    ///
    /// let x = Extension { high: 3_u128, low: u128::MAX };
    /// assert_eq!(x.inverse().map(|inverse| inverse.product(x)), Some(Extension::ONE));
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        let Extension { high, low } = self;
        let norm = low.times(low ^ high) ^ high.squared().times_top();
        let inverse = super::inverse(norm)?;
        Some(Extension { high: high.times(inverse), low: (high ^ low).times(inverse) })
    }

    /// Returns the degree over {0, 1}: the number of bits of the smallest nim field that contains the nimber.
    #[must_use]
    pub fn degree(self) -> u32 {
        self.in_field().map_or(2 * T::BITS, super::degree)
    }

    /// Returns the nimber as an element of the smaller field, if it is one.
    #[must_use]
    pub fn in_field(self) -> Option<T> {
        (self.high == T::ZERO).then_some(self.low)
    }
}

impl<T: NimField> Extension<T> {
    /// Returns the number n of the nimber `*n`.
    pub(crate) fn to_natural(self) -> UBig {
        let (high, low): (u128, u128) = (self.high.into(), self.low.into());
        (UBig::from(high) << T::BITS as usize) + UBig::from(low)
    }
}

impl Extension<u128> {
    /// Returns the nimber `*n` of a number n, or `None` if n is 2^256 or more.
    pub(crate) fn of_natural(natural: &UBig) -> Option<Self> {
        let low = natural & UBig::from(u128::MAX);
        let high = u128::try_from(natural >> 128_usize).ok()?;
        Some(Extension { high, low: u128::try_from(low).ok()? })
    }
}

impl<T: NimField> From<T> for Extension<T> {
    fn from(low: T) -> Self {
        Extension { high: T::ZERO, low }
    }
}

/// Writes the nimber as a decimal number.
impl<T: NimField> fmt::Display for Extension<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad_integral(true, "", &self.to_natural().to_string())
    }
}
