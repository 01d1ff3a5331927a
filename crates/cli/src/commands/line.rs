//! Expressions one after the other, each answered in one line.

use crate::arguments::Format;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, printed, render};
use std::io::Write;
use winways::{Catalogue, Diagnostic, EvaluationError, Reply, Request};

/// A [`winways::Session`] whose answers are written as lines.
pub(crate) struct Session<'c> {
    session: winways::Session<'c>,
    request: Request<'c>,
    format: Format,
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
        Session { session: winways::Session::new(catalogue, request), request, format }
    }

    /// The names that have a value, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.session.names()
    }

    /// Answers an expression by exactly one line; by none if it is wrong, which the inner error describes.
    ///
    /// # Errors
    /// That `out` cannot be written.
    pub(crate) fn answer(
        &mut self,
        line: Line<'_>,
        watch: &Watch,
        out: &mut dyn Write,
    ) -> anyhow::Result<Result<Ending, Failure>> {
        let (format, detail) = (self.format, self.request.detail);
        let written = match self.session.answer(line.text, &self.request, watch) {
            Ok(Reply::Position(position, analysis)) => {
                let written = render::analysis_line(format, &position, &analysis, out);
                return Ok(printed(ending(analysis.stopped.as_ref()), written));
            }
            Ok(Reply::Value(mut answer)) => render::answer_line(format, line.text, &mut answer, detail),
            Err(error) => Err(error),
        };
        match written {
            Ok(text) => writeln!(out, "{text}")?,
            Err(EvaluationError::Wrong(diagnostic)) => return Ok(Err(line.wrong(diagnostic))),
            Err(EvaluationError::Stopped(stopped)) => {
                return Ok(printed(
                    ending(Some(&stopped)),
                    writeln!(out, "{}", render::partial(self.format, &stopped)),
                ));
            }
        }
        Ok(Ok(Ending::Answered))
    }
}
