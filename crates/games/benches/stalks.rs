//! Times Berlekamp's rule on a slice of stalks of 64 segments, and on a stalk and trees with a million edges.
//!
//! Before the timings, the benchmark prints the rate in stalks per second of CPU time, and the sum, which must not change between
//! versions.

use criterion::{Criterion, criterion_group, criterion_main};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_games::hackenbush::{red_blue_stalks, red_blue_trees};
use winways_kit::WholePositions;

/// Returns a fixed sequence of words.
fn words(count: usize) -> impl Iterator<Item = u64> {
    let mut random = SplitMix64::seed_from_u64(0);
    std::iter::repeat_with(move || random.next_u64()).take(count)
}

/// Returns the CPU time of this thread if the system reports it, else the wall-clock time.
fn cpu_time(start: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Runs `work` once and returns its result and its CPU time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let before = cpu_time(start);
    let result = work();
    (result, cpu_time(start).saturating_sub(before))
}

/// Returns a tree in which vertex v grows from one of the vertices before it, chosen by `below`.
fn picture(edges: u64, below: impl Fn(u64, u64) -> u64) -> String {
    let mut text = String::new();
    for (vertex, random) in (1..=edges).zip(words(edges as usize)) {
        let colour = if random >> 63 == 0 { 'b' } else { 'r' };
        write!(text, "{}-{vertex}:{colour} ", below(vertex, random >> 1)).expect("a string takes it");
    }
    text
}

fn stalks(criterion: &mut Criterion) {
    // 64 KiB fit in the cache, so the rule is timed rather than memory access.
    let stalks: Vec<u64> = words(1 << 13).collect();
    let rounds = 1 << 15;
    let (sum, time) = timed(|| {
        (0..rounds).map(|_| red_blue_stalks::sum_of_words(black_box(&stalks))).fold(0i128, i128::wrapping_add)
    });
    let count = rounds * stalks.len() as u128;
    let rate = count * 1_000_000_000 / time.as_nanos().max(1);
    println!(
        "{count} stalks of 64 segments: sum {sum} / 2^63, {time:?} CPU, {} M stalks/s",
        rate / 1_000_000
    );
    type Below = fn(u64, u64) -> u64;
    let shapes: [(&str, Below); 4] = [
        ("random", |vertex, random| random % vertex),
        ("near the top", |vertex, random| vertex - 1 - random % vertex.min(10)),
        ("a stalk", |vertex, _| vertex - 1),
        (
            "a stem with leaves",
            |vertex, _| if vertex % 2 == 1 { vertex.saturating_sub(2) } else { vertex - 1 },
        ),
    ];
    for (shape, below) in shapes {
        let text = picture(1_000_000, below);
        let (picture, reading) = timed(|| red_blue_trees::RedBlueTrees.parse(&text).expect("it is a tree"));
        let trees = picture.components();
        let (sign, sign_time) = timed(|| red_blue_trees::sign(trees));
        let (value, value_time) = timed(|| red_blue_trees::value(trees));
        assert_eq!(sign, value.sign());
        println!(
            "tree of 1000000 edges, {shape}: {:?} to read, {sign_time:?} for the sign, {value_time:?} for the value, over 2^{}",
            reading,
            value.exponent()
        );
    }
    let long: String = words(1 << 20).map(|word| if word >> 63 == 0 { 'L' } else { 'R' }).collect();
    let (stalk, reading) = timed(|| red_blue_stalks::parse_stalk(&long).expect("it is a stalk"));
    let (_, value_time) = timed(|| stalk.value());
    println!("stalk of 2^20 segments: {reading:?} to read, {value_time:?} for the value");
    let mut group = criterion.benchmark_group("stalks");
    group.sample_size(10);
    group.bench_function("8192 words", |bench| {
        bench.iter(|| red_blue_stalks::sum_of_words(black_box(&stalks)))
    });
    group.finish();
}

criterion_group!(benches, stalks);
criterion_main!(benches);
