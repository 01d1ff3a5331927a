use crate::{Diagnostic, LineColumn, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// An error in a request: a problem object as in RFC 9457, with additional members for the position in a text.
#[derive(Clone, Debug, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ErrorJson(Box<Problem>);

#[derive(Clone, Debug, JsonSchema, PartialEq, Eq, Serialize)]
#[schemars(inline)]
struct Problem {
    /// `urn:winways:error:` and the name of the kind.
    #[serde(rename = "type")]
    kind: ErrorKind,
    title: &'static str,
    /// The status of an HTTP answer.
    status: u16,
    detail: String,
    expected: Option<String>,
    help: Option<String>,
    #[serde(rename = "in")]
    field: Option<String>,
    span: Option<SpanJson>,
}

/// The kind of an error in a request.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Eq, Serialize)]
pub enum ErrorKind {
    /// The request is malformed.
    #[serde(rename = "urn:winways:error:request")]
    Request,
    /// A text in the request is invalid.
    #[serde(rename = "urn:winways:error:input")]
    Input,
    /// The request exceeds a limit.
    #[serde(rename = "urn:winways:error:limit")]
    Limit,
    /// A table or a task is missing or damaged.
    #[serde(rename = "urn:winways:error:unavailable")]
    Unavailable,
    /// The request was cancelled before it started.
    #[serde(rename = "urn:winways:error:cancelled")]
    Cancelled,
    /// A server does not accept the host, the origin or the token.
    #[serde(rename = "urn:winways:error:forbidden")]
    Forbidden,
    /// A server has reached its maximum number of requests.
    #[serde(rename = "urn:winways:error:busy")]
    Busy,
    /// The work ended because of a defect in the program.
    #[serde(rename = "urn:winways:error:defect")]
    Defect,
}

impl ErrorKind {
    /// Returns the title of errors of this kind, and the HTTP status.
    fn title(self) -> (&'static str, u16) {
        match self {
            ErrorKind::Request => ("The request is malformed", 400),
            ErrorKind::Input => ("A text in the request is invalid", 422),
            ErrorKind::Limit => ("The request exceeds a limit", 422),
            ErrorKind::Unavailable => ("The table or the task is not available", 404),
            ErrorKind::Cancelled => ("The request was cancelled", 409),
            ErrorKind::Forbidden => ("The request is not permitted", 403),
            ErrorKind::Busy => ("The server is busy", 429),
            ErrorKind::Defect => ("The work ended because of a defect", 503),
        }
    }
}

/// A span of a text: its bytes and characters, counted from 0, with an exclusive end; and its line and column, counted from 1.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Eq, Serialize)]
struct SpanJson {
    bytes: [usize; 2],
    characters: [usize; 2],
    line: usize,
    column: usize,
}

/// The maximum length of a message, in characters. Messages are limited because they may quote arbitrary input.
const LONGEST_MESSAGE: usize = 300;

impl ErrorJson {
    /// Creates the error for the text in one field of a request.
    pub fn of_text(field: &str, text: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson::with_span(ErrorKind::Input, Some(field), text, diagnostic)
    }

    /// Creates the error for a text that names a missing table.
    #[cfg(feature = "database")]
    pub(crate) fn of_missing(field: &str, text: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson::with_span(ErrorKind::Unavailable, Some(field), text, diagnostic)
    }

    /// Creates the error for the entire text of a request.
    pub fn of_request(line: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson::with_span(ErrorKind::Request, None, line, diagnostic)
    }

    /// Creates the error for the fields of a request that has no text.
    pub(crate) fn of_fields(diagnostic: &Diagnostic) -> Self {
        let mut error = ErrorJson::of_request("", diagnostic);
        error.0.span = None;
        error
    }

    fn with_span(kind: ErrorKind, field: Option<&str>, text: &str, diagnostic: &Diagnostic) -> Self {
        let mut error = ErrorJson::without_place(kind, &diagnostic.message);
        error.0.expected = diagnostic.label.as_deref().map(shortened);
        error.0.help = diagnostic.help.as_deref().map(shortened);
        error.0.field = field.map(str::to_owned);
        error.0.span = Some(SpanJson::new(text, diagnostic.span));
        error
    }

    /// Creates an error that has no span in a text.
    pub fn without_place(kind: ErrorKind, message: &str) -> Self {
        let ((title, status), detail) = (kind.title(), shortened(message));
        ErrorJson(Box::new(Problem {
            kind,
            title,
            status,
            detail,
            expected: None,
            help: None,
            field: None,
            span: None,
        }))
    }

    /// Replaces the HTTP status with a more specific status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = status;
        self
    }

    /// Returns the status of an HTTP answer.
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Renames the field whose text is wrong to `to`, if its name is `from`.
    #[must_use]
    pub(crate) fn with_field_renamed(mut self, from: &str, to: &str) -> Self {
        if self.0.field.as_deref() == Some(from) {
            self.0.field = Some(to.to_owned());
        }
        self
    }

    /// Sets the text that describes what was expected.
    #[must_use]
    pub fn expected(mut self, expected: &str) -> Self {
        self.0.expected = Some(shortened(expected));
        self
    }

    /// Adds advice to the error.
    #[must_use]
    pub fn help(mut self, help: &str) -> Self {
        self.0.help = Some(shortened(help));
        self
    }
}

impl SpanJson {
    fn new(text: &str, span: Span) -> Self {
        let start = span.start.min(text.len());
        let end = span.end.clamp(start, text.len());
        // An offset within a character counts as the offset of that character.
        let starts = |byte: &&u8| **byte & 0xC0 != 0x80;
        let before = text.as_bytes()[..start].iter().filter(starts).count();
        let within = text.as_bytes()[start..end].iter().filter(starts).count();
        let LineColumn { line, column } = LineColumn::of(text, start);
        SpanJson { bytes: [start, end], characters: [before, before + within], line, column }
    }
}

fn shortened(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spans_are_bytes_and_characters() {
        let text = "×\n→x 5";
        let diagnostic = Diagnostic::new("no number", Span::new(6, 7)).label("expected one").help("try 5");
        let json = serde_json::to_value(ErrorJson::of_text("eval", text, &diagnostic)).unwrap();
        assert_eq!(&text[6..7], "x");
        assert_eq!(
            json,
            json!({
                "type": "urn:winways:error:input", "title": "A text in the request is invalid", "status": 422,
                "detail": "no number", "expected": "expected one", "help": "try 5", "in": "eval",
                "span": {"bytes": [6, 7], "characters": [3, 4], "line": 2, "column": 2},
            })
        );
        let beyond = ErrorJson::of_request(text, &Diagnostic::new("x".repeat(1000), Span::new(90, 99)));
        let beyond = serde_json::to_value(beyond).unwrap();
        assert_eq!(beyond["span"]["characters"], json!([6, 6]));
        assert_eq!(beyond["detail"].as_str().map(str::len), Some(LONGEST_MESSAGE + 3));
    }
}
