//! A cache of the games of rule files that expressions name. A valid file is read only once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, LineColumn, Span};

/// A function that returns the text of the file at a path, or an error message.
type Read = dyn Fn(&str) -> Result<String, String> + Send + Sync;

/// A cache of rule files by path.
pub(super) struct RuleFiles {
    read: Box<Read>,
    known: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
}

impl RuleFiles {
    pub(super) fn new(read: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static) -> Self {
        RuleFiles { read: Box::new(read), known: Mutex::default() }
    }

    /// Returns the game of the file at `path`; `span` is the span of the path in the expression. A file with an error is read
    /// again when it is named again.
    pub(super) fn game(&self, path: &str, span: Span) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = known.get(path) {
            return Ok(game.clone());
        }
        let text = (self.read)(path).map_err(|why| Diagnostic::new(why, span))?;
        let game = winways_rulefile::of_file(&text).map_err(|wrong| {
            let LineColumn { line, column } = LineColumn::of(&text, wrong.span.start);
            Diagnostic {
                message: format!("{path}, line {line}, column {column}: {}", wrong.message),
                span,
                ..wrong
            }
        })?;
        known.insert(path.to_owned(), game.clone());
        Ok(game)
    }
}
