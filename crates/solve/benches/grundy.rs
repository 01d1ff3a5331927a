//! Benchmark of the generic search on Kayles (0.77), from the largest heap down, using no knowledge about
//! heaps.
//!
//! Before the timings, prints the rate in options per second of CPU time, and a checksum of the values.
//! Changes to the engine must not change the checksum.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_rules::{Options, RuleFault, Ruleset};
use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

/// Kayles: a move takes one or two tokens from a heap and may split the rest.
struct Kayles;

impl Ruleset for Kayles {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for taken in 1..=2.min(*heap) {
            let rest = heap - taken;
            for part in 0..=rest / 2 {
                options.push([part, rest - part]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        *heap
    }
}

fn search(heap: u64, threads: usize) -> (u64, u64, u64) {
    let budget = Budget { threads, ..Budget::DEFAULT };
    let mut search = GrundySearch::new(&Kayles, Theorems::Ignore, budget, &NoObserver);
    let value = |heap| search.nim_value(&heap).map_or(u64::MAX, |value| value.0);
    let checksum =
        (0..=heap).rev().map(value).fold(0u64, |sum, value| sum.wrapping_mul(31).wrapping_add(value));
    (search.options_seen(), search.nodes(), checksum)
}

/// Returns the CPU time of this thread if the system reports it, else the elapsed time.
fn cpu_time(start: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn kayles(criterion: &mut Criterion) {
    let start = Instant::now();
    let before = cpu_time(start);
    let (options, nodes, checksum) = search(3000, 1);
    let time = cpu_time(start).saturating_sub(before);
    let rate = u128::from(options) * 1_000_000_000 / time.as_nanos().max(1);
    println!(
        "kayles to 3000: {options} options, {nodes} nodes, checksum {checksum:016x}, {time:?} CPU, {} M options/s",
        rate / 1_000_000
    );
    let mut group = criterion.benchmark_group("grundy");
    group.sample_size(10);
    group.bench_function("kayles 1000", |bench| bench.iter(|| search(black_box(1000), 1)));
    group.bench_function("kayles 1000, 2 threads", |bench| bench.iter(|| search(black_box(1000), 2)));
    group.finish();
}

criterion_group!(benches, kayles);
criterion_main!(benches);
