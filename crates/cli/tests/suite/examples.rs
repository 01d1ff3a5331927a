//! The examples in the help of every command.

use crate::common::{Temporary, run, stderr, stdout};
use std::process::{Command, Stdio};

/// Returns the help of every command without subcommands, such as `winways database build`, sorted by command.
fn helps() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut commands = vec!["winways".to_owned()];
    while let Some(command) = commands.pop() {
        let help = stdout(&run(&format!("{command} --help"), ""));
        let below =
            help.split("\nCommands:\n").nth(1).unwrap_or("").lines().take_while(|line| !line.is_empty());
        let names = below.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let below: Vec<String> = names
            .filter(|&name| !name.is_empty() && name != "help")
            .map(|name| format!("{command} {name}"))
            .collect();
        if below.is_empty() {
            found.push((command, help));
        }
        commands.extend(below);
    }
    found.sort();
    found
}

fn examples(help: &str) -> Vec<&str> {
    let lines = help.split("Examples:\n").nth(1).unwrap_or("").lines();
    lines.map_while(|line| line.strip_prefix("  ")).collect()
}

/// The commands whose examples are not run, because a server does not end by itself.
const NOT_RUN: &[&str] = &["winways serve"];

#[test]
fn every_command_has_examples_that_run() {
    let place = Temporary::new();
    let directory = place.at("");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_winways")).parent().expect("a directory");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let helps = helps();
    assert!(helps.len() > 20, "only {} commands", helps.len());
    for (command, help) in &helps {
        let examples = examples(help);
        assert!(!examples.is_empty(), "`{command} --help` has no examples");
        for example in examples {
            assert!(example.contains(command.as_str()), "{command}: {example}");
            if NOT_RUN.contains(&command.as_str()) {
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", example]).current_dir(&directory).env("PATH", &path).stdin(Stdio::null());
            let output = shell.output().expect("a shell");
            assert!(output.status.success(), "{example}: {}{}", stdout(&output), stderr(&output));
        }
    }
}

#[test]
fn manual_pages_have_the_examples() {
    let place = Temporary::new();
    let directory = place.at("pages");
    assert!(run(&format!("winways man --directory {}", directory.display()), "").status.success());
    let page = std::fs::read_to_string(directory.join("winways-solve.1")).expect("a page");
    assert!(page.contains("winways solve nim 7 8 9"), "{page}");
}
