//! The processor time and the rates of Top Entails, of the general solver, and of Nimstring.

use std::fs;
use std::time::{Duration, Instant};
use winways_entailing::{EntailingSolver, Nimstring, TopEntails, TopEntailsTable};
use winways_solve::{Budget, Ledger, NoObserver};

/// Returns the processor time of this thread where the system reports it, and otherwise the time since `start`.
fn processor_time(start: Instant) -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Returns the checksum of all values, the end of the checkpoint.
fn checksum(table: &TopEntailsTable) -> u32 {
    table.checkpoint().last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum))
}

/// Prints the time of a computation, and the number of steps per second if there are any.
fn measure(name: &str, steps: f64, unit: &str, work: impl FnOnce() -> String) {
    let start = Instant::now();
    let before = processor_time(start);
    let result = work();
    let seconds = (processor_time(start) - before).as_secs_f64();
    let rate = steps / seconds / 1e6;
    println!("{name}: {seconds:.2} s, {rate:.2} million {unit}/s, {result}");
}

fn main() {
    let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
    for stacks in [100_000_u64, 700_000] {
        let pairs = stacks as f64 * stacks as f64 / 4.0;
        measure(&format!("Top Entails to {stacks}"), pairs, "splits", || {
            let mut table = TopEntailsTable::new();
            table.extend_to(stacks, &ledger).unwrap();
            let loony: Vec<u64> = table.loony_stacks().collect();
            format!("loony {loony:?}, checksum {:08x}", checksum(&table))
        });
    }
    measure("Top Entails to 3000, general solver", 3000.0 * 3000.0 / 4.0, "splits", || {
        let mut solver = EntailingSolver::new(TopEntails);
        solver.value(&3000, &ledger).unwrap().to_string()
    });
    for (rows, columns) in [(2, 3), (2, 4), (3, 3)] {
        let nimstring = Nimstring::grid(rows, columns).unwrap();
        let start = nimstring.start();
        let mut solver = EntailingSolver::new(nimstring);
        let strings = start[0].count_ones();
        measure(&format!("Nimstring {rows}x{columns}, {strings} strings"), 0.0, "", || {
            let value = solver.value_of_sum(&start, &ledger).unwrap();
            format!("value {value}, {} components, {} MB", solver.count(), solver.bytes() >> 20)
        });
    }
}
