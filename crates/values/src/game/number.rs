//! Numbers in one word: small numbers are packed, large ones are indices into a list.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::account::Account;
use super::error::ArenaError;
use crate::Dyadic;

/// A dyadic rational within an arena. Equal numbers are equal words, and computing the negative needs no arena.
///
/// The lower 8 bits are the exponent and the upper 56 the numerator. In a large number, the lower 8 bits are [`LARGE`]
/// and the upper bits are the index of its magnitude in [`Numbers`], counted from 1, with the sign of the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Number(i64);

/// Replaces the exponent in a large number.
const LARGE: i64 = 0xff;

/// The exclusive upper bound of the magnitudes of packed numerators, so that each has a packed negative.
const NUMERATOR_LIMIT: i64 = 1 << 55;

/// The maximum packed exponent, so that numerators over a common denominator fit an `i128`.
const EXPONENT_LIMIT: u32 = 63;

impl Number {
    pub(super) const ZERO: Number = Number(0);

    #[inline]
    pub(super) fn packed(numerator: i64, exponent: u32) -> Number {
        Number(numerator << 8 | i64::from(exponent))
    }

    /// Packs the number `numerator / 2^exponent` if it fits.
    #[inline]
    fn pack(numerator: i128, exponent: u32) -> Option<Number> {
        if numerator == 0 {
            return Some(Number::ZERO);
        }
        let common = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> common, exponent - common);
        let small = numerator.unsigned_abs() < NUMERATOR_LIMIT as u128 && exponent <= EXPONENT_LIMIT;
        small.then(|| Number::packed(numerator as i64, exponent))
    }

    /// Packs a number like [`Number::pack`], using arithmetic on words.
    #[inline]
    fn pack_word(numerator: i64, exponent: u32) -> Option<Number> {
        // Zero has 64 trailing zeros, so its exponent becomes 0.
        let common = numerator.trailing_zeros().min(exponent);
        let numerator = numerator >> common;
        (numerator.abs() < NUMERATOR_LIMIT).then(|| Number::packed(numerator, exponent - common))
    }

    /// Returns `true` if the number is stored as an index in [`Numbers`].
    #[inline]
    pub(super) fn is_large(self) -> bool {
        self.0 & LARGE == LARGE
    }

    pub(super) fn integer(value: i64) -> Option<Number> {
        Number::pack(value.into(), 0)
    }

    pub(super) fn bits(self) -> u64 {
        self.0 as u64
    }

    pub(super) fn from_bits(bits: u64) -> Number {
        Number(bits as i64)
    }

    /// Returns the numerator and the exponent of a packed number.
    #[inline]
    fn parts(self) -> Option<(i64, u32)> {
        let exponent = self.0 & 0xff;
        (exponent != LARGE).then_some((self.0 >> 8, exponent as u32))
    }

    #[inline]
    pub(super) fn negative(self) -> Number {
        Number((-(self.0 >> 8)) << 8 | self.0 & 0xff)
    }

    /// Compares the number with zero; the sign is stored in the same way in both representations.
    #[inline]
    pub(super) fn sign(self) -> Ordering {
        (self.0 >> 8).cmp(&0)
    }
}

/// Returns the numerators over a common denominator, and the exponent of that denominator. Returns `None` if either
/// number is large.
#[inline]
fn align(left: Number, right: Number) -> Option<(i128, i128, u32)> {
    let ((left, left_exponent), (right, right_exponent)) = (left.parts()?, right.parts()?);
    let exponent = left_exponent.max(right_exponent);
    Some((
        i128::from(left) << (exponent - left_exponent),
        i128::from(right) << (exponent - right_exponent),
        exponent,
    ))
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) at: Number,
    /// `true` if the interval contains `at`.
    pub(super) closed: bool,
}

/// Arithmetic, and the list of the numbers that are too large to be packed.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The magnitudes of the large numbers.
    large: Vec<Dyadic>,
    places: HashMap<Dyadic, u32>,
}

impl Numbers {
    /// Returns `true` if any number is too large to be packed.
    #[inline]
    pub(super) fn has_large(&self) -> bool {
        !self.large.is_empty()
    }

