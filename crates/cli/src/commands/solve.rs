use crate::arguments::Solve;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use std::io::Write;
use winways::analyse;

pub(crate) fn run(arguments: &Solve, out: &mut dyn Write) -> Result<Ending, Failure> {
    let (_, position) =
        input::position(&arguments.game, &arguments.position, arguments.file.as_deref(), &arguments.graph)?;
    input::check_play(&position, arguments.question.misere)?;
    let watch = Watch::start(arguments.limits.timeout);
    let analysis = analyse(&position, &arguments.question.request(&arguments.limits), &watch);
    watch.finish();
    render::analysis(arguments.format.format, &position, &analysis, out)?;
    Ok(ending(analysis.stopped.as_ref()))
}
