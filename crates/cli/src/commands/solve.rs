use crate::arguments::{Format, Solve, with_tables};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input, render};
use std::io::Write;
use winways::{Analyst, PositionMove};

/// The maximum number of winning moves marked in a picture.
const MOVES_MARKED: usize = 12;

pub(crate) fn run(arguments: &Solve, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let file = arguments.file.as_deref();
    let (_, position) =
        input::position(&arguments.game, &arguments.position, file, &arguments.graph, &watch)?;
    let play = input::play_for(&position, arguments.question.misere)?;
    if arguments.line && matches!(arguments.format.format, Format::Csv | Format::Latex) {
        return Err(Failure::usage("`--line` supports only `--format text` and `--format json`".to_owned()));
    }
    arguments.plot.as_deref().map_or(Ok(()), render::picture::check)?;
    if let Some(path) = &arguments.plot_counts {
        render::picture::check(path)?;
        if arguments.plot.as_ref() == Some(path) {
            return Err(Failure::usage("`--plot` and `--plot-counts` need different files"));
        }
        if position.ranked().is_none() {
            let game = position.game_name();
            return Err(Failure::usage(format!(
                "`--plot-counts` is not available for {game}: it needs a ranked game, whose boards are solved as a whole"
            )));
        }
    }
    let tables = arguments.tables.open(arguments.limits.bounds.memory())?;
    let request = arguments.question.request(&arguments.limits).play(play);
    let mut analyst = Analyst::new(with_tables(request, &tables));
    let analysis = analyst.analyse(&position, &watch);
    // The answer is printed although a picture is missing.
    let mut no_counts = None;
    if let (Some(path), Some(ranked), None) = (&arguments.plot_counts, position.ranked(), &analysis.stopped) {
        match analyst.table(ranked, &watch) {
            Ok(table) => no_counts = render::plot::counts(path, ranked.board(), table.counts()).err(),
            Err(stopped) => no_counts = Some(Failure::stopped("no counts are drawn", stopped.reason)),
        }
    }
    let drawn = arguments.plot.as_ref().map_or(Ok(()), |path| {
        let winning = analysis.moves.iter().flat_map(|moves| &moves.listed).take(MOVES_MARKED);
        let marked: Vec<PositionMove> = winning.cloned().collect();
        render::picture::write(path, &position.scene(&marked)?)
    });
    let format = arguments.format.format;
    let line = match arguments.line {
        true => Some(analyst.best_line(&position, arguments.to_move.into(), request.moves, &watch)),
        false => None,
    };
    watch.finish();
    let stopped = line.as_ref().and_then(|line| line.stopped.as_ref()).or(analysis.stopped.as_ref());
    let end = ending(stopped);
    let written = match line {
        Some(line) if format == Format::Json => {
            render::best_line(format, &position, analysis.play, &line, out)
        }
        line => render::analysis(format, &position, &analysis, out).and_then(|()| match line {
            Some(line) => render::best_line(format, &position, analysis.play, &line, out),
            None => Ok(()),
        }),
    };
    let end = ignore_broken_pipe(end, written)?;
    drawn?;
    no_counts.map_or(Ok(end), Err)
}
