//! Wrong input: each case gives a message with a place and an expectation, exit code 2 and no answer.

use crate::common::{run, stderr, stdout};

#[test]
fn wrong_input_is_reported_with_its_place() {
    let cases: Vec<&str> = include_str!("bad_inputs.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .collect();
    assert!(cases.len() >= 60, "only {} cases", cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(failure) = check(case) {
            failures.push(failure);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn check(case: &str) -> Result<(), String> {
    let fields: Vec<&str> = case.split('\t').collect();
    let [command, stdin, code, wanted] = fields[..] else { panic!("a case has four fields: {case}") };
    let stdin = if stdin == "EMPTY" { String::new() } else { stdin.replace("\\n", "\n") };
    let output = run(&format!("winways {command}"), &stdin);
    let diagnostic = stderr(&output);
    let describe = |what: &str| format!("`winways {command}`: {what}\n{diagnostic}{}", stdout(&output));
    if output.status.code() != code.parse().ok() {
        return Err(describe(&format!("exit code {:?} instead of {code}", output.status.code())));
    }
    if let Some(part) = wanted.split(" && ").find(|part| !diagnostic.contains(part)) {
        return Err(describe(&format!("the diagnostic does not say `{part}`")));
    }
    if diagnostic.contains("panicked") {
        return Err(describe("panicked"));
    }
    // With line-by-line answers, the answers to other lines are on stdout.
    if !command.starts_with("eval") && !output.stdout.is_empty() {
        return Err(describe("an answer was printed"));
    }
    Ok(())
}
