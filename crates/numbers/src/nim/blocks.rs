//! Products and inverses of slices that consist of full blocks.

use super::karatsuba::{DIGITS, Digit, Eight, Norms, Points, combine, multiply};
use super::tower::Tower;

/// The digits of a block of nimbers of 128 bits, lowest first, and room for the sums of the upper and lower digits.
type Long<T> = [T; 3 * DIGITS];

/// Nimbers of 64 or 128 bits with operations on slices.
///
/// The operations process full blocks only and ignore any remaining nimbers.
pub(super) trait Blocks: Tower + Default {
    /// Multiplies the nimbers in `factors` by those in `others`.
    fn multiply<T: Digit>(factors: &mut [Self], others: &[Self]);
    /// Replaces each nimber by its inverse, and 0 by 0.
    fn invert<T: Digit>(nimbers: &mut [Self]);
}

impl Blocks for u64 {
    #[inline(always)]
    fn multiply<T: Digit>(factors: &mut [u64], others: &[u64]) {
        let (mut one, mut other): (Points<T>, Points<T>) = ([T::ZERO; _], [T::ZERO; _]);
        for (factors, others) in factors.chunks_exact_mut(T::WORDS).zip(others.chunks_exact(T::WORDS)) {
            T::load(factors, &mut one[..DIGITS]);
            T::load(others, &mut other[..DIGITS]);
            multiply(&mut one, &mut other, DIGITS);
            T::store(&mut one[..DIGITS], factors);
        }
    }

    #[inline(always)]
    fn invert<T: Digit>(nimbers: &mut [u64]) {
        let (mut norms, mut points): (Norms<T>, _) = ([T::ZERO; _], [[T::ZERO; _]; 2]);
        for nimbers in nimbers.chunks_exact_mut(T::WORDS) {
            T::load(nimbers, &mut norms[DIGITS..2 * DIGITS]);
            T::invert(&mut norms, DIGITS, &mut points);
            T::store(&mut norms[DIGITS..2 * DIGITS], nimbers);
        }
    }
}

impl Blocks for u128 {
    #[inline(always)]
    fn multiply<T: Digit>(factors: &mut [u128], others: &[u128]) {
        let (mut one, mut other): (Long<T>, Long<T>) = ([T::ZERO; _], [T::ZERO; _]);
        let mut points = [[T::ZERO; _]; 2];
        for (factors, others) in factors.chunks_exact_mut(T::WORDS).zip(others.chunks_exact(T::WORDS)) {
            T::load_long(factors, &mut one);
            T::load_long(others, &mut other);
            multiply_long(&mut one, &mut other, &mut points);
            T::store_long(&mut one, factors);
        }
    }

    #[inline(always)]
    fn invert<T: Digit>(nimbers: &mut [u128]) {
        let (mut norms, mut points): (Norms<T>, _) = ([T::ZERO; _], [[T::ZERO; _]; 2]);
        for nimbers in nimbers.chunks_exact_mut(T::WORDS) {
            T::load_long(nimbers, &mut norms[2 * DIGITS..]);
            T::invert(&mut norms, 2 * DIGITS, &mut points);
            T::store_long(&mut norms[2 * DIGITS..], nimbers);
        }
    }
}

/// Multiplies nimbers of 128 bits. Overwrites the last third of each vector.
#[inline(always)]
fn multiply_long<T: Digit>(one: &mut Long<T>, other: &mut Long<T>, [points, others]: &mut [Points<T>; 2]) {
    for vector in [&mut *one, &mut *other] {
        for digit in 0..DIGITS {
            vector[2 * DIGITS + digit] = vector[digit] ^ vector[DIGITS + digit];
        }
    }
    for (one, other) in one.chunks_exact_mut(DIGITS).zip(other.chunks_exact(DIGITS)) {
        points[..DIGITS].copy_from_slice(one);
        others[..DIGITS].copy_from_slice(other);
        multiply(points, others, DIGITS);
        one.copy_from_slice(&points[..DIGITS]);
    }
    combine::<T, Eight<T>>(one);
}
