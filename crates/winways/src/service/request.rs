//! Parses requests from the fields of a JSON object.

use super::fields::{self, Field};
use super::operation::{Operation, Settings};
use super::schemas::{SCHEMAS, SETTINGS, fields_of, main_field};
use crate::wire::{ErrorJson, ErrorKind};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::iter::once;
use std::time::Duration;
use winways_notation::{Diagnostic, Span, nearest};

/// A request to a [`Service`](super::Service).
///
/// ```
/// use winways::service::ServiceRequest;
/// let request = ServiceRequest::parse(r#"{"id": [7, "a"], "eval": "nim(3,5)", "timeout": 0.5}"#);
/// assert_eq!(request.id(), r#"[7, "a"]"#);
/// assert_eq!(request.timeout(), Some(std::time::Duration::from_millis(500)));
/// assert_eq!(ServiceRequest::parse(r#"{"cancel": [7, "a"]}"#).cancels(), Some(request.id()));
/// ```
#[derive(Debug)]
pub struct ServiceRequest {
    /// The id; `None` for a request whose answer has no envelope.
    id: Option<Box<RawValue>>,
    /// The name that the request uses for the main field of its operation.
    main: Option<&'static str>,
    content: Result<(Operation, Settings), ErrorJson>,
}

impl ServiceRequest {
    /// Parses a request. The answer to an invalid request is an error.
    pub fn parse(text: &str) -> Self {
        let mut request = ServiceRequest::unreadable(None, "");
        let mut read = || {
            let fields = fields::read(text, r#"{"id": 1, "eval": "nim(3,5)"}"#)?;
            request.id = fields.iter().find(|field| field.name == "id").map(|field| field.value.to_owned());
            let asked = operation_of(&fields, text.len())?;
            request.main = Some(asked);
            content(asked, true, &fields, text.len())
        };
        request.content = read().map_err(|diagnostic| ErrorJson::of_request(text, &diagnostic));
        request.id.get_or_insert_with(nothing);
        request
    }

    /// Parses a request for an operation that has its own address.
    ///
    /// `text` is a JSON object with the fields of the operation; the main field of `solve` and similar operations is `game`.
    /// The answer has no envelope and no id. An error is an object with the field `error`.
    ///
    /// ```
    /// use winways::service::{Observers, Service, ServiceRequest};
    /// use winways::{Catalogue, NoObserver, Request};
    /// let catalogue = Catalogue::new();
    /// let mut service = Service::new(&catalogue, Request::default());
    /// let mut answer = Vec::new();
    /// let request = ServiceRequest::parse_for("solve", r#"{"game": "nim", "position": "3 5"}"#);
    /// service.answer(&request, Observers::both(&NoObserver), &mut answer)?;
    /// let answer: serde_json::Value = serde_json::from_slice(&answer)?;
    /// assert_eq!(answer["outcome"], "N");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn parse_for(operation: &str, text: &str) -> Self {
        let content = fields::read(text, example(operation))
            .and_then(|fields| content(operation, false, &fields, text.len()))
            .map_err(|diagnostic| ErrorJson::of_request(text, &diagnostic));
        ServiceRequest { id: None, main: None, content }
    }

    /// Creates a request from a JSON object, like [`ServiceRequest::parse_for`]. Errors have no span.
    pub fn of_fields(operation: &str, fields: &Map<String, Value>) -> Self {
        let nowhere = Span::new(0, 0);
        let field = |(name, value): (&String, _)| Field {
            name: name.clone(),
            name_span: nowhere,
            value,
            span: nowhere,
        };
        let fields: Vec<Field<&Value>> = fields.iter().map(field).collect();
        let content = content(operation, false, &fields, 0);
        let content = content.map_err(|diagnostic| ErrorJson::of_fields(&diagnostic));
        ServiceRequest { id: None, main: None, content }
    }

