//! What surrounds an answer, who looks on while it is found, and how it ends.

use crate::Stopped;
use crate::wire::ErrorJson;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};
use winways_solve::Observer;

/// Who looks on.
#[derive(Clone, Copy)]
pub struct Observers<'o> {
    /// May end the work on a request.
    pub work: &'o dyn Observer,
    /// May end the writing of what was found, which goes on for a moment where the work was ended.
    pub writing: &'o dyn Observer,
}

impl<'o> Observers<'o> {
    /// One for both.
    pub fn both(observer: &'o dyn Observer) -> Self {
        Observers { work: observer, writing: observer }
    }
}

/// How a request was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was answered in full.
    Answered,
    /// It was answered in part, for this reason.
    Stopped(Stopped),
    /// It was refused, by an error of this kind.
    Refused(&'static str),
}

/// Why there is no answer: an error, or what ended the writing.
pub(super) enum Refusal {
    Error(ErrorJson),
    Unwritten(io::Error),
}

impl From<ErrorJson> for Refusal {
    fn from(error: ErrorJson) -> Self {
        Refusal::Error(error)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Refusal::Unwritten(error)
    }
}

/// The answer to one request, which is still to be written.
pub(super) struct Envelope<'r, 'o> {
    /// None if the answer has no envelope.
    pub(super) id: Option<&'r RawValue>,
    pub(super) out: &'o mut dyn Write,
}

impl Envelope<'_, '_> {
    pub(super) fn write(&mut self, field: &str, content: &impl Serialize) -> io::Result<()> {
        let Some(id) = self.id else { return self.write_alone(field, content) };
        // What separates the parts of an id may be an end of a line, which an answer has only one of.
        let id = id.get().replace(['\n', '\r'], " ");
        write!(self.out, "{{\"id\":{id},\"{field}\":")?;
        serde_json::to_writer(&mut *self.out, content)?;
        self.out.write_all(b"}\n")
    }

    /// An answer is the object itself, an error stands in the field of its name.
    fn write_alone(&mut self, field: &str, content: &impl Serialize) -> io::Result<()> {
        if field == "answer" {
            return Ok(serde_json::to_writer(&mut *self.out, content)?);
        }
        write!(self.out, "{{\"{field}\":")?;
        serde_json::to_writer(&mut *self.out, content)?;
        self.out.write_all(b"}")
    }

    pub(super) fn answer(
        &mut self,
        answer: &impl Serialize,
        stopped: Option<&Stopped>,
    ) -> Result<Settled, Refusal> {
        self.write("answer", answer)?;
        Ok(stopped.cloned().map_or(Settled::Answered, Settled::Stopped))
    }
}
