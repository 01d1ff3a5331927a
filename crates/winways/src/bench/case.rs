use super::checksum::{Checksum, bench_checksum};
use winways_notation::Diagnostic;
use winways_solve::{Budget, Observer, StopReason, Stopped};
use winways_values::ArenaError;

/// The resources for computing a case.
pub(super) struct Resources<'o> {
    pub(super) budget: Budget,
    pub(super) observer: &'o dyn Observer,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// A short summary of the result.
    pub summary: String,
    /// The number of positions searched, heaps computed, or inputs answered.
    pub count: u64,
    /// The unit of [`BenchResult::count`].
    pub unit: &'static str,
    /// The checksum of everything that must not change, including the numbers of positions searched.
    pub checksum: u64,
    /// The checksums of named parts, if the case has parts.
    pub parts: Vec<BenchPart>,
}

impl BenchResult {
    /// Creates the result of a case without parts.
    pub(super) fn new(summary: String, count: u64, unit: &'static str, checksum: Checksum) -> BenchResult {
        BenchResult { summary, count, unit, checksum: checksum.finish(), parts: Vec::new() }
    }

    /// Creates the result of a case with parts. Its checksum combines the checksums of the parts.
    pub(super) fn of_parts(
        summary: String,
        count: u64,
        unit: &'static str,
        parts: Vec<BenchPart>,
    ) -> BenchResult {
        let checksum = bench_checksum(parts.iter().map(|part| (part.name, part.checksum)));
        BenchResult { summary, count, unit, checksum, parts }
    }
}

pub(super) type Result<T = BenchResult> = std::result::Result<T, BenchError>;

/// The result of a named part of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchPart {
    /// The name, which is unique in its case.
    pub name: &'static str,
    /// A short summary of the result.
    pub summary: String,
    /// The checksum.
    pub checksum: u64,
}

/// The reason a case has no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BenchError {
    /// A limit was reached, or the observer stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A position or an input of a case is no longer accepted.
    #[error("an input of the case is not accepted: {0}")]
    Input(#[from] Diagnostic),
}

impl From<ArenaError> for BenchError {
    fn from(error: ArenaError) -> Self {
        StopReason::from(error).after(0).into()
    }
}
