//! Reads the fields of a JSON object, with their spans in the text.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use winways_notation::{Diagnostic, Span};

/// A field with its unparsed value, and the spans of both.
pub(super) struct Field<V> {
    pub(super) name: String,
    pub(super) name_span: Span,
    pub(super) value: V,
    pub(super) span: Span,
}

/// Reads the fields of the JSON object in `text`, in their order. Values are not parsed, so deeply nested values cause no
/// recursion.
///
/// # Errors
/// Returns a diagnostic that points into `text`, with `example` as an example of an object.
pub(super) fn read<'t>(text: &'t str, example: &str) -> Result<Vec<Field<&'t RawValue>>, Diagnostic> {
    let wrong = |error: &serde_json::Error| wrong(text, error).label(expected(example));
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let fields = deserializer
        .deserialize_map(Object)
        .and_then(|fields| deserializer.end().map(|()| fields))
        .map_err(|error| wrong(&error))?;
    let mut read: Vec<Field<&RawValue>> = Vec::with_capacity(fields.len());
    for (name, value) in fields {
        let name_span = span_of(text, name);
        let name = serde_json::from_str::<String>(name.get()).map_err(|error| wrong(&error))?;
        if read.iter().any(|field| field.name == name) {
            return Err(Diagnostic::new(format!("the field `{name}` occurs twice"), name_span));
        }
        if read.len() == MOST_FIELDS {
            let message = format!("a request has at most {MOST_FIELDS} fields");
            return Err(Diagnostic::new(message, name_span));
        }
        read.push(Field { name, name_span, value, span: span_of(text, value) });
    }
    Ok(read)
}

/// The maximum number of fields. Each field is compared with all earlier fields.
const MOST_FIELDS: usize = 100;

/// Returns the span of a part of the text.
fn span_of(text: &str, part: &RawValue) -> Span {
    let start = (part.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.get().len())
}

fn wrong(text: &str, error: &serde_json::Error) -> Diagnostic {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    if error.is_data() {
        let whole = Span::new(0, text.len());
        return Diagnostic::new("this is not a JSON object", whole);
    }
    // The error states the column of the last byte that was read.
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let offset = (start + error.column().saturating_sub(1)).min(text.len());
    Diagnostic::new(format!("this is not JSON: {message}"), Span::new(offset, (offset + 1).min(text.len())))
}

/// Returns the text that describes the expected object.
pub(super) fn expected(example: &str) -> String {
    format!("expected an object such as {example}")
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Vec<(&'de RawValue, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            // Further fields are skipped. One extra field suffices to detect that there are too many.
            if fields.len() <= MOST_FIELDS {
                fields.push(field);
            }
        }
        Ok(fields)
    }
}
