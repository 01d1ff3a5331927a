//! Pollard's rho method for the subgroup of order 67,280,421,310,721.
//!
//! Let b be the base and v the value. Each step of a deterministic walk multiplies by one of 32 elements b^s·v^t, chosen
//! by the current element (E. Teske 1998). The walk stores the elements whose low bits are 0. A stored element that is
//! reached twice gives an equation for the logarithm.

use super::{Interrupted, LARGEST, difference, inverse, times};
use crate::nim::{power, product};
use std::collections::HashMap;

/// The number of elements by which a walk multiplies.
const JUMPS: usize = 32;

/// The mask of the low bits that are 0 in a stored element.
const STORED: u128 = (1 << 12) - 1;

/// The maximum number of steps of a walk, about 26 times the mean.
const MOST_STEPS: u64 = 1 << 28;

/// The maximum number of walks.
const MOST_WALKS: u64 = 4;

/// An element b^s·v^t with its exponents.
#[derive(Clone, Copy)]
struct Place {
    element: u128,
    of_base: u64,
    of_value: u64,
}

impl Place {
    fn new(base: u128, value: u128, of_base: u64, of_value: u64) -> Place {
        let element = product(power(base, of_base.into()), power(value, of_value.into()));
        Place { element, of_base, of_value }
    }

    fn times(self, other: &Place) -> Place {
        let add = |one, other| difference(one, LARGEST - other, LARGEST);
        Place {
            element: product(self.element, other.element),
            of_base: add(self.of_base, other.of_base),
            of_value: add(self.of_value, other.of_value),
        }
    }
}

/// Returns the exponent to which `base`, an element of order [`LARGEST`], must be raised to give `value`. Returns `None` if no
/// walk finds the exponent.
///
/// # Errors
/// Returns [`Interrupted`] if `continues` returns `false`.
pub(super) fn logarithm(
    base: u128,
    value: u128,
    continues: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Interrupted> {
    if value == 1 {
        return Ok(Some(0));
    }
    for walk in 1..=MOST_WALKS {
        let candidate = log_by_walk(base, value, walk, continues)?;
        if let Some(log) = candidate.filter(|&log| power(base, log.into()) == value) {
            return Ok(Some(log));
        }
    }
    Ok(None)
}

/// Walks until a stored element is reached twice, and returns the exponent that follows. Returns `None` if the walk is too
/// long or the equation does not determine the exponent.
fn log_by_walk(
    base: u128,
    value: u128,
    seed: u64,
    continues: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Interrupted> {
    let mut state = seed;
    let jumps: [Place; JUMPS] = std::array::from_fn(|_| {
        let (of_base, of_value) = (next_exponent(&mut state), next_exponent(&mut state));
        Place::new(base, value, of_base, of_value)
    });
    let mut place = Place::new(base, value, next_exponent(&mut state), 0);
    let mut stored: HashMap<u128, (u64, u64)> = HashMap::new();
    for _ in 0..MOST_STEPS {
        place = place.times(&jumps[(place.element >> 64) as usize % JUMPS]);
        if place.element & STORED != 0 {
            continue;
        }
        if !continues() {
            return Err(Interrupted);
        }
        let exponents = (place.of_base, place.of_value);
        let Some((of_base, of_value)) = stored.insert(place.element, exponents) else { continue };
        // base^s · value^t = base^s' · value^t'
        let divisor = difference(place.of_value, of_value, LARGEST);
        let dividend = difference(of_base, place.of_base, LARGEST);
        return Ok((divisor != 0).then(|| times(dividend, inverse(divisor, LARGEST), LARGEST)));
    }
    Ok(None)
}

/// Returns the next exponent of a fixed pseudorandom sequence (splitmix64).
fn next_exponent(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) % LARGEST
}
