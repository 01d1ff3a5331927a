//! Answers queries about solved tables: single positions, counts, and positions that match a filter.

use super::envelope::{Envelope, Refusal, RequestStatus};
use super::operation::Operation;
use super::{Service, no_tables};
use crate::wire::{
    AnalysisJson, DatabaseCountJson, DatabaseJson, DatabasePositionsJson, ErrorJson, ErrorKind,
    UnreadTableJson,
};
use crate::{
    Analysis, Database, DatabaseError, DatabaseFailure, DatabaseInfo, Outcome, Position, PositionFilter,
    RecordKind, Request, StopReason, Stopped, list_databases,
};
use serde::Serialize;
use std::io::ErrorKind::NotFound;
use std::path::{Component, Path};
use winways_notation::{Diagnostic, Span};
use winways_solve::Observer;

/// The solved tables of a service.
#[derive(Default)]
pub(super) struct OpenTables<'c> {
    /// The directory of the tables.
    directory: Option<&'c Path>,
    /// The table used last, with its name.
    open: Option<(String, Database)>,
}

impl<'c> OpenTables<'c> {
    pub(super) fn below(directory: &'c Path) -> Self {
        OpenTables { directory: Some(directory), open: None }
    }
}

/// A query for positions of a table.
struct PositionQuery {
    filter: PositionFilter,
    from: u64,
    most: usize,
}

/// The maximum number of positions in one answer. The answer states the rank from which to continue.
const MOST_LISTED: usize = 10_000;

/// A table, or the error if it cannot be read.
#[derive(Serialize)]
#[serde(untagged)]
enum TableJson {
    Read(Box<DatabaseJson>),
    Unread(UnreadTableJson),
}

impl<'c> Service<'c> {
    /// Returns the directory of the tables, if there is one.
    pub(super) fn tables_directory(&self) -> Option<&'c Path> {
        self.tables.directory
    }

    /// Answers an operation on solved tables.
    pub(super) fn answer_from_tables(
        &mut self,
        operation: &Operation,
        request: &Request<'c>,
        observer: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        match operation {
            Operation::Query { table, position, rank } => {
                self.query(table, position.as_deref(), *rank, request, observer, envelope)
            }
            Operation::Count { table, position } => {
                self.count(table, position.as_deref().unwrap_or_default(), request, observer, envelope)
            }
            Operation::Positions { table, outcome, remoteness, from, max } => {
                let filter = PositionFilter { outcome: outcome.map(Outcome::from), remoteness: *remoteness };
                let query = PositionQuery { filter, from: *from, most: *max };
                self.positions(table, query, request, observer, envelope)
            }
            Operation::Tables { directory } => self.list_tables(directory, request, envelope),
            _ => Err(no_tables().into()),
        }
    }

    fn query(
        &mut self,
        table: &str,
        position: Option<&str>,
        rank: Option<u64>,
        request: &Request<'c>,
        observer: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        let all = self.directory()?;
        let database = self.table(table, request)?;
        let position = match rank {
            None => solved_position(database, position.unwrap_or_default())?,
            Some(rank) => {
                let position = database.position_of_rank(rank).map_err(|error| damaged(all, &error))?;
                position.ok_or_else(|| {
                    let message = format!("the table has no position of rank {rank}");
                    let ranks = database.identity().ranks().unwrap_or(u64::MAX);
                    ErrorJson::without_place(ErrorKind::Input, &message)
                        .expected(&format!("expected the rank of a position, below {ranks}"))
                        .help("`positions` lists the positions with their ranks")
                })?
            }
        };
        let analysis = database.analyse(&position, request, observer);
        undamaged(Some(all), &analysis)?;
        let rank = position.ranked().map(|ranked| ranked.rank());
        let json = AnalysisJson::new(&position, &analysis).with_rank(rank);
        envelope.answer(&json, analysis.stopped.as_ref())
    }

    fn count(
        &mut self,
        table: &str,
        text: &str,
        request: &Request<'c>,
        observer: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        let all = self.directory()?;
        let database = self.table(table, request)?;
        let position = solved_position(database, text)?;
        let counted = match database.count_reachable(&position, request.budget, observer) {
            Ok(layers) => Ok(layers),
            Err(DatabaseError::Stopped(stopped)) => Err(stopped),
            Err(error) => return Err(damaged(all, &error).into()),
        };
        let json = DatabaseCountJson::new(database.identity(), position.to_string(), counted.as_deref());
        envelope.answer(&json, counted.as_ref().err())
    }

    fn positions(
        &mut self,
        table: &str,
        query: PositionQuery,
        request: &Request<'c>,
        observer: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        let all = self.directory()?;
        let database = self.table(table, request)?;
        if query.filter.remoteness.is_some() && database.identity().records == RecordKind::Outcomes {
            let message = "the table stores only outcomes, not numbers of moves";
            return Err(ErrorJson::without_place(ErrorKind::Input, message)
                .help("leave `remoteness` out")
                .into());
        }
        let most = query.most.min(MOST_LISTED);
        let list = database.positions(query.filter, query.from, most, observer);
        let list = list.map_err(|error| damaged(all, &error))?;
        let json = DatabasePositionsJson::new(database.identity(), &list);
        envelope.answer(&json, list.stopped.as_ref())
    }

    /// Lists the tables below a subdirectory of the tables directory, with the names by which other requests refer to them.
    fn list_tables(
        &self,
        below: &str,
        request: &Request<'_>,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        if self.tables.directory.is_none() && below.is_empty() {
            return envelope.answer(&Vec::<TableJson>::new(), None);
        }
        let all = self.directory()?;
        let directory =
            if below.is_empty() { all.to_owned() } else { all.join(checked(below, "directory")?) };
        let tables =
            list_databases(&directory).map_err(|error| unreadable(all, "directory", below, error.into()))?;
        let json = |table: Result<DatabaseInfo, DatabaseError>| match table {
            Ok(mut info) => {
                let memory = request.budget.memory;
                let database = Database::open_within(self.session.catalogue(), &info.path, memory).ok();
                info.path = info.path.strip_prefix(all).unwrap_or(&info.path).to_owned();
                TableJson::Read(Box::new(DatabaseJson::new(&info, database.as_ref().map(Database::board))))
            }
            Err(error) => TableJson::Unread(UnreadTableJson::new(hidden(all, &error.to_string()))),
        };
        let tables: Vec<TableJson> = tables.into_iter().map(json).collect();
        envelope.answer(&tables, None)
    }

    /// Returns the table with this name. The table stays open until another table is requested.
    fn table(&mut self, table: &str, request: &Request<'_>) -> Result<&Database, ErrorJson> {
        let database = match self.tables.open.take().filter(|(open, _)| open == table) {
            Some((_, database)) => database,
            None => self.open(table, request)?,
        };
        Ok(&self.tables.open.insert((table.to_owned(), database)).1)
    }

    /// Opens the table with this name, which is a path relative to the tables directory.
    fn open(&self, table: &str, request: &Request<'_>) -> Result<Database, ErrorJson> {
        let all = self.directory()?;
        let directory = all.join(checked(table, "table")?);
        let opened = Database::open_within(self.session.catalogue(), &directory, request.budget.memory);
        opened.map_err(|failure| unreadable(all, "table", table, failure))
    }

    fn directory(&self) -> Result<&'c Path, ErrorJson> {
        self.tables.directory.ok_or_else(no_tables)
    }
}

