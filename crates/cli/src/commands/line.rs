//! Evaluation of expressions line by line.

use crate::arguments::Format;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, render};
use std::io::Write;
use winways::pictures::Scene;
use winways::{Catalogue, Diagnostic, EvaluationError, Reply, Request};

/// A [`winways::Session`] that writes its answers as lines.
pub(crate) struct Session<'c> {
    session: winways::Session<'c>,
    request: Request<'c>,
    format: Format,
    is_brief: bool,
}

/// A line of input.
#[derive(Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The name of the source, such as `stdin`.
    pub(crate) name: &'static str,
    pub(crate) text: &'t str,
    /// The number of lines before this one.
    pub(crate) lines_before: usize,
}

impl Line<'_> {
    fn failure(self, diagnostic: Diagnostic) -> Failure {
        Failure::input_line(self.name, self.text, diagnostic, self.lines_before)
    }
}

impl<'c> Session<'c> {
    pub(crate) fn new(catalogue: &'c Catalogue, request: Request<'c>, format: Format) -> Self {
        let session = winways::Session::new(catalogue, request);
        Session { session, request, format, is_brief: true }
    }

    /// Allows answers of several lines.
    pub(crate) fn in_full(self) -> Self {
        Session { is_brief: false, ..self }
    }

    /// Returns the picture of the thermograph of an expression.
    pub(crate) fn plot(&mut self, line: Line<'_>, watch: &Watch) -> Result<Scene, Failure> {
        match self.session.thermograph(line.text, &self.request, watch) {
            Ok((_, plot)) => Ok(plot.scene(line.text)),
            Err(EvaluationError::Wrong(diagnostic)) => Err(line.failure(diagnostic)),
            Err(EvaluationError::Stopped(stopped)) => {
                Err(Failure::stopped("nothing was drawn", stopped.reason))
            }
        }
    }

    /// Returns the assigned names in alphabetical order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.session.names()
    }

    /// Answers an expression with exactly one line, or with several lines if the session is [`Session::in_full`]. An invalid
    /// expression produces no output, and the inner error describes it.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` cannot be written.
    pub(crate) fn answer(
        &mut self,
        line: Line<'_>,
        watch: &Watch,
        out: &mut dyn Write,
    ) -> anyhow::Result<Result<Ending, Failure>> {
        let (format, detail) = (self.format, self.request.detail);
        let written = match self.session.answer(line.text, &self.request, watch) {
            Ok(Reply::Position(position, analysis)) => {
                let render = if self.is_brief { render::analysis_line } else { render::analysis };
                let written = render(format, &position, &analysis, out);
                return Ok(ignore_broken_pipe(ending(analysis.stopped.as_ref()), written));
            }
            Ok(Reply::Value(mut answer)) => {
                let render = if self.is_brief { render::answer_line } else { render::answer };
                render(format, line.text, &mut answer, detail)
            }
            Err(error) => Err(error),
        };
        match written {
            Ok(text) => writeln!(out, "{text}")?,
            Err(EvaluationError::Wrong(diagnostic)) => return Ok(Err(line.failure(diagnostic))),
            Err(EvaluationError::Stopped(stopped)) => {
                return Ok(ignore_broken_pipe(
                    ending(Some(&stopped)),
                    writeln!(out, "{}", render::partial(self.format, line.text, &stopped, self.is_brief)),
                ));
            }
        }
        Ok(Ok(Ending::Answered))
    }
}
