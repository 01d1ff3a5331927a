use super::error::{Result, refused};
use super::object::Object;
use super::value::Value;
use super::write::{Notation, plot, write};
use crate::analyse::reasons;
use crate::{Outcome, ValueKind};
use winways_draw::ThermographPlot;
use winways_values::{Arena, Dyadic, Follower, OperationError, Operations};

/// The value of an expression, which is asked for in the format that is wanted.
pub struct Answer<'c> {
    operations: Operations<'c>,
    value: Value,
}

/// What is most asked about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The kind.
    pub kind: ValueKind,
    /// Who wins.
    pub outcome: Outcome,
    /// What many copies are worth each.
    pub mean: Dyadic,
    /// How hot it is.
    pub temperature: Dyadic,
    /// The followers of the canonical form, each by the places of its options in this list; the game is the last.
    pub followers: Vec<Follower>,
}

/// What a field takes beside its text, in a list that grows.
const FIELD_BYTES: u64 = 2 * size_of::<String>() as u64;

impl<'c> Answer<'c> {
    pub(super) fn new(arena: &'c Arena, value: Value) -> Self {
        Answer { operations: Operations::new(arena.session()), value }
    }

    /// The value in the common notation, in one line, which reads back where it is a value.
    ///
    /// # Errors
    /// That the memory, the time, or the length that a text may have is used up, or that the user asked for an end.
    pub fn text(&mut self) -> Result<String> {
        self.text_for_copies(1)
    }

    /// As [`Answer::text`], if there is memory for so many texts of its length: for a caller who puts it into another.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn text_for_copies(&mut self, copies: u64) -> Result<String> {
        write(&mut self.operations, &self.value, copies, Notation::Text)
    }

    /// The elements of a list as JSON: a list of texts as [`Answer::text`] writes them, and of such lists; nothing if the value
    /// is no list.
    ///
    /// # Errors
    /// As [`Answer::text_for_copies`].
    pub(crate) fn json_list(&mut self, copies: u64) -> Result<Option<String>> {
        match &self.value {
            Value::List(_) => write(&mut self.operations, &self.value, copies, Notation::Json).map(Some),
            _ => Ok(None),
        }
    }

    /// The rows of a list of lists of one length, at least two, in which there are no lists: a table.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn table(&mut self) -> Result<Option<Vec<Vec<String>>>> {
        if is_table(&self.value) { self.rows() } else { Ok(None) }
    }

    /// The entries of a list, each as its fields: those of an entry that is a list itself, else the only one. `None` if the value is
    /// no list.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn rows(&mut self) -> Result<Option<Vec<Vec<String>>>> {
        self.rows_in(Notation::Text)
    }

    /// As [`Answer::rows`], as LaTeX for mathematics mode.
    ///
    /// # Errors
    /// As [`Answer::text`].
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

    /// The value as LaTeX for mathematics mode, in one line; of thermographs the picture, for which a document needs the
    /// package `tikz`.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn latex(&mut self) -> Result<String> {
        write(&mut self.operations, &self.value, 1, Notation::Latex)
    }

    /// The value for programs, taken apart.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn object(&mut self) -> Result<Object> {
        let session = self.operations.session();
        let mut charge = session.charge(0)?;
        Object::of_value(session, &self.value, &mut charge)
    }

    /// What the value is: `a game`, `true or false`, ...
    pub fn kind(&self) -> &'static str {
        self.value.kind()
    }

    /// What is most asked about a game; nothing if the value is none.
    ///
    /// # Errors
    /// As [`Answer::text`].
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

    /// What the stops, the mean and the temperature of a game are, and why its outcome follows; nothing if it is no game.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn explanation(&mut self) -> Result<Vec<String>> {
        let Some(terms) = self.value.terms() else { return Ok(Vec::new()) };
        let game = terms.canonical(self.operations.session())?;
        reasons::of_value(&mut self.operations, game).map_err(refused)
    }

    /// The thermograph of the value, to be drawn; nothing if the value is no game.
    ///
    /// # Errors
    /// As [`Answer::text`].
    pub fn thermograph(&mut self) -> Result<Option<ThermographPlot>> {
        let game = match (self.value.terms(), &self.value) {
            (Some(terms), _) => terms.canonical(self.operations.session())?,
            (None, Value::Thermograph(game)) => *game,
            _ => return Ok(None),
        };
        plot(&mut self.operations, game).map(Some)
    }
}

/// Whether a value is a list of lists of one length, at least two, without lists in them.
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
