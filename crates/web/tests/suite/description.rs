//! The generated description agrees with the addresses of the server and with its answers.

use crate::common::{Events, ask, get, post, request, router, run};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use winways::games::{entries, example};

fn description() -> Value {
    serde_json::from_str(&winways_web::description()).expect("it is JSON")
}

/// Returns `schema` with the fields of the schema `more` added.
fn with_fields(schema: &Value, more: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = more["properties"].as_object() {
        for (name, field) in fields {
            schema["properties"][name] = field.clone();
        }
        let required = [&schema["required"], &more["required"]];
        let required = required.map(|names| names.as_array().cloned().unwrap_or_default());
        schema["required"] = required.concat().into();
    }
    schema
}

/// Returns the place where a value violates the schema, or `None` if it conforms.
fn fault(description: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/components/schemas/").expect("a reference to a schema");
        let named = &description["components"]["schemas"][name];
        assert!(named.is_object(), "there is no schema {name}");
        return fault(description, &with_fields(named, schema), value, place);
    }
    for choice in ["oneOf", "anyOf"] {
        let Some(choices) = schema[choice].as_array() else { continue };
        // The fields beside the alternatives belong to each of them.
        let choices: Vec<Value> = choices.iter().map(|one| with_fields(one, schema)).collect();
        let faults: Vec<Option<String>> =
            choices.iter().map(|one| fault(description, one, value, place)).collect();
        let fitting = faults.iter().filter(|fault| fault.is_none()).count();
        let is_right = if choice == "oneOf" { fitting == 1 } else { fitting > 0 };
        return (!is_right).then(|| format!("{place} fits {fitting} of {choice}: {faults:?}"));
    }
    if let Some(expected) = schema.get("const") {
        return (value != expected).then(|| format!("{place} is {value}, not {expected}"));
    }
    if let Some(expected) = schema["enum"].as_array() {
        return (!expected.contains(value)).then(|| format!("{place} is {value}, none of {expected:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => panic!("{place} has a schema without a type: {schema}"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_named = types.contains(&kind) || kind == "integer" && types.contains(&"number");
    if !is_named {
        return Some(format!("{place} is a {kind}, none of {types:?}"));
    }
    match value {
        Value::Array(items) if schema["items"].is_object() => {
            let mut items = items.iter().zip(0..);
            items.find_map(|(item, at)| fault(description, &schema["items"], item, &format!("{place}[{at}]")))
        }
        Value::Object(fields) if schema["properties"].is_object() => {
            let required = schema["required"].as_array().expect("a list of the fields that there must be");
            let missing = required.iter().filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
            if let Some(name) = missing {
                return Some(format!("{place} has no {name}"));
            }
            fields.iter().find_map(|(name, field)| match schema["properties"].get(name) {
                Some(schema) => fault(description, schema, field, &format!("{place}.{name}")),
                None => Some(format!("{place}.{name} is not described")),
            })
        }
        _ => None,
    }
}

/// Returns the schema of an answer with this status.
fn schema<'d>(description: &'d Value, path: &str, method: &str, status: &str) -> &'d Value {
    let answer = &description["paths"][path][method]["responses"][status];
    assert!(answer.is_object(), "{method} {path} has no answer {status}");
    let content = answer["content"].as_object().expect("the answer has a content");
    &content.values().next().expect("the content has a type")["schema"]
}

#[track_caller]
fn check(description: &Value, path: &str, method: &str, status: StatusCode, answer: &Value) {
    let schema = schema(description, path, method, status.as_str());
    let fault = fault(description, schema, answer, "answer");
    assert!(fault.is_none(), "{method} {path} {status}: {}: {answer}", fault.unwrap_or_default());
}

#[test]
fn the_addresses_and_methods_match_the_server() {
    let description = description();
    let described: BTreeSet<&str> =
        description["paths"].as_object().expect("paths").keys().map(String::as_str).collect();
    let served: BTreeSet<String> = winways_web::addresses().collect();
    assert_eq!(described, served.iter().map(String::as_str).collect());
    run(async {
        let router = router();
        let served_text = get(&router, "/openapi.json").await;
        assert_eq!(
            (served_text.header("content-type"), served_text.json()),
            ("application/json", description.clone())
        );
        for path in described {
            let address = path.replace("{name}", "nim").replace("{id}", "x");
            for method in ["get", "post", "put", "delete", "patch"] {
                let answer = ask(&router, request(&method.to_uppercase(), &address, "")).await;
                let is_answered = answer.status != StatusCode::METHOD_NOT_ALLOWED;
                let is_described = description["paths"][path][method].is_object();
                assert_eq!(is_answered, is_described, "{method} {path}: {answer:?}");
            }
        }
    });
}

