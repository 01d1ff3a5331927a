//! Contest problems about combinatorial games: the problem's input in, its output out.
//!
//! Each problem, or each family of problems on one game, is one file; [`problems`] lists them all. A problem reads its
//! input strictly: what has the wrong form, is cut off, or goes on after its end is an error with a place, and then
//! nothing is printed. Limits of the contests are not enforced: larger input is answered where it can be.

#![forbid(unsafe_code)]

mod input;
mod output;

use input::Input;
use output::Output;
use std::cell::Cell;
use thiserror::Error;
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, NoObserver, Observer, Stopped};

/// A contest problem.
pub struct Problem {
    /// The name under which `winways judge` knows it: judge and number, `hdu1846`.
    pub name: &'static str,
    /// The title of the original, or what it is about.
    pub title: &'static str,
    /// The rules, the input and the output, in a few sentences.
    pub statement: &'static str,
    /// An input with its output.
    pub sample: (&'static str, &'static str),
    judge: fn(&mut Input<'_>, &mut Output<'_>) -> Result<(), Diagnostic>,
}

/// Why an input has no output.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JudgeError {
    /// The input has the wrong form, or is cut off.
    #[error("{0}")]
    Wrong(Diagnostic),
    /// A limit was reached, or the observer ended the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Problem {
    /// Answers a whole input.
    ///
    /// # Errors
    /// A diagnostic that points at the place where the input has the wrong form or is cut off.
    ///
    /// ```
    /// let problem = winways_problems::find("hdu1849").unwrap();
    /// assert_eq!(problem.judge("2\n3 5\n3\n3 5 6\n0\n")?, "Rabbit Win!\nGrass Win!\n");
    /// # Ok::<(), winways_notation::Diagnostic>(())
    /// ```
    pub fn judge(&self, input: &str) -> Result<String, Diagnostic> {
        self.judge_within(input, Budget::DEFAULT, &NoObserver).map_err(|error| match error {
            JudgeError::Wrong(diagnostic) => diagnostic,
            JudgeError::Stopped(stopped) => Diagnostic::new(stopped.to_string(), Span::at(input.len())),
        })
    }

    /// As [`Problem::judge`], within limits. Without the whole output there is none: half of it would be wrong.
    ///
    /// # Errors
    /// [`JudgeError`].
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
            Err(diagnostic) => {
                Err(input.stopped().map_or(JudgeError::Wrong(diagnostic), JudgeError::Stopped))
            }
        }
    }
}

macro_rules! problems {
    ($($file:ident),* $(,)?) => {
        $(mod $file;)*

        /// Every problem, file by file.
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
    p2575,
    p3480,
    red_blue_stalks,
    staircase_nim,
    subtract,
    surreal,
    wythoff,
}

/// Every problem.
pub fn problems() -> impl Iterator<Item = &'static Problem> {
    PROBLEMS.iter().copied().flatten()
}

/// The problem of this name.
pub fn find(name: &str) -> Option<&'static Problem> {
    problems().find(|problem| problem.name == name)
}
