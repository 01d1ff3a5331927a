//! A fixed list of computations, the functional fingerprint of the project: what each finds is a checksum that a
//! refactoring must not change.
//!
//! Values, outcomes, remotenesses, periods and node counts go into a checksum; texts of positions and moves and the
//! number of winning moves do not. Front ends measure the time: nothing here looks at a clock.

mod case;
mod cases;
mod checksum;
mod examples;
mod forms;
mod heaps;
mod judge;
mod ranks;
mod sums;

pub use case::{BenchCase, BenchError, BenchPart, BenchResult};
pub use checksum::bench_checksum;

/// Every case, in a fixed order.
pub fn bench_cases() -> &'static [BenchCase] {
    cases::CASES
}