    /// Creates a request from the fields in an address. In a field that does not accept strings, the value is parsed as a number,
    /// `true` or `false`. A missing main field is empty. Returns `None` if two fields have the same name.
    ///
    /// ```
    /// use winways::service::ServiceRequest;
    /// let field = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    /// assert!(ServiceRequest::of_address("quiz", [field("topic", "winner"), field("seed", "7")]).is_some());
    /// assert!(ServiceRequest::of_address("quiz", [field("seed", "7"), field("seed", "7")]).is_none());
    /// ```
    pub fn of_address(operation: &str, texts: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let mut fields = Map::new();
        for (name, text) in texts {
            let value = value(operation, &name, text);
            if fields.insert(name, value).is_some() {
                return None;
            }
        }
        fields.entry(ServiceRequest::main_field(operation)).or_insert_with(|| "".into());
        Some(ServiceRequest::of_fields(operation, &fields))
    }

    /// Returns the JSON schema of the fields that [`ServiceRequest::parse_for`] accepts for an operation, if there
    /// is such an operation.
    ///
    /// ```
    /// use winways::service::ServiceRequest;
    /// let schema = ServiceRequest::schema("table").unwrap();
    /// assert_eq!(schema["properties"]["from"]["type"], "integer");
    /// assert_eq!(ServiceRequest::schema("nothing"), None);
    /// ```
    pub fn schema(operation: &str) -> Option<&'static Value> {
        SCHEMAS.get(operation)
    }

    /// Returns the name of an operation's main field for [`ServiceRequest::parse_for`]: the required field or, if no field is
    /// required, the field that is empty by default. The name is empty for an unknown operation.
    pub fn main_field(operation: &str) -> &'static str {
        ServiceRequest::schema(operation).map_or("", main_field)
    }

    /// Creates the request to evaluate an expression.
    pub fn evaluate(id: u64, expression: &str) -> Self {
        let fields = Map::from_iter([("eval".to_owned(), expression.into())]);
        ServiceRequest { id: Some(number(id)), ..ServiceRequest::of_fields("eval", &fields) }
    }

    /// Creates a substitute for a request that could not be read, with the reason. Without an `id`, its id is `null`.
    pub fn unreadable(id: Option<u64>, message: &str) -> Self {
        let content = Err(ErrorJson::without_place(ErrorKind::Request, message));
        ServiceRequest { id: Some(id.map_or_else(nothing, number)), main: None, content }
    }

    /// Returns the id as JSON text, exactly as it was written; `null` if there is none.
    pub fn id(&self) -> &str {
        self.id.as_deref().map_or("null", RawValue::get)
    }

    /// Returns the id that the envelope of the answer repeats, if there is an envelope.
    pub(super) fn raw_id(&self) -> Option<&RawValue> {
        self.id.as_deref()
    }

    /// Returns the time limit, if the request states one.
    pub fn timeout(&self) -> Option<Duration> {
        self.content.as_ref().ok().and_then(|(_, settings)| settings.timeout)
    }

    /// Returns the id of the requests to cancel, exactly as it was written, if this is a cancel request. The caller must handle
    /// a cancel request, since it holds the other requests. A cancel request has no answer.
    pub fn cancels(&self) -> Option<&str> {
        match &self.content {
            Ok((Operation::Cancel { cancel }, _)) => Some(cancel.get()),
            _ => None,
        }
    }

    /// Returns the text of the game if the request is about positions. Requests with equal texts refer to the same game.
    pub fn game(&self) -> Option<&str> {
        match &self.content {
            Ok((
                Operation::Solve { game, position, .. }
                | Operation::Moves { game, position, .. }
                | Operation::Line { game, position, .. }
                | Operation::Reply { game, position, .. },
                _,
            )) => {
                let text = game.text();
                // The game field may contain a position.
                let end = if position.is_none() { text.rfind('(') } else { None };
                Some(&text[..end.unwrap_or(text.len())])
            }
            _ => None,
        }
    }

    pub(super) fn content(&self) -> Result<&(Operation, Settings), &ErrorJson> {
        self.content.as_ref()
    }

    /// Renames the main field in an error to the name that the request uses for it.
    pub(super) fn located(&self, error: ErrorJson) -> ErrorJson {
        match self.main {
            Some(asked) => error.with_field_renamed(ServiceRequest::main_field(asked), asked),
            None => error,
        }
    }
}