/// Clients are generated from the description, so every operation has a name of its own.
#[test]
fn operations_have_unique_names() {
    let description = description();
    let paths = description["paths"].as_object().expect("paths");
    let operations = paths.values().flat_map(|methods| methods.as_object().expect("methods").values());
    let names: Vec<&str> =
        operations.map(|operation| operation["operationId"].as_str().expect("a name")).collect();
    let distinct: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!((distinct.len(), distinct.contains("solve")), (names.len(), true), "{names:?}");
    for (path, methods) in paths {
        let body = &methods["post"]["requestBody"]["content"]["application/json"]["schema"];
        let timeout = &body["properties"]["timeout"]["type"];
        assert!(methods["post"].is_null() || *timeout == json!(["number", "null"]), "{path}");
    }
}

/// Requests whose answers together use all documented fields.
const REQUESTS: &[(&str, &str)] = &[
    ("eval", r#"{"eval": "1/2 + ^", "explain": true}"#),
    ("eval", r#"{"eval": "{2|0}"}"#),
    ("eval", r#"{"eval": "[[1, *2], []]"}"#),
    ("eval", r#"{"eval": "1 < 2"}"#),
    ("eval", r#"{"eval": "nim(3,5) + kayles(7)", "misere": true}"#),
    ("eval", r#"{"eval": "[n for n in 1..1000000]", "memory": 1000000}"#),
    ("eval", r#"{"eval": "aliquot(1000000000000)", "conjecture": true}"#),
    ("table", r#"{"table": "kayles", "up_to": 200}"#),
    ("table", r#"{"table": "nim", "values": false}"#),
    ("table", r#"{"table": "octal(0.137)", "prove": true}"#),
    ("table", r#"{"table": "octal(0.137)", "prove": true, "certificate": true}"#),
    ("table", r#"{"table": "octal(0.6)", "prove": true, "memory": 1000000, "timeout": 0.1}"#),
    ("table", r#"{"table": "wythoff", "up_to": 12}"#),
    ("table", r#"{"table": "euclid", "up_to": 12}"#),
    ("table", r#"{"table": "chomp-3", "up_to": 2}"#),
    ("table", r#"{"table": "top-entails", "up_to": 8}"#),
    ("table", r#"{"table": "kayles", "quotient": true, "up_to": 12}"#),
    ("table", r#"{"table": "kayles", "misere": true}"#),
    ("table", r#"{"table": "nim", "outcomes": true, "values": false}"#),
    ("table", r#"{"table": "subtract{1,3|1,2}", "up_to": 30}"#),
    ("table", r#"{"table": "octal(0.7|0.07)", "up_to": 5, "values": false}"#),
    ("table", r#"{"table": "cram(grid(1,n))", "for": "n=1..9"}"#),
    ("table", r#"{"table": "{n|-n} + ^", "for": "n=1..9"}"#),
    ("table", r#"{"table": "n", "for": "n=1..9", "values": false}"#),
    ("rules", r#"{"rules": "heap n -> n-k where 1 <= k <= 3"}"#),
    ("rules", r#"{"rules": "heap n -> m"}"#),
    ("picture", r#"{"game": "nim", "position": "3 5", "format": "png"}"#),
    ("picture", r#"{"game": "domineering", "position": "...|...", "format": "text"}"#),
    ("thermograph", r#"{"thermograph": "{4||1|-2}", "format": "tikz"}"#),
    ("quiz", r#"{"topic": "form", "seed": 5, "answer": "*"}"#),
    ("quiz", r#"{"topic": "", "seed": 5}"#),
    ("puzzle", r#"{"date": "", "game": "nim", "seed": 5, "answer": "heap 1"}"#),
    ("puzzle", r#"{"date": "2026-11-24", "solution": true}"#),
    ("puzzle", r#"{"date": "2026-11-31"}"#),
    ("puzzle", r#"{"seed": 4}"#),
    ("solve?foo=1", r#"{"game": "nim", "position": "3 5"}"#),
    ("query", r#"{"table": "nothing"}"#),
    ("count", r#"{"table": "nothing"}"#),
    ("positions", r#"{"table": "nothing"}"#),
    ("line", r#"{"game": "nim", "position": "3 5"}"#),
    ("reply", r#"{"game": "nim", "position": "3 5", "level": 3, "seed": 7}"#),
    ("reply", r#"{"game": "nim", "position": "0"}"#),
    ("reply", r#"{"game": "domineering(\"........|........|........\")", "memory": 100000}"#),
    ("line", r#"{"game": "tic-tac-toe"}"#),
    ("line", r#"{"game": "domineering", "position": "...|...", "to_move": "right", "max_moves": 1}"#),
    ("line", r#"{"game": "domineering(\"........|........|........\")", "memory": 100000}"#),
    ("solve", r#"{"game": "nm"}"#),
    ("solve", "{"),
    ("table?wait=0", crate::common::HOPELESS),
];

#[test]
fn answers_are_as_described() {
    let description = description();
    run(async {
        let router = router();
        for (operation, body) in REQUESTS {
            let answer = post(&router, operation, body).await;
            let path = format!("/api/v1/{}", operation.split('?').next().unwrap_or(""));
            check(&description, &path, "post", answer.status, &answer.json());
        }
        for (path, described) in [
            ("games", "games"),
            ("games?search=dominoes", "games"),
            ("functions", "functions"),
            ("tables", "tables"),
            ("games/nm", "games/{name}"),
            ("verify/nim?up_to=2", "verify/{name}"),
            ("verify/nim?timeout=0", "verify/{name}"),
            ("verify/nothing", "verify/{name}"),
            ("quiz?topic=winner", "quiz"),
            ("quiz?topic=nothing", "quiz"),
            ("puzzle?date=2026-11-24", "puzzle"),
            ("puzzle?game=nim&seed=3&rating=700&solution=true", "puzzle"),
            ("tasks/x/events", "tasks/{id}/events"),
        ] {
            let answer = get(&router, &format!("/api/v1/{path}")).await;
            check(&description, &format!("/api/v1/{described}"), "get", answer.status, &answer.json());
        }
        let mut evil = request("GET", "/api/v1/games", "");
        evil.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
        let refused = ask(&router, evil).await;
        check(&description, "/api/v1/games", "get", refused.status, &refused.json());
    });
}

#[test]
fn answers_about_tables_are_as_described() {
    let description = description();
    run(async {
        let (_all, router) = crate::common::with_a_table();
        let tables = get(&router, "/api/v1/tables").await;
        check(&description, "/api/v1/tables", "get", tables.status, &tables.json());
        for (operation, body) in [
            ("query", r#"{"table": "small/chase", "rank": 7}"#),
            ("count", r#"{"table": "small/chase", "position": "1 1 5 5"}"#),
            ("count", r#"{"table": "small/chase", "position": "1 1 5 5", "memory": 1}"#),
            ("count", r#"{"table": "small/chase", "position": "1 1 5 5", "timeout": 0}"#),
            ("positions", r#"{"table": "small/chase", "remoteness": 3, "max": 5}"#),
        ] {
            let answer = post(&router, operation, body).await;
            assert!(answer.status.is_success() || body.contains("memory"), "{operation} {body}: {answer:?}");
            check(&description, &format!("/api/v1/{operation}"), "post", answer.status, &answer.json());
        }
    });
}

#[test]
fn every_example_is_answered_as_described() {
    let description = description();
    run(async {
        let router = router();
        for entry in entries() {
            let (game, position) = example(entry.page);
            let page = get(&router, &format!("/api/v1/games/{}", entry.page.name)).await;
            check(&description, "/api/v1/games/{name}", "get", page.status, &page.json());
            let asked = json!({ "game": game, "position": position, "max_moves": 5, "timeout": 5 });
            let solved = post(&router, "solve?wait=60", &asked.to_string()).await;
            check(&description, "/api/v1/solve", "post", solved.status, &solved.json());
            let asked =
                json!({ "game": game, "position": position, "max_moves": 5, "timeout": 5, "outcomes": true });
            let moves = post(&router, "moves?wait=60", &asked.to_string()).await;
            check(&description, "/api/v1/moves", "post", moves.status, &moves.json());
        }
    });
}

#[test]
fn progress_is_as_described() {
    let description = description();
    run(async {
        let router = router();
        let task = crate::common::begin(&router).await.expect("there is room");
        let mut events = Events::of(&router, &task).await.expect("the task is there");
        let (name, progress) = events.next().await.expect("there is progress");
        let path = "/api/v1/tasks/{id}/events";
        let schema =
            &description["paths"][path]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"];
        assert_eq!((name.as_str(), fault(&description, schema, &progress, "progress")), ("progress", None));
    });
}

/// Tests that the check itself detects violations.
#[test]
fn faults_are_found() {
    let description = description();
    let span = &json!({ "$ref": "#/components/schemas/Span" });
    let right = json!({ "bytes": [0, 1], "characters": [0, 1], "line": 1, "column": 1 });
    assert_eq!(fault(&description, span, &right, "span"), None);
    for (field, value) in
        [("line", json!("1")), ("bytes", json!([null])), ("more", json!(1)), ("line", json!(0.5))]
    {
        let mut wrong = right.clone();
        wrong[field] = value;
        assert!(fault(&description, span, &wrong, "span").is_some(), "{wrong}");
    }
    assert!(fault(&description, span, &json!({ "line": 1 }), "span").is_some());
    assert!(fault(&description, &json!({ "enum": ["a", null] }), &json!("b"), "x").is_some());
    assert!(fault(&description, &json!({ "oneOf": [{ "type": "null" }] }), &json!(1), "x").is_some());
}
