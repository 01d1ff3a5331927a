//! Checks that every command shown in the documents prints the output shown, and that the example of every page runs.
//!
//! In a block marked `console`, lines that begin with `$ ` are shell commands, and the lines up to the next command are their
//! output, with standard error last. `UPDATE_DOCUMENTS=1` updates the documents.
//!
//! Also checks that the links between documents are valid, and that every page of the book is reachable from its contents,
//! `docs/README.md`.

use crate::common::{root, run, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use winways::Catalogue;
use winways::games::Subject;

/// `true` if the program supports builds by several processes. Blocks marked `console cluster` need this feature and are skipped
/// otherwise.
const IN_GROUPS: bool = cfg!(feature = "cluster");

/// Returns the pages at the root of the project and all pages of the book.
fn documents() -> Vec<PathBuf> {
    let mut documents =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)).to_vec();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("there is a folder of documents") {
            let path = entry.expect("a document").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// Returns the document with the current output of every command, the number of commands, and the commands that fail although
/// the document does not announce it.
fn brought_up_to_date(text: &str) -> (String, usize, Vec<String>) {
    let mut result = String::new();
    let mut commands = 0;
    let mut failures = Vec::new();
    let mut in_console = false;
    for line in text.lines() {
        let command = line.strip_prefix("$ ").filter(|_| in_console);
        if line.starts_with("```") {
            in_console = line == "```console" || IN_GROUPS && line == "```console cluster";
        }
        if let Some(command) = command {
            commands += 1;
            let (output, succeeds) = output_of(command);
            let announced = command.contains("# fails") || command.contains("echo $?");
            if !succeeds && !announced {
                failures.push(command.to_owned());
            }
            result += &format!("{line}\n{output}");
        } else if !in_console || line.starts_with("```") {
            result += &format!("{line}\n");
        }
    }
    (result, commands, failures)
}

/// Returns the output of a command and `true` if it succeeds.
fn output_of(command: &str) -> (String, bool) {
    // The program that a reader builds and runs in one step is already built.
    let output = run(&command.replace("cargo run --release --", "winways"), "");
    let mut text = stdout(&output);
    text += &stderr(&output);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    (text, output.status.success())
}

#[test]
fn commands_print_what_the_documents_show() {
    let mut total = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let (now, commands, failures) = brought_up_to_date(&text);
        total += commands;
        assert!(failures.is_empty(), "{}: {failures:?} fail unannounced", path.display());
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &now).expect("the document can be written");
        } else {
            let different = text.lines().zip(now.lines()).find(|(shown, printed)| shown != printed);
            let name = path.display();
            assert!(text == now, "{name} is out of date (UPDATE_DOCUMENTS=1 mends it): {different:#?}");
        }
    }
    assert!(total >= 10, "only {total} commands were found in the documents");
}

/// Returns the lines of a document outside code blocks.
fn lines_of_text(document: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    document.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !is_fence && !in_block
    })
}

/// Returns the targets of the links and pictures of a document.
fn links(document: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in lines_of_text(document) {
        // Text between backquotes is literal.
        let prose = line.split('`').step_by(2);
        // A link with code as its text is split at that code; only the part after its bracket matters.
        found.extend(
            prose.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split(')').next()),
        );
    }
    found
}

/// Returns the anchors of the headings of a document, in the form used by the sites that show it.
fn anchors(document: &str) -> BTreeSet<String> {
    let headings = lines_of_text(document)
        .filter_map(|line| Some(line.strip_prefix('#')?.trim_start_matches('#').trim()));
    headings
        .map(|heading| {
            let kept = heading.to_lowercase().replace(' ', "-");
            kept.chars().filter(|&letter| letter.is_alphanumeric() || "-_".contains(letter)).collect()
        })
        .collect()
}

/// Returns each link of a document within the project and the path of its target, or `None` if the link is broken.
fn linked(path: &Path) -> Vec<(String, Option<PathBuf>)> {
    let text = fs::read_to_string(path).expect("a document");
    let within = links(&text).into_iter().filter(|link| !link.contains("://"));
    within
        .map(|link| {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                Ok(path.to_owned())
            } else {
                path.parent().expect("a document lies in a folder").join(file).canonicalize()
            };
            let has_anchor = |target: &PathBuf| {
                anchor.is_empty()
                    || fs::read_to_string(target).is_ok_and(|text| anchors(&text).contains(anchor))
            };
            (link.to_owned(), target.ok().filter(has_anchor))
        })
        .collect()
}

