//! The calculator through its commands: functions, boards, rule files, tables and the session.

use crate::common::{run, stderr, stdout};
use serde_json::{Value, json};

/// Runs `winways COMMAND`, which must end with this exit code, and returns its output.
fn check(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn what_people_try_first_is_answered() {
    for (expression, expected) in [
        ("[birthday(g) for g in born_by(2) if is_hot(g)]", "[2, 2, 2, 2, 2, 2, 2]"),
        ("outcome({1|-1}) == N", "true"),
        ("a = [3,1,2]; sort(a)[1]", "1"),
        ("sub(n) = mex([sub(n-k) for k in [1,3,4] if k <= n]); sub(6)", "*2"),
    ] {
        let found = check(&format!("eval '{expression}'"), "", 0);
        assert_eq!(found.trim_end(), expected, "{expression}");
    }
}

#[test]
fn boards_in_a_loop_are_worth_what_they_are_alone() {
    let row = |n: usize| ".".repeat(n);
    let boards = (1..=12).map(|n| format!("mean(domineering(\"{0}|{0}\"))\n", row(n)));
    let alone = check("eval", &boards.collect::<String>(), 0);
    let together = check("eval 'f(n) = domineering(grid(2,n)); [mean(f(n)) for n in 1..12]'", "", 0);
    assert_eq!(together.trim_end(), format!("[{}]", alone.lines().collect::<Vec<_>>().join(", ")));
}

#[test]
fn lists_of_rows_are_tables_and_json_has_lists() {
    let table = "[[n, nim(n, 2.n), outcome(nim(n, n))] for n in 8..11]";
    assert_eq!(check(&format!("eval '{table}'"), "", 0), "8   *24  P\n9   *27  P\n10  *30  P\n11  *29  P\n");
    // In line mode, an answer has exactly one line.
    assert_eq!(check("eval", "[[1, 2], [3, 4]]\ntree(^)\n", 0), "[[1, 2], [3, 4]]\n^\\n├─L 0\\n└─R *\n");
    let object: Value = serde_json::from_str(&check("eval '[[1, *], N, []]' --format json", "", 0)).unwrap();
    assert_eq!(object["value"], json!([["1", "*"], "N", []]));
    assert_eq!(object["kind"], "a list");
}

#[test]
fn rule_files_are_games_of_expressions() {
    let directory = std::env::temp_dir().join(format!("winways-calculator-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("split.game");
    std::fs::write(&path, "name: split\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1\n").unwrap();
    let rules = format!("--rules {}", path.display());
    assert_eq!(check(&format!("eval {rules} '[split(n) for n in 1..5]'"), "", 0), "[0, 0, *, 0, *2]\n");
    assert!(check(&format!("eval {rules} 'split(5)'"), "", 0).contains("winning moves"));
    let output = run(&format!("winways eval {rules} {rules} 1"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("already a game called `split`"), "{}", stderr(&output));
    std::fs::write(&path, "game: Take one\nheap n -> n-1 where n >= 1\n").unwrap();
    assert_eq!(check(&format!("eval {rules} '[take_one(n) for n in 0..3]'"), "", 0), "[0, *, 0, *]\n");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn expressions_call_rule_files_by_their_paths() {
    let grundy = "docs/rules/grundy.game";
    assert_eq!(check(&format!("eval '[{grundy}(n) for n in 1..5]'"), "", 0), "[0, 0, *, 0, *2]\n");
    assert_eq!(
        check("eval '2.docs/rules/one-or-two.game (1) - docs/rules/one-or-two.game(2)'", "", 0)
            .lines()
            .count(),
        1
    );
    assert_eq!(check(&format!("eval '[./{grundy}(n) for n in 1..5]'"), "", 0), "[0, 0, *, 0, *2]\n");
    let report = check(&format!("eval '{grundy}(5, 6)'"), "", 0);
    assert_eq!(report, check(&format!("solve {grundy} 5 6"), "", 0));
    // Errors are reported where they occur: in the expression or in the file.
    let wrong = |expression: &str| {
        let output = run(&format!("winways eval '{expression}'"), "");
        assert_eq!(output.status.code(), Some(2), "{expression}");
        stderr(&output)
    };
    let report = wrong("1 + docs/rules/endless.game(5)");
    assert!(
        report.contains("docs/rules/endless.game, line 2, column 17: play may never end under these rules"),
        "{report}"
    );
    assert!(report.contains("expression, line 1, column 5"), "{report}");
    assert!(wrong("[docs/rules/none.game(n) for n in 1..3]").contains("cannot read docs/rules/none.game"));
    assert!(wrong("docs/rules/grundy.game(x)").contains("column 24"));
    assert!(wrong("docs/rules/grundy.game(3)(4)").contains("takes no parameter"));
    assert!(check("eval 'docs/rules/token.game(3) + nim(3)'", "", 0).contains("\nvalue:   *3\n"));
    assert!(wrong("chase(3,1,1,3,3) + nim(3)").contains("ends by a goal"));
}

#[test]
fn a_session_answers_as_eval_does() {
    let nim = check("eval 'nim(3,5)'", "", 0);
    let report = check("repl", "f(n) = nim(n, n+2)\nf(3)\nnim(3,5)\n[[1,10],[100,1]]\n", 0);
    assert!(report.contains(&nim), "{report}");
    assert!(report.contains("1    10\n100  1\n"), "{report}");
    assert!(report.contains("*6\n"), "{report}");
    let report = check("repl --format json", "[1, N]\n", 0);
    let object: Value = serde_json::from_str(report.trim_start_matches("> ")).unwrap();
    assert_eq!(object["value"], json!(["1", "N"]));
    let directory = std::env::temp_dir().join(format!("winways-session-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("t.svg");
    let lines =
        format!("plot {{3|1}}\nplot {{3|1}} to {}\nplot N\nplot 1 to no.where\n2 + 2\n", path.display());
    let output = run("winways repl", lines.as_str());
    assert!(std::fs::read_to_string(&path).unwrap().contains("<svg"));
    assert!(stdout(&output).lines().count() > 5 && stdout(&output).contains('4'), "{}", stdout(&output));
    assert!(stderr(&output).contains("has no thermograph"), "{}", stderr(&output));
    assert!(stderr(&output).contains("must end in .svg"), "{}", stderr(&output));
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn help_teaches() {
    let report = check("functions temperature", "", 0);
    for part in ["temperature(G)\n", "for example temperature({4||1|-2})", "which gives 9/4", "Winning Ways"]
    {
        assert!(report.contains(part), "{report}");
    }
    assert!(check("repl", "help temperature\n", 0).contains(&report));
    assert!(check("functions", "", 0).lines().count() > 70);
}

#[test]
fn calls_without_end_are_a_limit() {
    let report = check("eval 'f(n) = f(n+1); f(1)'", "", 3);
    assert!(report.contains("partial: the limit of 100000 nested calls was reached"), "{report}");
    let report = check("eval 'f(n) = if n == 0 then 0 else f(n-1) + f(n-1); f(200)' --timeout 1s", "", 3);
    assert!(report.contains("the time limit"), "{report}");
    let report = check("eval 'f(n) = f([n, n]); f(1)' --memory 4MiB", "", 2);
    assert_eq!(report, "");
    let report = check("eval 'f(n) = 1 + f(n+1); f(1)' --memory 4MiB", "", 3);
    assert!(report.contains("the memory limit"), "{report}");
}
