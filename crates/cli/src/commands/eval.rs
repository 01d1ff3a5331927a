use super::line::{Line, Session, misere_value};
use crate::arguments::{Eval, with_tables};
use crate::input::{Lines, Reading};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, printed, render};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use winways::{Answer, Calculator, Diagnostic, EvaluationError, Expression, Glyphs, Span, analyse};

pub(crate) fn run(arguments: &Eval, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    let bounds = &arguments.limits.bounds;
    // Lines of stdin have each their own time, and all together the total.
    let of_expression = bounds.timeout.filter(|_| arguments.expression.is_some());
    let time = of_expression.into_iter().chain(arguments.total_timeout).min();
    let watch = Watch::start(&bounds.within(time)).giving_back(give_back_memory);
    let reading = Reading::watched(&watch);
    let catalogue = input::catalogue_of(&arguments.games, reading)?;
    let tables = arguments.tables.open(arguments.limits.bounds.memory())?;
    let request = with_tables(arguments.question.request(&arguments.limits), &tables);
    let format = arguments.format.format;
    let Some(text) = &arguments.expression else {
        let session = Session::new(&catalogue, request, format);
        return lines(session, arguments, &watch, out);
    };
    let wrong = |diagnostic| Failure::input("expression", text, diagnostic);
    let expression = match Expression::parse_within(text, request.budget) {
        Ok(expression) => expression,
        Err(EvaluationError::Wrong(diagnostic)) => return Err(wrong(diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => {
            return printed(ending(Some(&stopped)), writeln!(out, "partial: {stopped}"));
        }
    };
    if arguments.plot.is_none()
        && let Some(position) = expression.position(&catalogue).map_err(wrong)?
    {
        input::check_play(&position, arguments.question.misere)?;
        let analysis = analyse(&position, &request, &watch);
        watch.finish();
        let written = render::analysis(format, &position, &analysis, out);
        return printed(ending(analysis.stopped.as_ref()), written);
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
            printed(ending(Some(&stopped)), writeln!(out, "partial: {stopped}"))
        }
    }
}

/// The thermograph of an answer, in the format that the file's name asks for.
pub(super) fn plot(answer: &mut Answer<'_>, path: &Path, title: &str) -> Result<String, EvaluationError> {
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
    while worst != Ending::Interrupted {
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
            Ok(text) => session.answer(Line { name: "stdin", text, lines_before }, watch, out),
            Err(failure) => Ok(Err(failure)),
        };
        let written = match answer {
            Ok(Ok(ending)) => {
                worst = worst.max(ending);
                Ok(())
            }
            Ok(Err(failure)) => {
                anstream::eprint!("{}", failure.rendered());
                worst = worst.max(Ending::BadInput);
                writeln!(out, "error").map_err(anyhow::Error::from)
            }
            Err(error) => Err(error),
        };
        if written.is_err() {
            return printed(worst, written);
        }
    }
    watch.finish();
    Ok(worst)
}
