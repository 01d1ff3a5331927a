//! Measures the processor time and the speed of Top Entails, the general solver and Nimstring.

use std::fs;
use std::time::{Duration, Instant};
use winways_entailing::{EntailingSolver, EntailingValues, Nimstring, TopEntails, TopEntailsTable};
use winways_solve::{Budget, Ledger, NoObserver};

/// Returns the processor time of this thread if the system reports it, and otherwise the time since `start`.
fn processor_time(start: Instant) -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Returns the checksum of all values, which is the end of the checkpoint.
fn checksum(table: &TopEntailsTable) -> u32 {
    table.checkpoint().last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum))
}

/// Prints the time of a computation, its steps per second, and its result.
fn measure(name: &str, work: impl FnOnce() -> (f64, String)) {
    let start = Instant::now();
    let before = processor_time(start);
    let (steps, result) = work();
    let seconds = (processor_time(start) - before).as_secs_f64();
    println!("{name}: {seconds:.2} s, {:.2} million per second, {result}", steps / seconds / 1e6);
}

/// The loony stacks of at most 700,000 coins.
const LOONY: [u64; 8] = [1, 3, 2403, 2505, 33_243, 640_193, 696_157, 696_401];

fn main() {
    let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    let splits = |stacks: u64| stacks as f64 * stacks as f64 / 4.0;
    for stacks in [100_000, 700_000] {
        measure(&format!("splits of Top Entails to {stacks}"), || {
            let mut table = TopEntailsTable::new();
            table.extend_to(stacks, &ledger).unwrap();
            let loony: Vec<u64> = table.loony_stacks().collect();
            assert!(
                LOONY.into_iter().filter(|&stack| stack <= stacks).eq(loony.iter().copied()),
                "{loony:?}"
            );
            (splits(stacks), format!("{} loony, checksum {:08x}", loony.len(), checksum(&table)))
        });
    }
    measure("splits of Top Entails to 3000, general solver", || {
        let mut solver = EntailingSolver::new(TopEntails);
        (splits(3000), solver.value(&3000, &ledger).unwrap().to_string())
    });
    for (rows, columns) in [(2, 3), (2, 4), (3, 3)] {
        let nimstring = Nimstring::grid(rows, columns).unwrap();
        let start = nimstring.start();
        let strings = start[0].count_ones();
        measure(&format!("components of Nimstring {rows}x{columns}, {strings} strings"), || {
            let mut solver = EntailingSolver::new(nimstring);
            let value = solver.value_of_sum(&start, &ledger).unwrap();
            let result = format!("value {value}, {} components, {} MB", solver.count(), solver.bytes() >> 20);
            (solver.count() as f64, result)
        });
    }
}
