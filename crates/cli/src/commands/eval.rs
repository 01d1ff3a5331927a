use crate::arguments::{Eval, Format};
use crate::input::Source;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, render};
use std::io::Write;
use winways::{Catalogue, Position, Request, analyse};

pub(crate) fn run(arguments: &Eval, out: &mut dyn Write) -> Result<Ending, Failure> {
    let catalogue = input::catalogue(&arguments.graph)?;
    let request = arguments.question.request(&arguments.limits);
    let watch = Watch::start(arguments.limits.timeout);
    let format = arguments.format.format;
    let Some(expression) = &arguments.expression else {
        return lines(&catalogue, &request, format, &watch, out);
    };
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
    catalogue: &Catalogue,
    request: &Request,
    format: Format,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let source = Source::stdin()?;
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
                // The diagnostic names the line of the input, not that of the expression.
                let text = format!("{}{expression}", "\n".repeat(index));
                let failure = Failure::input("stdin", text, diagnostic.shifted(index));
                anstream::eprint!("{}", failure.rendered());
                worst = worst.max(Ending::BadInput);
            }
        }
    }
    watch.finish();
    Ok(worst)
}
