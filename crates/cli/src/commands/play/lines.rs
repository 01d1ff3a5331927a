//! Lines that a person types: with history and arrow keys where a terminal is, else as they come.

use crate::Failure;
use crate::watch::Watch;
use anyhow::Context;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{BufRead, ErrorKind, IsTerminal, Read, Write};

/// A line longer than this is no answer to anything.
const LONGEST: u64 = 1 << 20;

/// Where lines come from.
pub(crate) enum Lines {
    Terminal(Box<Editor<(), MemHistory>>),
    Plain,
}

/// What was typed.
pub(crate) enum Typed {
    /// A line, without space around it.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl Lines {
    /// The lines of stdin, edited where both stdin and stdout are a terminal.
    pub(crate) fn of_stdin() -> Result<Lines, Failure> {
        if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
            return Ok(Lines::Plain);
        }
        let config = Config::builder().auto_add_history(true).build();
        Ok(Lines::Terminal(Box::new(Editor::with_history(config, MemHistory::new())?)))
    }

    /// Whether a person sits there.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// Asks for a line.
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
                    // No text, and no move either.
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