    pub(super) fn intern(&mut self, number: &Dyadic, account: &mut Account) -> Result<Number, ArenaError> {
        let packed =
            number.word().and_then(|(numerator, exponent)| Number::pack(numerator.into(), exponent.into()));
        match packed {
            Some(packed) => Ok(packed),
            None => self.intern_large(number, account),
        }
    }

    #[cold]
    fn intern_large(&mut self, number: &Dyadic, account: &mut Account) -> Result<Number, ArenaError> {
        let positive = number.sign().is_gt();
        let magnitude = if positive { number.clone() } else { -number };
        let place = match self.places.get(&magnitude) {
            Some(&place) => place,
            None => {
                let place = u32::try_from(self.large.len()).map_err(|_| account.out_of_memory())?;
                // Covers the digits in the list and in the map, and a generous allowance for their slots.
                account.take(digits(&magnitude) / 4 + 192)?;
                account.expect_digits(digits(&magnitude));
                self.large.push(magnitude.clone());
                self.places.insert(magnitude, place);
                place
            }
        };
        let place = i64::from(place) + 1;
        Ok(Number((if positive { place } else { -place }) << 8 | LARGE))
    }

    pub(super) fn dyadic(&self, number: Number) -> Dyadic {
        match number.parts() {
            Some((numerator, exponent)) => Dyadic::new(numerator, exponent),
            None => {
                let place = number.0 >> 8;
                let magnitude = &self.large[place.unsigned_abs() as usize - 1];
                if place > 0 { magnitude.clone() } else { -magnitude }
            }
        }
    }

    #[inline]
    pub(super) fn add(
        &mut self,
        left: Number,
        right: Number,
        account: &mut Account,
    ) -> Result<Number, ArenaError> {
        if right == Number::ZERO {
            return Ok(left);
        }
        if let (Some((some, i)), Some((other, j))) = (left.parts(), right.parts()) {
            let exponent = i.max(j);
            let sum = if exponent <= 6 {
                // Below 2^62: the sum of two numerators of 55 bits, each shifted by at most six.
                Number::pack_word((some << (exponent - i)) + (other << (exponent - j)), exponent)
            } else {
                let (some, other) = (i128::from(some), i128::from(other));
                Number::pack((some << (exponent - i)) + (other << (exponent - j)), exponent)
            };
            if let Some(sum) = sum {
                return Ok(sum);
            }
        }
        self.add_large(left, right, account)
    }

    #[cold]
    fn add_large(
        &mut self,
        left: Number,
        right: Number,
        account: &mut Account,
    ) -> Result<Number, ArenaError> {
        let (left, right) = (self.dyadic(left), self.dyadic(right));
        check_sum(&left, &right, account)?;
        self.intern(&(left + right), account)
    }

    #[inline]
    pub(super) fn subtract(
        &mut self,
        left: Number,
        right: Number,
        account: &mut Account,
    ) -> Result<Number, ArenaError> {
        self.add(left, right.negative(), account)
    }

    pub(super) fn halve(&mut self, number: Number, account: &mut Account) -> Result<Number, ArenaError> {
        if let Some((numerator, exponent)) = number.parts()
            && let Some(half) = Number::pack(numerator.into(), exponent + 1)
        {
            return Ok(half);
        }
        let number = self.dyadic(number);
        if number.exponent() == u32::MAX {
            return Err(account.out_of_memory());
        }
        self.intern(&number.halve(), account)
    }

    pub(super) fn multiply(
        &mut self,
        number: Number,
        factor: i64,
        account: &mut Account,
    ) -> Result<Number, ArenaError> {
        if let Some((numerator, exponent)) = number.parts()
            && let Some(product) = Number::pack(i128::from(numerator) * i128::from(factor), exponent)
        {
            return Ok(product);
        }
        let number = self.dyadic(number);
        account.check(digits(&number) / 8 + 64)?;
        self.intern(&(number * Dyadic::from(factor)), account)
    }