/// The expected name of a table.
const EXPECTED: &str = "expected the path of a table's directory below the directory of all tables";

/// Checks that a relative path stays below its directory.
fn checked<'n>(name: &'n str, field: &str) -> Result<&'n str, ErrorJson> {
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !name.is_empty() && Path::new(name).components().all(is_below) {
        return Ok(name);
    }
    let diagnostic = Diagnostic::new("this is not the name of a table", Span::new(0, name.len()));
    Err(ErrorJson::of_text(field, name, &diagnostic.label(EXPECTED)))
}

/// Parses a position, and checks that the table contains its value.
fn solved_position(database: &Database, text: &str) -> Result<Position, ErrorJson> {
    let position =
        database.position(text).map_err(|diagnostic| ErrorJson::of_text("position", text, &diagnostic))?;
    match database.has(&position) {
        true => Ok(position),
        false => Err(unavailable("the table is not complete, and does not contain this position yet")),
    }
}

/// Creates the error for a table that cannot be opened.
fn unreadable(all: &Path, field: &str, name: &str, failure: DatabaseFailure) -> ErrorJson {
    let missing = || {
        let message = format!("there is no table `{name}`");
        let diagnostic = Diagnostic::new(message, Span::new(0, name.len())).label(EXPECTED);
        ErrorJson::of_missing(field, name, &diagnostic.help("`tables` lists all tables"))
    };
    match failure {
        DatabaseFailure::Files(DatabaseError::NoTable { .. }) => missing(),
        DatabaseFailure::Files(DatabaseError::Io { source, .. }) if source.kind() == NotFound => missing(),
        DatabaseFailure::Files(error) => damaged(all, &error),
        failure => unavailable(&hidden(all, &failure.to_string())),
    }
}

/// Creates the error for a table that cannot be read because it is damaged, or because a limit is too low.
fn damaged(all: &Path, error: &DatabaseError) -> ErrorJson {
    match error {
        DatabaseError::Stopped(stopped) => {
            let error = ErrorJson::without_place(ErrorKind::Limit, &stopped.to_string());
            error.help("raise `memory` or `timeout`, or leave them out")
        }
        error => unavailable(&hidden(all, &error.to_string())),
    }
}

/// Returns an error if a damaged table below the directory `all` stopped the analysis.
pub(super) fn undamaged(all: Option<&Path>, analysis: &Analysis) -> Result<(), ErrorJson> {
    let Some(stopped @ Stopped { reason: StopReason::Table, .. }) = &analysis.stopped else {
        return Ok(());
    };
    // The explanation names the damaged file.
    let damage = analysis.explanation.first().cloned().unwrap_or_else(|| stopped.to_string());
    let shown = match all {
        Some(all) => hidden(all, &damage),
        None => damage,
    };
    Err(unavailable(&shown))
}

fn unavailable(message: &str) -> ErrorJson {
    ErrorJson::without_place(ErrorKind::Unavailable, message)
}

/// Removes the path of the tables directory, which clients must not see, from a message.
fn hidden(all: &Path, message: &str) -> String {
    message.replace(&format!("{}/", all.display()), "")
}
