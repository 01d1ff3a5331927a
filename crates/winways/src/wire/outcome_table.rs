use super::{ConjectureJson, source, status};
use crate::{Listing, Observer, OutcomeTable, Stopped};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter, Write};

/// An [`OutcomeTable`] as JSON. Its outcomes are streamed and never all in memory at once.
pub struct OutcomeTableJson<'t> {
    game: String,
    from: u64,
    /// The outcomes, one letter for each heap.
    outcomes: Option<Letters<'t>>,
    table: &'t OutcomeTable,
}

impl<'t> OutcomeTableJson<'t> {
    /// Creates the JSON of the table from heap `from` on, with or without the outcomes. If the observer stops the
    /// listing, fewer outcomes are written and `stopped` holds the reason.
    pub fn new(
        game: &str,
        from: u64,
        with_outcomes: bool,
        table: &'t OutcomeTable,
        observer: &'t dyn Observer,
    ) -> Self {
        let letters = || Letters(table.listing(from..table.known(), observer));
        OutcomeTableJson { game: game.to_owned(), from, outcomes: with_outcomes.then(letters), table }
    }

    /// Returns the reason the answer is incomplete. It is final only after the table has been written.
    pub fn stopped(&self) -> Option<Stopped> {
        let cut = || self.outcomes.as_ref().and_then(|letters| letters.0.stopped());
        self.table.stopped().cloned().or_else(cut)
    }
}

/// The outcomes of a listing.
struct Letters<'t>(Listing<'t, bool>);

impl Display for Letters<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(_, is_lost)| formatter.write_char(if is_lost { 'P' } else { 'N' }))
    }
}

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for OutcomeTableJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = self.table;
        let pattern = table.pattern();
        let (status, theorem) = status(pattern.map(|pattern| pattern.status));
        let patterns: Vec<ConjectureJson> =
            table.statements().iter().cloned().map(ConjectureJson::new).collect();
        let mut object = serializer.serialize_struct("OutcomeTableJson", 15)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("shape", "outcomes")?;
        object.serialize_field("play", table.play().name())?;
        object.serialize_field("from", &self.from)?;
        object.serialize_field("to", &table.known().checked_sub(1))?;
        object.serialize_field("outcomes", &self.outcomes)?;
        object.serialize_field("preperiod", &pattern.map(|pattern| pattern.preperiod))?;
        object.serialize_field("period", &pattern.map(|pattern| pattern.period))?;
        object.serialize_field("status", status)?;
        object.serialize_field("theorem", &theorem)?;
        object.serialize_field("source", &source(pattern.map(|pattern| pattern.status)))?;
        object.serialize_field("patterns", &patterns)?;
        object.serialize_field("method", table.method())?;
        let stopped = self.stopped();
        object.serialize_field("complete", &stopped.is_none())?;
        object.serialize_field("stopped", &stopped.map(|stopped| stopped.to_string()))?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, NoObserver, Play, Progress, StopReason};
    use serde_json::{Value, json};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Stops the listing at the fourth poll.
    struct StopAtFourthPoll(AtomicU64);

    impl Observer for StopAtFourthPoll {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0..3 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(StopReason::Timeout),
            }
        }
    }

    /// Writing 10^18 outcomes by theorem polls the observer.
    #[test]
    fn a_stopped_listing_is_complete_json_and_states_the_reason() {
        let game = Catalogue::new().game("nim").unwrap();
        let find = |up_to| OutcomeTable::find(&*game, Play::Misere, up_to, Budget::DEFAULT, &NoObserver);
        let table = find(1_000_000_000_000_000_000).unwrap();
        let observer = StopAtFourthPoll(AtomicU64::new(0));
        let json = OutcomeTableJson::new("nim", 0, true, &table, &observer);
        let object: Value = serde_json::from_slice(&serde_json::to_vec(&json).unwrap()).unwrap();
        assert_eq!(object["outcomes"].as_str().map(str::len), Some(3 << 12));
        assert_eq!(object["complete"], json!(false));
        assert!(object["stopped"].as_str().unwrap().contains("time limit"));
        assert!(json.stopped().is_some());
        let table = find(5).unwrap();
        let whole = serde_json::to_value(OutcomeTableJson::new("nim", 1, true, &table, &NoObserver)).unwrap();
        assert_eq!((&whole["outcomes"], &whole["complete"]), (&json!("PNNNN"), &json!(true)));
    }
}
