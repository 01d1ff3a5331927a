//! Lines of input from a person, with history and line editing on a terminal.

use crate::Failure;
use crate::watch::Watch;
use anyhow::Context;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{BufRead, ErrorKind, IsTerminal, Read, Write};

/// The maximum length of a line in bytes.
const LONGEST: u64 = 1 << 20;

/// A source of input lines.
pub(crate) enum Lines {
    Terminal(Box<Editor<(), MemHistory>>),
    Plain,
}

/// The result of reading a line.
pub(crate) enum Typed {
    /// A line, trimmed.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Lines {
    /// Returns the lines of stdin, with line editing if both stdin and stdout are terminals.
    pub(crate) fn of_stdin() -> Result<Lines, Failure> {
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            return Ok(Lines::Plain);
        }
        let config = Config::builder().auto_add_history(true).build();
        Ok(Lines::Terminal(Box::new(Editor::with_history(config, MemHistory::new())?)))
    }

    /// Returns `true` if a person types on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// Prompts for a line and reads it.
    pub(crate) fn read(
        &mut self,
        prompt: &str,
        watch: &Watch,
        out: &mut dyn Write,
    ) -> Result<Typed, Failure> {
        match self {
            Lines::Terminal(editor) => {
                out.flush()?;
                match watch.while_idle(|| editor.readline(prompt)) {
                    Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                    // The input is not text, so it cannot be a move.
                    Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                        Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Lines::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let typed = plain_line(watch)?;
                if matches!(typed, Typed::End) && !prompt.is_empty() {
                    writeln!(out)?;
                }
                Ok(typed)
            }
        }
    }
}

fn plain_line(watch: &Watch) -> Result<Typed, Failure> {
    let mut bytes = Vec::new();
    let read = watch.while_idle(|| std::io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes));
    match read.context("cannot read your answer")? as u64 {
        0 => Ok(Typed::End),
        LONGEST if bytes.last() != Some(&b'\n') => {
            Err(Failure::usage(format!("a line is longer than {LONGEST} bytes")))
        }
        _ => Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}
