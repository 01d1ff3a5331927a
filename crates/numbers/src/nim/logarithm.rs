//! Multiplicative orders and discrete logarithms.
//!
//! The order of the multiplicative group has no square factor, so the logarithm follows from its residues modulo
//! the prime factors (Pohlig and Hellman 1978). Each subgroup of small prime order has a table of logarithms or of
//! baby steps. The largest subgroup, in the field of 128 bits, is searched by Pollard's rho method.

mod rho;
mod steps;

use super::tables::{LOG, ORDER};
use super::{NimField, group_order, power};
use steps::{PRIME_641, PRIME_65537, PRIME_274177, PRIME_6700417};
use thiserror::Error;

/// The caller stopped the search for a logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search for the logarithm was stopped")]
pub struct Interrupted;

/// The only prime factor whose subgroup is too large for baby steps.
const LARGEST: u64 = 67_280_421_310_721;

/// Returns the least exponent n > 0 for which the power of the nimber is 1, or `None` for 0.
///
/// # Complexity
/// At most 9 powers.
///
/// ```
/// use winways_numbers::nim;
///
/// assert_eq!(nim::multiplicative_order(2_u64), Some(3));
/// assert_eq!(nim::multiplicative_order(0_u64), None);
/// ```
#[must_use]
pub fn multiplicative_order<T: NimField>(nimber: T) -> Option<u128> {
    if nimber == T::ZERO {
        return None;
    }
    let primes = T::PRIMES.iter().map(|&prime| u128::from(prime));
    Some(primes.fold(group_order::<T>(), |order, prime| {
        if power(nimber, order / prime) == T::ONE { order / prime } else { order }
    }))
}

/// Returns the least exponent for which the power of `base` is `value`, or `None` if `value` is not a power of `base`.
///
/// # Complexity
/// At most a few thousand products up to 64 bits. For 128 bits, about 10⁷ products, which take about a second; see
/// [`logarithm_while`].
///
/// ```
/// use winways_numbers::nim;
///
/// let value = nim::power(300_u64, 123_456_789);
/// assert_eq!(nim::logarithm(300, value).map(|log| nim::power(300, log)), Some(value));
/// assert_eq!(nim::logarithm(2_u64, 4), None);
/// ```
#[must_use]
pub fn logarithm<T: NimField>(base: T, value: T) -> Option<u128> {
    logarithm_while(base, value, &mut || true).ok().flatten()
}

/// Like [`logarithm`], but stops when `continues`, which is called about every millisecond, returns `false`.
///
/// # Errors
/// Returns [`Interrupted`] if `continues` returns `false`.
///
/// # Complexity
/// As for [`logarithm`].
pub fn logarithm_while<T: NimField>(
    base: T,
    value: T,
    continues: &mut dyn FnMut() -> bool,
) -> Result<Option<u128>, Interrupted> {
    if value == T::ONE {
        return Ok(Some(0));
    }
    if base == T::ZERO || value == T::ZERO {
        return Ok((base == value).then_some(1));
    }
    let (mut log, mut modulus) = (0_u128, 1_u128);
    for &prime in T::PRIMES {
        let cofactor = group_order::<T>() / u128::from(prime);
        let (base, value) = (power(base, cofactor), power(value, cofactor));
        if base == T::ONE {
            if value != T::ONE {
                return Ok(None);
            }
            continue;
        }
        let Some(residue) = residue(prime, base, value, continues)? else { return Ok(None) };
        let step = difference(residue, (log % u128::from(prime)) as u64, prime);
        let step = times(step, inverse((modulus % u128::from(prime)) as u64, prime), prime);
        log += modulus * u128::from(step);
        modulus *= u128::from(prime);
    }
    Ok(Some(log))
}

/// Returns the exponent for which the power of `base`, an element of order `prime`, is `value`.
fn residue<T: NimField>(
    prime: u64,
    base: T,
    value: T,
    continues: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Interrupted> {
    let (base, value): (u128, u128) = (base.into(), value.into());
    let pair = match prime {
        3 | 5 | 17 | 257 => Some((small_log(prime, base), small_log(prime, value))),
        641 => PRIME_641.logs(base as u64, value as u64),
        65_537 => PRIME_65537.logs(base as u64, value as u64),
        6_700_417 => PRIME_6700417.logs(base as u64, value as u64),
        274_177 => PRIME_274177.logs(base, value),
        _ => return rho::logarithm(base, value, continues),
    };
    Ok(pair.map(|(of_base, of_value)| times(of_value, inverse(of_base, prime), prime)))
}

/// Returns the logarithm of an element of the field of 16 bits whose order divides `prime`.
fn small_log(prime: u64, nimber: u128) -> u64 {
    u64::from(LOG[nimber as u16 as usize]) / (u64::from(ORDER) / prime)
}

/// Returns the product modulo a prime.
fn times(one: u64, other: u64, prime: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(prime)) as u64
}

/// Returns the difference of two residues modulo a prime.
fn difference(one: u64, other: u64, prime: u64) -> u64 {
    if one >= other { one - other } else { one + (prime - other) }
}

/// Returns the inverse modulo a prime, or 0 for 0, by Fermat's theorem.
fn inverse(residue: u64, prime: u64) -> u64 {
    let (mut result, mut square, mut exponent) = (1, residue % prime, prime - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square, prime);
        }
        square = times(square, square, prime);
        exponent >>= 1;
    }
    result
}
