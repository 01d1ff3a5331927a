use super::table::{of_rank, open, position};
use crate::arguments::Query;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::{Detail, Request};

pub(super) fn run(arguments: &Query, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let database = open(&arguments.directory, &arguments.graph, &watch)?;
    let position = match arguments.rank {
        Some(rank) => of_rank(&database, rank)?,
        None => position(&database, &arguments.position)?,
    };
    let budget = arguments.bounds.budget();
    let detail = if arguments.explain { Detail::Full } else { Detail::Brief };
    let request = Request::default().detail(detail).moves(arguments.moves).budget(budget);
    let analysis = database.analyse(&position, &request, &watch);
    watch.finish();
    let written = render::queried(arguments.format.format, &position, &analysis, out);
    ignore_broken_pipe(ending(analysis.stopped.as_ref()), written)
}
