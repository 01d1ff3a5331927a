//! Tests of diagnostics for faulty rule files: each has a position, a message, and the expected text or help.

use std::fmt::Write;
use winways_notation::{Diagnostic, LineColumn};
use winways_rulefile::of_file;

/// Reads the table: the text of each line, and the expected diagnostic.
fn lines() -> impl Iterator<Item = (String, Vec<&'static str>)> {
    let lines = include_str!("text/faults.tsv").lines().filter(|line| !line.starts_with("##"));
    lines.map(|line| {
        let mut columns = line.split('\t');
        let text = columns.next().unwrap_or_default().replace("\\n", "\n");
        (text, columns.collect())
    })
}

fn fault(text: &str) -> Option<Diagnostic> {
    of_file(text).err()
}

#[test]
fn faults_are_reported() {
    let mut actual = String::new();
    let mut different = Vec::new();
    for (text, expected) in lines() {
        let Some(wrong) = fault(&text) else { panic!("nothing is found wrong with {text:?}") };
        assert!(text.get(wrong.span.range()).is_some(), "{text:?}: {wrong:?}");
        let place = LineColumn::of(&text, wrong.span.start);
        let line = [
            format!("{}:{}", place.line, place.column),
            wrong.message,
            wrong.label.unwrap_or_default(),
            wrong.help.unwrap_or_default(),
        ];
        // Writing to a string cannot fail.
        let _ = writeln!(actual, "{}\t{}", text.replace('\n', "\\n"), line.join("\t"));
        if line.iter().map(String::as_str).ne(expected.iter().copied()) {
            different.push(text);
        }
    }
    assert!(different.is_empty(), "these lines differ: {different:#?}; now:\n{actual}");
    assert!(lines().count() >= 60);
}

/// Tests that truncated files and files with one character removed are valid or have a diagnostic within the text.
#[test]
fn damaged_files_are_reported_or_mean_something_else() {
    let whole = "game: Wythoff\nparam m = 2\nmeasure: a + b\nheap (a, b) -> (a-k, b) | (a, b-k) where k in {1, 3..4}, \
                 not (k = m or a mod 2 != 0)\n  | (a-j, b-j) where 1 <= j <= min(a, b) # the end\n";
    assert_eq!(fault(whole), None);
    for place in 0..whole.len() {
        let shorter = [&whole[..place], &whole[place + 1..]].concat();
        for text in [&whole[..place], &shorter] {
            if let Some(wrong) = fault(text) {
                assert!(text.get(wrong.span.range()).is_some(), "{text:?}: {wrong:?}");
            }
        }
    }
}
