//! Tables by theorem, tables of outcomes, and tables as source code.

use crate::common::{Temporary, run, stderr, stdout};
use serde_json::Value;
use std::env;
use std::io::{self, Write};
use std::process::Command;

/// Runs a command that must exit with `code`. Returns its stdout, or its stderr if `code` is 2.
fn check(command: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), "");
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    if code == 2 { stderr(&output) } else { stdout(&output) }
}

fn json(command: &str) -> Value {
    serde_json::from_str(&check(command, 0)).unwrap()
}

#[test]
fn a_theorem_of_the_catalogue_proves_a_table() {
    let text = check("table 'subtract{powers-of-two}' --prove --summary", 0);
    let period =
        "\nperiod 3 from 0, by theorem: n mod 3 for the powers of two (no power of two is a multiple of 3";
    assert!(text.contains(period) && text.contains("\nheaps computed: 1024\n"), "{text}");
    let object = json("table 'subtract{powers(4)}' --up-to 9 --format json");
    assert_eq!(object["values"], serde_json::json!([0, 1, 0, 1, 2, 0, 1, 0, 1, 2]));
    assert_eq!((&object["status"], &object["period"]), (&"theorem".into(), &5.into()));
    assert!(object["source"].as_str().is_some_and(|source| source.contains("modulo b + 1")));
    let object = json("table lasker --from 999999999999 --up-to 1e12 --format json");
    assert_eq!(object["values"], serde_json::json!([1_000_000_000_000_u64, 999_999_999_999_u64]));
    assert_eq!((&object["saltus"], &object["computed"]), (&4.into(), &1024.into()));
    let text = check("table nim --up-to 70 --summary", 0);
    assert!(text.contains("\ng(n) = n: proved (by the period)\n"), "{text}");
    // The values that are compared with a theorem are computed even if the bound is lower.
    let text = check("table 'subtract{odds}' --prove --up-to 9", 0);
    assert!(text.contains("by theorem") && text.contains("heaps computed: 1024"), "{text}");
}

#[test]
fn tables_of_outcomes() {
    let text = check("table kayles --misere", 0);
    let first = "kayles, misère play, outcomes of heaps 0 to 60\n 0: N P N N P N N N N P N N P N";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("\nlost heaps (P): 1 4 9 12 20\nperiod 1 from 21, empirical up to 60\n"), "{text}");
    let object = json("table nim --misere --up-to 5 --format json");
    assert_eq!((&object["outcomes"], &object["play"]), (&"NPNNNN".into(), &"misere".into()));
    assert_eq!((&object["status"], &object["period"]), (&"theorem".into(), &1.into()));
    let object = json("table 'subtract{2,5}' --outcomes --up-to 1e6 --summary --format json");
    assert_eq!((&object["outcomes"], &object["status"]), (&Value::Null, &"proved".into()));
    assert!(
        check("table 'subtract{2}' --misere --from 2 --up-to 5 --format csv", 0)
            .ends_with("\n2,P\n3,P\n4,N\n5,N\n")
    );
    assert!(
        check("table 'subtract{2}' --outcomes --from 8 --up-to 11 --format latex", 0).contains("\n0 &  &  &")
    );
    let refused = check("table kayles --misere --prove", 2);
    assert!(refused.contains("--prove is for nim-values"), "{refused}");
    assert!(check("table wythoff --misere", 2).contains("expected an impartial game on heaps"));
}

#[test]
fn tables_of_triples_are_slices() {
    let text = check("table chomp-3 --up-to 2", 0);
    assert!(
        text.starts_with("chomp-3, nim-values of triples (a, b, c) of numbers 0 to 2\na = 0\nb c 0 1 2\n"),
        "{text}"
    );
    let object = json("table exact-nim --up-to 3 --format json");
    assert_eq!(
        (&object["shape"], &object["to"], &object["complete"]),
        (&"triples".into(), &3.into(), &true.into())
    );
    assert_eq!(object["values"][3][3].as_array().map(Vec::len), Some(4));
    assert!(check("table exact-nim --up-to 1 --format csv", 0).starts_with("a,b,c,value\n0,0,0,0\n"));
    assert!(check("table exact-nim --up-to 1e9", 3).contains("partial: the memory limit"));
    assert!(check("table exact-nim --code rust", 2).contains("--code is for games on single heaps or pairs"));
    let refused = check("table 'subtract{1|2}' --code rust", 2);
    assert!(refused.contains("--code is for nim-values and outcomes of impartial games"), "{refused}");
}