    #[inline]
    pub(super) fn compare(&self, left: Number, right: Number) -> Ordering {
        if (left.0 ^ right.0) & 0xff == 0 && left.0 & 0xff != LARGE {
            return left.0.cmp(&right.0);
        }
        self.compare_unlike(left, right)
    }

    #[cold]
    fn compare_unlike(&self, left: Number, right: Number) -> Ordering {
        match align(left, right) {
            _ if left == right => Ordering::Equal,
            Some((left, right, _)) => left.cmp(&right),
            None => self.dyadic(left).cmp(&self.dyadic(right)),
        }
    }

    /// Compares `some + other`, `some − other` and `other − some` with `number`.
    #[inline]
    pub(super) fn compare_both(
        &mut self,
        some: Number,
        other: Number,
        number: Number,
        account: &mut Account,
    ) -> Result<[Ordering; 3], ArenaError> {
        if let (Some((some, i)), Some((other, j)), Some((number, k))) =
            (some.parts(), other.parts(), number.parts())
        {
            let exponent = i.max(j).max(k);
            // Below 2^62: the sum of two numerators of 55 bits, each shifted by at most six.
            if exponent <= 6 {
                let (some, other) = (some << (exponent - i), other << (exponent - j));
                let number = number << (exponent - k);
                return Ok([some + other, some - other, other - some].map(|sum| sum.cmp(&number)));
            }
            let (some, other) = (i128::from(some) << (exponent - i), i128::from(other) << (exponent - j));
            let number = i128::from(number) << (exponent - k);
            return Ok([some + other, some - other, other - some].map(|sum| sum.cmp(&number)));
        }
        let difference = self.subtract(some, other, account)?;
        let sums = [self.add(some, other, account)?, difference, difference.negative()];
        Ok(sums.map(|sum| self.compare(sum, number)))
    }

    /// Returns the options of a number in canonical form: Left's and Right's, if any.
    ///
    /// An integer n > 0 is {n−1|}; m/2^k in lowest terms with k > 0 is {(m−1)/2^k | (m+1)/2^k}.
    pub(super) fn options(
        &mut self,
        number: Number,
        account: &mut Account,
    ) -> Result<[Option<Number>; 2], ArenaError> {
        let (exponent, step) = match number.parts() {
            Some((_, exponent)) => (exponent, Number::packed(1, exponent)),
            None => {
                let exponent = self.dyadic(number).exponent();
                (exponent, self.intern(&Dyadic::new(1, exponent), account)?)
            }
        };
        let sign = number.sign();
        let left = exponent > 0 || sign.is_gt();
        let right = exponent > 0 || sign.is_lt();
        let left = if left { Some(self.subtract(number, step, account)?) } else { None };
        let right = if right { Some(self.add(number, step, account)?) } else { None };
        Ok([left, right])
    }

    /// Returns the simplest number of an interval, that is, the number born first, or `None` if the interval is empty.
    ///
    /// The simplest number is the integer of least magnitude if there is one, and otherwise the only number with the
    /// least exponent.
    pub(super) fn simplest(
        &mut self,
        lower: Option<Bound>,
        upper: Option<Bound>,
        account: &mut Account,
    ) -> Result<Option<Number>, ArenaError> {
        let at = |bound: Option<Bound>| bound.map_or(Number::ZERO, |bound| bound.at);
        if let Some((low, high, exponent)) = align(at(lower), at(upper)) {
            let lower = lower.map(|bound| low * 2 + i128::from(!bound.closed));
            let upper = upper.map(|bound| high * 2 - i128::from(!bound.closed));
            let Some(found) = simplest_multiple(lower, upper, exponent + 1) else { return Ok(None) };
            if let Some(number) = Number::pack(found, exponent + 1) {
                return Ok(Some(number));
            }
        }
        self.simplest_large(lower, upper, account)
    }

