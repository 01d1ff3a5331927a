use super::{ConjectureJson, source, status};
use crate::{Findings, HeapTable, Listing, Observer, Stopped};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::cell::OnceCell;
use std::ops::RangeInclusive;

/// A [`HeapTable`] as JSON. Its values are streamed and never all in memory at once.
pub struct HeapTableJson<'t> {
    game: String,
    heaps: RangeInclusive<u64>,
    values: Option<Listing<'t>>,
    table: &'t HeapTable<'t>,
    /// The findings, computed lazily so that the values are written first.
    findings: OnceCell<Findings>,
    stopped: Option<&'t Stopped>,
    observer: &'t dyn Observer,
    /// The certificate, if one was requested.
    certificate: Option<Option<String>>,
}

impl<'t> HeapTableJson<'t> {
    /// Creates the JSON of the table for some heaps, with or without the values, and with the findings. If the
    /// observer stops the listing of values, fewer values are written and `stopped` holds the reason.
    pub fn new(
        game: &str,
        heaps: RangeInclusive<u64>,
        with_values: bool,
        table: &'t HeapTable<'t>,
        stopped: Option<&'t Stopped>,
        observer: &'t dyn Observer,
    ) -> Self {
        let listed = *heaps.start()..heaps.end().saturating_add(1).min(table.known());
        let values = with_values.then(|| table.listing(listed, observer));
        let game = game.to_owned();
        HeapTableJson {
            game,
            heaps,
            values,
            table,
            findings: OnceCell::new(),
            stopped,
            observer,
            certificate: None,
        }
    }

    /// Adds the certificate of the period as text; `None` becomes `null`.
    pub fn certified(self, certificate: Option<String>) -> Self {
        HeapTableJson { certificate: Some(certificate), ..self }
    }

    fn findings(&self) -> &Findings {
        self.findings.get_or_init(|| self.table.findings(*self.heaps.end(), self.observer))
    }

    /// Returns the reason the answer is incomplete. It is final only after the table has been written.
    pub fn stopped(&self) -> Option<Stopped> {
        let cut = || self.values.as_ref().and_then(Listing::stopped);
        self.stopped.cloned().or_else(cut).or_else(|| self.findings().stopped.clone())
    }
}

/// The values of a listing.
struct Values<'l, 't>(&'l Listing<'t>);

impl Serialize for Values<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The number of values is not known in advance.
        let mut values = serializer.serialize_seq(None)?;
        self.0.iter().try_for_each(|(_, value)| values.serialize_element(&value))?;
        values.end()
    }
}

impl Serialize for HeapTableJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("HeapTableJson", 17)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("from", self.heaps.start())?;
        object.serialize_field("to", self.heaps.end())?;
        object.serialize_field("values", &self.values.as_ref().map(Values))?;
        let Findings { pattern, values_needed, conjectures, .. } = self.findings();
        let (status, theorem) = status(pattern.map(|pattern| pattern.status));
        let patterns: Vec<ConjectureJson> = conjectures.iter().cloned().map(ConjectureJson::new).collect();
        object.serialize_field("preperiod", &pattern.map(|pattern| pattern.preperiod))?;
        object.serialize_field("period", &pattern.map(|pattern| pattern.period))?;
        object.serialize_field("saltus", &pattern.map(|pattern| pattern.saltus))?;
        object.serialize_field("status", status)?;
        object.serialize_field("theorem", &theorem)?;
        object.serialize_field("source", &source(pattern.map(|pattern| pattern.status)))?;
        object.serialize_field("values_needed", values_needed)?;
        object.serialize_field("computed", &self.table.computed())?;
        object.serialize_field("patterns", &patterns)?;
        object.serialize_field("method", &self.table.method())?;
        match &self.certificate {
            Some(certificate) => object.serialize_field("certificate", certificate)?,
            None => object.skip_field("certificate")?,
        }
        let stopped = self.stopped();
        object.serialize_field("complete", &stopped.is_none())?;
        object.serialize_field("stopped", &stopped.map(|stopped| stopped.to_string()))?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, Keep, NoObserver, Progress, StopReason};
    use serde_json::{Value, json};
    use std::io::{self, Write};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A writer that accepts a limited number of bytes.
    struct LimitedWriter(u64);

    impl Write for LimitedWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len() as u64).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn kayles<T>(check: impl FnOnce(&HeapTable<'_>) -> T) -> T {
        let game = Catalogue::new().game("kayles").unwrap();
        let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
        table.extend_to(1000, &NoObserver).unwrap();
        check(&table)
    }

    #[test]
    fn a_certificate_is_present_only_if_requested() {
        kayles(|table| {
            let value = |json: &HeapTableJson<'_>| serde_json::to_value(json).unwrap();
            let plain = HeapTableJson::new("kayles", 0..=1000, false, table, None, &NoObserver);
            assert!(value(&plain).get("certificate").is_none());
            let certificate = table.certificate(&NoObserver).unwrap().unwrap().to_string();
            assert!(certificate.contains("period 12"), "{certificate}");
            let certified = plain.certified(Some(certificate.clone()));
            assert_eq!(value(&certified)["certificate"], json!(certificate));
            assert_eq!(value(&certified.certified(None)).get("certificate"), Some(&Value::Null));
        });
    }

    #[test]
    fn values_are_streamed() {
        kayles(|table| {
            // A list of so many values would not fit into memory.
            let json = HeapTableJson::new("kayles", 0..=u64::MAX - 1, true, table, None, &NoObserver);
            assert!(serde_json::to_writer(LimitedWriter(1 << 20), &json).unwrap_err().is_io());
            let json = HeapTableJson::new("kayles", 3..=9, true, table, None, &NoObserver);
            let object: Value = serde_json::to_value(&json).unwrap();
            assert_eq!(object["values"], json!([3, 1, 4, 3, 2, 1, 4]));
            assert_eq!(
                (&object["to"], &object["complete"], &object["stopped"]),
                (&json!(9), &json!(true), &Value::Null)
            );
            let json = HeapTableJson::new("kayles", 3..=9, false, table, None, &NoObserver);
            assert_eq!(serde_json::to_value(&json).unwrap()["values"], Value::Null);
        });
    }

    #[test]
    fn a_stopped_listing_is_complete_json_and_states_the_reason() {
        struct StopAtFourthPoll(AtomicU64);
        impl Observer for StopAtFourthPoll {
            fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
                match self.0.fetch_add(1, Ordering::Relaxed) {
                    0..3 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(StopReason::Timeout),
                }
            }
        }
        kayles(|table| {
            let observer = StopAtFourthPoll(AtomicU64::new(0));
            let json = HeapTableJson::new("kayles", 0..=u64::MAX - 1, true, table, None, &observer);
            let object: Value = serde_json::from_slice(&serde_json::to_vec(&json).unwrap()).unwrap();
            assert_eq!(object["values"].as_array().map(Vec::len), Some(3 << 12));
            assert_eq!(object["complete"], json!(false));
            assert!(object["stopped"].as_str().unwrap().contains("time limit"));
            assert!(json.stopped().is_some());
        });
    }
}
