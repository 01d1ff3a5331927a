//! Answers for programs: `winways serve-stdio` and `winways eval --format jsonl`.

use crate::common::{Running, Temporary, root, run, stderr, stdout};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::fs;

/// A request that never ends by itself.
const LONG: &str = r#"{"id":"long","eval":"[[n + m for n in 1..1000000] for m in 1..1000000]"}"#;

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Returns the answers to some requests, one for each.
fn answers(options: &str, requests: &[u8]) -> Vec<Value> {
    let output = run(&format!("winways serve-stdio {options}"), requests);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output).lines().map(parsed).collect()
}

/// Returns the answer to one request.
fn answer(request: &Value) -> Value {
    let mut answers = answers("", request.to_string().as_bytes());
    assert_eq!(answers.len(), 1, "{request}");
    answers.remove(0)
}

#[test]
fn an_answer_comes_at_once() {
    // Each request is answered while the input stays open.
    let mut service = Running::start(&["serve-stdio"]);
    for id in 1..4 {
        service.write(&json!({"id": id, "eval": "nim(3,5)"}).to_string());
        let answer = parsed(&service.read_line());
        assert_eq!((&answer["id"], &answer["answer"]["value"]), (&json!(id), &json!("*6")));
    }
    assert_eq!(service.end(), (String::new(), Some(0)));
    let mut lines = Running::start(&["eval", "--format", "jsonl"]);
    for (line, value) in [("g = {1|-1}", json!("+-1")), ("[g + g, g]", json!(["0", "+-1"]))] {
        lines.write(line);
        assert_eq!(parsed(&lines.read_line())["answer"]["value"], value);
    }
    assert_eq!(lines.end(), (String::new(), Some(0)));
}

/// Requests cannot read files unless the service was started with `--read-rule-files`.
#[test]
fn rule_files_are_read_where_that_is_allowed() {
    for request in [
        json!({"eval": "docs/rules/grundy.game(5)"}),
        json!({"eval": "[docs/rules/grundy.game(n) for n in 3..5]"}),
    ] {
        let refused = &answers("", request.to_string().as_bytes())[0];
        assert_eq!(refused["error"]["detail"], "rule files are not supported here", "{refused}");
        let report = &answers("--read-rule-files", request.to_string().as_bytes())[0];
        assert!(report["error"].is_null() && !report["answer"]["value"].is_null(), "{report}");
    }
    let refused = answer(&json!({"solve": "docs/rules/grundy.game", "position": "5"}));
    assert!(!refused["error"].is_null(), "{refused}");
}

