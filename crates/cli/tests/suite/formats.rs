//! Answers in JSON, CSV and LaTeX state the same conditions, limits and verdicts as the text.

use crate::common::{Temporary, run, stderr, stdout};
use serde_json::{Value, json};
use std::fs;

/// Runs a command that must end with this exit code. Returns its stdout and stderr.
fn check(command: &str, stdin: &str, code: i32) -> (String, String) {
    let output = run(&format!("winways {command}"), stdin);
    let (answer, messages) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(code), "{command}: {answer}{messages}");
    (answer, messages)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn unproved_answers_state_their_condition() {
    const CONDITION: &str = "if the pattern found up to heap 65535 holds";
    let solve = "solve aliquot 1000000000000 --conjecture --moves 1 --format";
    let (csv, messages) = check(&format!("{solve} csv"), "", 0);
    assert!(csv.contains(",normal,N,*12,13,"), "{csv}");
    assert!(
        messages
            .starts_with(&format!("not proved: aliquot(1000000000000) has this answer {CONDITION}: g(n) = "))
    );
    let (latex, _) = check(&format!("{solve} latex"), "", 0);
    for row in ["outcome & $\\mathcal{N}$, the player to move wins, ", "value & ${\\ast}12$, "] {
        assert!(latex.contains(&format!("{row}{CONDITION}")), "{latex}");
    }
    let line = "aliquot(1000000000000)\n";
    let (text, _) = check("eval --conjecture", line, 0);
    assert!(text.starts_with(&format!("N, {CONDITION}; *12, {CONDITION}; ")), "{text}");
    let (_, messages) = check("eval --conjecture --format csv", line, 0);
    assert!(messages.contains(CONDITION), "{messages}");
    // Proved answers have no condition.
    let (_, messages) = check("solve mark 1000000000000 --conjecture --format csv", "", 0);
    assert!(messages.is_empty(), "{messages}");
}

#[test]
fn stopped_expressions_are_answers_in_their_format() {
    const EXPRESSION: &str = "heat(*1000000, 1)";
    let eval = format!("eval '{EXPRESSION}' --timeout 0s --format");
    let reason = "the time limit was reached after 0 positions";
    let answer = parsed(&check(&format!("{eval} json"), "", 3).0);
    let fields = ["expression", "value", "complete", "stopped"].map(|field| answer[field].clone());
    assert_eq!(fields, [json!(EXPRESSION), Value::Null, json!(false), json!(reason)]);
    let (csv, messages) = check(&format!("{eval} csv"), "", 3);
    assert_eq!((&*csv, &*messages), ("\"heat(*1000000, 1)\",\n", &*format!("partial: {reason}\n")));
    let (latex, _) = check(&format!("{eval} latex"), "", 3);
    assert_eq!(latex, format!("\\mbox{{partial: {reason}}}\n"));
    // Each line of stdin still has one line of output.
    let lines = check("eval --format json --timeout 0s", &format!("{EXPRESSION}\n{EXPRESSION}\n"), 3).0;
    assert_eq!(
        lines.lines().map(|line| parsed(line)["stopped"].clone()).collect::<Vec<_>>(),
        [reason, reason]
    );
    let (csv, messages) = check("solve 'octal(0.06)' 400000 --timeout 0s --format csv", "", 3);
    assert!(csv.starts_with("position,play,") && csv.lines().count() == 2, "{csv}");
    assert!(messages.starts_with("partial: the time limit"), "{messages}");
}

#[test]
fn theorems_without_comparisons_do_not_hold() {
    let verify = "verify chase-hunter --up-to 1 --format";
    assert!(
        check(&format!("{verify} text"), "", 0).0.starts_with("not compared: chase-hunter, 0 comparisons")
    );
    let found = &parsed(&check(&format!("{verify} json"), "", 0).0)[0];
    assert_eq!(
        (&found["holds"], &found["cases"], &found["complete"]),
        (&Value::Null, &json!(0), &json!(true))
    );
    assert!(check(&format!("{verify} csv"), "", 0).0.contains("\nchase-hunter,not compared,0,"));
    assert!(check(&format!("{verify} latex"), "", 0).0.contains("& 0 & not compared: "));
    let found = &parsed(&check("verify nim --up-to 3 --format json", "", 0).0)[0];
    assert_eq!(found["holds"], true);
}

