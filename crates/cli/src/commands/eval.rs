use super::jsonl;
use super::line::{Line, Session};
use crate::arguments::{Eval, EvalFormat, with_tables};
use crate::input::{Lines, Reading};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input, render};
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;
use winways::pictures::Scene;
use winways::service::Service;
use winways::{Analysis, EvaluationError, Position, Reply, Request};

pub(crate) fn run(arguments: &Eval, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    arguments.plot.as_deref().map_or(Ok(()), render::picture::check)?;
    if let Some(expression) = &arguments.expression {
        input::check_edges_of_expression(&arguments.games.edges, expression)?;
    }
    let bounds = &arguments.limits.bounds;
    // Each line of stdin has its own time limit, and all lines together have the total limit.
    let of_expression = bounds.timeout.filter(|_| arguments.expression.is_some());
    let time = of_expression.into_iter().chain(arguments.total_timeout).min();
    let watch = Watch::start(&bounds.within(time)).giving_back(give_back_memory);
    let reading = Reading::watched(&watch);
    let catalogue = input::catalogue_of(&arguments.games, reading)?;
    let tables = arguments.tables.open(arguments.limits.bounds.memory())?;
    let request = with_tables(arguments.question.request(&arguments.limits), &tables);
    // The process ends after one expression. Freeing millions of values would take longer than the grace period of the watchdog.
    let session_for_one = || ManuallyDrop::new(winways::Session::new(&catalogue, request));
    if arguments.format == EvalFormat::Bfile {
        return bfile(arguments, session_for_one(), &request, &watch, out);
    }
    let Some(format) = arguments.format.of_answers() else {
        return jsonl::run(arguments, Service::new(&catalogue, request), &watch, out);
    };
    let Some(text) = &arguments.expression else {
        let session = Session::new(&catalogue, request, format);
        return lines(session, arguments, &watch, out);
    };
    let mut session = session_for_one();
    let result = match &arguments.plot {
        Some(path) => session.thermograph(text, &request, &watch).and_then(|(mut answer, plot)| {
            watch.finish();
            let line = render::answer(format, text, &mut answer, request.detail)?;
            Ok(Output::Picture(line, path, plot.scene(text)))
        }),
        None => session.answer(text, &request, &watch).and_then(|reply| {
            watch.finish();
            match reply {
                Reply::Position(position, analysis) => Ok(Output::Analysis(position, analysis)),
                Reply::Value(mut answer) => {
                    Ok(Output::Line(render::answer(format, text, &mut answer, request.detail)?))
                }
            }
        }),
    };
    watch.finish();
    match result {
        Ok(Output::Analysis(position, analysis)) => {
            let written = render::analysis(format, &position, &analysis, out);
            ignore_broken_pipe(ending(analysis.stopped.as_ref()), written)
        }
        Ok(Output::Line(line)) => {
            writeln!(out, "{line}")?;
            Ok(Ending::Answered)
        }
        Ok(Output::Picture(line, path, picture)) => {
            writeln!(out, "{line}")?;
            render::picture::write(path, &picture)?;
            Ok(Ending::Answered)
        }
        Err(EvaluationError::Wrong(diagnostic)) => Err(Failure::input("expression", text, diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => {
            let line = render::partial(format, text, &stopped, false);
            ignore_broken_pipe(ending(Some(&stopped)), writeln!(out, "{line}"))
        }
    }
}

/// Writes the value of the expression, a list, as a b-file.
fn bfile<'c>(
    arguments: &Eval,
    mut session: ManuallyDrop<winways::Session<'c>>,
    request: &Request<'c>,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let no_list =
        || Failure::usage("a b-file needs one expression whose value is a list: `[nim(n) for n in 1..9]`");
    if arguments.plot.is_some() {
        return Err(Failure::usage("--plot cannot be used with --format bfile"));
    }
    let Some(text) = &arguments.expression else { return Err(no_list()) };
    let rows = session.answer(text, request, watch).and_then(|reply| match reply {
        Reply::Position(..) => Ok(None),
        Reply::Value(mut answer) => answer.rows(),
    });
    watch.finish();
    match rows {
        Ok(Some(rows)) => {
            let lines = render::bfile(&rows).map_err(Failure::usage)?;
            ignore_broken_pipe(Ending::Answered, out.write_all(lines.as_bytes()))
        }
        Ok(None) => Err(no_list()),
        Err(EvaluationError::Wrong(diagnostic)) => Err(Failure::input("expression", text, diagnostic)),
        Err(EvaluationError::Stopped(stopped)) => {
            Err(Failure::stopped("nothing was written", stopped.reason))
        }
    }
}

/// The output for an expression.
enum Output<'a> {
    Analysis(Position, Box<Analysis>),
    Line(String),
    /// A line of text, and a picture for a file.
    Picture(String, &'a Path, Scene),
}

/// Answers every line of stdin with exactly one line: an answer, an empty line for an empty line or a comment, or `error`.
/// Ctrl-C stops the current line and ends the program. The time limit of a line starts when the line has been read.
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
        // The watchdog may end the program within the next line.
        out.flush()?;
        let text = if input.is_waiting() {
            // Ctrl-C while the user types ends the program.
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
            return ignore_broken_pipe(worst, written);
        }
    }
    watch.finish();
    Ok(worst)
}
