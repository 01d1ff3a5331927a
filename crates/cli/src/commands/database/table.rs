//! Access to the table of a command: opening it, finding a position, and error messages with advice.

use crate::arguments::Edges;
use crate::input::Reading;
use crate::watch::Watch;
use crate::{Failure, input};
use std::path::Path;
use winways::Position;
use winways::tables::{Database, DatabaseError, DatabaseFailure};

/// Opens the table in a directory, together with its game. The open table uses part of the memory budget.
pub(super) fn open(directory: &Path, graph: &Edges, watch: &Watch) -> Result<Database, Failure> {
    let catalogue = input::catalogue(graph, Reading::watched(watch))?;
    let database = Database::open_within(&catalogue, directory, watch.memory()).map_err(with_advice)?;
    if graph.edges.is_some() {
        input::check_edges([database.board().page().name], &database.board().name())?;
    }
    Ok(database)
}

/// Returns the position given by `words`, by default the start position of the table's board.
pub(super) fn position(database: &Database, words: &[String]) -> Result<Position, Failure> {
    let text = words.join(" ");
    if text.trim().is_empty() && database.board().start().is_none() {
        let (name, notation) = (database.board().name(), database.board().page().notation);
        return Err(Failure::usage(format!(
            "the position is missing: play of {name} has no single start position; expected {notation}"
        )));
    }
    let position =
        database.position(&text).map_err(|diagnostic| Failure::input("position", text, diagnostic))?;
    if !database.has(&position) {
        return Err(Failure::usage(
            "the table is not complete, and does not contain this position yet: `winways database build` with --resume continues",
        ));
    }
    Ok(position)
}

/// Returns the position of a given rank in a table.
pub(super) fn of_rank(database: &Database, rank: u64) -> Result<Position, Failure> {
    let position = database.position_of_rank(rank).map_err(|error| with_advice(error.into()))?;
    position.ok_or_else(|| Failure::usage(format!("the table has no position of rank {rank}")))
}

/// Converts a failure to an error message with advice.
pub(super) fn with_advice(failure: DatabaseFailure) -> Failure {
    if let DatabaseFailure::Files(DatabaseError::Stopped(stopped)) = failure {
        return Failure::stopped("the table was not opened", stopped.reason);
    }
    let help = match &failure {
        DatabaseFailure::Files(DatabaseError::Begun { .. }) => Some("--resume continues it"),
        DatabaseFailure::Files(DatabaseError::NotEmpty { .. } | DatabaseError::Other { .. }) => {
            Some("a table needs a directory of its own")
        }
        DatabaseFailure::Files(DatabaseError::Complete { .. }) => {
            Some("`winways database info` describes it; to build it again, remove the directory first")
        }
        DatabaseFailure::Unknown { table, .. } | DatabaseFailure::OtherBoard { table, .. }
            if table.starts_with("graph#") || table.starts_with("graph ") =>
        {
            Some("use --edges FILE to give the edges that it was built with")
        }
        DatabaseFailure::Files(DatabaseError::NoTable { .. }) => {
            Some("`winways database build GAME --out DIR` builds one, `winways database list DIR` lists them")
        }
        _ => None,
    };
    // The failure's text includes its cause; a chain of causes would repeat it.
    match help {
        Some(help) => Failure::usage(format!("{failure}\n{help}")),
        None => Failure::usage(failure.to_string()),
    }
}
