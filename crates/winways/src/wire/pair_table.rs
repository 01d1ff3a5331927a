use super::ConjectureJson;
use crate::{Observer, PairFindings, PairTable, Progress, RowPeriod, StopReason, Stopped};
use schemars::JsonSchema;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::cell::Cell;

/// A [`PairTable`] as JSON. Rows and lost pairs are streamed.
pub struct PairTableJson<'t> {
    game: String,
    table: &'t PairTable<'t>,
    findings: &'t PairFindings,
    with_values: bool,
    stopped: Option<&'t Stopped>,
    observer: &'t dyn Observer,
    /// The certificate, if one was requested.
    certificate: Option<Option<String>>,
    /// The reason the listing was stopped.
    cut: Cell<Option<StopReason>>,
}

impl<'t> PairTableJson<'t> {
    /// Creates the JSON of the table, with or without values and lost pairs. If the observer stops the listing,
    /// fewer of them are written and `stopped` holds the reason.
    pub fn new(
        game: &str,
        table: &'t PairTable<'t>,
        findings: &'t PairFindings,
        with_values: bool,
        stopped: Option<&'t Stopped>,
        observer: &'t dyn Observer,
    ) -> Self {
        let game = game.to_owned();
        let (certificate, cut) = (None, Cell::new(None));
        PairTableJson { game, table, findings, with_values, stopped, observer, certificate, cut }
    }

    /// Adds the certificate, which is `null` if no period is proved.
    #[must_use]
    pub fn certified(self, certificate: Option<String>) -> Self {
        PairTableJson { certificate: Some(certificate), ..self }
    }

    /// Returns the reason the answer is incomplete. It is final only after the table has been written.
    pub fn stopped(&self) -> Option<Stopped> {
        let reason = self.cut.take();
        self.cut.set(reason.clone());
        let cut = || reason.map(|reason| reason.after(self.positions()));
        self.stopped.cloned().or_else(|| self.findings.stopped.clone()).or_else(cut)
    }

    fn positions(&self) -> u64 {
        self.table.side().saturating_mul(self.table.side())
    }

    /// Polls the observer. Returns `true` if the next row is to be written.
    fn goes_on(&self) -> bool {
        let progress = Progress { positions: self.positions(), ..Progress::default() };
        let ended = self.observer.poll(&progress).err();
        let goes_on = ended.is_none();
        self.cut.set(ended);
        goes_on
    }
}

/// A proved period of rows.
#[derive(JsonSchema, Serialize)]
pub(super) struct RowPeriodJson<'r> {
    /// The name of the number that is the heap.
    heap: &'static str,
    /// The memories of the columns.
    columns: &'r [u64],
    preperiod: u64,
    period: u64,
    statement: String,
    status: &'static str,
    theorem: &'static str,
}

impl<'r> RowPeriodJson<'r> {
    fn new(rows: &'r RowPeriod) -> Self {
        RowPeriodJson {
            heap: if rows.heap == 0 { "a" } else { "b" },
            columns: &rows.columns,
            preperiod: rows.period.preperiod,
            period: rows.period.period,
            statement: rows.to_string(),
            status: "proved",
            theorem: RowPeriod::THEOREM,
        }
    }
}

/// All rows of values.
struct Rows<'j, 't>(&'j PairTableJson<'t>);

impl Serialize for Rows<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Rows(json) = self;
        let mut rows = serializer.serialize_seq(None)?;
        let listed = (0..json.table.side()).take_while(|_| json.goes_on());
        listed.into_iter().try_for_each(|a| rows.serialize_element(json.table.row(a)))?;
        rows.end()
    }
}

/// All lost pairs.
struct Lost<'j, 't>(&'j PairTableJson<'t>);

impl Serialize for Lost<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Lost(json) = self;
        let mut lost = serializer.serialize_seq(None)?;
        let listed = (0..json.table.side()).take_while(|_| json.goes_on());
        let pairs = listed.flat_map(|a| json.table.lost_in_row(a));
        pairs.into_iter().try_for_each(|pair| lost.serialize_element(&pair))?;
        lost.end()
    }
}

impl Serialize for PairTableJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PairFindings { lost_count, conjectures, .. } = self.findings;
        let patterns: Vec<ConjectureJson> = conjectures.iter().cloned().map(ConjectureJson::new).collect();
        let mut object = serializer.serialize_struct("PairTableJson", 14)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("shape", "pairs")?;
        object.serialize_field("from", &0)?;
        object.serialize_field("to", &self.table.side().checked_sub(1))?;
        object.serialize_field("values", &self.with_values.then_some(Rows(self)))?;
        object.serialize_field("symmetric", &self.table.is_symmetric())?;
        object.serialize_field("lost", &self.with_values.then_some(Lost(self)))?;
        object.serialize_field("lost_count", lost_count)?;
        object.serialize_field("row_period", &self.table.row_period().as_ref().map(RowPeriodJson::new))?;
        if let Some(certificate) = &self.certificate {
            object.serialize_field("certificate", certificate)?;
        }
        object.serialize_field("patterns", &patterns)?;
        object.serialize_field("method", &self.table.method())?;
        let stopped = self.stopped();
        object.serialize_field("complete", &stopped.is_none())?;
        object.serialize_field("stopped", &stopped.map(|stopped| stopped.to_string()))?;
        object.end()
    }
}
