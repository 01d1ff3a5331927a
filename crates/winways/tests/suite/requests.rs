//! Errors in requests: their messages, places and advice.

use serde_json::{Value, json};
use winways::service::{Observers, Service, ServiceRequest};
use winways::{Catalogue, NoObserver, Request};

fn answer(request: &ServiceRequest) -> Value {
    let catalogue = Catalogue::new();
    let mut written = Vec::new();
    let mut service = Service::new(&catalogue, Request::default());
    service.answer(request, Observers::both(&NoObserver), &mut written).unwrap();
    serde_json::from_slice(&written).unwrap()
}

/// A request with the text at the place of its error, the message, the expected value and the advice. `None` is not
/// compared.
type Wrong = (&'static str, &'static str, &'static str, Option<&'static str>, Option<&'static str>);

/// Invalid requests.
const WRONG: &[Wrong] = &[
    (
        r#"{"eval": 7}"#,
        "7",
        "`eval`: invalid type: integer `7`",
        Some("expected a text in quotation marks"),
        Some("An expression."),
    ),
    (
        r#"{"eval": "1", "misere": 1}"#,
        "1",
        "`misere`: invalid type: integer `1`",
        Some("expected true or false"),
        Some("Misère play: the player who cannot move wins."),
    ),
    (
        r#"{"eval": "1", "memory": -1}"#,
        "-1",
        "`memory`: invalid value: integer `-1`",
        Some("expected a whole number"),
        Some("The memory limit in bytes."),
    ),
    (
        r#"{"eval": "1", "timeout": -1}"#,
        "-1",
        "`timeout`: this is not a duration",
        Some("expected a number of seconds, such as 0.5"),
        Some("The time limit in seconds, such as 0.5."),
    ),
    (
        r#"{"eval": "1", "method": "serch"}"#,
        r#""serch""#,
        "`method`: unknown value `serch`",
        Some("expected `auto` or `search`"),
        Some("did you mean `search`?"),
    ),
    (
        r#"{"eval": "1", "methd": "search"}"#,
        r#""methd""#,
        "`eval` has no field `methd`",
        None,
        Some("did you mean `method`?"),
    ),
    (
        r#"{"eval": "1", "before": "g"}"#,
        r#""g""#,
        "`before`: invalid type: string \"g\"",
        Some("expected a list"),
        None,
    ),
    (
        r#"{"solve": {"rule": ""}}"#,
        r#"{"rule": ""}"#,
        "`solve`: this is not a game",
        Some(r#"expected its name, or {"rules": ...}"#),
        None,
    ),
    (r#"{"solve": "nim", "game": "nim"}"#, r#""game""#, "`solve` has no field `game`", None, None),
    (
        r#"{"solve": "nim", "eval": "1"}"#,
        r#""eval""#,
        "a request has only one operation, and this request already has `solve`",
        None,
        None,
    ),
    (r#"{"eval": "1", "eval": "2"}"#, r#""eval""#, "the field `eval` occurs twice", None, None),
    (
        r#"{"table": "nim", "up_to": 3, "from": 9}"#,
        "9",
        "this is greater than `up_to`",
        Some("expected at most 3"),
        None,
    ),
    (
        r#"{"table": "kayles", "quotient": true, "misere": false}"#,
        "false",
        "a misère quotient decides misère play only",
        Some("expected `true`, or no `misere` with `quotient`"),
        None,
    ),
    (
        r#"{"reply": "nim", "position": "3", "level": 11}"#,
        "11",
        "`level`: there is no level 11",
        Some("expected a whole number from 1 to 10"),
        None,
    ),
    (
        r#"{"table": "nim", "from": 9223372036854775808}"#,
        "9223372036854775808",
        "the heap is too large",
        Some("expected a number of tokens below 2^63"),
        None,
    ),
    (
        r#"{"puzzle": "2026-11-24", "seed": 4}"#,
        "4",
        "the date determines the puzzle",
        Some("expected either `date` or `seed`"),
        None,
    ),
    (
        r#"{"puzzle": "", "rating": 4294967295}"#,
        "4294967295",
        "no puzzle has this rating",
        Some("expected a whole number from 500 to 2500"),
        None,
    ),
    (
        r#"{"positions": "x", "max": 0}"#,
        "0",
        "the list would be empty",
        Some("expected a whole number from 1 to 10000"),
        None,
    ),
    (
        r#"{"query": "x", "position": "1", "rank": 3}"#,
        "3",
        "the position is already given",
        Some("expected either `position` or `rank`"),
        None,
    ),
    (
        r#"{"cancel": 7, "id": 5}"#,
        r#""id""#,
        "`cancel` has no field `id`",
        Some("expected one of `cancel`"),
        Some("only the cancelled request is answered, not `cancel` itself"),
    ),
];

#[test]
fn errors_have_a_place_and_advice() {
    for (text, place, message, expected, help) in WRONG {
        let error = answer(&ServiceRequest::parse(text))["error"].clone();
        assert_eq!(
            (&error["type"], &error["detail"]),
            (&json!("urn:winways:error:request"), &json!(message)),
            "{text}"
        );
        let bound = |end: usize| error["span"]["bytes"][end].as_u64().unwrap() as usize;
        assert_eq!(&text[bound(0)..bound(1)], *place, "{text}");
        assert!(expected.is_none() || error["expected"] == json!(expected), "{text}: {error}");
        assert!(help.is_none() || error["help"] == json!(help), "{text}: {error}");
    }
}

/// The error about a missing main field, or about a text that is not an object, contains a valid request.
#[test]
fn errors_show_a_request_for_the_operation() {
    for (operation, text, message, help) in [
        ("solve", r#"{"position": "3"}"#, "the field `game` is missing", "A game: "),
        ("table", "{}", "the field `table` is missing", ""),
        ("rules", "{", "this is not JSON: EOF while parsing an object", ""),
        ("solve", "[]", "this is not a JSON object", ""),
    ] {
        let error = answer(&ServiceRequest::parse_for(operation, text));
        assert_eq!(error["detail"], message, "{error}");
        let expected = error["expected"].as_str().unwrap();
        let example = expected.strip_prefix("expected an object such as ").unwrap();
        let accepted = answer(&ServiceRequest::parse_for(operation, example));
        assert!(accepted["status"].as_u64().is_none(), "{operation} {example}: {accepted}");
        assert!(error["help"].as_str().unwrap_or("").starts_with(help), "{error}");
    }
    let line = answer(&ServiceRequest::parse("{"))["error"].take();
    assert!(line["expected"].as_str().unwrap().contains("\"id\": 1"), "{line}");
}

/// The greatest heap of a request is the greatest heap of the command line.
#[test]
fn the_greatest_heap_is_accepted() {
    let fields = json!({"table": "nim", "from": i64::MAX, "up_to": i64::MAX});
    let table = answer(&ServiceRequest::of_fields("table", fields.as_object().unwrap()));
    assert_eq!(table["values"], json!([i64::MAX]), "{table}");
}

/// A game in an address is a text, even if it looks like a number or a word of JSON.
#[test]
fn games_in_addresses_are_texts() {
    for name in ["137", "true"] {
        let request = ServiceRequest::of_address("verify", [("name".to_owned(), name.to_owned())]);
        let error = answer(&request.unwrap());
        assert!(error["detail"].as_str().unwrap().contains(&format!("`{name}`")), "{error}");
    }
}

/// Like an address, a body may omit a main field that can be empty.
#[test]
fn main_fields_that_may_be_empty_are_optional() {
    let puzzle = r#"{"seed": 4, "game": "nim"}"#;
    let without = answer(&ServiceRequest::parse_for("puzzle", puzzle));
    let field = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let address = ServiceRequest::of_address("puzzle", [field("seed", "4"), field("game", "nim")]);
    assert_eq!(without, answer(&address.unwrap()));
    assert_eq!((&without["date"], &without["game"]), (&Value::Null, &json!("nim")), "{without}");
    assert!(answer(&ServiceRequest::parse_for("quiz", "{}"))["question"].is_string());
    for operation in ["puzzle", "quiz"] {
        assert!(ServiceRequest::schema(operation).unwrap()["required"].is_null(), "{operation}");
    }
    assert_eq!([ServiceRequest::main_field("puzzle"), ServiceRequest::main_field("quiz")], ["date", "topic"]);
}

#[test]
fn games_with_entailing_moves_have_no_outcomes_and_no_quotient() {
    for option in ["outcomes", "quotient"] {
        let fields = json!({"table": "top-entails", "up_to": 8, option: true});
        let error = answer(&ServiceRequest::of_fields("table", fields.as_object().unwrap()));
        assert_eq!(
            (error["status"].as_u64(), &error["help"]),
            (Some(400), &json!(format!("`{option}` is for games without entailing moves"))),
            "{error}"
        );
        assert!(error["detail"].as_str().unwrap().contains("has entailing moves"), "{error}");
    }
    // A quotient implies misère play.
    for fields in [json!({}), json!({"misere": true})] {
        let mut asked = json!({"table": "kayles", "quotient": true, "up_to": 12});
        asked.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let table = answer(&ServiceRequest::of_fields("table", asked.as_object().unwrap()));
        assert_eq!(table["quotient"]["order"], 24, "{table}");
    }
}

/// An error names the field as the request does.
#[test]
fn errors_name_the_field_of_the_request() {
    let line = answer(&ServiceRequest::parse(r#"{"solve": "nm", "position": "3"}"#));
    let posted = answer(&ServiceRequest::parse_for("solve", r#"{"game": "nm", "position": "3"}"#));
    assert_eq!((&line["error"]["in"], &posted["in"]), (&json!("solve"), &json!("game")));
}

#[test]
fn a_field_may_have_the_name_of_an_operation() {
    for text in [r#"{"quiz": "winner", "game": "nim"}"#, r#"{"game": "nim", "quiz": "winner"}"#] {
        assert_eq!(answer(&ServiceRequest::parse(text))["answer"]["topic"], "winner", "{text}");
    }
}

#[test]
fn requests_without_an_envelope_have_no_id() {
    for (text, message) in [
        (r#"{"eval": "1", "id": 3}"#, "`eval` has no field `id`"),
        (r#"{"before": []}"#, "the field `eval` is missing"),
    ] {
        assert_eq!(answer(&ServiceRequest::parse_for("eval", text))["detail"], message);
    }
    let fields = json!({ "eval": "1", "memory": "x" });
    let error = &answer(&ServiceRequest::of_fields("eval", fields.as_object().unwrap()));
    assert_eq!(
        (&error["detail"], &error["span"]),
        (&json!("`memory`: invalid type: string \"x\""), &Value::Null)
    );
}

/// The advice about a field is one line.
#[test]
fn advice_about_a_field_is_one_line() {
    let error = &answer(&ServiceRequest::parse_for("reply", r#"{"game": "nim", "level": "x"}"#));
    assert_eq!(error["expected"], "expected a whole number");
    assert!(
        error["help"].as_str().is_some_and(|help| help.ends_with("at random.") && !help.contains('\n')),
        "{error}"
    );
}

/// `null` counts as absent in optional fields.
#[test]
fn null_counts_as_absent() {
    let request = ServiceRequest::parse(r#"{"eval": "1", "timeout": null, "misere": null}"#);
    assert_eq!((request.timeout(), &answer(&request)["answer"]["value"]), (None, &json!("1")));
}

/// Settings that operations name exist, and each of these operations has one required field.
#[test]
fn every_operation_has_a_schema() {
    for operation in ["eval", "solve", "moves", "line", "table", "query", "games", "tables", "cancel"] {
        let schema = ServiceRequest::schema(operation).unwrap();
        assert_eq!(schema["required"].as_array().map(Vec::len), Some(1), "{operation}");
        assert!(schema["description"].is_string(), "{operation}");
        let has_timeout = schema["properties"]["timeout"].is_object();
        assert_eq!(has_timeout, operation != "cancel", "{operation}");
    }
}

/// The last level moves to a lost position if there is one. Equal seeds give equal moves at any level.
#[test]
fn replies_win_and_repeat_with_their_seed() {
    let reply = |position: &str, level: u8, seed: u64| {
        let text =
            format!(r#"{{"reply": "nim", "position": "{position}", "level": {level}, "seed": {seed}}}"#);
        answer(&ServiceRequest::parse(&text))["answer"].clone()
    };
    let mut seen = std::collections::BTreeSet::new();
    for (a, b, c, seed) in
        (1..4).flat_map(|a| (1..4).flat_map(move |b| (1..4).map(move |c| (a, b, c, a + b))))
    {
        let position = format!("{a} {b} {c}");
        let after = reply(&position, 10, seed)["move"]["to"].as_str().unwrap().to_owned();
        let sum =
            after[4..after.len() - 1].split(',').fold(0, |sum, heap| sum ^ heap.parse::<u64>().unwrap());
        assert_eq!(sum == 0, a ^ b ^ c != 0, "{position}: {after}");
        assert_eq!(reply(&position, 1, seed), reply(&position, 1, seed));
        seen.insert(reply("3 5 7", 1, 10 * seed + c)["move"]["text"].to_string());
    }
    assert!(seen.len() > 3, "the first level always makes the same moves: {seen:?}");
    assert_eq!(reply("0", 10, 1)["move"], Value::Null);
    // The moves of this heap are too many to choose one at random.
    let huge = reply("1000000000000000000 3", 1, 7);
    assert_eq!((&huge["move"]["to"], &huge["complete"]), (&json!("nim(3,3)"), &json!(true)), "{huge}");
}