    #[cold]
    fn simplest_large(
        &mut self,
        lower: Option<Bound>,
        upper: Option<Bound>,
        account: &mut Account,
    ) -> Result<Option<Number>, ArenaError> {
        if let (Some(lower), Some(upper)) = (lower, upper) {
            match self.compare(lower.at, upper.at) {
                Ordering::Less => {}
                Ordering::Equal => return Ok((lower.closed && upper.closed).then_some(lower.at)),
                Ordering::Greater => return Ok(None),
            }
        }
        let mut ends = [lower, upper].map(|bound| bound.map(|bound| (self.dyadic(bound.at), bound.closed)));
        if contains(&ends, &Dyadic::ZERO) {
            return Ok(Some(Number::ZERO));
        }
        // Mirror intervals of negative numbers.
        let mirrored = ends[1].as_ref().is_some_and(|(high, _)| !high.sign().is_gt());
        if mirrored {
            ends.reverse();
            ends = ends.map(|end| end.map(|(at, closed)| (-at, closed)));
        }
        let Some((low, closed)) = &ends[0] else { return Ok(Some(Number::ZERO)) };
        let high_exponent = ends[1].as_ref().map_or(0, |(high, _)| high.exponent());
        let finest = i64::from(low.exponent().max(high_exponent)) + 1;
        if finest > i64::from(u32::MAX) {
            return Err(account.out_of_memory());
        }
        account.check((low.leading_bit().max(0) as u64 + finest as u64) / 2)?;
        // Returns the least multiple of 1/2^exponent that satisfies the lower bound of the interval.
        let candidate = |exponent: i64| {
            let floor = low.shifted(exponent).floor().shifted(-exponent);
            if *closed && floor == *low { floor } else { floor + Dyadic::from(1).shifted(-exponent) }
        };
        let (mut coarse, mut fine) = (0, finest);
        while coarse < fine {
            let middle = (coarse + fine) / 2;
            if contains(&ends, &candidate(middle)) {
                fine = middle;
            } else {
                coarse = middle + 1;
            }
        }
        let found = candidate(fine);
        let found = if mirrored { -found } else { found };
        self.intern(&found, account).map(Some)
    }
}

/// Returns the simplest multiple of `1/2^exponent` in a closed interval. The bounds and the result are given as
/// multiples.
#[inline]
fn simplest_multiple(lower: Option<i128>, upper: Option<i128>, exponent: u32) -> Option<i128> {
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        return None;
    }
    if lower.is_none_or(|lower| lower <= 0) && upper.is_none_or(|upper| upper >= 0) {
        return Some(0);
    }
    let Some(low) = lower.filter(|&lower| lower > 0) else {
        let mirrored = simplest_multiple(upper.map(|upper| -upper), lower.map(|lower| -lower), exponent);
        return mirrored.map(|found| -found);
    };
    let one = 1i128 << exponent;
    let integer = (low + one - 1) >> exponent << exponent;
    match upper {
        // Clears all bits below the highest in which low − 1 and high differ.
        Some(high) if integer > high => {
            let bit = ((low - 1) ^ high).ilog2();
            Some(high >> bit << bit)
        }
        _ => Some(integer),
    }
}

fn contains(ends: &[Option<(Dyadic, bool)>; 2], number: &Dyadic) -> bool {
    let within = |end: &Option<(Dyadic, bool)>, outside: Ordering| match end {
        None => true,
        Some((at, closed)) => match number.cmp(at) {
            Ordering::Equal => *closed,
            order => order != outside,
        },
    };
    within(&ends[0], Ordering::Less) && within(&ends[1], Ordering::Greater)
}

/// Returns an upper bound on the number of bits of the numerator.
fn digits(number: &Dyadic) -> u64 {
    (number.leading_bit() + i64::from(number.exponent())).unsigned_abs()
}

/// Checks that there is memory for the sum of two numbers.
pub(super) fn check_sum(left: &Dyadic, right: &Dyadic, account: &Account) -> Result<(), ArenaError> {
    if left.is_zero() || right.is_zero() {
        return Ok(());
    }
    let leading = left.leading_bit().max(right.leading_bit());
    let exponent = left.exponent().max(right.exponent());
    account.check((leading + i64::from(exponent)).unsigned_abs() / 2 + 64)
}