#[test]
fn pages_of_rule_files_have_the_play_and_an_example() {
    let temporary = Temporary::new();
    let path = temporary.path("mis.game");
    fs::write(
        &path,
        "game: Mis\nname: mis\nplay: misere\nexample: mis 5 7\nheap n -> n-k where 1 <= k <= 2\n",
    )
    .unwrap();
    let page = parsed(&check(&format!("games {path} --format json"), "", 0).0);
    assert_eq!(
        (&page["play"], &page["example"], &page["example_arguments"]),
        (&json!("misere"), &json!(format!("{path} 5 7")), &json!([path, "5 7"]))
    );
    let (latex, _) = check(&format!("games {path} --format latex"), "", 0);
    assert!(
        latex.contains("\\item[{Example}] \\texttt{winways solve ") && latex.contains("mis.game 5 7}"),
        "{latex}"
    );
    let play = |game: &str| parsed(&check(&format!("games {game} --format json"), "", 0).0)["play"].clone();
    assert_eq!([play("nim"), play("notakto"), play("octal")], ["normal", "misere", "normal"]);
    // The rules state misère play already.
    assert!(check(&format!("table {path} --quotient --up-to 6"), "", 0).0.contains("misère quotient"));
}

#[test]
fn tables_that_do_not_reach_their_first_heap_say_so() {
    let range = "--from 9223372036854775800 --up-to 9223372036854775807";
    let (text, _) = check(&format!("table 'octal(0.07)' --misere {range} --timeout 500ms"), "", 3);
    assert!(text.starts_with("octal(0.07), no heap from 9223372036854775800 on was computed\n"), "{text}");
}

#[test]
fn checkpoints_that_never_existed_are_not_said_to_end() {
    let temporary = Temporary::new();
    let path = temporary.path("checkpoint");
    let table = format!("table 'octal(0.007)' --summary --checkpoint {path} --up-to 3000000 --timeout 300ms");
    let (_, messages) = check(&table, "", 3);
    assert_eq!(messages, "no checkpoint was written: so far, all values are needed to continue\n");
    assert!(!fs::exists(path).unwrap());
}

#[test]
fn names_of_commands_are_assigned_in_a_session() {
    let (answers, messages) = check("repl", "help = 2\nplot = help.3\nplot\nfunctions == 2\n", 0);
    assert!(answers.contains("\n6\n") && !answers.contains("draws"), "{answers}");
    assert!(!messages.contains("no function") && messages.contains("functions"), "{messages}");
}

#[test]
fn checks_of_solved_tables_state_what_they_prove() {
    let temporary = Temporary::new();
    let (values, outcomes) = (temporary.path("values"), temporary.path("outcomes"));
    check(&format!("database build chase 6 --out {values}"), "", 0);
    check(&format!("database build chase 6 --out {outcomes} --outcomes-only"), "", 0);
    let verify = |options: &str| {
        let found = parsed(&check(&format!("database verify {options} --format json"), "", 0).0);
        (found["holds"].clone(), found["caveat"].clone())
    };
    assert_eq!(verify(&values), (json!(true), Value::Null));
    assert_eq!(
        verify(&format!("{values} --bytes-only")),
        (Value::Null, json!("only the bytes were checked"))
    );
    let (holds, caveat) = verify(&outcomes);
    assert_eq!(holds, true);
    assert!(
        caveat.as_str().is_some_and(|caveat| caveat.starts_with("without the number of moves")),
        "{caveat}"
    );
    let counted = parsed(&check(&format!("database count {outcomes} 1 1 6 6 --format json"), "", 0).0);
    assert!(counted["all"]["won"].as_u64() > Some(0), "{counted}");
    for counts in [&counted["all"], &counted["layers"][0]] {
        assert_eq!((&counts["won_by"], &counts["lost_by"]), (&json!([]), &json!([])));
    }
    fs::write(temporary.at("values").join("manifest.json"), "{").unwrap();
    let listed = parsed(&check(&format!("database list {} --format json", temporary.root()), "", 1).0);
    let unread = listed.as_array().unwrap().iter().find(|table| table["error"].is_string()).unwrap();
    assert_eq!(unread.get("directory"), Some(&Value::Null), "{unread}");
}
