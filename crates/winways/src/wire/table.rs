//! Tables of values of all kinds, as JSON.

use super::ConjectureJson;
use super::words::{LoonyWord, PlayWord};
use crate::tables::{
    Conjecture, Findings, Listing, Pattern, PatternStatus, RowPeriod, Tabulation, ValuePattern,
};
use crate::{Observer, Stopped};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::{self, Display, Formatter};

/// A table of values as JSON. The values are streamed, so they are never all in memory at the same time.
pub struct TableJson<'t> {
    found: &'t Tabulation<'t>,
    observer: &'t dyn Observer,
    values: Listing<'t>,
    lost: Listing<'t>,
    /// The findings, computed lazily so that the values are written first.
    findings: OnceCell<Findings>,
    /// The certificate, if one was requested.
    certificate: Option<Option<String>>,
}

impl<'t> TableJson<'t> {
    /// Creates the JSON of a table, with the findings and, if all values are stored, with the values. If the observer stops the
    /// listing of values, fewer values are written and the field `stopped` contains the reason.
    pub fn new(found: &'t Tabulation<'t>, observer: &'t dyn Observer) -> Self {
        let variables = found.ranges.len();
        let range = found.ranges[0].clone();
        // The slice of triples after the complete slices may be known in part.
        let lost = Listing::new(range.start..range.end.saturating_add(1), variables, observer);
        let values = Listing::new(range, variables, observer);
        let (findings, certificate) = (OnceCell::new(), None);
        TableJson { found, observer, values, lost, findings, certificate }
    }

    /// Adds the certificate of the period as text. `None` becomes `null`.
    #[must_use]
    pub fn certified(self, certificate: Option<String>) -> Self {
        TableJson { certificate: Some(certificate), ..self }
    }

    fn findings(&self) -> &Findings {
        self.findings.get_or_init(|| self.found.findings(self.observer))
    }

    /// Returns the reason the answer is incomplete. It is final only after the table has been written.
    pub fn stopped(&self) -> Option<Stopped> {
        let cut = || self.values.stopped().or_else(|| self.lost.stopped());
        self.found.stopped.clone().or_else(cut).or_else(|| self.findings().stopped.clone())
    }

    /// Returns the last listed number, or the greatest number of a pair or triple. It is final only after the values have been
    /// written.
    fn last(&self) -> Option<u64> {
        let end = self.found.ranges.last()?.end;
        let listed = if self.found.ranges.len() == 1 { self.values.stopped() } else { None };
        listed.map_or(end, |stopped| stopped.nodes).checked_sub(1)
    }

    /// Returns the fields that describe the findings.
    fn fields(&self) -> FindingsJson<'_> {
        let mut fields = self.found.table.fields(self.findings());
        let letters = |column| self.found.query.values.then_some(Letters(self, column));
        if self.found.ranges.len() > 1 {
            fields.lost = Some(self.found.query.values.then_some(Lost(self)));
        }
        fields.outcomes = match (self.found.kind.columns, fields.outcomes.take()) {
            (["outcome"], _) => Some(OutcomesJson::Listed(letters(0))),
            ([_, "outcome", ..], Some(OutcomesJson::Patterned { pattern, .. })) => {
                Some(OutcomesJson::Patterned { values: letters(1), pattern })
            }
            (_, outcomes) => outcomes,
        };
        if let [.., "mean", "temperature"] = self.found.kind.columns {
            let column = |number| Some(self.found.query.values.then_some(Column(self, number)));
            (fields.means, fields.temperatures) = (column(2), column(3));
        }
        fields
    }
}

/// The fields of a table.
#[derive(JsonSchema, Serialize)]
struct TableFields<'j> {
    /// The name of the game, or the expression.
    game: &'j str,
    /// The kind of the table; absent for nim-values of heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayWord")]
    play: Option<&'static str>,
    /// The first heap, or the first number of the variable of an expression; 0 for pairs, absent for triples.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
    /// The values; absent for outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ValuesSchema>")]
    values: Option<Option<Values<'j>>>,
    #[serde(flatten)]
    #[schemars(with = "FindingsJson")]
    findings: Late<'j, FindingsJson<'j>>,
    /// The last heap, the last number of the variable, or the greatest number of a pair or triple.
    #[schemars(with = "Option<u64>")]
    to: Late<'j, Option<u64>>,
    method: Cow<'j, str>,
    /// The certificate of the period, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Option<&'j str>>,
    #[schemars(with = "bool")]
    complete: Late<'j, bool>,
    #[schemars(with = "Option<String>")]
    stopped: Late<'j, Option<String>>,
}

