use crate::arguments::{Solve, with_tables};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use winways::{Analyst, Position};

pub(crate) fn run(arguments: &Solve, out: &mut dyn Write) -> Result<Ending, Failure> {
    let (game, position) =
        input::position(&arguments.game, &arguments.position, arguments.file.as_deref(), &arguments.graph)?;
    input::check_play(&position, arguments.question.misere)?;
    match (&arguments.plot, position.loopy()) {
        (Some(path), Some(_)) => render::plot::check(path)?,
        (Some(path), None) => {
            let picture = plot(&position, path)?;
            std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        (None, _) => {}
    }
    let watch = Watch::start(arguments.limits.timeout);
    let tables = arguments.tables.open()?;
    let request = arguments.question.request_of(&*game, &arguments.limits);
    let mut analyst = Analyst::new(with_tables(request, &tables));
    let analysis = analyst.analyse(&position, &watch);
    if let (Some(path), Some(loopy), None) = (&arguments.plot, position.loopy(), analysis.stopped)
        && let Ok(table) = analyst.table(loopy, &watch)
    {
        render::plot::counts(path, loopy.board(), table.counts())?;
    }
    watch.finish();
    render::analysis(arguments.format.format, &position, &analysis, out)?;
    Ok(ending(analysis.stopped.as_ref()))
}

/// The picture of a position, in the format that the file's name asks for.
fn plot(position: &Position, path: &Path) -> Result<String, Failure> {
    let Some(scene) = position.scene()? else {
        return Err(Failure::usage(format!(
            "positions of {} have no picture; `winways eval POSITION --plot FILE` draws the thermograph of the value",
            position.game_name()
        )));
    };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(scene.svg()),
        Some("tex") => Ok(scene.tikz()),
        _ => Err(Failure::usage("the picture's file must end in .svg or .tex")),
    }
}