/// Returns `true` if a compiler or interpreter is installed. Otherwise reports that its part of the test is skipped, or
/// fails if the environment variable `CI` is set.
fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    match found.map(|output| output.status.success()) {
        Ok(works) => assert!(works, "{program} --version fails"),
        Err(error) => {
            assert!(env::var_os("CI").is_none(), "CI is set, but {program} cannot be run: {error}");
            let skipped = format!("skipped: {program} cannot be run ({error}), so no code for it is tested");
            writeln!(io::stderr(), "{skipped}").expect("stderr can be written");
            return false;
        }
    }
    true
}

/// Runs a program in a directory and returns its output.
fn execute(directory: &Temporary, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(directory.root()).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The code in three languages agrees with the table. Languages that are not installed are skipped with a message; if
/// `CI` is set, they fail the test.
#[test]
fn tables_as_source_code() {
    let directory = Temporary::new();
    let execute = |program: &str, arguments: &[&str]| execute(&directory, program, arguments);
    let [has_python, has_rustc, has_cpp] = ["python3", "rustc", "g++"].map(is_installed);
    for (game, options, count) in [
        ("kayles", "", 300),
        ("lasker", "", 300),
        ("nim", "", 300),
        ("'subtract{powers-of-two}'", "", 300),
        ("'subtract{3..7}'", "--prove", 300),
        ("grundy", "--up-to 90", 91),
        ("'octal(0.0)'", "", 300),
        ("kayles", "--misere", 61),
        ("'subtract{2,3}'", "--misere", 300),
    ] {
        let is_of_outcomes = options.contains("misere");
        let function = if is_of_outcomes { "is_lost" } else { "nim_value" };
        let misere = if is_of_outcomes { "--misere" } else { "" };
        let table = json(&format!("table {game} {misere} --up-to {} --format json", count - 1));
        let expected: String = match table["outcomes"].as_str() {
            Some(letters) => {
                letters.chars().map(|letter| if letter == 'P' { "1\n" } else { "0\n" }).collect()
            }
            None => table["values"].as_array().unwrap().iter().map(|value| format!("{value}\n")).collect(),
        };
        let code = |language: &str| check(&format!("table {game} {options} --code {language}"), 0);
        let write = |name: &str, text: String| std::fs::write(directory.at(name), text).unwrap();

        let python = code("python");
        write("silent.py", python.clone());
        write("table.py", format!("{python}\nfor n in range({count}):\n    print({function}(n))\n"));
        if has_python {
            assert_eq!(execute("python3", &["silent.py"]), "");
            assert_eq!(execute("python3", &["table.py"]), expected, "{game} {options}");
        }
        let beyond = if count < 100 { "None" } else { "_" };
        let rust = code("rust");
        let is_partial = rust.contains("-> Option<u64>");
        assert!(is_partial || count > 100);
        let report = if is_partial { format!("{function}(n).unwrap()") } else { format!("{function}(n)") };
        let last = format!("    assert!(matches!({function}({count}), {beyond}));");
        let main = format!(
            "fn main() {{\n    for n in 0..{count} {{ println!(\"{{}}\", {report}); }}\n{last}\n}}\n"
        );
        write("table.rs", format!("{rust}\n{main}"));
        if has_rustc {
            execute("rustc", &["--edition", "2021", "-D", "warnings", "-A", "dead_code", "table.rs"]);
            assert_eq!(execute("./table", &[]), expected, "{game} {options}");
        }
        let main = format!(
            "int main() {{ for (int n = 0; n < {count}; ++n) printf(\"%d\\n\", (int){function}(n)); }}"
        );
        write("table.cpp", format!("{}\n#include <cstdio>\n{main}\n", code("cpp")));
        if has_cpp {
            execute("g++", &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "table-cpp", "table.cpp"]);
            assert_eq!(execute("./table-cpp", &[]), expected, "{game} {options}");
        }
    }
}