/// Returns the value of a field in an address: a string or, if the field does not accept strings, a number, `true` or `false`.
fn value(operation: &str, name: &str, text: String) -> Value {
    let schema = ServiceRequest::schema(operation).map(|schema| &schema["properties"][name]["type"]);
    // A field without a type, such as a game, accepts several types, and a string is one of them.
    let is_text = schema.is_none_or(|kind| kind.is_null() || kind.to_string().contains("string"));
    let parsed = if is_text { None } else { serde_json::from_str::<Value>(&text).ok() };
    let parsed = parsed.filter(|value| value.is_number() || value.is_boolean());
    parsed.unwrap_or(Value::String(text))
}

fn nothing() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

fn number(number: u64) -> Box<RawValue> {
    serde_json::value::to_raw_value(&number).unwrap_or_else(|_| nothing())
}

/// Returns the operation of a request in which the main field has the operation's name.
fn operation_of<V>(fields: &[Field<V>], length: usize) -> Result<&'static str, Diagnostic> {
    let operations = || SCHEMAS.iter();
    let is_asked = |name: &str| fields.iter().any(|field| field.name == name);
    let asked: Vec<_> = operations().filter(|(name, _)| is_asked(name)).collect();
    // A field of one operation may have the name of another operation, such as `game` of `quiz`.
    let has_all = |(asked_name, schema): &&(&String, &Value)| {
        asked.iter().all(|(name, _)| name == asked_name || fields_of(schema).contains_key(*name))
    };
    if let Some((name, _)) = asked.iter().find(has_all) {
        return Ok(name);
    }
    let mut asking = fields.iter().filter(|field| SCHEMAS.contains_key(&field.name));
    if let (Some(first), Some(other)) = (asking.next(), asking.next()) {
        let message =
            format!("a request has only one operation, and this request already has `{}`", first.name);
        return Err(Diagnostic::new(message, other.name_span));
    }
    let names = || operations().map(|(name, _)| name.as_str());
    let similar = fields.iter().find_map(|field| nearest(&field.name, names()));
    let diagnostic = Diagnostic::new("the request has no operation", Span::new(0, length))
        .label(format!("expected one of the fields {}", listed(names())));
    Err(with_similar(diagnostic, similar))
}

/// Parses the fields of a request for an operation. If `is_named` is `true`, the main field has the operation's name, and the
/// request may have an id.
fn content<'f, 't, V>(
    asked: &str,
    is_named: bool,
    fields: &'f [Field<V>],
    length: usize,
) -> Result<(Operation, Settings), Diagnostic>
where
    V: Copy + IntoDeserializer<'t, serde_json::Error>,
{
    let whole = Span::new(0, length);
    let Some(schema) = SCHEMAS.get(asked) else {
        return Err(Diagnostic::new(format!("there is no operation `{asked}`"), whole));
    };
    let main = if is_named { asked } else { main_field(schema) };
    let own = fields_of(schema).keys().map(String::as_str).filter(|name| *name != main_field(schema));
    let id = (is_named && asked != "cancel").then_some("id");
    check_names(asked, &once(main).chain(own).chain(id).collect::<Vec<_>>(), fields)?;
    let is_required = is_named || schema["required"].is_array();
    if is_required && !fields.iter().any(|field| field.name == main) {
        let description = fields_of(schema).get(main).and_then(|field| field["description"].as_str());
        let missing = Diagnostic::new(format!("the field `{main}` is missing"), whole)
            .label(fields::expected(example(asked)));
        return Err(match description {
            Some(description) => missing.help(description.replace('\n', " ")),
            None => missing,
        });
    }
    let key = |field: &'f Field<V>| -> &'f str {
        if field.name == main { main_field(schema) } else { &field.name }
    };
    // The field that is being parsed. An error refers to it.
    let current = Cell::new(None);
    let entries = |of_settings: bool| {
        let fields = fields.iter().filter(|field| field.name != "id");
        let fields =
            fields.filter(move |field| fields_of(&SETTINGS).contains_key(&field.name) == of_settings);
        MapDeserializer::new(fields.map(|field| {
            current.set(Some(field));
            (key(field), field.value)
        }))
    };
    let operation = MapDeserializer::new(once((asked, entries(false))));
    let operation = Operation::deserialize(MapAccessDeserializer::new(operation));
    let parsed = operation.and_then(|operation| Ok((operation, Settings::deserialize(entries(true))?)));
    let (operation, settings) = parsed.map_err(|error| match current.get() {
        Some(field) => invalid(field, fields_of(schema).get(key(field)), &error),
        None => Diagnostic::new(error.to_string(), whole),
    })?;
    match operation.conflict(&settings) {
        None => Ok((operation, settings)),
        Some((name, message, expected)) => {
            let field = fields.iter().find(|field| field.name == name);
            let span = field.map_or(whole, |field| field.span);
            Err(Diagnostic::new(message, span).label(format!("expected {expected}")))
        }
    }
}

