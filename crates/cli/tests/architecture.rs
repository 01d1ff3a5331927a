//! The invariants of the house that a script can check.

mod common;

use common::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Which rooms a room may look into. Arrows go down only.
const ARROWS: &[(&str, &[&str])] = &[
    ("notation", &[]),
    ("values", &[]),
    ("draw", &["kit", "rules", "values"]),
    ("rules", &["notation", "values"]),
    ("solve", &["rules", "values"]),
    ("cluster", &["notation", "solve"]),
    ("database", &["rules", "solve"]),
    ("kit", &["notation", "rules", "solve", "values"]),
    ("rulefile", &["kit", "notation", "rules"]),
    ("games", &["kit", "notation", "rulefile", "rules", "solve", "values"]),
    ("problems", &["games", "kit", "notation", "rules", "solve", "values"]),
    (
        "winways",
        &[
            "cluster", "database", "draw", "games", "kit", "notation", "problems", "rulefile", "rules",
            "solve", "values",
        ],
    ),
    ("cli", &["winways"]),
];

/// The room that waits for other machines, and needs a clock for it; its packets are no output format.
const CLOCKS: &str = "cluster";

/// The one room below the front ends that touches files, and knows a format of text.
const FILES: &str = "database";

/// The rooms that talk to people.
const FRONT_ENDS: &[&str] = &["cli"];

fn crates() -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(root().join("crates")).expect("there are crates");
    let folders = folders.map(|entry| entry.expect("a crate").path());
    folders.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path)).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The program text without comments and without the tests at the end of a file.
fn program_text(path: &Path) -> String {
    let text = read(path);
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    program
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn arrows_go_down_only() {
    for (name, folder) in crates() {
        let (_, allowed) =
            ARROWS.iter().find(|(known, _)| *known == name).expect("every crate is on the map");
        let manifest = read(&folder.join("Cargo.toml"));
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let dependencies = dependencies.split("\n[").next().unwrap_or("");
        for line in dependencies.lines().filter(|line| line.starts_with("winways")) {
            let dependency = line.split([' ', '=', '.']).next().unwrap_or("");
            let dependency = dependency.strip_prefix("winways-").unwrap_or(dependency);
            assert!(allowed.contains(&dependency), "{name} may not depend on {dependency}");
        }
    }
}

#[test]
fn folder_names_are_crate_names() {
    for (name, folder) in crates() {
        let manifest = read(&folder.join("Cargo.toml"));
        let expected = if name == "winways" { name.clone() } else { format!("winways-{name}") };
        assert!(manifest.contains(&format!("name = \"{expected}\"")), "{name} is no {expected}");
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{name} does not take the lints of the workspace"
        );
    }
}

#[test]
fn no_unsafe_code() {
    for (name, folder) in crates() {
        let entry = ["src/lib.rs", "src/main.rs"]
            .map(|file| folder.join(file))
            .into_iter()
            .find(|path| path.exists());
        let text = read(&entry.expect("a crate has an entry"));
        // The engines have kernels, which allow it for themselves.
        let rule = if name == "solve" { "#![deny(unsafe_code)]" } else { "#![forbid(unsafe_code)]" };
        assert!(text.contains(rule), "{name} does not say {rule}");
    }
}

#[test]
fn nothing_below_the_front_ends_prints_or_reads_the_command_line() {
    const FORBIDDEN: &[&str] = &[
        "println!",
        "print!(",
        "eprint",
        "dbg!",
        "std::env",
        "std::fs",
        "stdin()",
        "stdout()",
        "stderr()",
        "indicatif",
        "std::time",
        "std::process",
        "clap",
    ];
    for (name, folder) in crates().into_iter().filter(|(name, _)| !FRONT_ENDS.contains(&name.as_str())) {
        for path in sources(&folder.join("src")) {
            let text = program_text(&path);
            let may = |word: &str| match word {
                "std::time" => name == CLOCKS,
                "std::fs" => name == FILES,
                _ => false,
            };
            for word in FORBIDDEN.iter().filter(|word| !may(word)) {
                assert!(!text.contains(word), "{name}: {} has {word}", path.display());
            }
        }
    }
}

#[test]
fn no_process_wide_mutable_state() {
    for (name, folder) in crates() {
        for path in sources(&folder.join("src")) {
            for line in program_text(&path).lines().map(str::trim_start) {
                let is_static =
                    line.starts_with("static ") || line.starts_with("pub") && line.contains(" static ");
                let is_mutable =
                    ["Mutex", "Lock", "Atomic", "Cell", "static mut"].iter().any(|word| line.contains(word));
                assert!(!(is_static && is_mutable), "{name}: {}: {line}", path.display());
                assert!(!line.contains("thread_local!"), "{name}: {}: {line}", path.display());
            }
        }
    }
}

#[test]
fn no_output_format_below_the_facade() {
    for (name, folder) in
        crates().into_iter().filter(|(name, _)| !["cli", "winways", CLOCKS, FILES].contains(&name.as_str()))
    {
        let manifest = read(&folder.join("Cargo.toml"));
        assert!(!manifest.contains("serde"), "{name} knows an output format");
    }
}

#[test]
fn files_are_short() {
    for (_, folder) in crates() {
        for path in sources(&folder) {
            let lines = read(&path).lines().count();
            assert!(lines <= 650, "{} has {lines} lines", path.display());
        }
    }
}
