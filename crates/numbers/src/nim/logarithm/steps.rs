//! Baby steps and giant steps in the subgroups of medium prime order.

use crate::nim::{NimField, group_order, power};
use std::sync::LazyLock;

/// The first powers of a generator of a subgroup of prime order, indexed by a hash of the power.
pub(super) struct BabySteps<T> {
    prime: u64,
    steps: u64,
    generator: T,
    /// The generator raised to minus the number of baby steps.
    giant: T,
    /// A hash table of exponents plus one, with 0 for an empty slot. The number of slots is a power of two.
    places: Vec<u32>,
    /// The low 64 bits of the power in each slot.
    keys: Vec<u64>,
}

/// Steps in the subgroup of order 641.
pub(super) static PRIME_641: LazyLock<BabySteps<u64>> = LazyLock::new(|| BabySteps::new(641, 64));
/// Steps in the subgroup of order 65,537.
pub(super) static PRIME_65537: LazyLock<BabySteps<u64>> = LazyLock::new(|| BabySteps::new(65_537, 1 << 11));
/// Steps in the subgroup of order 6,700,417.
pub(super) static PRIME_6700417: LazyLock<BabySteps<u64>> =
    LazyLock::new(|| BabySteps::new(6_700_417, 1 << 14));
/// Steps in the subgroup of order 274,177.
pub(super) static PRIME_274177: LazyLock<BabySteps<u128>> =
    LazyLock::new(|| BabySteps::new(274_177, 1 << 12));

impl<T: NimField> BabySteps<T> {
    fn new(prime: u64, steps: u64) -> Self {
        let cofactor = group_order::<T>() / u128::from(prime);
        // Powers of most elements outside of the smaller fields generate the subgroup.
        let mut candidates = (0..1000).map(|low| power(T::TOP ^ T::truncate(low), cofactor));
        let generator = candidates.find(|&element| element != T::ONE).unwrap_or(T::ONE);
        let giant = power(generator, u128::from(prime - steps));
        let size = (4 * steps).next_power_of_two() as usize;
        let (places, keys) = (vec![0; size], vec![0; size]);
        let mut table = BabySteps { prime, steps, generator, giant, places, keys };
        let mut element = T::ONE;
        for exponent in 0..steps {
            let place = table.place(key(element));
            table.places[place] = exponent as u32 + 1;
            table.keys[place] = key(element);
            element = element.times(generator);
        }
        table
    }

    /// Returns the slot of a key, or the empty slot at which the search for the key ends.
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.places[place] != 0 && self.keys[place] != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the logarithms of two elements of the subgroup.
    pub(super) fn logs(&self, one: T, other: T) -> Option<(u64, u64)> {
        Some((self.log(one)?, self.log(other)?))
    }

    /// Returns the logarithm of an element of the subgroup.
    fn log(&self, element: T) -> Option<u64> {
        let mut shifted = element;
        for giants in 0..=self.prime / self.steps {
            let place = self.place(key(shifted));
            if let Some(baby) = u64::from(self.places[place]).checked_sub(1) {
                let log = (giants * self.steps + baby) % self.prime;
                if power(self.generator, log.into()) == element {
                    return Some(log);
                }
            }
            shifted = shifted.times(self.giant);
        }
        None
    }
}

/// Returns the key of an element: its low 64 bits.
fn key<T: NimField>(element: T) -> u64 {
    let value: u128 = element.into();
    value as u64
}
