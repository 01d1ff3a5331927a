//! Expressions one after the other, each answered in one line.

use super::eval::plot;
use crate::arguments::Format;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, input, printed, render};
use std::io::Write;
use std::path::Path;
use winways::{Analyst, Calculator, Catalogue, Diagnostic, EvaluationError, Expression, Play, Request};

/// A session in which expressions are answered: a sum of positions by its analysis, everything else by its value. Names
/// that an expression assigns are known to those after it.
pub(crate) struct Session<'c> {
    calculator: Calculator<'c>,
    catalogue: &'c Catalogue,
    /// Keeps the board that was solved last.
    analyst: Analyst<'c>,
    request: Request<'c>,
    format: Format,
    is_brief: bool,
}

/// A line of a text.
#[derive(Clone, Copy)]
pub(crate) struct Line<'t> {
    /// What the text is: `stdin`.
    pub(crate) name: &'static str,
    pub(crate) text: &'t str,
    /// How many lines come before this one.
    pub(crate) lines_before: usize,
}

impl Line<'_> {
    fn wrong(self, diagnostic: Diagnostic) -> Failure {
        Failure::input_line(self.name, self.text, diagnostic, self.lines_before)
    }
}

impl<'c> Session<'c> {
    pub(crate) fn new(catalogue: &'c Catalogue, request: Request<'c>, format: Format) -> Self {
        let calculator = Calculator::new(catalogue, request.budget);
        Session { calculator, catalogue, analyst: Analyst::new(request), request, format, is_brief: true }
    }

    /// The same session, in which an answer may have several lines.
    pub(crate) fn in_full(self) -> Self {
        Session { is_brief: false, ..self }
    }

    /// The thermograph of an expression: in the format of a file, or as text.
    pub(crate) fn plot(
        &mut self,
        line: Line<'_>,
        file: Option<&Path>,
        watch: &Watch,
    ) -> Result<String, Failure> {
        let answer = self.calculator.parse(line.text).and_then(|expression| {
            let mut answer = self.calculator.value(&expression, watch)?;
            plot(&mut answer, file.unwrap_or(Path::new("terminal.txt")), line.text)
        });
        answer.map_err(|error| match error {
            EvaluationError::Wrong(diagnostic) => line.wrong(diagnostic),
            EvaluationError::Stopped(stopped) => Failure::stopped("nothing was drawn", stopped.reason),
        })
    }

    /// The names that have a value, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.calculator.names()
    }

    /// Answers an expression, by exactly one line unless it is [`Session::in_full`]; by none if it is wrong, which the inner error describes.
    ///
    /// # Errors
    /// That `out` cannot be written.
    pub(crate) fn answer(
        &mut self,
        line: Line<'_>,
        watch: &Watch,
        out: &mut dyn Write,
    ) -> anyhow::Result<Result<Ending, Failure>> {
        let stated = self
            .calculator
            .parse(line.text)
            .and_then(|expression| Ok((expression.position(self.catalogue)?, expression)));
        match stated {
            Err(EvaluationError::Wrong(diagnostic)) => Ok(Err(line.wrong(diagnostic))),
            Err(EvaluationError::Stopped(stopped)) => {
                writeln!(out, "partial: {stopped}")?;
                Ok(Ok(ending(Some(&stopped))))
            }
            Ok((Some(position), _)) => {
                if let Err(failure) = input::check_play(&position, self.request.play == Play::Misere) {
                    return Ok(Err(failure));
                }
                // What the values take is not there for positions.
                let memory = self.request.budget.memory.saturating_sub(self.calculator.bytes());
                self.analyst.set_memory(memory);
                let analysis = self.analyst.analyse(&position, watch);
                let render = if self.is_brief { render::analysis_line } else { render::analysis };
                let written = render(self.format, &position, &analysis, out);
                Ok(printed(ending(analysis.stopped.as_ref()), written))
            }
            Ok((None, _)) if self.request.play == Play::Misere => Ok(Err(misere_value())),
            Ok((None, expression)) => self.value(line, &expression, watch, out),
        }
    }

    fn value(
        &mut self,
        line: Line<'_>,
        expression: &Expression<'_>,
        watch: &Watch,
        out: &mut dyn Write,
    ) -> anyhow::Result<Result<Ending, Failure>> {
        let (format, detail) = (self.format, self.request.detail);
        let answer = self.calculator.value(expression, watch);
        let render = if self.is_brief { render::answer_line } else { render::answer };
        match answer.and_then(|mut answer| render(format, line.text, &mut answer, detail)) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(EvaluationError::Wrong(diagnostic)) => return Ok(Err(line.wrong(diagnostic))),
            Err(EvaluationError::Stopped(stopped)) => {
                return Ok(printed(ending(Some(&stopped)), writeln!(out, "partial: {stopped}")));
            }
        }
        Ok(Ok(Ending::Answered))
    }
}

/// Misère play was asked of a value.
pub(crate) fn misere_value() -> Failure {
    Failure::usage("misère play is for sums of positions, such as `nim(3,5)`; a value has none")
}