#[test]
fn links_lead_to_pages_and_headings() {
    let mut count = 0;
    for path in documents() {
        for (link, target) in linked(&path) {
            count += 1;
            assert!(target.is_some(), "{}: the link `{link}` leads nowhere", path.display());
        }
    }
    assert!(count >= 100, "only {count} links were found");
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    let contents = root().join("docs/README.md");
    let listed: BTreeSet<PathBuf> = linked(&contents).into_iter().filter_map(|(_, page)| page).collect();
    for path in documents().into_iter().filter(|path| path.starts_with(root().join("docs"))) {
        assert!(path == contents || listed.contains(&path), "{} is not in the contents", path.display());
    }
    let linked_first = linked(&root().join("README.md")).into_iter().filter_map(|(_, page)| page);
    assert!(linked_first.into_iter().any(|page| page == contents), "README.md does not link to the book");
}

#[test]
fn the_first_page_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).expect("there is a README").lines().count();
    assert!(lines <= 250, "README.md has {lines} lines; details belong in docs");
}

#[test]
fn every_term_of_the_glossary_is_linked_from_the_theory() {
    let glossary = fs::read_to_string(root().join("docs/glossary.md")).expect("there is a glossary");
    let theory = documents().into_iter().filter(|path| path.starts_with(root().join("docs/theory")));
    let pages: String = theory.map(|path| fs::read_to_string(path).expect("a page")).collect();
    let terms = glossary.lines().filter_map(|line| line.strip_prefix("### "));
    // Terms of the pages on sequences and ranked games only.
    let elsewhere = ["board", "certificate", "conjecture", "rank", "saltus"];
    let missing: Vec<&str> = terms
        .filter(|term| !elsewhere.contains(term))
        .filter(|term| {
            let anchor = term.to_lowercase().replace(' ', "-");
            !pages.contains(&format!("../glossary.md#{anchor})"))
        })
        .collect();
    assert!(missing.is_empty(), "no page of the theory explains {missing:?}");
}

/// Returns the names after `winways verify` in the documents. Options and the placeholder `NAME` are left out.
fn named_checks() -> BTreeSet<String> {
    let pages = documents().into_iter().map(|path| fs::read_to_string(path).expect("a document"));
    let words = pages.flat_map(|page| {
        let named = page.split("`winways verify ").skip(1);
        named.filter_map(|rest| Some(rest.split(['`', ' ']).next()?.to_owned())).collect::<Vec<_>>()
    });
    words.filter(|word| word.starts_with(char::is_lowercase)).collect()
}

/// Returns the names in the last column of the tables of theorems.
fn checks_of_theorems() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("docs/theorems.md")).expect("there is a list of theorems");
    let columns = page.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "));
    let names = columns.flat_map(|(_, checks)| checks.split('`').skip(1).step_by(2));
    // One row names the command itself, which checks every game.
    names.filter(|&name| name != "verify").map(str::to_owned).collect()
}

#[test]
fn checks_that_are_named_exist_and_every_claim_is_named() {
    let catalogue = Catalogue::new();
    let listed = checks_of_theorems();
    assert!(listed.len() >= 50, "{listed:?}");
    for name in listed.iter().chain(&named_checks()) {
        assert!(Subject::find(&catalogue, name).is_ok(), "there is no check called `{name}`");
    }
    for subject in Subject::all(&catalogue).expect("all subjects can be made") {
        if let Subject::Claim(claim) = subject {
            assert!(listed.contains(claim.name), "docs/theorems.md does not list `{}`", claim.name);
        }
    }
}

#[test]
fn examples_of_the_pages_run() {
    for entry in winways::games::entries() {
        let command = format!("winways solve {}", winways::games::example_command(entry.page));
        let output = run(&command, "");
        assert!(output.status.success(), "`{command}` fails: {}", stderr(&output));
        assert!(stdout(&output).contains("outcome: "), "`{command}` tells no outcome");
        let page = run(&format!("winways games {}", entry.page.name), "");
        assert!(
            stdout(&page).contains(&command),
            "the page of {} does not show its example",
            entry.page.name
        );
    }
}

#[test]
fn samples_of_the_problems_come_out() {
    for problem in winways::games::problems() {
        let (input, expected) = problem.sample;
        let output = run(&format!("winways judge {}", problem.name), input);
        assert!(output.status.success(), "{}: {}", problem.name, stderr(&output));
        assert_eq!(stdout(&output).trim_end(), expected.trim_end(), "{}", problem.name);
    }
}
