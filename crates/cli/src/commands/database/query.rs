use super::open;
use crate::arguments::Query;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, render};
use std::io::Write;
use winways::{Detail, Request};

pub(super) fn run(arguments: &Query, out: &mut dyn Write) -> Result<Ending, Failure> {
    let database = open(&arguments.directory)?;
    let text = arguments.position.join(" ");
    if text.trim().is_empty() && database.board().start().is_none() {
        let (name, notation) = (database.board().name(), database.board().page().notation);
        return Err(Failure::usage(format!(
            "the position is missing: play of {name} has no one position to start from; expected {notation}"
        )));
    }
    let position =
        database.position(&text).map_err(|diagnostic| Failure::input("position", text, diagnostic))?;
    if !database.has(&position) {
        return Err(Failure::usage(
            "the table is not complete, and has not come to this position: `winways database build` with --resume goes on",
        ));
    }
    let request = Request { detail: Detail::Full, moves: arguments.moves, ..Request::default() };
    let watch = Watch::start(None);
    let analysis = database.analyse(&position, &request, &watch);
    watch.finish();
    render::analysis(arguments.format.format, &position, &analysis, out)?;
    Ok(ending(analysis.stopped.as_ref()))
}