/// The answers of `serve-stdio` are the JSON objects that the commands print.
#[test]
fn answers_are_those_of_the_commands() {
    let cases = [
        (json!({"eval": "nim(3,5) + kayles(7)"}), "eval 'nim(3,5) + kayles(7)'"),
        (json!({"eval": "{2|0} + ^", "explain": true}), "eval '{2|0} + ^' --explain"),
        (json!({"eval": "[nim(n) + ^ for n in 0..3]"}), "eval '[nim(n) + ^ for n in 0..3]'"),
        (json!({"eval": "nim(1,1)", "misere": true}), "eval 'nim(1,1)' --misere"),
        (json!({"solve": "kayles", "position": "5 9", "max_moves": 1}), "solve kayles 5 9 --moves 1"),
        (
            json!({"solve": "domineering", "position": "...|...", "explain": true}),
            "solve domineering '...|...' --explain",
        ),
        (json!({"solve": "nim", "position": "3 5", "method": "search"}), "solve nim 3 5 --method search"),
        (json!({"solve": "mnk(3,3,3)"}), "solve 'mnk(3,3,3)' '...|...|...'"),
        (json!({"table": "kayles", "up_to": 60, "from": 7}), "table kayles --up-to 60 --from 7"),
        (
            json!({"table": "octal(0.137)", "up_to": 300, "prove": true, "values": false}),
            "table 'octal(0.137)' --up-to 300 --prove --summary",
        ),
        (json!({"table": "wythoff", "up_to": 9}), "table wythoff --up-to 9"),
        (json!({"table": "chomp-3", "up_to": 2}), "table chomp-3 --up-to 2"),
        (json!({"table": "chomp-3", "values": false}), "table chomp-3 --summary"),
        (json!({"table": "kayles", "misere": true}), "table kayles --misere"),
        (
            json!({"table": "subtract{2,5}", "outcomes": true, "from": 3}),
            "table 'subtract{2,5}' --outcomes --from 3",
        ),
        (json!({"table": "subtract{1,3|1,2}", "up_to": 9}), "table 'subtract{1,3|1,2}' --up-to 9"),
        (json!({"table": "cram(grid(2,n))", "for": "n=1..5"}), "table 'cram(grid(2,n))' --for n=1..5"),
        (
            json!({"table": "domineering(grid(k,3)) + ^", "for": "k=1..4"}),
            "table 'domineering(grid(k,3)) + ^' --for k=1..4",
        ),
    ];
    for (request, command) in cases {
        let output = run(&format!("winways {command} --format json"), "");
        assert!(output.status.success(), "{command}: {}", stderr(&output));
        assert_eq!(answer(&request), json!({"id": null, "answer": parsed(&stdout(&output))}), "{command}");
    }
    let rules = fs::read_to_string(root().join("docs/rules/grundy.game")).unwrap();
    let output = run("winways solve docs/rules/grundy.game 9 --format json", "");
    let asked = answer(&json!({"solve": {"rules": rules}, "position": "9"}));
    assert_eq!(asked["answer"], parsed(&stdout(&output)));
}

