//! The kinds of tables, and their common interface: values over an index set, with findings.

use super::code::{CodeLanguage, TableCode};
use super::findings::Findings;
use super::listing::Listing;
use crate::pictures::Repetition;
use crate::wire::FindingsJson;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;
use winways_draw::tex_text;
use winways_kit::AnyGame;
use winways_notation::Diagnostic;
use winways_rules::{Play, RuleFault};
use winways_solve::{Budget, Observer, Stopped};

/// A kind of table: its index set, the form of its values, and its computation.
///
/// A new kind requires a file with a [`ValueTable`] and a row in the list of `kinds.rs`. If its values have their own
/// form in JSON, such as the letters of outcomes, `wire/table.rs` defines that form.
pub struct TableKind {
    /// The name of the kind, such as `pairs`.
    pub name: &'static str,
    /// The names of the numbers that form an index.
    pub variables: &'static [&'static str],
    /// The names of the values at an index.
    pub columns: &'static [&'static str],
    /// `true` if the values are numbers.
    pub is_numeric: bool,
    /// The number of values in a line of text, and the minimum width of a value, if an index is a single number.
    pub rows: (u64, usize),
    /// The options that the kind rejects, the tables that support each of these options, and the reason, in which `{game}` stands
    /// for the name of the game.
    pub(super) rejected: &'static [&'static str],
    pub(super) accepted: fn(&str) -> &'static str,
    pub(super) reason: &'static str,
    /// The message if no certificate was found.
    pub uncertified: &'static str,
    /// `true` if an incomplete table may have a certificate, which covers its computed part.
    pub(super) certifies_parts: bool,
    /// The default greatest number under normal play, and under misère play.
    pub(super) up_to: [u64; 2],
    /// Returns `true` if a game has this kind of table.
    pub(super) is_of: fn(&dyn AnyGame, &TableQuery) -> bool,
    /// Computes the table.
    pub(super) find:
        for<'g> fn(&'g dyn AnyGame, &TableQuery, &'g dyn Observer) -> Result<ComputedTable<'g>, TableError>,
}

/// A table, and the reason its computation was stopped.
pub(super) type ComputedTable<'g> = (Box<dyn ValueTable + 'g>, Option<Stopped>);

/// The parameters of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableQuery {
    /// The kind of play.
    pub play: Play,
    /// Computes outcomes instead of values.
    pub outcomes: bool,
    /// Computes the misère quotient instead of values.
    pub quotient: bool,
    /// The first listed heap.
    pub from: u64,
    /// The last listed heap, or the greatest number of a pair or triple; `None` for the default, which
    /// [`TableKind::find`] fills in.
    pub up_to: Option<u64>,
    /// Extends the table until the values are proved, but at most to this heap.
    pub prove: Option<u64>,
    /// Stores all values. Otherwise, the table contains only findings.
    pub values: bool,
    /// Extends the table so that its source code covers all heaps, if that takes little work.
    pub code: bool,
    /// The limits of the computation.
    pub budget: Budget,
}

impl TableQuery {
    /// Creates a query for values with findings, of the default size.
    pub fn new(play: Play, budget: Budget) -> Self {
        TableQuery {
            play,
            budget,
            outcomes: false,
            quotient: false,
            from: 0,
            up_to: None,
            prove: None,
            values: true,
            code: false,
        }
    }

    /// Returns the last listed heap, which [`TableKind::find`] has filled in.
    pub(super) fn last(&self) -> u64 {
        self.up_to.unwrap_or(0)
    }
}

/// The reason a table cannot be computed.
#[derive(Clone, Debug)]
pub enum TableError {
    /// The game has no such table.
    Game(Diagnostic),
    /// No known theorem can prove the values.
    Unprovable {
        /// The error message.
        message: String,
        /// The reason.
        why: Option<String>,
    },
    /// The rules failed.
    Rules(RuleFault),
}

impl From<Diagnostic> for TableError {
    fn from(diagnostic: Diagnostic) -> Self {
        TableError::Game(diagnostic)
    }
}