/// In Lasker's nim, a heap of 2^64 - 1 tokens is the first whose value exceeds 64 bits. The code in C++ and Rust refuses it.
#[test]
fn source_code_refuses_values_beyond_64_bits() {
    let directory = Temporary::new();
    let code = |language: &str| check(&format!("table lasker --code {language}"), 0);
    let write = |name: &str, text: String| std::fs::write(directory.at(name), text).unwrap();
    assert!(!code("python").contains("64 bits"));
    if is_installed("rustc") {
        let main = "fn main() { println!(\"{:?} {:?}\", nim_value(u64::MAX - 1), nim_value(u64::MAX)); }";
        write("last.rs", format!("{}{main}\n", code("rust")));
        execute(&directory, "rustc", &["--edition", "2021", "-D", "warnings", "-A", "dead_code", "last.rs"]);
        assert_eq!(execute(&directory, "./last", &[]), "Some(18446744073709551614) None\n");
    }
    if is_installed("g++") {
        let main = "int main() { printf(\"%llu\", (unsigned long long)nim_value(UINT64_MAX - 1)); \
            try { nim_value(UINT64_MAX); } catch (std::out_of_range &e) { puts(e.what()); } }";
        write("last.cpp", format!("{}#include <cstdio>\n{main}\n", code("cpp")));
        execute(&directory, "g++", &["-std=c++17", "-Wall", "-Werror", "-o", "last-cpp", "last.cpp"]);
        let printed = execute(&directory, "./last-cpp", &[]);
        assert_eq!(printed, "18446744073709551614the value may not fit in 64 bits\n");
    }
}

/// Rule files of pairs of a heap and a memory. In the second file, the heap comes last and the moves depend on a remainder.
/// The third file has two heaps, so no part of the pair is bounded.
const PAIRS: [(&str, &str); 3] = [
    ("no-repeats", "heap (n, last) -> (n-k, k) where k in {1, 2, 3}, k != last"),
    (
        "odd-last",
        "heap (last, n) -> (k, n-k) where k in {1, 2, 4}, k != last | (0, n-1) where n mod 3 = 1, last > 0",
    ),
    ("both", "heap (a, b) -> (a-k, b) | (a, b-k) where 1 <= k <= 2"),
];

fn rule_files() -> Temporary {
    let directory = Temporary::new();
    for (name, rules) in PAIRS {
        std::fs::write(directory.at(&format!("{name}.game")), format!("name: {name}\n{rules}\n")).unwrap();
    }
    directory
}

/// The period of rows is proved, and its certificate holds for these rules and no others.
#[test]
fn pairs_have_proved_periods_with_certificates_d7() {
    let directory = rule_files();
    for (name, claim) in [
        (
            "no-repeats",
            "no-repeats has period 4 from 4 in the first number, for each second number in {0..3}: holds",
        ),
        ("odd-last", "odd-last has period"),
        ("both", "both has period 3 from 0 in the "),
    ] {
        let (file, certificate) = (directory.path(&format!("{name}.game")), directory.path("certificate"));
        let text =
            check(&format!("table {file} --prove --up-to 60 --summary --certificate {certificate}"), 0);
        assert!(text.contains(", proved (two equal windows of rows)\n"), "{text}");
        let verify = format!("verify-certificate {certificate} --game {file}");
        let text = check(&verify, 0);
        assert!(text.starts_with(claim) && text.contains(": holds, "), "{text}");
        let json = json(&format!("table {file} --prove --up-to 60 --summary --format json"));
        assert_eq!((&json["row_period"]["status"], &json["complete"]), (&"proved".into(), &true.into()));
        // Refused: another period, another preperiod, shorter windows, a missing column, and other rules under the same name.
        let honest = std::fs::read_to_string(directory.at("certificate")).unwrap();
        let line = |name: &str| honest.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        for (from, to) in [
            (line("period "), "period 5".to_owned()),
            (line("preperiod "), "preperiod 1".to_owned()),
            (line("length "), "length 1".to_owned()),
            (line("apart "), "apart 0".to_owned()),
            ("columns 0 1".to_owned(), "columns 0".to_owned()),
            ("proof rows".to_owned(), "proof window".to_owned()),
        ] {
            std::fs::write(
                directory.at("certificate"),
                honest.replacen(&format!("\n{from}"), &format!("\n{to}"), 1),
            )
            .unwrap();
            let output = run(&format!("winways {verify}"), "");
            assert!(matches!(output.status.code(), Some(1 | 2)), "{name}, {to}: {}", stdout(&output));
        }
        std::fs::write(directory.at("certificate"), &honest).unwrap();
        let rules = format!("name: {name}\nheap (a, b) -> (a-k, b) | (a, b-k) where k in {{1, 5}}\n");
        std::fs::write(directory.at("other.game"), rules).unwrap();
        let other =
            format!("winways verify-certificate {certificate} --game {}", directory.path("other.game"));
        let output = run(&other, "");
        assert!(
            output.status.code() == Some(1) && stdout(&output).starts_with("refused: "),
            "{}",
            stdout(&output)
        );
    }
    for game in ["wythoff", "euclid"] {
        let text = check(&format!("table {game} --prove"), 2);
        assert!(text.contains("a row depends on all rows before it"), "{text}");
    }
}