/// Errors in tables of expressions have the messages of the command line, and spans that locate them.
#[test]
fn errors_in_tables_of_expressions_are_those_of_the_command() {
    for (expression, range, field, message, span) in [
        ("nim(n)", "n", "for", "this is not a variable with its numbers", [0, 1]),
        ("nim(n)", "n=3..1", "for", "the range descends from 3 to 1", [2, 6]),
        ("nim(n)", "let=1..3", "for", "`let` cannot be a name", [0, 3]),
        ("nim(n)", "n=1..1e19", "for", "`1e19` is not a number of the range", [5, 9]),
        ("nim(k)", "n=1..3", "table", "the expression does not contain `n`", [0, 6]),
        ("nim(n,k)", "n=1..3", "table", "`k` has no value", [6, 7]),
        ("{n|", "n=1..3", "table", "the input ends here", [3, 3]),
        ("n < 2", "n=1..3", "table", "the value is not a game", [0, 5]),
        ("over + n", "n=0..5", "table", "a loopy game has no row in such a table", [0, 8]),
        ("top_entails(n)", "n=0..12", "table", "a loony value has no row in such a table", [0, 14]),
        ("n/3", "n=0..2", "table", "a rational number has no row in such a table", [0, 3]),
        ("cram(grid(2,n,\"y\"))", "n=1..3", "table", "unexpected `y`", [5, 18]),
        ("tic-tac-toe(grid(n,n))", "n=0..3", "table", "empty input", [12, 21]),
        ("chase(n,1,1,n,n)", "n=3..4", "table", "chase ends by a goal", [0, 16]),
    ] {
        let error = &answer(&json!({"table": expression, "for": range}))["error"];
        assert_eq!((&error["in"], &error["detail"]), (&json!(field), &json!(message)), "{error}");
        assert_eq!((&error["span"]["bytes"], &error["status"]), (&json!(span), &json!(422)), "{error}");
        let output = run(&format!("winways table '{expression}' --for '{range}'"), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{message}: {}", stderr(&output));
    }
    for (more, message, expected) in [
        (json!({"prove": true}), "a table of an expression does not support this", "either `for` or `prove`"),
        (json!({"up_to": 9}), "a table of an expression does not support this", "either `for` or `up_to`"),
        (json!({"table": {"rules": "heap n -> n-1"}}), "this is not an expression", "an expression as a"),
        (json!({"for": null, "rules": "heap n -> n-1"}), "only tables with `for` support this", "`for`"),
    ] {
        let mut request = json!({"table": "nim(n)", "for": "n=1..3"});
        for (name, value) in more.as_object().unwrap() {
            request[name] = value.clone();
        }
        let error = &answer(&request)["error"];
        assert_eq!(error["detail"], message, "{error}");
        assert!(error["expected"].as_str().unwrap().contains(expected), "{error}");
    }
    let misere = &answer(&json!({"table": "nim(n)", "for": "n=1..3", "misere": true}))["error"];
    assert_eq!(misere["detail"], "a table of an expression has no misère play");
}

#[test]
fn tables_of_expressions_name_own_games_and_obey_limits() {
    let rules = "name: halves\nheap n -> n-1 | n/2 where n >= 1";
    let own = answer(&json!({"table": "halves(n) + n", "for": "n=0..4", "rules": rules}));
    assert_eq!(own["answer"]["values"], json!(["0", "1+*", "2", "3+*2", "4+*"]), "{own}");
    let wrong = answer(&json!({"table": "halves(n)", "for": "n=0..4", "rules": "heap n ->"}));
    assert_eq!(wrong["error"]["in"], "rules", "{wrong}");
    let taken = answer(&json!({"table": "nim(n)", "for": "n=0..4", "rules": "name: nim\nheap n -> n-1"}));
    assert_eq!(taken["error"]["detail"], "there is already a game called `nim`", "{taken}");
    for limit in [json!({"memory": 100_000}), json!({"timeout": 0.3})] {
        let mut request = json!({"table": "nim(n) + ^", "for": "n=1..10^18"});
        request.as_object_mut().unwrap().extend(limit.as_object().unwrap().clone());
        let table = &answer(&request)["answer"];
        let values = table["values"].as_array().unwrap();
        assert!(!table["complete"].as_bool().unwrap() && !values.is_empty(), "{limit}: {}", table["stopped"]);
        assert_eq!(table["to"], values.len());
        assert_eq!(table["means"].as_array().unwrap().len(), values.len());
    }
    // The memory limit stops this table after fewer than 500 values. A table without values still reports its pattern.
    let nims = &answer(&json!({"table": "nim(n)", "for": "n=1..10^9", "memory": 100_000}))["answer"];
    let known = nims["to"].as_u64().unwrap();
    assert!(known < 500 && nims["stopped"].as_str().unwrap().contains("memory"), "{nims}");
    let bare = &answer(&json!({"table": "{n|-1}", "for": "n=1..9", "values": false}))["answer"];
    let pattern = [&bare["preperiod"], &bare["period"], &bare["saltus"], &bare["status"]];
    assert_eq!(pattern, [&json!(null), &json!(null), &json!(null), &json!("none")], "{bare}");
    assert_eq!([&bare["values"], &bare["means"]], [&Value::Null; 2]);
}

#[test]
fn tables_are_queried() {
    let temporary = Temporary::new();
    let (tables, table) = (temporary.root(), temporary.path("chase-5"));
    assert!(run(&format!("winways database build chase 5 --out {table}"), "").status.success());
    let query = json!({"id": 1, "query": "chase-5", "position": "1 1 5 5"});
    let requests = [
        query.clone(),
        json!({"id": 2, "query": "chase-5", "position": "1 1 5 5", "explain": true}),
        json!({"id": 3, "query": "chase-5", "position": "1 1 6 6"}),
        json!({"id": 4, "query": "../chase-5"}),
        json!({"id": 5, "query": "chase-6"}),
    ];
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let answers = answers(&format!("--tables {tables}"), text.as_bytes());
    for (answer, explain) in answers.iter().zip(["", "--explain"]) {
        let output = run(&format!("winways database query {table} 1 1 5 5 {explain} --format json"), "");
        assert_eq!(answer["answer"], parsed(&stdout(&output)));
    }
    let rank = answers[0]["answer"]["rank"].as_u64().unwrap();
    let output = run(&format!("winways database query {table} --rank {rank} --format json"), "");
    assert_eq!(answers[0]["answer"], parsed(&stdout(&output)));
    assert_eq!(run(&format!("winways database query {table} --rank 99999999"), "").status.code(), Some(2));
    assert_eq!(
        (&answers[2]["error"]["in"], &answers[3]["error"]["in"]),
        (&json!("position"), &json!("query"))
    );
    assert_eq!(answers[4]["error"]["type"], json!("urn:winways:error:unavailable"));
    assert!(!answers[4].to_string().contains(&tables));
    assert_eq!(answer(&query)["error"]["type"], json!("urn:winways:error:unavailable"));
}

#[test]
fn a_request_is_cancelled_at_work_and_while_it_waits() {
    let mut service = Running::start(&["serve-stdio"]);
    service.write(LONG);
    service.write(r#"{"id":2,"eval":"1"}"#);
    service.write(r#"{"id":3,"eval":"2"}"#);
    service.wait_until_at_work();
    service.write(r#"{"cancel":2}"#);
    service.write(r#"{"cancel":"nobody"}"#);
    service.write(r#"{"cancel":"long"}"#);
    let long = parsed(&service.read_line());
    assert_eq!((&long["id"], &long["answer"]["complete"]), (&json!("long"), &json!(false)));
    assert!(long["answer"]["stopped"].as_str().unwrap().contains("interrupted"), "{long}");
    let waiting = parsed(&service.read_line());
    assert_eq!(
        (&waiting["id"], &waiting["error"]["type"]),
        (&json!(2), &json!("urn:winways:error:cancelled"))
    );
    assert_eq!(parsed(&service.read_line())["answer"]["value"], json!("2"));
    assert_eq!(service.end(), (String::new(), Some(0)));
}

/// The values computed before the cancellation are written.
#[test]
fn a_cancelled_table_has_its_first_values() {
    let mut service = Running::start(&["serve-stdio"]);
    service.write(r#"{"id":1,"table":"octal(0.007)","up_to":1000000000}"#);
    service.wait_until_at_work();
    service.write(r#"{"cancel":1}"#);
    let answer = parsed(&service.read_line())["answer"].take();
    assert!(answer["stopped"].as_str().unwrap().contains("interrupted"), "{}", answer["stopped"]);
    assert_eq!(answer["complete"], json!(false));
    assert!(!answer["values"].as_array().unwrap().is_empty());
    // Writing can be cancelled too. Here a theorem gives all values at once.
    service.write(r#"{"id":2,"table":"nim","misere":true,"up_to":1000000000000000000}"#);
    service.write(r#"{"cancel":2}"#);
    assert_eq!(parsed(&service.read_line())["id"], json!(2));
    assert_eq!(service.end(), (String::new(), Some(0)));
}

#[test]
fn requests_have_limits_within_those_of_the_program() {
    let requests = format!(
        "{}\n{}\n{}\n{}\n",
        json!({"id": 1, "eval": "[[n + m for n in 1..1000000] for m in 1..1000000]", "timeout": 0.05}),
        json!({"id": 2, "solve": "snort", "position": ".".repeat(60), "timeout": 0}),
        json!({"id": 3, "eval": "[n for n in 1..100000]", "memory": 100_000}),
        json!({"id": 4, "eval": "len([n for n in 1..100000])"}),
    );
    let stopped = |answers: &[Value]| -> Vec<String> {
        answers.iter().map(|answer| answer["answer"]["stopped"].as_str().unwrap_or("").to_owned()).collect()
    };
    let within = stopped(&answers("", requests.as_bytes()));
    assert!(within[0].contains("the time limit was reached"), "{within:?}");
    assert!(within[1].contains("the time limit was reached"), "{within:?}");
    assert!(within[2].contains("the memory limit of 98 KiB was reached"), "{within:?}");
    assert_eq!(within[3], "");
    // A request cannot exceed the limits of the program.
    let request =
        json!({"eval": "[n for n in 1..1000000]", "memory": 1u64 << 40, "timeout": 1e9}).to_string();
    let more = stopped(&answers("--memory 16MiB", request.as_bytes()));
    assert!(more[0].contains("the memory limit of 16 MiB was reached"), "{more:?}");
    let request = json!({"eval": "[[n + m for n in 1..1000000] for m in 1..1000000]", "timeout": 1e9});
    let more = stopped(&answers("--timeout 50ms", request.to_string().as_bytes()));
    assert!(more[0].contains("the time limit was reached"), "{more:?}");
}

#[test]
fn an_interruption_ends_the_service_in_order() {
    let mut service = Running::start(&["serve-stdio"]);
    service.write(LONG);
    service.write(r#"{"id":2,"eval":"1"}"#);
    // A line without an answer, so that all lines before it have been read when the work continues.
    service.write(r#"{"cancel":3}"#);
    service.interrupt_at_work();
    let (output, code) = service.end_with_open_stdin();
    let answers: Vec<Value> = output.lines().map(parsed).collect();
    assert_eq!((answers.len(), code), (2, Some(130)), "{output}");
    assert!(answers[0]["answer"]["stopped"].as_str().unwrap().contains("interrupted"));
    assert_eq!(
        (&answers[1]["id"], &answers[1]["error"]["type"]),
        (&json!(2), &json!("urn:winways:error:cancelled"))
    );
    // An idle process ends at once.
    let mut idle = Running::start(&["serve-stdio"]);
    idle.write(r#"{"id":1,"eval":"1"}"#);
    idle.read_until("\"id\":1");
    idle.interrupt();
    assert_eq!(idle.end_with_open_stdin(), (String::new(), Some(130)));
}

#[test]
fn any_input_is_answered_line_by_line() {
    let mut input = Vec::new();
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let lines: [&[u8]; 12] = [
        b"garbage",
        b"\xff\xfe{}",
        b"{\"eval\": \"\xff\"}",
        b"\0\0\0",
        deep.as_bytes(),
        b"{\"eval\":",
        b"{}",
        b"null",
        b"{\"eval\":null}",
        b"{\"id\":{},\"eval\":\"((((((((((\"}",
        b"{\"id\":1e99,\"eval\":\"1\",\"memory\":-1}",
        b"\"",
    ];
    lines.iter().for_each(|line| input.extend([line, &b"\n"[..]].concat()));
    input.extend(format!("{{\"solve\":{deep}}}\n{{\"eval\":{{\"a\":{deep}}}}}\n").bytes());
    input.extend(format!("{{\"eval\":\"{}\"}}\n", "(".repeat(1_000_000)).bytes());
    // A line longer than the limit.
    input.extend(vec![b'x'; 20_000_000]);
    input.extend(b"\n\n   \n");
    let asked = lines.len() + 4;
    let mut random = SplitMix64::seed_from_u64(7);
    let pieces: [&[u8]; 16] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b":",
        b",",
        b"\"id\":",
        b"\"eval\":",
        b"\"nim(3,5)\"",
        b"1",
        b"\\",
        b"\xc3",
        b"\"table\":\"kayles\"",
        b"\"cancel\":1",
        b" ",
    ];
    for _ in 0..2000 {
        // This prefix ensures that the line is neither blank nor a cancellation, which have no answers.
        input.extend(b"{\"x\":0,");
        (0..random.next_u64() % 12).for_each(|_| input.extend(pieces[(random.next_u64() % 16) as usize]));
        input.push(b'\n');
    }
    input.extend(b"{\"id\":\"last\",\"eval\":\"nim(3,5)\"}");
    let answers = answers("--memory 64MiB", &input);
    assert_eq!(answers.len(), asked + 2000 + 1);
    assert!(answers.iter().all(|answer| answer.get("answer").is_some() != answer.get("error").is_some()));
    assert_eq!(answers.last().unwrap()["answer"]["value"], json!("*6"));
}

#[test]
fn ids_are_repeated_as_they_are_written() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let ids =
        ["1e999", "-0.10", "\"a\\u0041\"", "{ \"a\" : [1,  2] }", "123456789012345678901234567890", &deep];
    let requests: String = ids.iter().map(|id| format!("{{\"eval\":\"1\", \"id\": {id} }}\n")).collect();
    let output = run("winways serve-stdio", requests);
    for (line, id) in stdout(&output).lines().zip(ids) {
        assert!(line.starts_with(&format!("{{\"id\":{id},\"answer\":{{")), "{}", &line[..100]);
    }
    assert_eq!(stdout(&output).lines().count(), ids.len());
}

#[test]
fn lines_of_json_have_the_numbers_of_their_lines() {
    let output = run("winways eval --format jsonl", "nim(3,5)\n{1|\n\n# nothing\n1 +* \n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(2), String::new()));
    let lines: Vec<Value> = stdout(&output).lines().map(parsed).collect();
    let ids: Vec<u64> = lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    assert_eq!(lines[1]["error"]["span"]["bytes"], json!([3, 3]));
    assert_eq!(
        (&lines[2]["answer"]["kind"], &lines[4]["answer"]["value"]),
        (&json!("nothing"), &json!("1+*"))
    );
    let output = run("winways eval --format jsonl 'nim(3,5)' --misere", "");
    assert_eq!(parsed(&stdout(&output))["answer"]["play"], json!("misere"));
    let output = run(
        "winways eval --format jsonl '[[n + m for n in 1..1000000] for m in 1..1000000]' --timeout 50ms",
        "",
    );
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    let output =
        run("(echo '{\"eval\":\"1\"}'; echo '{\"eval\":\"2\"}') | winways serve-stdio | head -n 1", "");
    assert_eq!((stdout(&output).lines().count(), stderr(&output)), (1, String::new()));
}

/// The client from the documents runs, if Python is installed.
#[test]
fn the_client_of_the_examples_runs() {
    if !run("python3 -c pass", "").status.success() {
        return;
    }
    let client = fs::read_to_string(root().join("examples/client.py")).expect("there is a client");
    assert!(client.lines().count() <= 25);
    let output = run("python3 examples/client.py", "");
    assert!(output.status.success(), "{}", stderr(&output));
    let expected =
        "nim(3,5) N ['heap 5 -> 3']\n[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]\nthe time limit was reached";
    assert!(stdout(&output).starts_with(expected), "{}", stdout(&output));
}

/// Every field is documented.
#[test]
fn the_page_names_every_field() {
    let page = fs::read_to_string(root().join("docs/programs.md")).expect("there is a page");
    let error = answer(&json!({"ask": 1}))["error"].clone();
    let names = error["expected"].as_str().unwrap().split('`').skip(1).step_by(2);
    let mut fields: Vec<String> = names.map(str::to_owned).collect();
    assert!(fields.len() >= 6, "{fields:?}");
    for operation in fields.clone() {
        let error = answer(&json!({operation.as_str(): "1", "nosuch": 1}))["error"].clone();
        let names = error["expected"].as_str().unwrap_or_else(|| panic!("{operation}: {error}")).split('`');
        fields.extend(names.skip(1).step_by(2).map(str::to_owned));
    }
    fields.extend(error.as_object().unwrap().keys().cloned());
    fields.extend(error["span"].as_object().unwrap().keys().cloned());
    let missing: Vec<&String> = fields.iter().filter(|field| !page.contains(&format!("`{field}`"))).collect();
    assert!(missing.is_empty(), "docs/programs.md does not describe {missing:?}");
    let client = fs::read_to_string(root().join("examples/client.py")).expect("there is a client");
    assert!(page.contains(&client), "docs/programs.md shows another client");
}