impl Serialize for TableJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tabulation { kind, query, table, ranges, .. } = self.found;
        let is_of_outcomes = kind.columns == ["outcome"];
        let fields = TableFields {
            game: &self.found.game,
            shape: (kind.name != "heaps").then_some(kind.name),
            play: is_of_outcomes.then(|| query.play.name()),
            from: (ranges.len() < 3).then_some(ranges[0].start),
            values: (!is_of_outcomes)
                .then(|| self.found.query.values.then(|| Values { json: self, index: vec![] })),
            findings: Late(self, TableJson::fields),
            to: Late(self, TableJson::last),
            method: table.method(),
            certificate: self.certificate.as_ref().map(Option::as_deref),
            complete: Late(self, |json| json.stopped().is_none()),
            stopped: Late(self, |json| json.stopped().map(|stopped| stopped.to_string())),
        };
        fields.serialize(serializer)
    }
}

impl JsonSchema for TableJson<'_> {
    fn schema_name() -> Cow<'static, str> {
        "TableJson".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        TableFields::json_schema(generator)
    }
}

/// A field that is computed only when it is written, after all earlier fields.
struct Late<'j, T>(&'j TableJson<'j>, fn(&'j TableJson<'j>) -> T);

impl<T: Serialize> Serialize for Late<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.1)(self.0).serialize(serializer)
    }
}

/// The findings about the values of a table. Fields that do not apply to its kind are absent.
#[derive(Default, JsonSchema, Serialize)]
pub struct FindingsJson<'j> {
    #[serde(flatten)]
    pub(crate) pattern: Option<PatternJson>,
    /// The misère quotient of the heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quotient: Option<QuotientJson>,
    /// The loony heaps of a game with entailing moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loony: Option<Vec<u64>>,
    /// The number of values that would prove the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values_needed: Option<Option<u64>>,
    /// The number of computed values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) computed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symmetric: Option<bool>,
    /// The lost pairs or triples.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Vec<u64>>>")]
    pub(crate) lost: Option<Option<Lost<'j>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost_count: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row_period: Option<Option<RowPeriodJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) patterns: Option<Vec<ConjectureJson>>,
    /// `true` if some differences of values were too large to examine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) left_out: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcomes: Option<OutcomesJson<'j>>,
    /// The means of the values of an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) means: Option<Option<Column<'j>>>,
    /// The temperatures of the values of an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) temperatures: Option<Option<Column<'j>>>,
}

impl FindingsJson<'_> {
    /// Sets the patterns other than a period.
    pub(crate) fn with_patterns(self, conjectures: &[Conjecture]) -> Self {
        let patterns = conjectures.iter().cloned().map(ConjectureJson::new).collect();
        FindingsJson { patterns: Some(patterns), ..self }
    }
}

/// A period of values, and its status.
#[derive(JsonSchema, Serialize)]
pub(crate) struct PatternJson {
    preperiod: Option<u64>,
    period: Option<u64>,
    /// The increase of the values in each period; absent for outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<Option<SaltusJson>>,
    status: &'static str,
    /// The theorem that proves the period.
    theorem: Option<&'static str>,
    /// The source of the theorem that gives all values.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Option<&'static str>>,
}

/// A number, or the canonical form of a game.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
enum SaltusJson {
    Number(u64),
    Form(String),
}

impl PatternJson {
    /// Creates the JSON of a pattern of nim-values.
    pub(crate) fn of_values(pattern: Option<Pattern>) -> Self {
        let saltus = pattern.map(|pattern| SaltusJson::Number(pattern.saltus));
        PatternJson { saltus: Some(saltus), ..PatternJson::of_outcomes(pattern) }
    }

    /// Creates the JSON of a pattern of outcomes.
    pub(crate) fn of_outcomes(pattern: Option<Pattern>) -> Self {
        let source = match pattern.map(|pattern| pattern.status) {
            Some(PatternStatus::Theorem { source, .. }) => Some(source),
            _ => None,
        };
        let pattern = pattern.map(ValuePattern::from);
        PatternJson { saltus: None, source: Some(source), ..PatternJson::of_forms(pattern.as_ref()) }
    }

    /// Creates the JSON of a pattern of canonical forms.
    pub(crate) fn of_forms(pattern: Option<&ValuePattern>) -> Self {
        let (status, theorem) = match pattern.map(|pattern| pattern.status) {
            None => ("none", None),
            Some(PatternStatus::Proved(theorem)) => ("proved", Some(theorem)),
            Some(PatternStatus::Theorem { name, .. }) => ("theorem", Some(name)),
            Some(PatternStatus::Empirical { .. }) => ("empirical", None),
        };
        PatternJson {
            preperiod: pattern.map(|pattern| pattern.preperiod),
            period: pattern.map(|pattern| pattern.period),
            saltus: Some(pattern.map(|pattern| SaltusJson::Form(pattern.saltus.clone()))),
            status,
            theorem,
            source: None,
        }
    }
}

