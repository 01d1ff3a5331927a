//! Plain words: no document, help text, message or comment uses a phrase of `words.tsv`, and no doc comment begins with words of
//! `summaries.tsv`.

use crate::common::{root, run, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the rows of a list: each phrase with its replacement.
fn rows(list: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a phrase and what is written instead")).collect()
}

fn phrases() -> Vec<(&'static str, &'static str)> {
    rows(include_str!("words.tsv"))
}

/// Names of games and problems that contain a listed phrase.
const NAMES: &[&str] = &["bamboo garden"];

/// Returns the text as a single lower-case line, without comment markers and the backslashes of broken string literals. Words
/// are separated by single spaces. Also returns the offset in this line at which each line of the text starts.
fn joined(text: &str) -> (String, Vec<usize>) {
    let mut joined = String::new();
    let mut starts = Vec::new();
    for line in text.lines() {
        starts.push(joined.len());
        let line = line.trim();
        let line = line.strip_prefix("//").map_or(line, |rest| rest.trim_start_matches(['/', '!']));
        for word in line.strip_suffix('\\').unwrap_or(line).split_whitespace() {
            joined += &word.to_ascii_lowercase();
            joined.push(' ');
        }
    }
    (joined, starts)
}

/// Returns a message for each listed phrase in a text, with its line number. The messages call the text `name`.
fn findings(name: &str, text: &str) -> Vec<String> {
    let (text, starts) = joined(text);
    let is_part_of_word =
        |character: Option<char>| character.is_some_and(|found| found.is_alphanumeric() || found == '_');
    let mut found = Vec::new();
    for (phrase, instead) in phrases() {
        for (place, _) in text.match_indices(phrase) {
            let (before, after) = (&text[..place], &text[place + phrase.len()..]);
            let is_name = NAMES.iter().any(|name| {
                name.find(phrase).is_some_and(|offset| {
                    before.ends_with(&name[..offset]) && after.starts_with(&name[offset + phrase.len()..])
                })
            });
            if !is_name
                && !is_part_of_word(before.chars().next_back())
                && !is_part_of_word(after.chars().next())
            {
                let line = starts.partition_point(|&start| start <= place);
                found.push(format!("{name}:{line}: not `{phrase}`, but {instead}"));
            }
        }
    }
    found
}

/// Returns the files below a folder that have one of these extensions, sorted by path.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|&other| ending == other)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn check(paths: Vec<PathBuf>) {
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        found.extend(findings(&name, &text));
    }
    assert!(found.is_empty(), "{} phrases to be replaced:\n{}", found.len(), found.join("\n"));
}

#[test]
fn documents_use_plain_words() {
    let mut paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .map(|name| root().join(name))
        .to_vec();
    paths.extend(files(&root().join("docs"), &["md"]));
    assert!(paths.len() > 10, "{paths:?}");
    check(paths);
}

#[test]
fn sources_use_plain_words() {
    let mut paths = files(&root().join("crates/games"), &["game", "page"]);
    for entry in fs::read_dir(root().join("crates")).expect("there are crates") {
        paths.extend(files(&entry.expect("a crate").path().join("src"), &["rs", "md"]));
    }
    assert!(paths.len() > 300, "only {} files", paths.len());
    check(paths);
}

/// Checks the help of every command, including subcommands such as `database build`.
#[test]
fn help_uses_plain_words() {
    let mut found = Vec::new();
    let mut commands = vec!["winways".to_owned()];
    let mut count = 0;
    while let Some(command) = commands.pop() {
        let output = run(&format!("{command} --help"), "");
        assert!(output.status.success(), "`{command} --help` fails: {}", stderr(&output));
        let help = stdout(&output);
        count += 1;
        found.extend(findings(&format!("{command} --help"), &help));
        let below =
            help.split("\nCommands:\n").nth(1).unwrap_or("").lines().take_while(|line| !line.is_empty());
        let names = below.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        commands.extend(
            names.filter(|&name| !name.is_empty() && name != "help").map(|name| format!("{command} {name}")),
        );
    }
    assert!(count > 20, "only {count} commands were found");
    assert!(found.is_empty(), "{} phrases to be replaced:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_wherever_lines_break() {
    for (phrase, instead) in phrases() {
        assert!(phrase.len() >= 5 && phrase == phrase.to_ascii_lowercase(), "`{phrase}`");
        assert!(!instead.is_empty() && findings("replacement", instead).is_empty(), "`{instead}`");
        let broken = phrase.replacen(' ', "\n    /// ", 1);
        let literal = phrase.replacen(' ', " \\\n        ", 1);
        for text in
            [phrase.to_uppercase(), format!("fn f() {{}}\n/// It {broken}."), format!("\"{literal}\"")]
        {
            assert!(!findings("text", &text).is_empty(), "`{phrase}` is not found in {text:?}");
        }
        // A shorter listed phrase may still be found within this one.
        let in_names = findings("text", &format!("x{phrase} {phrase}_x"));
        let quoted = format!("`{phrase}`");
        assert!(!in_names.iter().any(|found| found.contains(&quoted)), "{in_names:?}");
    }
    assert_eq!(
        findings("text", "Plain.\n/// A bamboo garden.\n/// A\n/// garden."),
        ["text:4: not `garden`, but Hackenbush graph, Hackenbush picture"]
    );
}

/// Returns the first line of each doc comment of a Rust, JavaScript or Python file, with its line number.
fn summaries(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_within = false;
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        let doc = ["///", "//!"].iter().find_map(|mark| line.strip_prefix(mark));
        let block = ["/** ", "\"\"\""].iter().find_map(|mark| line.strip_prefix(mark));
        if let Some(first) = doc.filter(|_| !is_within).or(block) {
            found.push((number, first.trim()));
        }
        is_within = doc.is_some();
    }
    found
}

fn wrong_summaries(name: &str, text: &str) -> Vec<String> {
    let rows = rows(include_str!("summaries.tsv"));
    let mut found = Vec::new();
    for (line, summary) in summaries(text) {
        let begins = |words: &str| {
            let rest = summary.strip_prefix(words);
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '-'))
        };
        let row = rows.iter().find(|(words, _)| begins(words));
        found.extend(row.map(|(words, instead)| format!("{name}:{line}: `{words} ...`: write {instead}")));
    }
    found
}

#[test]
fn summaries_begin_with_a_verb_or_a_noun() {
    let paths = files(&root().join("crates"), &["rs", "js", "mjs", "py", "pyi"]);
    let paths = paths.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "node_modules"));
    let (mut found, mut count) = (Vec::new(), 0);
    for path in paths {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        count += summaries(&text).len();
        found
            .extend(wrong_summaries(&path.strip_prefix(root()).unwrap_or(path).display().to_string(), &text));
    }
    assert!(count > 8000, "only {count} doc comments");
    assert!(found.is_empty(), "{} summaries to be written anew:\n{}", found.len(), found.join("\n"));
}

#[test]
fn wrong_summaries_are_found() {
    let text = "/// How many there are.\n/// Where it is.\nfn f() {}\n    //! So many.\n\n/** What it is. */\n\"\"\"Whether it is.\"\"\"";
    let found = wrong_summaries("text", text);
    let lines: Vec<&str> = found.iter().filter_map(|found| found.split(':').nth(1)).collect();
    assert_eq!(lines, ["1", "4", "6", "7"]);
    assert_eq!(
        wrong_summaries("text", "/// However.\n\n/// Thatched.\n\n/// Returns what is left."),
        [""; 0]
    );
}
