use crate::{Diagnostic, LineColumn, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// An error in a request, as JSON.
#[derive(Clone, Debug, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ErrorJson(Box<Fields>);

#[derive(Clone, Debug, JsonSchema, PartialEq, Eq, Serialize)]
struct Fields {
    kind: &'static str,
    message: String,
    expected: Option<String>,
    help: Option<String>,
    #[serde(rename = "in")]
    field: Option<String>,
    span: Option<SpanJson>,
}

/// A span of a text: its bytes and characters, counted from 0 with an exclusive end, and its line and column,
/// counted from 1.
#[derive(Clone, Copy, Debug, JsonSchema, PartialEq, Eq, Serialize)]
struct SpanJson {
    bytes: [usize; 2],
    characters: [usize; 2],
    line: usize,
    column: usize,
}

/// The maximum length of a message, in characters, since a message may quote arbitrary input.
const LONGEST_MESSAGE: usize = 300;

impl ErrorJson {
    /// Creates the error for the text in a field of a request.
    pub fn of_text(field: &str, text: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson::with_span("input", Some(field), text, diagnostic)
    }

    /// Creates the error for the text of a request.
    pub fn of_request(line: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson::with_span("request", None, line, diagnostic)
    }

    /// Creates the error for the fields of a request that is no text.
    pub(crate) fn of_fields(diagnostic: &Diagnostic) -> Self {
        let mut error = ErrorJson::of_request("", diagnostic);
        error.0.span = None;
        error
    }

    fn with_span(kind: &'static str, field: Option<&str>, text: &str, diagnostic: &Diagnostic) -> Self {
        ErrorJson(Box::new(Fields {
            kind,
            message: shortened(&diagnostic.message),
            expected: diagnostic.label.as_deref().map(shortened),
            help: diagnostic.help.as_deref().map(shortened),
            field: field.map(str::to_owned),
            span: Some(SpanJson::new(text, diagnostic.span)),
        }))
    }

    /// Creates an error that has no span in a text.
    pub fn without_place(kind: &'static str, message: &str) -> Self {
        let message = shortened(message);
        ErrorJson(Box::new(Fields { kind, message, expected: None, help: None, field: None, span: None }))
    }

    /// Returns the kind of error, as in the JSON field.
    pub fn kind(&self) -> &'static str {
        self.0.kind
    }

    /// Replaces the name of the field whose text is wrong if it is `from`.
    #[must_use]
    pub(crate) fn with_field_renamed(mut self, from: &str, to: &str) -> Self {
        if self.0.field.as_deref() == Some(from) {
            self.0.field = Some(to.to_owned());
        }
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
        // An offset within a character counts as that character.
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
                "kind": "input", "message": "no number", "expected": "expected one", "help": "try 5", "in": "eval",
                "span": {"bytes": [6, 7], "characters": [3, 4], "line": 2, "column": 2},
            })
        );
        let beyond = ErrorJson::of_request(text, &Diagnostic::new("x".repeat(1000), Span::new(90, 99)));
        let beyond = serde_json::to_value(beyond).unwrap();
        assert_eq!(beyond["span"]["characters"], json!([6, 6]));
        assert_eq!(beyond["message"].as_str().map(str::len), Some(LONGEST_MESSAGE + 3));
    }
}
