use super::line::{Line, Session, misere_value};
use crate::arguments::{Eval, with_tables};
use crate::input::Lines;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use winways::{Answer, Calculator, Diagnostic, EvaluationError, Expression, Glyphs, Span, analyse};

pub(crate) fn run(arguments: &Eval, out: &mut dyn Write) -> Result<Ending, Failure> {
    let catalogue = input::catalogue(&arguments.graph)?;
    let tables = arguments.tables.open()?;
    let request = with_tables(arguments.question.request(&arguments.limits), &tables);
    let format = arguments.format.format;
    let Some(text) = &arguments.expression else {
        let session = Session::new(&catalogue, request, format);
        let run = arguments.limits.bounds.within(arguments.total_timeout);
        return lines(session, arguments, &Watch::start(&run), out);
    };
    let wrong = |diagnostic| Failure::input("expression", text, diagnostic);
    let bounds = &arguments.limits.bounds;
    let time = bounds.timeout.into_iter().chain(arguments.total_timeout).min();
    let watch = Watch::start(&bounds.within(time));
    let expression = match Expression::parse_within(text, request.budget) {
        Ok(expression) => expression,
        Err(EvaluationError::Wrong(diagnostic)) => return Err(wrong(diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => {
            writeln!(out, "partial: {stopped}")?;
            return Ok(ending(Some(&stopped)));
        }
    };
    if arguments.plot.is_none()
        && let Some(position) = expression.position(&catalogue).map_err(wrong)?
    {
        input::check_play(&position, arguments.question.misere)?;
        let analysis = analyse(&position, &request, &watch);
        watch.finish();
        render::analysis(format, &position, &analysis, out)?;
        return Ok(ending(analysis.stopped.as_ref()));
    }
    if arguments.question.misere {
        return Err(misere_value());
    }
    let mut calculator = Calculator::new(&catalogue, request.budget);
    let result = calculator.value(&expression, &watch).and_then(|mut answer| {
        watch.finish();
        let line = render::answer(format, text, &mut answer, request.detail)?;
        let picture = match &arguments.plot {
            Some(path) => Some((path, plot(&mut answer, path, text)?)),
            None => None,
        };
        Ok((line, picture))
    });
    watch.finish();
    match result {
        Ok((line, picture)) => {
            writeln!(out, "{line}")?;
            if let Some((path, picture)) = picture {
                std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
            }
            Ok(Ending::Answered)
        }
        Err(EvaluationError::Wrong(diagnostic)) => Err(wrong(diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => {
            writeln!(out, "partial: {stopped}")?;
            Ok(ending(Some(&stopped)))
        }
    }
}

/// The thermograph of an answer, in the format that the file's name asks for.
fn plot(answer: &mut Answer<'_>, path: &Path, title: &str) -> Result<String, EvaluationError> {
    let nowhere = Span::at(0);
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

/// Every line of stdin gives exactly one line: an answer, nothing for an empty line or a comment, or `error`. Ctrl-C
/// ends the line that is worked on, and is the end; the clock of a line starts when it has been read.
fn lines(
    mut session: Session<'_>,
    arguments: &Eval,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let mut input = Lines::stdin()?;
    let mut worst = Ending::Answered;
    loop {
        let lines_before = input.count();
        let text = if input.is_waiting() {
            // Ctrl-C while the input is typed ends the program.
            out.flush()?;
            watch.while_idle(|| input.next_line())?
        } else {
            input.next_line()?
        };
        let Some(text) = text else { break };
        watch.begin(arguments.limits.bounds.timeout);
        let answer = match text {
            Ok(text) => session.answer(Line { name: "stdin", text, lines_before }, watch, out)?,
            Err(failure) => Err(failure),
        };
        match answer {
            Ok(ending) => worst = worst.max(ending),
            Err(failure) => {
                writeln!(out, "error")?;
                anstream::eprint!("{}", failure.rendered());
                worst = worst.max(Ending::BadInput);
            }
        }
        if worst == Ending::Interrupted {
            break;
        }
    }
    watch.finish();
    Ok(worst)
}
