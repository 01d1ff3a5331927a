//! Enumerates the divisors of a number in ascending order without a table. Small divisors are found by trial division,
//! large ones from their cofactors.

use winways_rules::{Meter, RuleFault};

/// Returns the least divisor of `number` from `least` to `most`. Every positive number divides 0.
///
/// Enumerating all divisors takes about 2·√`number` divisions, which are counted on `meter`.
///
/// # Errors
/// Returns an error if the meter interrupts the work.
pub(super) fn next(number: i64, least: i64, most: i64, meter: &mut Meter) -> Result<Option<i64>, RuleFault> {
    let number = number.unsigned_abs();
    let (least, most) = (least.max(1) as u64, most.max(0) as u64);
    if number == 0 {
        return Ok((least <= most).then_some(least as i64));
    }
    let found = match small(number, least, most, meter)? {
        Some(divisor) => Some(divisor),
        None => large(number, least, most, meter)?,
    };
    Ok(found.map(|divisor| divisor as i64))
}

/// The cost of a division and its loop overhead, in steps of the meter.
const DIVISION: u64 = 4;

fn small(number: u64, least: u64, most: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
    for candidate in least..=most.min(number.isqrt()) {
        meter.spend(DIVISION)?;
        if number.is_multiple_of(candidate) {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

fn large(number: u64, least: u64, most: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
    let least = least.max(number.isqrt() + 1);
    // The greater the cofactor, the smaller the divisor.
    for cofactor in (1..=number / least).rev() {
        meter.spend(DIVISION)?;
        let quotient = number / cofactor;
        if quotient > most {
            break;
        }
        if quotient * cofactor == number {
            return Ok(Some(quotient));
        }
    }
    Ok(None)
}

/// Returns an upper bound for the number of divisors of any number from 1 to `magnitude`.
///
/// The bound is d(n) ≤ 3.53·n^(1/3). The quotient d(n)/n^(1/3) is a product over the primes. The greatest possible
/// factors come from 2³, 3², 5 and 7; the factors of all other primes are at most 1. No number below 2^63 has more than 103,680
/// divisors.
pub(super) fn count_bound(magnitude: u64) -> u64 {
    // At least the cube root.
    let root = 1u64 << (u64::BITS - magnitude.leading_zeros()).div_ceil(3);
    (4 * root).min(MOST_DIVISORS)
}

/// The number of divisors of 897,612,484,786,617,600, the greatest below 2^63.
const MOST_DIVISORS: u64 = 103_680;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::ops::ControlFlow;
    use winways_values::{Interrupt, Interruption};

    fn all(number: i64, least: i64, most: i64) -> Vec<i64> {
        let mut found = Vec::new();
        let mut from = least;
        while let Some(divisor) = next(number, from, most, &mut Meter::default()).unwrap() {
            found.push(divisor);
            from = divisor + 1;
        }
        found
    }

    proptest! {
        #[test]
        fn divisors_are_those_that_leave_no_remainder(
            number in prop_oneof![-40i64..400, Just(36), Just(5040), Just(9973)],
            least in -3i64..120,
            width in -2i64..500,
        ) {
            let most = least + width;
            let divides = |candidate: &i64| *candidate > 0 && number % candidate == 0;
            let expected: Vec<i64> = (least..=most).filter(divides).collect();
            if number != 0 {
                prop_assert!(expected.len() as u64 <= count_bound(number.unsigned_abs()));
            }
            prop_assert_eq!(all(number, least, most), expected);
        }
    }

    #[test]
    fn large_numbers() {
        let prime = 2_147_483_647; // 2^31 - 1
        assert_eq!(all(prime * prime, 2, i64::MAX), [prime, prime * prime]);
        let most_divisors_below_2_63 = 897_612_484_786_617_600;
        assert!(count_bound(most_divisors_below_2_63) >= 103_680);
        assert_eq!(next(i64::MAX, i64::MAX - 5, i64::MAX, &mut Meter::default()), Ok(Some(i64::MAX)));
        assert_eq!(next(i64::MIN, 1 << 62, i64::MAX, &mut Meter::default()), Ok(Some(1 << 62)));
    }

    #[test]
    fn divisions_in_vain_are_counted() {
        let mut late = Meter::new(Interrupt::new(|| ControlFlow::Break(Interruption::Timeout)));
        let ended = next(9_223_372_036_854_775_783, 2, i64::MAX - 100, &mut late); // a prime
        assert_eq!(ended, Err(RuleFault::Interrupted(Interruption::Timeout)));
    }
}
