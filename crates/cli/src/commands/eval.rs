use crate::arguments::{Eval, Format};
use crate::input::Source;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use std::io::Write;
use winways::{Catalogue, Position, Request, analyse};

pub(crate) fn run(arguments: &Eval, out: &mut dyn Write) -> Result<Ending, Failure> {
    let catalogue = input::catalogue(&arguments.graph)?;
    let request = arguments.question.request(&arguments.limits);
    let format = arguments.format.format;
    let Some(expression) = &arguments.expression else {
        // Ctrl-C while the input is typed ends the program, and the time for typing it does not count.
        let source = Source::stdin()?;
        let watch = Watch::start(arguments.limits.timeout);
        return lines(&source, &catalogue, &request, format, &watch, out);
    };
    let watch = Watch::start(arguments.limits.timeout);
    let position = Position::of_expression(&catalogue, expression)
        .map_err(|diagnostic| Failure::input("expression", expression, diagnostic))?;
    input::check_play(&position, arguments.question.misere)?;
    let analysis = analyse(&position, &request, &watch);
    watch.finish();
    render::analysis(format, &position, &analysis, out)?;
    Ok(ending(analysis.stopped.as_ref()))
}

/// Every line of stdin gives exactly one line: an answer, nothing for an empty line or a comment, or `error`.
fn lines(
    source: &Source,
    catalogue: &Catalogue,
    request: &Request,
    format: Format,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let mut worst = Ending::Answered;
    for (index, line) in source.text.lines().enumerate() {
        let expression = line.split('#').next().unwrap_or("");
        if expression.trim().is_empty() {
            writeln!(out)?;
            continue;
        }
        match Position::of_expression(catalogue, expression) {
            Ok(position) => {
                let analysis = analyse(&position, request, watch);
                render::analysis_line(format, &position, &analysis, out)?;
                worst = worst.max(ending(analysis.stopped.as_ref()));
            }
            Err(diagnostic) => {
                writeln!(out, "error")?;
                let failure = Failure::input_line("stdin", expression, diagnostic, index);
                anstream::eprint!("{}", failure.rendered());
                worst = worst.max(Ending::BadInput);
            }
        }
    }
    watch.finish();
    Ok(worst)
}
