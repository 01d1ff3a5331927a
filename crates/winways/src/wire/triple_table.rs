use crate::{Observer, Progress, StopReason, Stopped, TripleTable};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::cell::Cell;

/// A [`TripleTable`] as JSON: its complete slices, each a square. Slices and lost triples are streamed.
pub struct TripleTableJson<'t> {
    game: String,
    table: &'t TripleTable,
    with_values: bool,
    observer: &'t dyn Observer,
    /// The reason the listing was stopped.
    cut: Cell<Option<StopReason>>,
}

impl<'t> TripleTableJson<'t> {
    /// Creates the JSON of the table, with or without values and lost triples. If the observer stops the listing,
    /// fewer of them are written and `stopped` holds the reason.
    pub fn new(game: &str, table: &'t TripleTable, with_values: bool, observer: &'t dyn Observer) -> Self {
        TripleTableJson { game: game.to_owned(), table, with_values, observer, cut: Cell::new(None) }
    }

    /// Returns the reason the answer is incomplete. It is final only after the table has been written.
    pub fn stopped(&self) -> Option<Stopped> {
        let reason = self.cut.take();
        self.cut.set(reason.clone());
        let cut = || reason.map(|reason| reason.after(self.table.known()));
        self.table.stopped().cloned().or_else(cut)
    }

    /// Iterates over the first `count` slices until the observer stops the listing.
    fn slices(&self, count: u64) -> impl Iterator<Item = u64> + '_ {
        (0..count).take_while(|_| {
            let progress = Progress { positions: self.table.known(), ..Progress::default() };
            let ended = self.observer.poll(&progress).err();
            let goes_on = ended.is_none();
            if !goes_on {
                self.cut.set(ended);
            }
            goes_on
        })
    }
}

/// All slices: one row for each b, `null` for triples that are not positions.
struct Slices<'j, 't>(&'j TripleTableJson<'t>);

impl Serialize for Slices<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = self.0.table;
        let mut slices = serializer.serialize_seq(None)?;
        self.0.slices(table.slices()).try_for_each(|a| {
            let slice: Vec<_> = (0..table.side()).map(|b| table.row(a, b)).collect();
            slices.serialize_element(&slice)
        })?;
        slices.end()
    }
}

/// All lost triples.
struct Lost<'j, 't>(&'j TripleTableJson<'t>);

impl Serialize for Lost<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lost = serializer.serialize_seq(None)?;
        let table = self.0.table;
        // The last slice may be incomplete.
        let mut triples = self.0.slices(table.slices() + 1).flat_map(|a| table.lost_in_slice(a));
        triples.try_for_each(|triple| lost.serialize_element(&triple))?;
        lost.end()
    }
}

impl Serialize for TripleTableJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("TripleTableJson", 9)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("shape", "triples")?;
        object.serialize_field("to", &self.table.side().checked_sub(1))?;
        object.serialize_field("values", &self.with_values.then_some(Slices(self)))?;
        object.serialize_field("lost", &self.with_values.then_some(Lost(self)))?;
        object.serialize_field("lost_count", &self.table.lost_count())?;
        object.serialize_field("method", self.table.method())?;
        let stopped = self.stopped();
        object.serialize_field("complete", &stopped.is_none())?;
        object.serialize_field("stopped", &stopped.map(|stopped| stopped.to_string()))?;
        object.end()
    }
}
