//! Every command shown in the documents prints what they show; every page's example runs.
//!
//! In a block marked `console`, lines that begin with `$ ` are commands for a shell, and what follows up to the next
//! command is their output, standard error last. With `UPDATE_DOCUMENTS=1` the documents are brought up to date.

mod common;

use common::{root, run, stderr, stdout};
use std::fs;
use std::path::PathBuf;

/// Whether the program has the link between processes; blocks marked `console cluster` need it, and are left alone without.
const IN_GROUPS: bool = cfg!(feature = "cluster");

fn documents() -> Vec<PathBuf> {
    let mut documents =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)).to_vec();
    let folder = fs::read_dir(root().join("docs")).expect("there is a folder of documents");
    documents.extend(folder.map(|entry| entry.expect("a document").path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    documents
}

/// The document with the output of every command as it is now, the number of commands, and those that fail though the
/// document does not say so.
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

/// What a command prints, and whether it succeeds.
fn output_of(command: &str) -> (String, bool) {
    // What a reader builds and runs in one go is built already.
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

#[test]
fn examples_of_the_pages_run() {
    for entry in winways::entries() {
        let command = format!("winways solve {}", winways::example_command(entry.page));
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
    for problem in winways::problems() {
        let (input, expected) = problem.sample;
        let output = run(&format!("winways judge {}", problem.name), input);
        assert!(output.status.success(), "{}: {}", problem.name, stderr(&output));
        assert_eq!(stdout(&output).trim_end(), expected.trim_end(), "{}", problem.name);
    }
}
