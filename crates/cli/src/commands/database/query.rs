use super::table::{open, position};
use crate::arguments::Query;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, render};
use std::io::Write;
use winways::{Detail, Request};

pub(super) fn run(arguments: &Query, out: &mut dyn Write) -> Result<Ending, Failure> {
    let database = open(&arguments.directory, &arguments.graph)?;
    let position = position(&database, &arguments.position)?;
    let budget = arguments.bounds.budget();
    let request = Request { detail: Detail::Full, moves: arguments.moves, budget, ..Request::default() };
    let watch = Watch::start(&arguments.bounds);
    let analysis = database.analyse(&position, &request, &watch);
    watch.finish();
    render::analysis(arguments.format.format, &position, &analysis, out)?;
    Ok(ending(analysis.stopped.as_ref()))
}
