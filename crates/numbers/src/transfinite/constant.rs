//! The constants α of odd primes: α of p is the p-th power of the generator χ of p.
//!
//! Let f be the order of 2 modulo p. Then α = κ + m, where κ is a sum of earlier generators that depends on f only, and
//! m, the *excess*, is the least finite nimber for which κ + m is not a p-th power.
//!
//! The excess of every prime up to 709 is known (OEIS A380496) and follows a rule, which is not a theorem. If the field that contains κ is
//! small, the excess is found by trial and compared with the rule.
//!
//! Sources: J. H. Conway, *On Numbers and Games*, chapter 6; H. W. Lenstra, On the algebraic closure of two (1977).

use super::Transfinite;
use super::exponent::{Exponent, PRIME_LIST, PRIMES};
use super::product::{MOST_WORK, Work};
use crate::error::NumberError;
use crate::nim;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::sync::{LazyLock, OnceLock};

/// The largest degree of a field in which excesses are tried.
const MOST_TRIED_DEGREE: u64 = 1000;

/// The number of excesses that are tried, from 0 up. Known excesses are at most 4.
const MOST_EXCESS: u128 = 16;

/// A constant, computed when it is first used.
type Constant = OnceLock<Result<Transfinite, NumberError>>;

/// The constants of the primes in [`PRIME_LIST`], in the same order.
static CONSTANTS: LazyLock<Vec<Constant>> = LazyLock::new(|| vec![Constant::new(); PRIMES]);

impl Transfinite {
    /// Returns α of an odd prime p, the p-th power of the generator χ of p.
    ///
    /// It is the least nimber that has no p-th root among the nimbers below χ.
    ///
    /// # Errors
    /// [`NumberError::UnknownConstant`] for numbers that are not odd primes up to 709.
    ///
    /// # Complexity
    /// Constants in fields of degree at most 1000 are derived once per process, with a few hundred products each. Other constants follow
    /// from the rule for the excess.
    ///
    /// ```
    /// use winways_numbers::Transfinite;
    ///
    /// assert_eq!(Transfinite::constant(5)?.to_string(), "*4");
    /// assert_eq!(Transfinite::constant(7)?.to_string(), "*(ω+1)");
    /// # Ok::<(), winways_numbers::NumberError>(())
    /// ```
    pub fn constant(prime: u64) -> Result<Transfinite, NumberError> {
        let place = PRIME_LIST.binary_search(&prime).map_err(|_| NumberError::UnknownConstant { prime })?;
        constant_at(place)
    }
}

/// Returns α of the odd prime at an index of the list.
pub(super) fn constant_at(place: usize) -> Result<Transfinite, NumberError> {
    match CONSTANTS.get(place) {
        Some(constant) => constant.get_or_init(|| derive(PRIME_LIST[place])).clone(),
        None => Err(NumberError::UnknownConstant { prime: 0 }),
    }
}

/// Returns the degree over {0, 1} of the generator of a power of an odd prime.
pub(super) fn degree_of_generator(prime: u64, power: u64) -> u64 {
    let kappa = Kappa::new(order_of_two(prime));
    let degree = if kappa.excess() == 4 { lcm(kappa.degree, 4) } else { kappa.degree };
    degree.saturating_mul(power)
}

/// Returns the least common multiple, or [`u64::MAX`] if the result does not fit.
pub(super) fn lcm(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a.max(1)).saturating_mul(other)
}

/// Returns the order of 2 modulo an odd number.
fn order_of_two(modulus: u64) -> u64 {
    let powers = std::iter::successors(Some(2 % modulus), |power| Some(power * 2 % modulus));
    1 + powers.take_while(|&power| power != 1).count() as u64
}

/// The sum κ of generators for an order f of 2.
#[derive(Debug)]
struct Kappa {
    order: u64,
    /// The generators, each given by a prime and a power of the prime.
    parts: Vec<(u64, u64)>,
    /// The degree of κ over {0, 1}.
    degree: u64,
}

