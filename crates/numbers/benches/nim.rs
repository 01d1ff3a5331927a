//! Rates of the operations of nim fields: the best of many short samples.

use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_numbers::nim;

/// The numbers of a batch, which fit into the cache of the second level.
const BATCH: usize = 4096;

/// The time of one sample: short enough that most samples are not interrupted.
const SAMPLE: Duration = Duration::from_millis(2);

/// The samples of each rate.
const SAMPLES: usize = 100;

/// Prints the least time per operation of `work`, which does `count` of them.
fn report(name: &str, count: usize, mut work: impl FnMut()) {
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
    let best = samples.fold(f64::INFINITY, f64::min);
    println!("{name:<40} {:9.2} ns  {:8.2} M/s", best * 1e9, 1e-6 / best);
}

/// Fills a vector with numbers that look random.
fn numbers(seed: u64) -> Vec<u64> {
    let next = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(*state ^ *state >> 29)
    };
    (0..BATCH).scan(seed, |state, _| next(state)).collect()
}

fn main() {
    let (a, b) = (numbers(1), numbers(2));
    let wide = |a: &[u64], b: &[u64]| -> Vec<u128> {
        a.iter().zip(b).map(|(&a, &b)| u128::from(a) << 64 | u128::from(b)).collect()
    };
    let (wide_a, wide_b) = (wide(&a, &b), wide(&b, &a));
    report("product, 64 bits, each from the last", BATCH, || {
        black_box(a.iter().fold(b[0], |last, &next| nim::product(last, next)));
    });
    report("product, 64 bits, independent", BATCH, || {
        black_box(a.iter().zip(&b).fold(0, |sum, (&a, &b)| sum ^ nim::product(a, b)));
    });
    report("product, 128 bits, each from the last", BATCH, || {
        black_box(wide_a.iter().fold(wide_b[0], |last, &next| nim::product(last, next)));
    });
    let mut products = a.clone();
    report("product, 64 bits, batch", BATCH, || nim::multiply_all_u64(black_box(&mut products), &b));
    let mut products = wide_a.clone();
    report("product, 128 bits, batch", BATCH, || nim::multiply_all_u128(black_box(&mut products), &wide_b));
    let mut inverses = a.clone();
    report("inverse, 64 bits, batch", BATCH, || nim::invert_all_u64(black_box(&mut inverses)));
    let mut inverses = wide_a.clone();
    report("inverse, 128 bits, batch", BATCH, || nim::invert_all_u128(black_box(&mut inverses)));
    report("square, 64 bits", BATCH, || {
        black_box(a.iter().fold(0, |sum, &next| sum ^ nim::square(black_box(next))));
    });
    report("square root, 64 bits", BATCH, || {
        black_box(a.iter().fold(0, |sum, &next| sum ^ nim::square_root(black_box(next))));
    });
    let tasks: Vec<(u64, u64)> =
        a.iter().zip(&b).take(200).map(|(&a, &b)| (a, nim::power(a, b.into()))).collect();
    report("logarithm, 64 bits", tasks.len(), || {
        for &(base, value) in &tasks {
            black_box(nim::logarithm(base, value));
        }
    });
    let start = Instant::now();
    black_box(nim::logarithm(wide_a[1], nim::power(wide_a[1], wide_b[2])));
    println!("logarithm, 128 bits: {:.2} s", start.elapsed().as_secs_f64());
}
