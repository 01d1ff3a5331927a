//! Contest problems about combinatorial games: each problem maps its input to its output.
//!
//! Each file contains one problem, or a family of problems on one game; [`problems`] lists all of them. A problem reads
//! its input strictly: malformed, truncated or trailing input is an error with a span, and nothing is printed. Limits
//! of the contests are not enforced: larger input is answered if possible. If a case needs too much work, the answers to
//! the earlier cases are returned.

#![forbid(unsafe_code)]

mod input;
mod largest;
mod output;

use input::Input;
pub use largest::LARGEST_INPUTS;
use output::Output;
use std::cell::Cell;
use thiserror::Error;
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, NoObserver, Observer, Stopped};

/// A contest problem.
pub struct Problem {
    /// The name of the problem in `winways judge`, such as `hdu1846` (contest site and number).
    pub name: &'static str,
    /// The original title, or the topic.
    pub title: &'static str,
    /// The rules, the input and the output, in a few sentences.
    pub statement: &'static str,
    /// A sample input with its output.
    pub sample: (&'static str, &'static str),
    judge: fn(&mut Input<'_>, &mut Output<'_>) -> Result<(), Diagnostic>,
}

/// The reason why an input has no output, or only a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JudgeError {
    /// The input is malformed or truncated.
    #[error("{0}")]
    Wrong(Diagnostic),
    /// A limit was reached, or the observer stopped the work.
    #[error("{stopped}")]
    Stopped {
        /// The reason.
        stopped: Stopped,
        /// The place of the case that needs too much work, if one case reached a limit of the problem.
        exceeding: Option<Box<Diagnostic>>,
        /// The answers to the earlier cases: the complete lines of the output.
        answered: String,
    },
}

impl Problem {
    /// Returns the output for an input.
    ///
    /// # Errors
    /// Returns a diagnostic that marks where the input is malformed or truncated, or that names the limit that was reached.
    ///
    /// ```
    /// let problem = winways_problems::find("hdu1849").unwrap();
    /// assert_eq!(problem.judge("2\n3 5\n3\n3 5 6\n0\n")?, "Rabbit Win!\nGrass Win!\n");
    /// # Ok::<(), winways_notation::Diagnostic>(())
    /// ```
    pub fn judge(&self, input: &str) -> Result<String, Diagnostic> {
        self.judge_within(input, Budget::DEFAULT, &NoObserver).map_err(|error| match error {
            JudgeError::Wrong(diagnostic) => diagnostic,
            JudgeError::Stopped { exceeding: Some(diagnostic), .. } => *diagnostic,
            JudgeError::Stopped { stopped, .. } => {
                Diagnostic::new(stopped.to_string(), Span::at(input.len()))
            }
        })
    }

    /// Returns the output for an input like [`Problem::judge`], within limits. If the work is stopped, the error has the
    /// answers to the earlier cases.
    ///
    /// # Errors
    /// Returns a [`JudgeError`] if the input is malformed, a limit is reached, or the observer stops the work.
    pub fn judge_within(
        &self,
        input: &str,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<String, JudgeError> {
        let written = Cell::new(0);
        let mut input = Input::new(input, budget, observer, &written);
        let mut output = Output::new(&written);
        match (self.judge)(&mut input, &mut output).and_then(|()| input.finish()) {
            Ok(()) => Ok(output.into_text()),
            Err(diagnostic) => Err(match input.stopped() {
                None => JudgeError::Wrong(diagnostic),
                Some(stopped) => {
                    let exceeding = input.exceeding().cloned().map(Box::new);
                    JudgeError::Stopped { stopped, exceeding, answered: output.into_lines() }
                }
            }),
        }
    }
}

macro_rules! problems {
    ($($file:ident),* $(,)?) => {
        $(mod $file;)*

        /// All problems, grouped by file.
        static PROBLEMS: &[&[Problem]] = &[$($file::PROBLEMS),*];
    };
}

problems! {
    apples,
    bash,
    digital_deletions,
    easychase,
    graph,
    grundy_split,
    hdu1079,
    hdu2147,
    multiplication,
    nim,
    nim_product,
    p2575,
    p3480,
    red_blue_stalks,
    staircase_nim,
    subtract,
    surreal,
    wythoff,
}

/// Returns an iterator over all problems.
pub fn problems() -> impl Iterator<Item = &'static Problem> {
    PROBLEMS.iter().copied().flatten()
}

/// Returns the problem with this name.
pub fn find(name: &str) -> Option<&'static Problem> {
    problems().find(|problem| problem.name == name)
}