/// A misère quotient: a finite commutative monoid with its P-positions.
#[derive(JsonSchema, Serialize)]
pub(crate) struct QuotientJson {
    /// The number of elements.
    pub(crate) order: usize,
    /// The number of elements that are P-positions.
    pub(crate) p_size: usize,
    /// The last heap for which the quotient is verified by computation. If a period is proved, this is the quotient of all
    /// heaps.
    pub(crate) verified_to: u64,
    /// The heaps at which the order grows, each with the new order.
    pub(crate) growth: Vec<(u64, u32)>,
    /// The heaps whose elements are the generators a, b, c, …
    pub(crate) generators: Vec<u32>,
    /// The presentation as generators and relations.
    pub(crate) presentation: String,
    /// The elements as products of generators. The first element is 1.
    pub(crate) elements: Vec<String>,
    /// The indices of the P-positions in `elements`.
    pub(crate) p_positions: Vec<u16>,
    /// The indices of the elements of the kernel: the smallest ideal, which is a group.
    pub(crate) kernel: Vec<u16>,
    /// The index of the element of each heap, from heap 0 on.
    pub(crate) phi: Vec<u16>,
    /// For each element, the indices of its products with the generators.
    pub(crate) graph: Vec<Vec<u16>>,
}

/// A proved period of rows.
#[derive(JsonSchema, Serialize)]
pub(crate) struct RowPeriodJson {
    /// The name of the number that is the heap.
    heap: &'static str,
    /// The memories of the columns.
    columns: Vec<u64>,
    preperiod: u64,
    period: u64,
    statement: String,
    status: &'static str,
    theorem: &'static str,
}

impl From<RowPeriod> for RowPeriodJson {
    fn from(rows: RowPeriod) -> Self {
        RowPeriodJson {
            heap: if rows.heap == 0 { "a" } else { "b" },
            preperiod: rows.period.preperiod,
            period: rows.period.period,
            statement: rows.to_string(),
            columns: rows.columns,
            status: "proved",
            theorem: RowPeriod::THEOREM,
        }
    }
}

/// The outcomes of single heaps, one letter each.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
pub(crate) enum OutcomesJson<'j> {
    Listed(#[schemars(with = "Option<String>")] Option<Letters<'j>>),
    Patterned {
        #[schemars(with = "Option<String>")]
        values: Option<Letters<'j>>,
        #[serde(flatten)]
        pattern: PatternJson,
    },
}

impl OutcomesJson<'_> {
    /// Creates the JSON of a pattern of outcomes in addition to the pattern of the values.
    pub(crate) fn patterned(pattern: Option<Pattern>) -> Self {
        let pattern = PatternJson { source: None, ..PatternJson::of_outcomes(pattern) };
        OutcomesJson::Patterned { values: None, pattern }
    }
}

/// The values of heaps, of rows of pairs, or of slices of triples; `null` for a triple that is not a position.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "the type stands for its schema")]
enum ValuesSchema {
    Numbers(Vec<u64>),
    Forms(Vec<String>),
    Entailing(Vec<EntailingValueSchema>),
    Pairs(Vec<Vec<u64>>),
    Triples(Vec<Vec<Vec<Option<u64>>>>),
}

/// The value of a heap of a game with entailing moves.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "the type stands for its schema")]
enum EntailingValueSchema {
    Nimber(u64),
    Loony(LoonyWord),
}

/// The values whose indices begin with `index`, nested by the remaining numbers of the indices.
struct Values<'j> {
    json: &'j TableJson<'j>,
    index: Vec<u64>,
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tabulation { ranges, table, .. } = self.json.found;
        let place = self.index.len();
        let mut index = self.index.clone();
        index.push(0);
        // The number of values is not known in advance.
        let mut values = serializer.serialize_seq(None)?;
        let mut write = |number: u64| {
            index[place] = number;
            match ranges.len() - place {
                1 => values.serialize_element(&table.cell(&index, 0)),
                _ => values.serialize_element(&Values { json: self.json, index: index.clone() }),
            }
        };
        match place {
            0 => self.json.values.iter().try_for_each(&mut write)?,
            _ => ranges[place].clone().try_for_each(&mut write)?,
        }
        values.end()
    }
}

/// All lost pairs or triples.
pub(crate) struct Lost<'j>(&'j TableJson<'j>);

impl Serialize for Lost<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lost = serializer.serialize_seq(None)?;
        let mut found = self.0.lost.iter().flat_map(|first| self.0.found.table.lost_from(first));
        found.try_for_each(|index| lost.serialize_element(&index))?;
        lost.end()
    }
}