impl Kappa {
    /// Returns κ of an order: the generators of the full prime powers that divide the order, in descending order of the primes. A generator
    /// is omitted if its prime power divides the degree of the sum so far.
    fn new(order: u64) -> Kappa {
        let mut kappa = Kappa { order, parts: Vec::new(), degree: 1 };
        let mut rest = order;
        let mut powers = Vec::new();
        let mut prime = 2;
        while rest > 1 {
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
            }
            if power > 1 {
                powers.push((prime, power));
            }
            prime += 1;
        }
        for &(prime, power) in powers.iter().rev() {
            if !kappa.degree.is_multiple_of(power) {
                let degree = if prime == 2 { power } else { degree_of_generator(prime, power) };
                kappa.degree = lcm(kappa.degree, degree);
                kappa.parts.push((prime, power));
            }
        }
        kappa
    }

    /// Returns the excess according to the rule that all known excesses obey.
    fn excess(&self) -> u128 {
        let mut rest = self.order;
        while rest.is_multiple_of(3) {
            rest /= 3;
        }
        match &self.parts[..] {
            _ if rest == 2 && self.order > 2 => 4,
            [(prime, _)] if *prime > 2 => 1,
            _ => 0,
        }
    }

    /// Returns κ as a nimber.
    fn nimber(&self) -> Result<Transfinite, NumberError> {
        let mut sum = Transfinite::zero();
        for &(prime, power) in &self.parts {
            if prime == 2 {
                // The generator of 2^n is 2^(2^(n−1)).
                let finite = 1_u128.checked_shl((power / 2) as u32).ok_or(NumberError::TooLarge)?;
                sum.add(&Exponent::default(), finite.into());
            } else {
                let place = PRIME_LIST.binary_search(&prime);
                let place = place.map_err(|_| NumberError::UnknownConstant { prime })?;
                sum.add(&Exponent::power(place, power / prime), 1.into());
            }
        }
        Ok(sum)
    }
}

/// Returns α of an odd prime. If the field that contains κ is small, checks the excess by trial.
fn derive(prime: u64) -> Result<Transfinite, NumberError> {
    let kappa = Kappa::new(order_of_two(prime));
    let nimber = kappa.nimber()?;
    if lcm(kappa.degree, 4) <= MOST_TRIED_DEGREE {
        let mut found = None;
        for excess in 0..MOST_EXCESS {
            let candidate = nimber.sum(&Transfinite::from(excess))?;
            let degree = lcm(kappa.degree, nim::degree(excess).into());
            if !is_power(&candidate, prime, &kappa, degree)? {
                found = Some(excess);
                break;
            }
        }
        if found != Some(kappa.excess()) {
            return Err(NumberError::WrongConstant { prime });
        }
    }
    nimber.sum(&Transfinite::from(kappa.excess()))
}

/// Returns `true` if a nimber in the field of 2^`degree` elements is a p-th power there.
///
/// This is the case if the power with exponent (2^degree − 1)/p is 1. Let f be the order of 2 modulo p. Then the exponent
/// is (2^f − 1)/p times 1 + 2^f + 2^2f + …, so the power takes few products.
fn is_power(nimber: &Transfinite, prime: u64, kappa: &Kappa, degree: u64) -> Result<bool, NumberError> {
    let order = kappa.order;
    let work = &mut Work::new(4 * MOST_WORK);
    let norm = nimber.norm(order, degree / order, work)?;
    let exponent = ((UBig::ONE << order as usize) - UBig::ONE) / UBig::from(prime);
    let mut power = Transfinite::from(1);
    for bit in (0..exponent.bit_len()).rev() {
        power = power.square_within(work)?;
        if exponent.bit(bit) {
            power = power.product_within(&norm, work)?;
        }
    }
    Ok(power == Transfinite::from(1))
}
