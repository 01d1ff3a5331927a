//! A session of questions about boards on graphs, rings and tori gives the same answers as separate processes: in lines of
//! `eval`, in `repl` and in `serve-stdio`.

use crate::common::{run, stderr, stdout};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Positions on different boards. The numbers of one board must not be used for another.
const EXPRESSIONS: &[&str] = &[
    r#"clobber_on_graphs("path 4 xoxo") + clobber_on_graphs("cycle 4 xoxo")"#,
    r#"clobber_on_graphs("path 4 xoxo||cycle 4 xoxo")"#,
    r#"clobber_on_graphs("star 4 xoooo")"#,
    r#"node_kayles("path 3") + node_kayles("path 4")"#,
    r#"node_kayles("path 4") + node_kayles("path 3")"#,
    r#"node_kayles("cycle 5")"#,
    r#"arc_kayles("path 5") + arc_kayles("cycle 4")"#,
    r#"grim("wheel 5") + grim("path 4")"#,
    r#"cutthroat("path 5 xoxox") + cutthroat("cycle 4 xoxo")"#,
    r#"impartial(clobber_on_graphs)("path 3 xox") + impartial(clobber_on_graphs)("cycle 3 xox")"#,
];

/// Rule files of games on rings and tori, each with positions. Some positions contain holes (`#`), which moves leave.
const FILES: &[(&str, &[&str])] = &[
    ("board: ring\nboth: . . -> # #", &["....", "......", "...#....", "....."]),
    ("board: ring\nleft: . . -> # #\nright: . . . -> # # #", &["......", ".....", "..#...."]),
    ("board: torus\nboth: . . -> # #", &["..|..", "...|...", ".#.|..."]),
];

/// Returns the questions in random order, each several times.
fn shuffled<T: Clone>(questions: &[T], seed: u64) -> Vec<T> {
    let mut random = SplitMix64::seed_from_u64(seed);
    (0..4 * questions.len())
        .map(|_| questions[random.next_u64() as usize % questions.len()].clone())
        .collect()
}

/// Returns the answers of one process to `lines`, as JSON without the number of positions searched.
fn answers(command: &str, lines: &[String]) -> Vec<Value> {
    let output = run(command, lines.join("\n"));
    assert!(output.status.success(), "{}", stderr(&output));
    let answer = |line: &str| {
        let mut answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if let Some(method) = answer["answer"]["method"].as_object_mut() {
            method.remove("nodes");
        }
        answer["answer"].take()
    };
    let found: Vec<Value> = stdout(&output).lines().map(answer).collect();
    assert_eq!(found.len(), lines.len());
    assert!(found.iter().all(|answer| answer["complete"] == true), "{found:?}");
    found
}

/// Compares a process that answers all lines with processes that answer one line each.
fn compare(command: &str, lines: &[String]) {
    let alone: HashMap<&String, Value> =
        lines.iter().map(|line| (line, answers(command, std::slice::from_ref(line)).remove(0))).collect();
    let order = shuffled(lines, 26);
    for (line, answer) in order.iter().zip(answers(command, &order)) {
        assert_eq!(answer, alone[line], "{line}");
    }
}

#[test]
fn lines_of_eval_about_graphs_have_the_answers_that_each_has_alone() {
    let lines: Vec<String> = EXPRESSIONS.iter().map(|&text| text.to_owned()).collect();
    compare("winways eval --format jsonl", &lines);
    // The expected value comes from `solve`, which parses both boards with one game.
    let [sum, boards] = [&lines[0], &lines[1]]
        .map(|line| answers("winways eval --format jsonl", std::slice::from_ref(line)).remove(0));
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("N"), &json!("{0,^*|v*,0}")));
    assert_eq!(sum["value"], boards["value"]);
}

#[test]
fn serve_stdio_answers_about_graphs_rings_and_tori_as_if_asked_alone() {
    let expressions = EXPRESSIONS.iter().map(|text| json!({"eval": text}).to_string());
    let of_file = |(rules, positions): &(&str, &[&str])| {
        let ask = |position: &&str| json!({"solve": {"rules": rules}, "position": position}).to_string();
        positions.iter().map(ask).collect::<Vec<_>>()
    };
    let lines: Vec<String> = expressions.chain(FILES.iter().flat_map(of_file)).collect();
    compare("winways serve-stdio", &lines);
}

#[test]
fn repl_answers_about_graphs_as_if_asked_alone() {
    let lines: Vec<String> = shuffled(EXPRESSIONS, 27).iter().map(|&text| text.to_owned()).collect();
    let answer = |lines: &[String]| {
        let output = run("winways repl", lines.join("\n"));
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let alone: HashMap<&String, String> =
        lines.iter().map(|line| (line, answer(std::slice::from_ref(line)))).collect();
    let wanted: Vec<&str> = lines.iter().flat_map(|line| alone[line].lines()).collect();
    let together = answer(&lines);
    // A later answer may have searched fewer positions.
    let without_counts = |lines: Vec<&str>| -> Vec<String> {
        lines
            .into_iter()
            .filter(|line| !line.contains("found by") && !line.is_empty())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(without_counts(together.lines().collect()), without_counts(wanted));
}
