use super::arguments::Resources;
use super::error::{Result, refused};
use super::functions;
use super::object::Object;
use super::value::Value;
use super::write::{Notation, write};
use crate::analyse::reasons;
use crate::{Outcome, ValueKind};
use winways_draw::ThermographPlot;
use winways_values::{Arena, Dyadic, Follower, OperationError, Operations};

/// The value of an expression, which can be written in several formats.
pub struct Answer<'c> {
    operations: Operations<'c>,
    value: Value,
}

/// The most frequently requested facts about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The kind of value.
    pub kind: ValueKind,
    /// The outcome.
    pub outcome: Outcome,
    /// The mean value.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The followers of the canonical form; the game itself is last. Options are indices into this list.
    pub followers: Vec<Follower>,
}

/// Facts about a game in which play may cycle.
pub(crate) struct LoopyFacts {
    /// The name of the kind of value.
    pub(crate) kind: &'static str,
    /// The outcome: a letter, or two letters for the winners when Left moves first and when Right moves first.
    pub(crate) outcome: String,
    /// The onside and the offside of a loopy game.
    pub(crate) sides: Option<[String; 2]>,
    /// The followers of a stopper; the stopper itself is last.
    pub(crate) followers: Vec<Follower>,
}

/// The memory of a field in bytes, in addition to its text. Doubled, because a growing list has spare capacity.
const FIELD_BYTES: u64 = 2 * size_of::<String>() as u64;

impl<'c> Answer<'c> {
    pub(super) fn new(arena: &'c Arena, value: Value) -> Self {
        Answer { operations: Operations::new(arena.session()), value }
    }

    /// Returns the value in the usual notation, on one line. The text can be parsed again if it denotes a value.
    ///
    /// # Errors
    /// Returns an error if the limit on memory, time or the length of a text is exceeded, or if the user stops the
    /// work.
    pub fn text(&mut self) -> Result<String> {
        self.text_for_copies(1)
    }

