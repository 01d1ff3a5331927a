//! The envelope of an answer, the observers of the work, and the possible results of a request.

use crate::wire::{ErrorJson, ErrorKind};
use crate::{EvaluationError, Stopped};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};
use winways_solve::Observer;

/// The observers of a request.
#[derive(Clone, Copy)]
pub struct Observers<'o> {
    /// The observer that may stop the work on a request.
    pub work: &'o dyn Observer,
    /// The observer that may stop the writing of the results. Writing continues for a moment after the work was stopped.
    pub writing: &'o dyn Observer,
}

impl<'o> Observers<'o> {
    /// Uses one observer for the work and for the writing.
    pub fn both(observer: &'o dyn Observer) -> Self {
        Observers { work: observer, writing: observer }
    }
}

/// The result of handling a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestStatus {
    /// The request was answered in full.
    Answered,
    /// The request was answered only in part, because the work was stopped.
    Stopped(Stopped),
    /// The request was refused with an error of this HTTP status.
    Refused(u16),
}

/// The reason there is no answer: an error in the request, or an I/O error.
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

/// The destination of the answer to one request.
pub(super) struct Envelope<'r, 'o> {
    /// The id of the request; `None` if the answer has no envelope.
    pub(super) id: Option<&'r RawValue>,
    pub(super) out: &'o mut dyn Write,
}

impl Envelope<'_, '_> {
    /// Writes an answer or an error in a field of the envelope, or without an envelope if the request has none.
    pub(super) fn write(&mut self, field: &str, content: &impl Serialize) -> io::Result<()> {
        let Some(id) = self.id else { return Ok(serde_json::to_writer(&mut *self.out, content)?) };
        // Whitespace in an id may contain line breaks, but an answer must be a single line.
        let id = id.get().replace(['\n', '\r'], " ");
        write!(self.out, "{{\"id\":{id},\"{field}\":")?;
        serde_json::to_writer(&mut *self.out, content)?;
        self.out.write_all(b"}\n")
    }

    pub(super) fn answer(
        &mut self,
        answer: &impl Serialize,
        stopped: Option<&Stopped>,
    ) -> Result<RequestStatus, Refusal> {
        self.write("answer", answer)?;
        Ok(stopped.cloned().map_or(RequestStatus::Answered, RequestStatus::Stopped))
    }
}

/// Creates the error for a field that contains an expression without a value.
pub(super) fn unanswered(field: &str, text: &str, error: &EvaluationError) -> ErrorJson {
    match error {
        EvaluationError::Wrong(wrong) => ErrorJson::of_text(field, text, wrong),
        EvaluationError::Stopped(stopped) => ErrorJson::without_place(ErrorKind::Limit, &stopped.to_string()),
    }
}