/// The proved period gives the values and winning moves of heaps that are too large for a table.
#[test]
fn proved_rows_answer_large_pairs_d7() {
    let directory = rule_files();
    let file = directory.path("no-repeats.game");
    for (heap, last) in [(10, 0), (11, 1), (13, 2), (7, 3)] {
        let solve = |heap: u64| json(&format!("solve {file} '{heap} {last}' --format json"));
        // The large heap exceeds the small one by a multiple of the period.
        let (small, large) = (solve(heap), solve(heap + 1_000_000_000_000_000_000));
        assert_eq!(
            (&small["value"], &small["outcome"]),
            (&large["value"], &large["outcome"]),
            "{heap} {last}"
        );
        assert_eq!(small["move_count"], large["move_count"]);
    }
    let text = check(&format!("solve {file} '1000000000000000003 0 5 2'"), 0);
    assert!(text.contains("(1000000000000000003, 0) -> "), "{text}");
    // No move sets the memory to 50.
    let value = |position: &str| json(&format!("solve {file} '{position}' --format json"))["value"].clone();
    assert_eq!(value("1000000000000000001 50"), value("1000000000000000001 0"));
    let file = directory.path("both.game");
    let value = |position: &str| json(&format!("solve {file} '{position}' --format json"))["value"].clone();
    assert_eq!(value("1000000000000000000 50"), value("4 50"));
    assert_eq!(value("50 1000000000000000000"), value("50 4"));
}

/// Tables of pairs are written as source code, with and without a period.
#[test]
fn tables_of_pairs_as_source_code_d7() {
    let directory = rule_files();
    let execute = |program: &str, arguments: &[&str]| execute(&directory, program, arguments);
    let [has_python, has_rustc, has_cpp] = ["python3", "rustc", "g++"].map(is_installed);
    let write = |name: &str, text: String| std::fs::write(directory.at(name), text).unwrap();
    let (no_repeats, odd_last) = (directory.path("no-repeats.game"), directory.path("odd-last.game"));
    for (game, options, rows, columns) in
        [(no_repeats.as_str(), "", 40, 4), (&odd_last, "", 4, 40), ("wythoff", "--up-to 12", 13, 13)]
    {
        let table = json(&format!("table {game} --up-to 40 --format json"));
        let pairs = || (0..rows).flat_map(|a| (0..columns).map(move |b| (a, b)));
        let expected: String = pairs().map(|(a, b)| format!("{}\n", table["values"][a][b])).collect();
        let code = |language: &str| check(&format!("table {game} {options} --code {language}"), 0);
        let loops = format!(
            "for a in range({rows}):\n    for b in range({columns}):\n        print(nim_value(a, b))\n"
        );
        write("table.py", format!("{}\n{loops}", code("python")));
        if has_python {
            assert_eq!(execute("python3", &["table.py"]), expected, "{game}");
        }
        let loops = format!(
            "for a in 0..{rows} {{ for b in 0..{columns} {{ println!(\"{{}}\", nim_value(a, b).unwrap()); }} }}"
        );
        let beyond = "assert!(nim_value(1000, 1000).is_none());";
        write("table.rs", format!("{}\nfn main() {{\n    {loops}\n    {beyond}\n}}\n", code("rust")));
        if has_rustc {
            execute("rustc", &["--edition", "2021", "-D", "warnings", "-A", "dead_code", "table.rs"]);
            assert_eq!(execute("./table", &[]), expected, "{game}");
        }
        let main = format!(
            "int main() {{ for (int a = 0; a < {rows}; ++a) for (int b = 0; b < {columns}; ++b) printf(\"%d\\n\", (int)nim_value(a, b)); }}"
        );
        write("table.cpp", format!("{}\n#include <cstdio>\n{main}\n", code("cpp")));
        if has_cpp {
            execute("g++", &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "table-cpp", "table.cpp"]);
            assert_eq!(execute("./table-cpp", &[]), expected, "{game}");
        }
    }
}
