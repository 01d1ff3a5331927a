//! Shared code of the benchmarks of ranked games, here and in other crates.

use std::time::Instant;
use winways_rules::{Play, Ranks, Shifts, Status};

/// Wraps rules and hides their shifts, so that the message-passing engine solves them.
pub(crate) struct WithoutShifts<'r>(pub(crate) &'r dyn Ranks);

impl Ranks for WithoutShifts<'_> {
    fn layers(&self) -> Vec<u64> {
        self.0.layers()
    }

    fn statuses(&self, ranks: std::ops::Range<u64>, play: Play, statuses: &mut [Status]) {
        self.0.statuses(ranks, play, statuses);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        self.0.moves(rank, moves);
    }

    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool {
        self.0.predecessors(ranks, predecessors)
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }
}

/// Returns the CPU time of this process in seconds if the system reports it, else the wall-clock time.
pub(crate) fn cpu_time(start: Instant) -> f64 {
    let of_process = || {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        Some(ticks / 100.0)
    };
    of_process().unwrap_or_else(|| start.elapsed().as_secs_f64())
}
