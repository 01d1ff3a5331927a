//! Products and inverses of whole slices.

use super::tower::Tower;

/// Multiplies each nimber of 64 bits in `factors` by the nimber at the same place in `others`.
///
/// Only the first `n` places are changed if the shorter slice has length `n`.
///
/// ```
/// use winways_numbers::nim;
///
/// let mut factors = [2, 16, u64::MAX];
/// nim::multiply_all_u64(&mut factors, &[2, 16, 221_865_125_609_472]);
/// assert_eq!(factors, [3, 24, 1]);
/// ```
pub fn multiply_all_u64(factors: &mut [u64], others: &[u64]) {
    multiply_all(factors, others);
}

/// Multiplies each nimber of 128 bits in `factors` by the nimber at the same place in `others`.
///
/// Only the first `n` places are changed if the shorter slice has length `n`.
pub fn multiply_all_u128(factors: &mut [u128], others: &[u128]) {
    multiply_all(factors, others);
}

/// Replaces each nimber of 64 bits by its multiplicative inverse. 0 stays 0.
///
/// ```
/// use winways_numbers::nim;
///
/// let mut nimbers = [0, 1, u64::MAX];
/// nim::invert_all_u64(&mut nimbers);
/// assert_eq!(nimbers, [0, 1, 221_865_125_609_472]);
/// ```
pub fn invert_all_u64(nimbers: &mut [u64]) {
    invert_all(nimbers);
}

/// Replaces each nimber of 128 bits by its multiplicative inverse. 0 stays 0.
pub fn invert_all_u128(nimbers: &mut [u128]) {
    invert_all(nimbers);
}

fn multiply_all<T: Tower>(factors: &mut [T], others: &[T]) {
    for (factor, other) in factors.iter_mut().zip(others) {
        *factor = factor.times(*other);
    }
}

fn invert_all<T: Tower>(nimbers: &mut [T]) {
    for nimber in nimbers {
        *nimber = nimber.inverted();
    }
}
