//! Answers about a value, cached with the value.

use super::Value;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, MutexGuard, PoisonError};
use winways::values::Thermograph;

/// The cached answers to questions about a value. Some are values in the same arena.
#[derive(Default)]
pub(super) struct Answers {
    walls: Option<Arc<Thermograph>>,
    answers: [Option<Py<PyAny>>; QUESTIONS],
}

/// A question whose answer is cached.
#[derive(Clone, Copy)]
pub(super) enum Question {
    Mean,
    Temperature,
    LeftStop,
    RightStop,
    Birthday,
    Text,
    LeftOptions,
    RightOptions,
    Reduced,
}

const QUESTIONS: usize = Question::Reduced as usize + 1;

/// The maximum length of a text, and of a list of options, that is cached.
const LONGEST_KEPT: usize = 64;

impl Value {
    /// Locks the answers. No Python code may run while the guard is held.
    fn answers(&self) -> MutexGuard<'_, Option<Box<Answers>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Clears the answers, which may keep another arena in memory.
    pub(super) fn forget(&self) {
        let answers = self.answers().take();
        drop(answers);
    }

    /// Returns the cached answer, or computes and caches it.
    pub(super) fn kept<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        find: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(answer) =
            self.answers().as_ref().and_then(|answers| answers.answers[question as usize].as_ref())
        {
            return Ok(answer.bind(py).clone());
        }
        let answer = find()?;
        let is_long = match question {
            Question::Text | Question::LeftOptions | Question::RightOptions => answer.len()? > LONGEST_KEPT,
            _ => false,
        };
        if !is_long {
            let kept = self.answers().get_or_insert_default().answers[question as usize]
                .replace(answer.clone().unbind());
            drop(kept);
        }
        Ok(answer)
    }

    /// Returns the thermograph, which also provides the mean and the temperature.
    pub(super) fn walls(&self, py: Python<'_>) -> PyResult<Arc<Thermograph>> {
        if let Some(walls) = self.answers().as_ref().and_then(|answers| answers.walls.clone()) {
            return Ok(walls);
        }
        let walls = Arc::new(self.ask(py, |operations, game| Ok(operations.thermograph(game)?.clone()))?);
        self.answers().get_or_insert_default().walls = Some(walls.clone());
        Ok(walls)
    }

    /// Returns the options of a player.
    pub(super) fn kept_options<'py>(&self, py: Python<'py>, is_left: bool) -> PyResult<Bound<'py, PyTuple>> {
        let question = if is_left { Question::LeftOptions } else { Question::RightOptions };
        let options = self.kept(py, question, || Ok(self.options(py, is_left)?.into_any()))?;
        Ok(options.cast_into()?)
    }
}
