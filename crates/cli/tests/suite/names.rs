//! Games by all of their names, and certificates of games outside the catalogue.

use crate::common::{run, stderr, stdout};

fn check(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn certificates_of_rule_files_are_checked_with_the_file() {
    let directory = crate::common::Temporary::new();
    let at = |name: &str| directory.at(name).display().to_string();
    let (rules, other, certificate) = (at("one.game"), at("two.game"), at("certificate"));
    std::fs::write(&rules, "name: one\nheap n -> n - k where 1 <= k <= 2\n").unwrap();
    std::fs::write(&other, "name: two\nheap n -> n - k where 1 <= k <= 2\n").unwrap();
    check(&format!("table {rules} --up-to 100 --prove --summary --certificate {certificate}"), "", 0);
    let checked = check(&format!("verify-certificate {certificate} --game {rules}"), "", 0);
    assert!(checked.starts_with("one has period 3 from 0: holds"), "{checked}");
    let refused = check(&format!("verify-certificate {certificate} --game {other}"), "", 1);
    assert_eq!(refused, "refused: it is a certificate of one, not of two\n");
    let unknown = run(&format!("winways verify-certificate {certificate}"), "");
    assert!(stderr(&unknown).contains("--game FILE"), "{}", stderr(&unknown));
}

#[test]
fn quotients_that_a_limit_ends_have_certificates() {
    let directory = crate::common::Temporary::new();
    let certificate = directory.path("certificate");
    let command = format!(
        "table 'octal(0.06)' --misere --quotient --up-to 60 --memory 4MiB --certificate {certificate}"
    );
    let table = check(&command, "", 3);
    assert!(table.contains("partial: the memory limit of 4 MiB was reached after 16 positions"), "{table}");
    let checked = check(&format!("verify-certificate {certificate}"), "", 0);
    let expected =
        "octal(0.06) has a misère quotient of order 48 with 11 P-positions for heaps 0 to 16: holds";
    assert!(checked.starts_with(expected), "{checked}");
}

#[test]
fn games_have_other_names() {
    let first = |command: &str| check(command, "", 0).lines().next().unwrap_or_default().to_owned();
    for (command, expected) in [
        ("solve tic-tac-toe '...|.x.|...'", "mnk(3,3,3)(\"...|.x.|...\"), normal play"),
        (
            "solve 'tic-tac-toe(4,4,4)' '....|....|....|.x..'",
            "mnk(4,4,4)(\"....|....|....|.x..\"), normal play",
        ),
        ("solve 0.77 5", "octal(0.77)(5), normal play"),
        ("solve 0.3F 5", "hex(0.3F)(5), normal play"),
        ("solve \"Grundy's game\" 5", "grundy(5), normal play"),
        ("solve Nim 3 4", "nim(3,4), normal play"),
        ("solve 尼姆 3 5", "nim(3,5), normal play"),
        ("eval 'Wythoff(3,5)'", "wythoff(3,5), normal play"),
        ("games 取石子", "nim: Nim"),
        ("games --search noughts crosses", "mnk[(ROWS,COLUMNS,LENGTH)]  m,n,k games"),
        ("verify Euclid --up-to 5", "holds: euclid, "),
    ] {
        assert!(first(command).starts_with(expected), "{command}: {}", first(command));
    }
    let page = check("games mnk --format json", "", 0);
    assert!(page.contains("tic-tac-toe"), "{page}");
}

#[test]
fn shells_complete_the_names_of_games() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(check(&format!("completions {shell}"), "", 0).contains("dawson-kayles"), "{shell}");
    }
}
