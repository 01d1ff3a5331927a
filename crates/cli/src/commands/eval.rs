use crate::arguments::{Eval, Format, with_tables};
use crate::input::Source;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use winways::{
    Analyst, Answer, Calculator, Catalogue, Diagnostic, EvaluationError, Glyphs, Position, Request, Stopped,
    analyse,
};

pub(crate) fn run(arguments: &Eval, out: &mut dyn Write) -> Result<Ending, Failure> {
    let catalogue = input::catalogue(&arguments.graph)?;
    let tables = arguments.tables.open()?;
    let request = with_tables(arguments.question.request(&arguments.limits), &tables);
    let format = arguments.format.format;
    let Some(expression) = &arguments.expression else {
        // Ctrl-C while the input is typed ends the program, and the time for typing it does not count.
        let source = Source::stdin()?;
        let watch = Watch::start(arguments.limits.timeout);
        return lines(&source, &catalogue, &request, format, &watch, out);
    };
    let watch = Watch::start(arguments.limits.timeout);
    if let (Ok(position), None) = (Position::of_expression(&catalogue, expression), &arguments.plot) {
        input::check_play(&position, arguments.question.misere)?;
        let analysis = analyse(&position, &request, &watch);
        watch.finish();
        render::analysis(format, &position, &analysis, out)?;
        return Ok(ending(analysis.stopped.as_ref()));
    }
    if arguments.question.misere {
        return Err(Failure::usage("misère play is for sums of positions of impartial games"));
    }
    let mut calculator = Calculator::new(&catalogue, request.budget);
    let result = calculator.evaluate(expression, &watch).and_then(|mut answer| {
        watch.finish();
        let text = render::answer(format, expression, &mut answer, request.detail)?;
        let picture = match &arguments.plot {
            Some(path) => Some((path, plot(&mut answer, path, expression)?)),
            None => None,
        };
        Ok((text, picture))
    });
    watch.finish();
    match result {
        Ok((text, picture)) => {
            writeln!(out, "{text}")?;
            if let Some((path, picture)) = picture {
                std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
            }
            Ok(Ending::Answered)
        }
        Err(EvaluationError::Wrong(diagnostic)) => Err(Failure::input("expression", expression, diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => stop(&stopped, out),
    }
}

/// The thermograph of an answer, in the format that the file's name asks for.
fn plot(answer: &mut Answer<'_>, path: &Path, title: &str) -> Result<String, EvaluationError> {
    let nowhere = winways::Span::at(0);
    let plot = answer.thermograph()?.ok_or_else(|| {
        Diagnostic::new(format!("{} has no thermograph", answer.kind()), nowhere).label("expected a game")
    })?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(plot.scene(title).svg()),
        Some("tex") => Ok(plot.scene(title).tikz()),
        Some("txt") => Ok(plot.text(Glyphs::Unicode)),
        _ => Err(Diagnostic::new("the picture's file must end in .svg, .tex or .txt", nowhere).into()),
    }
}

fn stop(stopped: &Stopped, out: &mut dyn Write) -> Result<Ending, Failure> {
    writeln!(out, "partial: {stopped}")?;
    Ok(ending(Some(stopped)))
}

/// Every line of stdin gives exactly one line: an answer, nothing for an empty line or a comment, or `error`. Names that
/// a line assigns are known to the lines after it.
fn lines(
    source: &Source,
    catalogue: &Catalogue,
    request: &Request,
    format: Format,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let mut calculator = Calculator::new(catalogue, request.budget);
    // Lines about one board have it solved once.
    let mut analyst = Analyst::new(*request);
    let mut worst = Ending::Answered;
    for (index, line) in source.text.lines().enumerate() {
        if let Ok(position) = Position::of_expression(catalogue, without_comment(line)) {
            let analysis = analyst.analyse(&position, watch);
            render::analysis_line(format, &position, &analysis, out)?;
            worst = worst.max(ending(analysis.stopped.as_ref()));
            continue;
        }
        let result = calculator.evaluate(line, watch);
        match result.and_then(|mut answer| render::answer_line(format, line, &mut answer, request.detail)) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(EvaluationError::Stopped(stopped)) => worst = worst.max(stop(&stopped, out)?),
            Err(EvaluationError::Wrong(diagnostic)) => {
                writeln!(out, "error")?;
                let failure = Failure::input_line("stdin", line, diagnostic, index);
                anstream::eprint!("{}", failure.rendered());
                worst = worst.max(Ending::BadInput);
            }
        }
    }
    watch.finish();
    Ok(worst)
}

/// The line up to its comment; a `#` in brackets or quotes belongs to a position.
fn without_comment(line: &str) -> &str {
    let (mut depth, mut is_quoted) = (0usize, false);
    for (index, character) in line.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            '(' | '{' if !is_quoted => depth += 1,
            ')' | '}' if !is_quoted => depth = depth.saturating_sub(1),
            '#' if depth == 0 && !is_quoted => return &line[..index],
            _ => {}
        }
    }
    line
}
