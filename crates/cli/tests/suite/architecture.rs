//! Checks of the architecture's invariants.

mod circles;
mod sources;

use crate::common::root;
use circles::Files;
use sources::{Source, read, rust_files, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates on which each crate may depend; dependencies go downwards only.
const ARROWS: &[(&str, &[&str])] = &[
    ("notation", &[]),
    ("numbers", &[]),
    ("values", &[]),
    ("draw", &["kit", "rules", "values"]),
    ("rules", &["values"]),
    ("solve", &["rules", "values"]),
    ("cluster", &["notation", "solve"]),
    ("database", &["rules", "solve"]),
    ("kit", &["entailing", "notation", "rules", "solve", "values"]),
    ("entailing", &["rules", "solve", "values"]),
    ("loopy", &["solve", "values"]),
    ("misere", &["rules", "solve"]),
    ("rulefile", &["entailing", "kit", "notation", "rules", "solve", "values"]),
    ("games", &["entailing", "kit", "misere", "notation", "rulefile", "rules", "solve", "values"]),
    ("problems", &["games", "kit", "notation", "numbers", "rules", "solve", "values"]),
    (
        "winways",
        &[
            "cluster",
            "database",
            "draw",
            "entailing",
            "games",
            "kit",
            "loopy",
            "misere",
            "notation",
            "numbers",
            "problems",
            "rulefile",
            "rules",
            "solve",
            "values",
        ],
    ),
    ("page", &[]),
    ("python", &["page", "winways"]),
    ("wasm", &["winways"]),
    ("web", &["page", "winways"]),
    ("cli", &["web", "winways"]),
];

/// The crate that waits for other machines and therefore needs a clock; its packets are not an output format.
const CLOCKS: &str = "cluster";

/// The only crate below the front ends that accesses files and has a text format.
const FILES: &str = "database";

/// The front ends.
const FRONT_ENDS: &[&str] = &["cli", "page", "python", "wasm", "web"];

fn crates() -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(root().join("crates")).expect("there are crates");
    let folders = folders.map(|entry| entry.expect("a crate").path());
    folders.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path)).collect()
}

/// Returns the text of a file without comments and without the tests at its end.
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
        assert!(manifest.contains(&format!("name = \"{expected}\"")), "{name} is not {expected}");
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{name} does not take the lints of the workspace"
        );
    }
}

/// Packages of crates contain no files from outside their folder; symbolic links are replaced by the files.
#[test]
fn sources_include_no_files_of_other_folders() {
    for (name, folder) in crates() {
        for path in rust_files(&folder.join("src")) {
            let depth = path.strip_prefix(&folder).expect("a file of the crate").components().count() - 1;
            let text = program_text(&path);
            for line in text.lines().filter(|line| line.contains("include_") || line.contains("#[folder")) {
                let is_from_source = line.contains("include_") && !line.contains("CARGO_MANIFEST_DIR");
                let depth = if is_from_source { depth } else { 0 };
                assert!(line.matches("../").count() <= depth, "{name}: {}: {line}", path.display());
            }
        }
    }
}

#[test]
fn packages_contain_the_licences() {
    for (name, folder) in crates().into_iter().filter(|(name, _)| name != "wasm") {
        for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(read(&folder.join(file)) == read(&root().join(file)), "{name}: {file} is not a link");
        }
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
        // The kernels of the engines and of nim products allow unsafe code for themselves, and so does a call of the interpreter.
        let rule = if matches!(&*name, "solve" | "numbers" | "python") {
            "#![deny(unsafe_code)]"
        } else {
            "#![forbid(unsafe_code)]"
        };
        assert!(text.contains(rule), "{name} does not say {rule}");
    }
    // The binary calls the allocator, in one module.
    let program = read(&root().join("crates/cli/src/main.rs"));
    assert!(program.contains("#![deny(unsafe_code)]"));
    assert_eq!(program.matches("allow(unsafe_code)").count(), 1);
}

/// Items that only front ends may name.
const FOR_FRONT_ENDS: &[&str] = &[
    "std::env",
    "std::fs",
    "std::time",
    "std::process",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    "clap",
    "indicatif",
];