    /// Returns the value like [`Answer::text`], if there is memory for `copies` strings of its length. Use this method if the
    /// text will be copied into another string.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn text_for_copies(&mut self, copies: u64) -> Result<String> {
        write(&mut self.operations, &self.value, copies, Notation::Text)
    }

    /// Returns the elements of a list as JSON: an array of strings, in the notation of [`Answer::text`], and of nested arrays.
    /// Returns `None` if the value is not a list.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text_for_copies`].
    pub(crate) fn json_list(&mut self, copies: u64) -> Result<Option<String>> {
        match &self.value {
            Value::List(_) => write(&mut self.operations, &self.value, copies, Notation::Json).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the rows of a table, or `None` if the value is not a table. A table is a list of flat lists that all have the
    /// same length, at least 2.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn table(&mut self) -> Result<Option<Vec<Vec<String>>>> {
        if is_table(&self.value) { self.rows() } else { Ok(None) }
    }

    /// Returns the entries of a list, each as a list of fields. An entry that is not a list has a single field.
    /// Returns `None` if the value is not a list.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn rows(&mut self) -> Result<Option<Vec<Vec<String>>>> {
        self.rows_in(Notation::Text)
    }

    /// Returns the rows like [`Answer::rows`], but in LaTeX math mode.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn latex_rows(&mut self) -> Result<Option<Vec<Vec<String>>>> {
        self.rows_in(Notation::Latex)
    }

    fn rows_in(&mut self, notation: Notation) -> Result<Option<Vec<Vec<String>>>> {
        let Value::List(list) = &self.value else { return Ok(None) };
        let mut charge = self.operations.session().charge(0)?;
        let mut rows = Vec::new();
        for entry in list.values() {
            let fields = match entry {
                Value::List(row) => row.values(),
                _ => std::slice::from_ref(entry),
            };
            let mut row = Vec::new();
            for field in fields {
                let text = write(&mut self.operations, field, 2, notation)?;
                let session = self.operations.session();
                session.spend(1)?;
                session.enlarge_charge(&mut charge, 2 * (text.len() as u64 + FIELD_BYTES))?;
                row.push(text);
            }
            rows.push(row);
        }
        Ok(Some(rows))
    }

    /// Returns the value in LaTeX math mode, on one line. A thermograph becomes a picture, which requires the package `tikz`.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn latex(&mut self) -> Result<String> {
        write(&mut self.operations, &self.value, 1, Notation::Latex)
    }

    /// Returns the value as an [`Object`], for programs.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn object(&mut self) -> Result<Object> {
        let session = self.operations.session();
        if let Value::Game(terms) = &self.value {
            return Ok(Object::Game(terms.canonical(session)?));
        }
        let mut charge = session.charge(0)?;
        Object::of_value(session, &self.value, &mut charge)
    }

    /// Returns the kind of value: `a game`, `true or false`, ...
    pub fn kind(&self) -> &'static str {
        self.value.kind()
    }

    /// Returns the most frequently requested facts about a game, or `None` if the value is not a game.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn summary(&mut self) -> Result<Option<GameSummary>> {
        let Some(terms) = self.value.terms() else { return Ok(None) };
        let operations = &mut self.operations;
        let game = terms.canonical(operations.session())?;
        let mut ask = || -> std::result::Result<GameSummary, OperationError> {
            Ok(GameSummary {
                kind: ValueKind::of(operations, game),
                outcome: operations.session().outcome(game).into(),
                mean: operations.mean(game)?,
                temperature: operations.temperature(game)?,
                followers: operations.structure(game)?.followers,
            })
        };
        ask().map(Some).map_err(refused)
    }

    /// Returns the kind's name and the outcome for a number that is not the value of a short game, or `None` for any other
    /// value.
    pub(crate) fn number_facts(&self) -> Option<(&'static str, Outcome)> {
        let large = self.value.large_number()?;
        Some((large.kind().name(), large.outcome()))
    }

    /// Returns the facts about a game in which play may cycle, or `None` for any other value.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub(crate) fn loopy_facts(&self) -> Result<Option<LoopyFacts>> {
        if let Some(infinite) = self.value.infinite() {
            let outcome = infinite.outcome().letter().to_owned();
            return Ok(Some(LoopyFacts {
                kind: infinite.name(),
                outcome,
                sides: None,
                followers: Vec::new(),
            }));
        }
        let Some(loopy) = self.value.loopy().cloned() else { return Ok(None) };
        let sides = loopy.side_texts()?;
        let outcome = loopy.outcome().to_string();
        Ok(Some(LoopyFacts {
            kind: if loopy.sides().is_canonical() { "loopy" } else { "loopy-simplified" },
            outcome,
            sides: Some(sides),
            followers: loopy.followers().to_vec(),
        }))
    }

    /// Describes the stops, the mean and the temperature of a short game, or the sides of a loopy game, and explains
    /// the outcome. Returns an empty list if the value is not a game.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn explanation(&mut self) -> Result<Vec<String>> {
        if let Some(loopy) = self.value.loopy() {
            return loopy.explanation();
        }
        let Some(terms) = self.value.terms() else { return Ok(Vec::new()) };
        let game = terms.canonical(self.operations.session())?;
        reasons::of_value(&mut self.operations, game).map_err(refused)
    }

    /// Returns the thermograph of the value for drawing, or `None` if the value is neither a game nor a thermograph.
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`], and an error if a loopy game has no thermograph.
    pub(super) fn thermograph(&mut self, resources: Resources<'_>) -> Result<Option<ThermographPlot>> {
        let value = match &self.value {
            value if value.terms().is_some() || value.loopy().is_some() => {
                functions::thermograph(&mut self.operations, resources, value.clone())?
            }
            value => value.clone(),
        };
        match value {
            Value::Thermograph(walls) => walls.plot().map(Some),
            _ => Ok(None),
        }
    }
}

/// Returns `true` if a value is a list of flat lists that all have the same length, at least 2.
fn is_table(value: &Value) -> bool {
    let Value::List(list) = value else { return false };
    let row = |value: &Value| match value {
        Value::List(row) if row.is_flat() => Some(row.values().len()),
        _ => None,
    };
    let mut lengths = list.values().iter().map(row);
    let first = lengths.next().flatten().filter(|length| *length >= 2);
    first.is_some() && lengths.all(|length| length == first)
}
