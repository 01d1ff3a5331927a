use crate::TripleTable;
use serde::Serialize;

/// A [`TripleTable`] as JSON: the slices that are known whole, each a square.
#[derive(Serialize)]
pub struct TripleTableJson<'t> {
    game: String,
    shape: &'static str,
    to: Option<u64>,
    /// The slice of each a: a row for each b, `null` where a triple is no position.
    values: Option<Vec<Vec<&'t [Option<u64>]>>>,
    lost: Option<Vec<[u64; 3]>>,
    lost_count: u64,
    method: &'static str,
    complete: bool,
    stopped: Option<String>,
}

impl<'t> TripleTableJson<'t> {
    /// The table as JSON, with values and lost triples or without.
    pub fn new(game: &str, table: &'t TripleTable, with_values: bool) -> Self {
        let slice = |a| (0..table.side()).map(|b| table.row(a, b)).collect();
        TripleTableJson {
            game: game.to_owned(),
            shape: "triples",
            to: table.side().checked_sub(1),
            values: with_values.then(|| (0..table.slices()).map(slice).collect()),
            lost: with_values.then(|| table.lost().collect()),
            lost_count: table.lost().count() as u64,
            method: table.method(),
            complete: table.stopped().is_none(),
            stopped: table.stopped().map(ToString::to_string),
        }
    }
}
