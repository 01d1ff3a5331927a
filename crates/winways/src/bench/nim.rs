//! Cases that compute in the nim field of 64 bits.

use super::case::{BenchResult, Resources, Result};
use super::checksum::Checksum;
use winways_numbers::nim;
use winways_solve::Progress;

/// The number of nimbers in a batch, which fits into the second-level cache.
const BATCH: usize = 4096;

/// The number of operations between two polls of the observer.
const POLL: u64 = 1 << 20;

/// Returns pseudorandom nimbers other than 0.
fn nimbers(seed: u64) -> Vec<u64> {
    let next = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((*state ^ *state >> 29).max(1))
    };
    (0..BATCH).scan(seed, |state, _| next(state)).collect()
}

/// Polls the observer after every [`POLL`] operations.
fn poll(resources: &Resources<'_>, done: u64) -> Result<()> {
    if done.is_multiple_of(POLL) {
        resources.observer.poll(&Progress::new(done, 0, 0)).map_err(|reason| reason.after(done))?;
    }
    Ok(())
}

fn result(name: &str, count: u64, nimbers: &[u64]) -> BenchResult {
    let checksum = Checksum::default().words(nimbers.iter().copied());
    BenchResult::new(format!("{count} {name} of 64 bits"), count, "nimbers", checksum)
}

/// Multiplies a batch by another batch, `rounds` times.
pub(super) fn products(resources: &Resources<'_>, rounds: u64) -> Result {
    let (mut factors, others) = (nimbers(1), nimbers(2));
    for round in 0..rounds {
        poll(resources, round * BATCH as u64)?;
        nim::multiply_all_u64(&mut factors, &others);
    }
    Ok(result("products", rounds * BATCH as u64, &factors))
}

/// Inverts a batch `rounds` times, and adds another batch after each inversion.
pub(super) fn inverses(resources: &Resources<'_>, rounds: u64) -> Result {
    let (mut inverses, others) = (nimbers(3), nimbers(4));
    for round in 0..rounds {
        poll(resources, round * BATCH as u64)?;
        nim::invert_all_u64(&mut inverses);
        inverses.iter_mut().zip(&others).for_each(|(inverse, other)| *inverse ^= other);
    }
    Ok(result("inverses", rounds * BATCH as u64, &inverses))
}

/// Computes logarithms of powers of nimbers. Consecutive logarithms cycle through [`BATCH`] bases.
pub(super) fn logarithms(resources: &Resources<'_>, count: u64) -> Result {
    let (bases, exponents) = (nimbers(5), nimbers(6));
    let mut logarithms = Vec::new();
    for (done, place) in (0..count).zip((0..BATCH).cycle()) {
        // A logarithm takes about as long as 4096 products.
        poll(resources, done * BATCH as u64)?;
        let exponent = exponents[place].wrapping_add(done);
        let power = nim::power(bases[place], exponent.into());
        logarithms.extend(nim::logarithm(bases[place], power).map(|logarithm| logarithm as u64));
    }
    Ok(result("logarithms", count, &logarithms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{Budget, NoObserver};

    /// The results of the cases equal the results of single operations.
    #[test]
    fn batches_equal_single_operations() {
        let resources = Resources { budget: Budget::DEFAULT, observer: &NoObserver };
        let of = |nimbers: Vec<u64>| Checksum::default().words(nimbers).finish();
        let single = nimbers(1).into_iter().zip(nimbers(2));
        let expected = single.map(|(one, other)| nim::product(nim::product(one, other), other)).collect();
        assert_eq!(products(&resources, 2).unwrap().checksum, of(expected));
        let single = nimbers(3).into_iter().zip(nimbers(4));
        let expected = single.map(|(one, other)| nim::inverse(one).unwrap() ^ other).collect();
        assert_eq!(inverses(&resources, 1).unwrap().checksum, of(expected));
        for (base, exponent) in nimbers(5).into_iter().zip(nimbers(6)).take(20) {
            let power = nim::power(base, exponent.into());
            let logarithm = nim::logarithm(base, power).unwrap();
            assert_eq!(nim::power(base, logarithm), power);
        }
    }
}
