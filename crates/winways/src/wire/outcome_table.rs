use super::{ConjectureJson, source, status};
use crate::OutcomeTable;
use serde::Serialize;

/// An [`OutcomeTable`] as JSON.
#[derive(Serialize)]
pub struct OutcomeTableJson {
    game: String,
    shape: &'static str,
    play: &'static str,
    from: u64,
    to: Option<u64>,
    /// A letter for each heap.
    outcomes: Option<String>,
    preperiod: Option<u64>,
    period: Option<u64>,
    status: &'static str,
    theorem: Option<&'static str>,
    source: Option<&'static str>,
    patterns: Vec<ConjectureJson>,
    method: String,
    complete: bool,
    stopped: Option<String>,
}

impl OutcomeTableJson {
    /// The table from heap `from` on as JSON, with the outcomes or without.
    pub fn new(game: &str, from: u64, with_outcomes: bool, table: &OutcomeTable) -> Self {
        let letters = || {
            let lost = (from..table.known()).map_while(|heap| table.is_lost(heap));
            lost.map(|is_lost| if is_lost { 'P' } else { 'N' }).collect()
        };
        let pattern = table.pattern();
        let (status, theorem) = status(pattern.map(|pattern| pattern.status));
        OutcomeTableJson {
            game: game.to_owned(),
            shape: "outcomes",
            play: table.play().name(),
            from,
            to: table.known().checked_sub(1),
            outcomes: with_outcomes.then(letters),
            preperiod: pattern.map(|pattern| pattern.preperiod),
            period: pattern.map(|pattern| pattern.period),
            status,
            theorem,
            source: source(pattern.map(|pattern| pattern.status)),
            patterns: table.statements().iter().cloned().map(ConjectureJson::new).collect(),
            method: table.method().to_owned(),
            complete: table.stopped().is_none(),
            stopped: table.stopped().map(ToString::to_string),
        }
    }
}
