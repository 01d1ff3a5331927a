use crate::{EarlyAnswer, Outcome, Progress};
use schemars::JsonSchema;
use serde::Serialize;

/// The progress of long work, as JSON. Unknown numbers are 0, and unknown answers are `null`.
#[derive(JsonSchema, Serialize)]
pub struct ProgressJson {
    outcome: Option<&'static str>,
    winning_move: Option<String>,
    positions: u64,
    bytes: u64,
    total: u64,
    layer: u64,
    needed: u64,
}

impl ProgressJson {
    /// Creates the JSON of the latest progress, with the early answer if it is known.
    pub fn new(progress: &Progress, early: Option<&EarlyAnswer>) -> Self {
        ProgressJson {
            outcome: early.map(|early| Outcome::from(early.outcome).letter()),
            winning_move: early.and_then(|early| early.winning_move.clone()),
            positions: progress.positions,
            bytes: progress.bytes,
            total: progress.total,
            layer: progress.layer,
            needed: progress.needed,
        }
    }
}