impl TableKind {
    /// Returns the first given option that this kind of table rejects, the tables that support the option, and the reason.
    pub fn rejects(
        &self,
        game: &str,
        given: &[(&'static str, bool)],
    ) -> Option<(&'static str, &'static str, String)> {
        let mut given = given.iter().filter(|(option, is_given)| *is_given && self.rejected.contains(option));
        given
            .next()
            .map(|(option, _)| (*option, (self.accepted)(option), self.reason.replace("{game}", game)))
    }

    /// Returns the last listed heap, or the greatest number of a pair or triple.
    pub fn up_to(&self, query: &TableQuery) -> u64 {
        query.up_to.unwrap_or(self.up_to[usize::from(query.play == Play::Misere)])
    }

    /// Computes the table of a game.
    ///
    /// # Errors
    /// Returns an error if the game has no such table, its rules fail, or nothing could prove the values. If the work
    /// is stopped, the table contains the reason.
    pub fn find<'g>(
        &'static self,
        game: &'g dyn AnyGame,
        query: TableQuery,
        observer: &'g dyn Observer,
    ) -> Result<Tabulation<'g>, TableError> {
        let query = TableQuery { up_to: Some(self.up_to(&query)), ..query };
        let (table, stopped) = (self.find)(game, &query, observer)?;
        Ok(Tabulation::new(self, game.name(), query, table, stopped))
    }
}

/// Values over an index set, with findings about them: the interface that all kinds of tables have in common.
///
/// An index is a list of numbers, one for each variable of the kind.
pub trait ValueTable {
    /// Returns the end of the range of known numbers for each variable.
    fn ends(&self) -> Vec<u64>;

    /// Returns the value at an index in a column. Returns `None` if the value is unknown or the index is not a position.
    fn cell(&self, index: &[u64], column: usize) -> Option<TableCell<'_>>;

    /// Returns a value in LaTeX. The default is its text.
    fn latex(&self, index: &[u64], column: usize) -> Option<String> {
        self.cell(index, column).map(|cell| cell.to_string())
    }

    /// Returns a one-line description of the listed values, without the name of the game.
    fn title(&self, listed: &Range<u64>) -> String;

    /// Returns the findings about the values; in a table of heaps, about the values up to `last`.
    fn findings(&self, last: u64, observer: &dyn Observer) -> Findings;

    /// Returns the findings in sentences, one line each. If the observer stops the listing of lost heaps, the findings
    /// record the reason.
    fn lines(&self, query: &TableQuery, findings: &mut Findings, observer: &dyn Observer) -> Vec<String>;

    /// Converts the lines of [`ValueTable::lines`] to LaTeX. The default treats them as words without formulas.
    fn latex_lines(&self, lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| tex_text(line)).collect()
    }

    /// Returns the findings as fields of an object.
    fn fields(&self, findings: &Findings) -> FindingsJson<'_>;

    /// Returns the method that computed the values.
    fn method(&self) -> Cow<'_, str>;

    /// Iterates over the known lost pairs or triples with this first number.
    fn lost_from(&self, first: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        let _ = first;
        Box::new(std::iter::empty())
    }

    /// Returns `true` if the values of all heaps are proved.
    fn is_proved(&self) -> bool {
        false
    }

    /// Returns the period that a picture shows.
    fn repetition(&self) -> Option<Repetition> {
        None
    }

    /// Returns the text of a certificate: for the period once it is proved, or for a quotient.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the work.
    fn certificate(&self, observer: &dyn Observer) -> Result<Option<String>, Stopped> {
        let _ = observer;
        Ok(None)
    }

    /// Returns the table as source code. If a pattern of the values is proved, the code covers all values, and otherwise the
    /// known values up to the last requested value. Returns `None` if this kind of table has no source code.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the search for the last value.
    fn code(&self, query: &CodeQuery<'_>) -> Result<Option<TableCode<'_>>, Stopped> {
        let _ = query;
        Ok(None)
    }
}

