//! Degrees and minimal polynomials over the field {0, 1}.

use super::NimField;
use std::fmt;

/// Returns the degree of a nimber over {0, 1}: the number of bits of the smallest nim field that contains it.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!([0_u64, 1, 3, 4, 255, 256, 1 << 32].map(nim::degree), [1, 1, 2, 4, 8, 16, 64]);
/// ```
#[must_use]
pub fn degree<T: NimField>(nimber: T) -> u32 {
    let value: u128 = nimber.into();
    (u128::BITS - value.leading_zeros()).max(1).next_power_of_two()
}

/// A monic polynomial over {0, 1} of degree at most 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinimalPolynomial {
    /// The degree.
    pub degree: u32,
    /// The coefficients below the leading one: the bit i is the coefficient of x^i.
    pub lower: u128,
}

/// Returns the minimal polynomial of a nimber over {0, 1}: the product of x + c over its conjugates c.
///
/// # Complexity
/// O(d²) products for a nimber of degree d.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::minimal_polynomial(2_u8).to_string(), "x^2+x+1");
/// assert_eq!(nim::minimal_polynomial(0_u8).to_string(), "x");
/// ```
#[must_use]
pub fn minimal_polynomial<T: NimField>(nimber: T) -> MinimalPolynomial {
    let degree = degree(nimber);
    // The coefficients of the product so far, with the leading coefficient last.
    let mut coefficients = vec![T::ONE];
    let mut conjugate = nimber;
    for _ in 0..degree {
        let mut below = T::ZERO;
        for coefficient in &mut coefficients {
            let here = *coefficient;
            *coefficient = below ^ here.times(conjugate);
            below = here;
        }
        coefficients.push(below);
        conjugate = conjugate.squared();
    }
    let bits = coefficients.iter().take(degree as usize).enumerate();
    let lower =
        bits.fold(0, |lower, (place, &bit)| if bit == T::ZERO { lower } else { lower | 1_u128 << place });
    MinimalPolynomial { degree, lower }
}

/// Writes the terms in descending order, such as `x^2+x+1`.
impl fmt::Display for MinimalPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lower = (0..self.degree).rev().filter(|place| self.lower >> place & 1 == 1);
        for (place, exponent) in std::iter::once(self.degree).chain(lower).enumerate() {
            let plus = if place == 0 { "" } else { "+" };
            match exponent {
                0 => write!(formatter, "{plus}1")?,
                1 => write!(formatter, "{plus}x")?,
                _ => write!(formatter, "{plus}x^{exponent}")?,
            }
        }
        Ok(())
    }
}
