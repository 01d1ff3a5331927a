//! Measures the rates of operations in nim fields. Prints the best of many short samples in nanoseconds, millions per second,
//! and cycles.
//!
//! The length of a cycle is a quarter of the time that an exclusive or and a multiplication of 64 bits take, where each operation
//! depends on the previous one. The bound for a batch of products is the time of its operations on the widest registers, at four
//! operations per cycle.

use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_numbers::nim::{self, NimField};

/// The number of nimbers in a batch. A batch fits into the second-level cache.
const BATCH: usize = 4096;

/// The time of one sample: short enough that most samples are not interrupted.
const SAMPLE: Duration = Duration::from_millis(2);

/// The number of samples of each rate.
const SAMPLES: usize = 100;

/// The number of cycles of an exclusive or and a multiplication of machine words, one after the other.
const STEP: f64 = 4.0;

/// The number of register operations per cycle.
const PORTS: f64 = 4.0;

/// Returns the number of register operations per 64-bit product in a batch, or `None` without AVX2.
fn operations_of_a_product() -> Option<f64> {
    #[cfg(target_arch = "x86_64")]
    {
        match (is_x86_feature_detected!("gfni"), is_x86_feature_detected!("avx2")) {
            (true, true) if is_x86_feature_detected!("avx512bw") => Some(4.0),
            (true, true) => Some(8.0),
            (false, true) => Some(26.0),
            _ => None,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// Prints the least time per operation of `work`, which performs `count` operations. If a bound in cycles is given, also prints the
/// fraction of the bound that is reached.
fn report(name: &str, cycle: f64, bound: Option<f64>, count: usize, work: impl FnMut()) {
    let best = least_time(count, work);
    let fraction =
        bound.map_or(String::new(), |bound| format!("  {:3.0} % of the bound", 100.0 * bound * cycle / best));
    println!(
        "{name:<40} {:9.2} ns  {:8.2} M/s  {:9.2} cycles{fraction}",
        best * 1e9,
        1e-6 / best,
        best / cycle
    );
}

/// Returns the least time per operation of `work`, in seconds.
fn least_time(count: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut rounds = 0_u32;
    while start.elapsed() < SAMPLE {
        work();
        rounds += 1;
    }
    let samples = (0..SAMPLES).map(|_| {
        let start = Instant::now();
        (0..rounds).for_each(|_| work());
        start.elapsed().as_secs_f64() / (f64::from(rounds) * count as f64)
    });
    samples.fold(f64::INFINITY, f64::min)
}

/// Returns the time of a cycle in seconds.
fn cycle() -> f64 {
    let factor = black_box(6_364_136_223_846_793_005_u64);
    let time = least_time(BATCH, || {
        black_box((0..BATCH as u64).fold(factor, |last, next| (last ^ next).wrapping_mul(factor)));
    });
    time / STEP
}

/// Reports dependent and independent products of one width.
fn report_products<T: NimField>(cycle: f64, a: &[T], b: &[T]) {
    let bits = T::BITS;
    report(&format!("product, {bits} bits, dependent"), cycle, None, BATCH, || {
        black_box(a.iter().fold(b[0], |last, &next| nim::product(last, next)));
    });
    report(&format!("product, {bits} bits, independent"), cycle, None, BATCH, || {
        black_box(a.iter().zip(b).fold(T::ZERO, |sum, (&a, &b)| sum ^ nim::product(a, b)));
    });
}

/// Returns [`BATCH`] pseudorandom numbers.
fn numbers(seed: u64) -> Vec<u64> {
    let next = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(*state ^ *state >> 29)
    };
    (0..BATCH).scan(seed, |state, _| next(state)).collect()
}

/// Returns the lowest bits of numbers, with 0 replaced by 1, since every product after a 0 would be 0.
fn narrow<T: NimField>(numbers: &[u64]) -> Vec<T> {
    numbers.iter().map(|&number| T::truncate(number.into()).max(T::ONE)).collect()
}

fn main() {
    let (a, b) = (numbers(1), numbers(2));
    let wide = |a: &[u64], b: &[u64]| -> Vec<u128> {
        a.iter().zip(b).map(|(&a, &b)| u128::from(a) << 64 | u128::from(b)).collect()
    };
    let (wide_a, wide_b) = (wide(&a, &b), wide(&b, &a));
    let cycle = cycle();
    println!("{:<40} {:9.2} ns", "cycle", cycle * 1e9);
    report_products(cycle, &narrow::<u8>(&a), &narrow(&b));
    report_products(cycle, &narrow::<u16>(&a), &narrow(&b));
    report_products(cycle, &narrow::<u32>(&a), &narrow(&b));
    report_products(cycle, &a, &b);
    report_products(cycle, &wide_a, &wide_b);
    let bound = operations_of_a_product().map(|operations| operations / PORTS);
    let mut products = a.clone();
    report("product, 64 bits, batch", cycle, bound, BATCH, || {
        nim::multiply_all_u64(black_box(&mut products), &b)
    });
    let mut products = wide_a.clone();
    report("product, 128 bits, batch", cycle, None, BATCH, || {
        nim::multiply_all_u128(black_box(&mut products), &wide_b)
    });
    let mut inverses = a.clone();
    report("inverse, 64 bits, batch", cycle, None, BATCH, || nim::invert_all_u64(black_box(&mut inverses)));
    let mut inverses = wide_a.clone();
    report("inverse, 128 bits, batch", cycle, None, BATCH, || nim::invert_all_u128(black_box(&mut inverses)));
    report("square, 64 bits", cycle, None, BATCH, || {
        black_box(a.iter().fold(0, |sum, &next| sum ^ nim::square(black_box(next))));
    });
    report("square root, 64 bits", cycle, None, BATCH, || {
        black_box(a.iter().fold(0, |sum, &next| sum ^ nim::square_root(black_box(next))));
    });
    let tasks: Vec<(u64, u64)> =
        a.iter().zip(&b).take(200).map(|(&a, &b)| (a, nim::power(a, b.into()))).collect();
    report("logarithm, 64 bits", cycle, None, tasks.len(), || {
        for &(base, value) in &tasks {
            black_box(nim::logarithm(base, value));
        }
    });
    let start = Instant::now();
    black_box(nim::logarithm(wide_a[1], nim::power(wide_a[1], wide_b[2])));
    println!("logarithm, 128 bits: {:.2} s", start.elapsed().as_secs_f64());
}