/// The macros that print.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// Returns the items reserved for front ends that a source names, apart from `exceptions`.
fn front_end_words(source: &Source, exceptions: &[&str]) -> BTreeSet<String> {
    let imports = source.imports.iter().map(|import| &import.written.path);
    let mut found = BTreeSet::new();
    for path in imports.chain(source.paths.iter().map(|written| &written.path)) {
        let path = path.join("::");
        let path = path.strip_prefix("core").map_or(path.clone(), |rest| format!("std{rest}"));
        // A duration is not a clock.
        if path == "std::time::Duration" {
            continue;
        }
        let is_within =
            |word: &str| path == word || path.strip_prefix(word).is_some_and(|rest| rest.starts_with("::"));
        let forbidden = FOR_FRONT_ENDS.iter().filter(|word| !exceptions.contains(word));
        found.extend(forbidden.filter(|word| is_within(word)).map(|word| (*word).to_owned()));
        // Renamed or imported modules of `std`: `use std as s`, `io::stdin()`.
        if ["std", "std::*", "std::io::*", "io::stdin", "io::stdout", "io::stderr"].contains(&path.as_str()) {
            found.insert(path);
        }
    }
    found
        .extend(PRINTING.iter().filter(|name| source.macros.contains(**name)).map(|name| format!("{name}!")));
    found
}

#[test]
fn nothing_below_the_front_ends_prints_or_reads_the_command_line() {
    for (name, folder) in crates().into_iter().filter(|(name, _)| !FRONT_ENDS.contains(&name.as_str())) {
        let exceptions: &[&str] = match name.as_str() {
            CLOCKS => &["std::time"],
            FILES => &["std::fs"],
            _ => &[],
        };
        for source in sources(&folder.join("src")) {
            let found = front_end_words(&source, exceptions);
            assert!(found.is_empty(), "{name}: {} has {found:?}", source.path.display());
        }
    }
}

#[test]
fn words_of_front_ends_are_found_however_they_are_imported() {
    let words = |text: &str| {
        let (source, _) = Source::parse(text, Vec::new()).expect("it is a program");
        front_end_words(&source, &["std::time"]).into_iter().collect::<Vec<String>>()
    };
    assert_eq!(words("use std::{fs};"), ["std::fs"]);
    assert_eq!(words("use std::{io::{self, Read}, collections::{BTreeMap}, fs::{File as F}};"), ["std::fs"]);
    assert_eq!(words("use std::env as surroundings;"), ["std::env"]);
    assert_eq!(words("use std as s;"), ["std"]);
    assert_eq!(words("use std::io; fn f() { let _ = io::stdin(); }"), ["io::stdin"]);
    assert_eq!(words("use std::{io::stdout};"), ["std::io::stdout"]);
    assert_eq!(words("fn f() -> Result<(), E> { std::process::exit(1) }"), ["std::process"]);
    assert_eq!(
        words("fn f() { let text = vec![std::env::args()]; println!(\"{text:?}\"); }"),
        ["println!", "std::env"]
    );
    assert_eq!(words("mod inner { mod deeper { use ::std::fs::read; } }"), ["std::fs"]);
    assert!(words("use std::time::{Duration, Instant}; use clapper::x; // use std::fs;").is_empty());
    assert!(
        words("#[cfg(test)] mod tests { use std::fs; } /// See std::fs.\nfn f() { g(\"std::env\") }")
            .is_empty()
    );
}

#[test]
fn files_need_each_other_in_pairs_at_most() {
    for (name, folder) in crates() {
        let sources = sources(&folder.join("src"));
        let circles = Files::new(&sources).circles(2);
        assert!(circles.is_empty(), "{name}: files that need each other: {circles:#?}");
    }
}

/// The files with process-wide state. A Python module exists once per process, and its values share an arena. An exception
/// raised by a rule in Python waits in its thread until the current query returns, since an engine can only report a fault. A
/// rule in Python that returns an endless iterator is polled for the current query of its thread. The limits of a block in Python
/// are a context variable.
const STATE: [&str; 3] = ["python/src/home.rs", "python/src/raised.rs", "python/src/work.rs"];

#[test]
fn no_process_wide_mutable_state() {
    for (name, folder) in crates() {
        for Source { path, .. } in sources(&folder.join("src"))
            .into_iter()
            .filter(|source| !STATE.iter().any(|file| source.path.ends_with(file)))
        {
            for line in program_text(&path).lines().map(str::trim_start) {
                let is_static =
                    line.starts_with("static ") || line.starts_with("pub") && line.contains(" static ");
                // `LazyLock` holds a constant that is computed when it is first used.
                let line = line.replace("LazyLock", "");
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
    for (name, folder) in crates()
        .into_iter()
        .filter(|(name, _)| !FRONT_ENDS.contains(&name.as_str()))
        .filter(|(name, _)| !["winways", CLOCKS, FILES].contains(&name.as_str()))
    {
        let manifest = read(&folder.join("Cargo.toml"));
        assert!(!manifest.contains("serde"), "{name} knows an output format");
    }
}

#[test]
fn files_are_short() {
    for (_, folder) in crates() {
        for path in rust_files(&folder) {
            let lines = read(&path).lines().count();
            assert!(lines <= 650, "{} has {lines} lines", path.display());
        }
    }
}
