//! A fixed list of computations that serves as the functional fingerprint of the project. Each result is a checksum that a
//! refactoring must not change.
//!
//! The checksums cover values, outcomes, remotenesses, periods and node counts, but not the texts of positions and
//! moves or the number of winning moves. Front ends measure the time; this module uses no clock.

mod case;
mod cases;
mod checksum;
mod entailing;
mod examples;
mod forms;
mod heaps;
mod judge;
mod loopy;
mod nim;
mod ranks;
mod sums;

pub use case::{BenchError, BenchPart, BenchResult};
pub use cases::BenchCase;
pub use checksum::bench_checksum;

/// Returns all cases, in a fixed order.
pub fn bench_cases() -> &'static [BenchCase] {
    cases::CASES
}