/// The parameters of source code.
#[derive(Clone, Copy)]
pub struct CodeQuery<'q> {
    /// The name of the game.
    pub game: &'q str,
    /// The programming language.
    pub language: CodeLanguage,
    /// The last heap that the code covers if no pattern is proved.
    pub last: u64,
    /// The observer that may stop the search for the last value.
    pub observer: &'q dyn Observer,
}

/// A value in a table: a number or a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TableCell<'t> {
    /// A nim-value.
    Number(u64),
    /// A canonical form, or the letter of an outcome.
    Text(&'t str),
}

impl Display for TableCell<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TableCell::Number(number) => number.fmt(formatter),
            TableCell::Text(text) => text.fmt(formatter),
        }
    }
}

/// A computed table, and the range of its values that is listed.
pub struct Tabulation<'g> {
    /// The kind of the table.
    pub kind: &'static TableKind,
    /// The name of the game.
    pub game: String,
    /// The parameters, with the last listed heap.
    pub query: TableQuery,
    /// The values and findings.
    pub table: Box<dyn ValueTable + 'g>,
    /// The listed numbers of each variable.
    pub ranges: Vec<Range<u64>>,
    /// The reason the table ends early; `None` if it does not.
    pub stopped: Option<Stopped>,
}

impl<'g> Tabulation<'g> {
    /// Creates the tabulation of a computed table. The last listed heap of `query` must be set.
    pub fn new(
        kind: &'static TableKind,
        game: String,
        query: TableQuery,
        table: Box<dyn ValueTable + 'g>,
        stopped: Option<Stopped>,
    ) -> Self {
        let mut ranges: Vec<Range<u64>> = table.ends().into_iter().map(|end| 0..end).collect();
        if let [heaps] = &mut ranges[..] {
            heaps.end = heaps.end.min(query.last().saturating_add(1));
            heaps.start = query.from.min(heaps.end);
        }
        Tabulation { kind, game, query, table, ranges, stopped }
    }

    /// Returns the text of the certificate like [`ValueTable::certificate`]. If the computation was stopped, returns `None`
    /// unless incomplete tables of this kind can have certificates.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the work.
    pub fn certificate(&self, observer: &dyn Observer) -> Result<Option<String>, Stopped> {
        if self.stopped.is_some() && !self.kind.certifies_parts {
            return Ok(None);
        }
        self.table.certificate(observer)
    }

    /// Returns the title of the table.
    pub fn title(&self) -> String {
        if let ([listed], [variable, ..]) = (&self.ranges[..], self.kind.variables)
            && listed.is_empty()
        {
            return format!("{}, no {variable} from {} on was computed", self.game, self.query.from);
        }
        format!("{}, {}", self.game, self.table.title(&self.ranges[0]))
    }

    /// Returns the last listed number of the first variable; 0 if none is known.
    pub fn last(&self) -> u64 {
        self.ranges[0].end.saturating_sub(1)
    }

    /// Returns the findings about the values.
    pub fn findings(&self, observer: &dyn Observer) -> Findings {
        self.table.findings(self.last(), observer)
    }

    /// Calls `visit` with each listed index that begins with the numbers of `index`, in order.
    ///
    /// # Errors
    /// Returns the first error of `visit`.
    pub fn visit<E>(
        &self,
        index: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(range) = self.ranges.get(index.len()) else { return visit(index) };
        for number in range.clone() {
            index.push(number);
            self.visit(index, visit)?;
            index.pop();
        }
        Ok(())
    }

    /// Returns the table as source code, if this kind of table supports it.
    ///
    /// # Errors
    /// Returns [`Stopped`] under the conditions of [`ValueTable::code`].
    pub fn code(
        &self,
        language: CodeLanguage,
        observer: &dyn Observer,
    ) -> Result<Option<TableCode<'_>>, Stopped> {
        self.table.code(&CodeQuery { game: &self.game, language, last: self.query.last(), observer })
    }

    /// Returns a listing of the numbers of the first variable. If values are not stored, the listing is empty.
    pub fn listing<'t>(&self, observer: &'t dyn Observer) -> Listing<'t> {
        let range = if self.query.values { self.ranges[0].clone() } else { 0..0 };
        Listing::new(range, self.ranges.len(), observer)
    }
}
