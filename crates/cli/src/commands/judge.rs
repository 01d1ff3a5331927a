use crate::arguments::Judge;
use crate::input::{Reading, Source};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe};
use std::io::Write;
use winways::games::{JudgeError, Problem, find_problem, problems};
use winways::text::{LineColumn, nearest};
use winways::{Diagnostic, Span};

pub(crate) fn run(arguments: &Judge, out: &mut dyn Write) -> Result<Ending, Failure> {
    let Some(name) = &arguments.problem else { return list(out) };
    let problem = find_problem(name).ok_or_else(|| unknown(name))?;
    if arguments.list {
        return describe(problem, out);
    }
    let watch = Watch::start(&arguments.bounds);
    let source = Source::file_or_stdin(arguments.file.as_deref(), Reading::watched(&watch))?;
    let result = problem.judge_within(&source.text, arguments.bounds.budget(), &watch);
    watch.finish();
    match result {
        Ok(output) => ignore_broken_pipe(Ending::Answered, out.write_all(output.as_bytes())),
        Err(JudgeError::Wrong(diagnostic)) => Err(Failure::input(source.name, source.text, diagnostic)),
        Err(JudgeError::Stopped { stopped, exceeding, answered }) => {
            out.write_all(answered.as_bytes())?;
            let part = if answered.is_empty() { "no output" } else { "partial output" };
            let reason = match exceeding {
                Some(case) => placed(&case, &source),
                None => stopped.reason.to_string(),
            };
            let message = format!("{}: {part}: {reason}", problem.name);
            Err(Failure::Stopped { message, ending: ending(Some(&stopped)) })
        }
    }
}

/// Returns the message of a diagnostic with its place.
fn placed(diagnostic: &Diagnostic, source: &Source) -> String {
    let LineColumn { line, column } = LineColumn::of(&source.text, diagnostic.span.start);
    format!("{} ({}, line {line}, column {column})", diagnostic.message, source.name)
}

fn unknown(name: &str) -> Failure {
    let diagnostic =
        Diagnostic::new(format!("there is no problem called `{name}`"), Span::new(0, name.len()))
            .label("expected a problem of `winways judge --list`");
    let diagnostic = match nearest(name, problems().map(|problem| problem.name)) {
        Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
        None => diagnostic,
    };
    Failure::input("problem", name, diagnostic)
}

fn list(out: &mut dyn Write) -> Result<Ending, Failure> {
    let width = problems().map(|problem| problem.name.len()).max().unwrap_or(0);
    for problem in problems() {
        writeln!(out, "{:width$}  {}", problem.name, problem.title)?;
    }
    Ok(Ending::Answered)
}

fn describe(problem: &Problem, out: &mut dyn Write) -> Result<Ending, Failure> {
    writeln!(out, "{}: {}\n\n{}\n", problem.name, problem.title, problem.statement)?;
    let (input, output) = problem.sample;
    writeln!(out, "input:\n{}\n\noutput:\n{}", indented(input), indented(output))?;
    Ok(Ending::Answered)
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}