/// A column of a table as a list.
pub(crate) struct Column<'j>(&'j TableJson<'j>, usize);

impl Serialize for Column<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.0.values.iter().map_while(|number| self.0.found.table.cell(&[number], self.1));
        serializer.collect_seq(cells)
    }
}

/// A column of outcomes as a single string.
pub(crate) struct Letters<'j>(&'j TableJson<'j>, usize);

impl Display for Letters<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let cells = self.0.values.iter().map_while(|heap| self.0.found.table.cell(&[heap], self.1));
        cells.into_iter().try_for_each(|cell| cell.fmt(formatter))
    }
}

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Catalogue, NoObserver, Play, TableKind, TableQuery};
    use serde_json::{Value, json};
    use std::io::{self, Write};
    use winways_solve::Quota;

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

    fn values() -> TableQuery {
        TableQuery { up_to: Some(1000), ..TableQuery::new(Play::Normal, Budget::DEFAULT) }
    }

    fn with_table<T>(game: &str, query: TableQuery, check: impl FnOnce(&Tabulation<'_>) -> T) -> T {
        let game = Catalogue::new().game(game).unwrap();
        check(&TableKind::of(&*game, &query).find(&*game, query, &NoObserver).unwrap())
    }

    #[test]
    fn a_certificate_is_present_only_if_requested() {
        with_table("kayles", TableQuery { values: false, ..values() }, |found| {
            let value = |json: &TableJson<'_>| serde_json::to_value(json).unwrap();
            let plain = TableJson::new(found, &NoObserver);
            assert!(value(&plain).get("certificate").is_none());
            let certificate = found.table.certificate(&NoObserver).unwrap().unwrap();
            assert!(certificate.contains("period 12"), "{certificate}");
            let certified = plain.certified(Some(certificate.clone()));
            assert_eq!(value(&certified)["certificate"], json!(certificate));
            assert_eq!(value(&certified.certified(None)).get("certificate"), Some(&Value::Null));
        });
    }

    /// Returns the query of a table whose period is proved by the first values.
    fn until(up_to: u64) -> TableQuery {
        TableQuery { prove: Some(1000), up_to: Some(up_to), ..values() }
    }

    #[test]
    fn values_are_streamed() {
        // A list of all values would not fit into memory.
        with_table("kayles", until(u64::MAX - 1), |found| {
            let json = TableJson::new(found, &NoObserver);
            assert!(serde_json::to_writer(LimitedWriter(1 << 20), &json).unwrap_err().is_io());
        });
        with_table("kayles", TableQuery { from: 3, ..until(9) }, |found| {
            let object: Value = serde_json::to_value(TableJson::new(found, &NoObserver)).unwrap();
            assert_eq!(object["values"], json!([3, 1, 4, 3, 2, 1, 4]));
            assert_eq!(
                (&object["to"], &object["complete"], &object["stopped"]),
                (&json!(9), &json!(true), &Value::Null)
            );
        });
        with_table("kayles", TableQuery { values: false, ..until(9) }, |found| {
            let object = serde_json::to_value(TableJson::new(found, &NoObserver)).unwrap();
            assert_eq!(object["values"], Value::Null);
        });
    }

    /// Writing the values of all heaps, or 10^18 outcomes from a theorem, polls the observer.
    #[test]
    fn a_stopped_listing_is_complete_json_and_states_the_reason() {
        let outcomes = TableQuery { play: Play::Misere, ..values() };
        let many = TableQuery { up_to: Some(1_000_000_000_000_000_000), ..outcomes };
        for (game, query, field) in [("kayles", until(u64::MAX - 1), "values"), ("nim", many, "outcomes")] {
            with_table(game, query, |found| {
                let observer = Quota::new(4).interrupt();
                let json = TableJson::new(found, &observer);
                let object: Value = serde_json::from_slice(&serde_json::to_vec(&json).unwrap()).unwrap();
                let listed = object[field].as_array().map(Vec::len);
                assert_eq!(listed.or(object[field].as_str().map(str::len)), Some(4 << 12));
                assert_eq!(object["to"], json!((4 << 12) - 1));
                assert_eq!(object["complete"], json!(false));
                assert!(object["stopped"].as_str().unwrap().contains("time limit"));
                assert!(json.stopped().is_some());
            });
        }
        with_table("nim", TableQuery { from: 1, up_to: Some(5), ..outcomes }, |found| {
            let whole = serde_json::to_value(TableJson::new(found, &NoObserver)).unwrap();
            assert_eq!((&whole["outcomes"], &whole["complete"]), (&json!("PNNNN"), &json!(true)));
        });
    }
}
