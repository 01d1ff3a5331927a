//! Reads the lines of certificates and checkpoints: a name, a space, and words or numbers.

use std::fmt::{Display, Write};
use std::str::FromStr;
use thiserror::Error;

/// An error in the text of a certificate or a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct LineError {
    /// The line with the error, starting at 1.
    pub line: usize,
    /// A description of the error.
    pub message: String,
}

type Result<T, E = LineError> = std::result::Result<T, E>;

/// The lines of a text, which are read from the first to the last.
pub struct Lines<'t> {
    lines: Vec<&'t str>,
    /// The number of lines read.
    read: usize,
}

impl<'t> Lines<'t> {
    /// Reads the first line of a text, which must be `header`: words that end with a version, the digit 1. `noun` names such
    /// texts.
    ///
    /// # Errors
    /// Returns a [`LineError`] for any other first line.
    pub fn new(text: &'t str, header: &str, noun: &str) -> Result<Self> {
        let lines = Lines { lines: text.lines().collect(), read: 0 };
        match lines.lines.first() {
            Some(&first) if first == header => Ok(Lines { read: 1, ..lines }),
            Some(first) if first.starts_with(header.trim_end_matches('1')) => {
                Err(lines.wrong(format!("an unsupported version of {noun}s")))
            }
            _ => Err(lines.wrong(format!("not a {noun}: expected the line `{header}`"))),
        }
    }

    /// Returns an error in the next line.
    pub fn wrong(&self, message: impl Into<String>) -> LineError {
        LineError { line: self.read + 1, message: message.into() }
    }

    /// Returns an error in the line that was read last.
    pub fn wrong_before(&self, message: impl Into<String>) -> LineError {
        LineError { line: self.read, message: message.into() }
    }

    /// Returns the next line without reading it, or `None` at the end.
    #[must_use]
    pub fn peek(&self) -> Option<&'t str> {
        self.lines.get(self.read).copied()
    }

    /// Reads the next line, if there is one.
    pub fn advance(&mut self) {
        self.read = self.lines.len().min(self.read + 1);
    }

    /// Returns the lines read so far.
    #[must_use]
    pub fn before(&self) -> &[&'t str] {
        &self.lines[..self.read]
    }

    /// Returns the text after a name on the next line, including the space between them.
    fn rest(&self, name: &str) -> Option<&'t str> {
        let rest = self.peek()?.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
    }

    /// Returns `true` if the next line begins with a name.
    #[must_use]
    pub fn is_next(&self, name: &str) -> bool {
        self.rest(name).is_some()
    }

    /// Reads the next line, which must begin with a name and a space, and returns the text after them.
    ///
    /// # Errors
    /// Returns a [`LineError`] if the line is another one.
    pub fn word(&mut self, name: &str) -> Result<&'t str> {
        let word = self.rest(name).and_then(|rest| rest.strip_prefix(' '));
        let word = word.ok_or_else(|| self.wrong(format!("expected `{name}`")))?;
        self.advance();
        Ok(word)
    }

    /// Reads the next line, which must consist of a name and a number.
    ///
    /// # Errors
    /// Returns a [`LineError`] if the line is another one.
    pub fn number<N: FromStr>(&mut self, name: &str) -> Result<N> {
        let word = self.word(name)?;
        word.parse().map_err(|_| self.wrong_before(format!("expected a number after `{name}`")))
    }

    /// Reads the next line, which must begin with a name, and returns the numbers after it. `what` describes them.
    ///
    /// # Errors
    /// Returns a [`LineError`] if the line is another one.
    pub fn list<N: FromStr>(&mut self, name: &str, what: &str) -> Result<Vec<N>> {
        let number = |number: &str| number.parse().ok();
        let rest = self.rest(name).and_then(|rest| match rest.strip_prefix(' ') {
            Some(numbers) => numbers.split(' ').map(number).collect(),
            None => Some(Vec::new()),
        });
        let numbers = rest.ok_or_else(|| self.wrong(format!("expected `{name}` and {what}")))?;
        self.advance();
        Ok(numbers)
    }

    /// Reads the line `end`, which must be the last one.
    ///
    /// # Errors
    /// Returns a [`LineError`] if the line is another one, or if text follows it.
    pub fn end(&mut self) -> Result<()> {
        if self.peek() != Some("end") {
            return Err(self.wrong("expected `end`"));
        }
        self.advance();
        if self.peek().is_some() {
            return Err(self.wrong("expected nothing after the line `end`"));
        }
        Ok(())
    }
}

/// Formats the numbers, each preceded by a space, as [`Lines::list`] reads them.
pub fn list(numbers: &[impl Display]) -> String {
    numbers.iter().fold(String::new(), |mut text, number| {
        // Writing to a string does not fail.
        let _ = write!(text, " {number}");
        text
    })
}
