//! Benchmarks of engines for heap games: pairs (octal 0.06, which has no sparse space) and subtraction sets.
//!
//! Before the timings, prints rates in CPU time, each with its upper bound, and checksums. Changes to an
//! engine must not change the checksums. `WINWAYS_LONG=1` adds the long runs: 10⁶ heaps of 0.06, and the
//! census of all {a,b,c} up to 128.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use winways_rules::{Excluded, HeapRules, Recurrence, RuleFault, TakeAndBreak};
use winways_solve::{
    Budget, NimSequence, NoObserver, PairSequence, SubtractionSequence, Wanted, census, subtraction_period,
};

/// Octal 0.06: a move takes two tokens and leaves one or two heaps.
struct Octal06;

impl HeapRules for Octal06 {
    fn exclude_options(&self, heap: usize, excluded: &mut Excluded<'_>) -> Result<(), RuleFault> {
        if heap > 2 {
            excluded.heap(heap - 2);
            excluded.pairs(heap - 2, 1)?;
        }
        Ok(())
    }

    fn recurrence(&self) -> Recurrence {
        Recurrence::Octal { last_digit: 2 }
    }

    fn take_and_break(&self) -> Option<TakeAndBreak> {
        Some(TakeAndBreak { takes: vec![2], splits: vec![2], unequal: false, regular_from: 3 })
    }
}

/// Returns the CPU time of this thread if the system reports it, else the elapsed time.
fn cpu_time(start: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Returns the result and the CPU time in seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let before = cpu_time(start);
    let result = work();
    (result, cpu_time(start).saturating_sub(before).as_secs_f64())
}

fn checksum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum: u64, number| sum.wrapping_mul(31).wrapping_add(number))
}

fn pairs_of_heaps(up_to: u64) -> u64 {
    let mut sequence = PairSequence::new(&Octal06).expect("0.06 takes and breaks");
    sequence.extend_to(up_to, Budget::DEFAULT, &NoObserver).expect("there is memory");
    checksum(sequence.values().iter().map(|&value| value.into()))
}

fn outcomes(set: &[u64], up_to: u64) -> u64 {
    let mut sequence = SubtractionSequence::new(set, Wanted::LastOutcomes);
    sequence.extend_to(up_to, Budget::DEFAULT, &NoObserver).expect("there is memory");
    sequence.known()
}

fn last_values(set: &[u64], up_to: u64) -> u64 {
    let mut sequence = SubtractionSequence::new(set, Wanted::LastValues);
    sequence.extend_to(up_to, Budget::DEFAULT, &NoObserver).expect("there is memory");
    sequence.known()
}

fn print_rates(long: bool) {
    // Upper bound: a dozen instructions for 32 pairs, two vector instructions per cycle, 4 GHz: 21 G pairs/s.
    for up_to in if long { &[100_000u64, 1_000_000][..] } else { &[100_000] } {
        let (sum, seconds) = timed(|| pairs_of_heaps(*up_to));
        let rate = (up_to * up_to) as f64 / 4e9 / seconds;
        println!("0.06 to {up_to}: {seconds:.2} s CPU, {rate:.1} G pairs/s of 21, checksum {sum:016x}");
    }
    let (_, plain) = timed(|| {
        let mut sequence = NimSequence::new(&Octal06);
        sequence.extend_to(30_000, Budget::DEFAULT, &NoObserver).expect("there is memory");
    });
    println!("0.06 to 30000 by the plain method: {plain:.2} s CPU, {:.2} G pairs/s", 0.225 / plain);
    // Upper bound for numbers below 64: five dependent instructions compute as many heaps as the least number of the set, at
    // 4 GHz.
    for (set, bound) in [([1, 8, 11], 0.8), ([10, 23, 31], 8.0), ([2, 90, 127], 1.6), ([70, 99, 128], 40.0)] {
        let (heaps, seconds) = timed(|| outcomes(&set, 300_000_000));
        let outcomes = heaps as f64 / 1e9 / seconds;
        let (heaps, seconds) = timed(|| last_values(&set, 100_000_000));
        let values = heaps as f64 / 1e9 / seconds;
        println!("{set:?}: outcomes {outcomes:.2} of {bound} G heaps/s, nim-values {values:.2} G heaps/s");
    }
    let greatest = if long { 128 } else { 40 };
    let (mut sum, mut sets, mut longest) = (0u64, 0u64, (0, [0; 3]));
    let (_, seconds) = timed(|| {
        census(greatest, Budget::DEFAULT, &NoObserver, &mut |set, period| {
            sum = checksum([sum, period.preperiod, period.period]);
            sets += 1;
            longest = longest.max((period.preperiod + period.period, set));
        })
        .expect("there is memory");
    });
    println!(
        "census to {greatest}: {sets} sets, {seconds:.2} s CPU, longest {longest:?}, checksum {sum:016x}"
    );
}

fn heaps(criterion: &mut Criterion) {
    print_rates(std::env::var_os("WINWAYS_LONG").is_some());
    let mut group = criterion.benchmark_group("heaps");
    group.sample_size(10);
    group.bench_function("pairs, 0.06 to 10000", |bench| bench.iter(|| pairs_of_heaps(black_box(10_000))));
    group.bench_function("outcomes {1,8,11} to 1000000", |bench| {
        bench.iter(|| outcomes(black_box(&[1, 8, 11]), 1_000_000));
    });
    group.bench_function("period of {10,23,31}", |bench| {
        bench.iter(|| subtraction_period(black_box(&[10, 23, 31]), Budget::DEFAULT, &NoObserver));
    });
    group.finish();
}

criterion_group!(benches, heaps);
criterion_main!(benches);