/// Returns an example of the fields of an operation that has its own address.
fn example(operation: &str) -> &'static str {
    match operation {
        "eval" => r#"{"eval": "nim(3,5)"}"#,
        "thermograph" => r#"{"thermograph": "{2|-1}"}"#,
        "table" => r#"{"table": "kayles", "up_to": 20}"#,
        "rules" => r#"{"rules": "heap n -> n-k where 1 <= k <= 3"}"#,
        "query" | "count" | "positions" => r#"{"table": "chase-12"}"#,
        "quiz" => r#"{"topic": "winner", "seed": 7}"#,
        "puzzle" => r#"{"date": "2026-11-24"}"#,
        "games" | "functions" => r#"{"search": "mean"}"#,
        "game" | "verify" => r#"{"name": "kayles"}"#,
        "tables" => r#"{"directory": ""}"#,
        "cancel" => r#"{"cancel": 1}"#,
        _ => r#"{"game": "nim", "position": "3 5"}"#,
    }
}

/// Rejects fields that the operation `asked` does not have.
fn check_names<V>(asked: &str, known: &[&str], fields: &[Field<V>]) -> Result<(), Diagnostic> {
    let Some(unknown) = fields.iter().find(|field| !known.contains(&field.name.as_str())) else {
        return Ok(());
    };
    let diagnostic = Diagnostic::new(format!("`{asked}` has no field `{}`", unknown.name), unknown.name_span)
        .label(format!("expected one of {}", listed(known.iter().copied())));
    Err(match asked {
        "cancel" => diagnostic.help("only the cancelled request is answered, not `cancel` itself"),
        _ => with_similar(diagnostic, nearest(&unknown.name, known.iter().copied())),
    })
}

/// Creates the diagnostic for a field with an invalid value, from the parse error and the field's schema.
fn invalid<V>(field: &Field<V>, schema: Option<&Value>, error: &serde_json::Error) -> Diagnostic {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(&*text, |(text, _)| text);
    let (message, expected) = text.rsplit_once(", expected ").unwrap_or((text, ""));
    let names = expected.split('`').skip(1).step_by(2);
    let unknown = message.strip_prefix("unknown variant `");
    let similar = unknown.and_then(|name| nearest(name.trim_end_matches('`'), names));
    let expected = match expected {
        "a boolean" => "true or false",
        "a string" => "a text in quotation marks",
        "a sequence" => "a list",
        "f64" => "a number",
        "u8" | "u32" | "u64" | "usize" => "a whole number",
        expected => expected,
    };
    let message = message.replacen("unknown variant", "unknown value", 1);
    let mut diagnostic = Diagnostic::new(format!("`{}`: {message}", field.name), field.span);
    if !expected.is_empty() {
        diagnostic = diagnostic.label(format!("expected {expected}"));
    }
    match schema.and_then(|schema| schema["description"].as_str()) {
        Some(description) if similar.is_none() => diagnostic.help(description.replace('\n', " ")),
        _ => with_similar(diagnostic, similar),
    }
}

fn with_similar(diagnostic: Diagnostic, similar: Option<&str>) -> Diagnostic {
    match similar {
        Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
        None => diagnostic,
    }
}

/// Formats a list of names in backquotes.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_requests() {
        for (operation, schema) in SCHEMAS.iter() {
            let request = ServiceRequest::parse_for(operation, example(operation));
            assert!(request.content().is_ok(), "{operation}: {:?}", request.content());
            assert!(example(operation).contains(main_field(schema)), "{operation}");
        }
    }
}
