//! The programs of the page "Winways as a library".

use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs in the order of the page, each with the beginning of its output.
const PROGRAMS: [(&str, &str); 4] = [
    ("ask", "nim(7,8,9), normal play: N\n  worth *6\n"),
    ("own_game", "a_game_of_your_own(6,9) is worth *2\n"),
    ("own_rules", "own(11221): R\n"),
    (
        "database",
        "stopped: interrupted after 0 positions\n90000 positions\n0-2: Some(\"N\") in Some(1) move\n",
    ),
];

fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the source of an example without the comment at its top.
fn source(name: &str) -> String {
    let path = crate_folder().join("examples").join(name).with_extension("rs");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().skip_while(|line| line.starts_with("//!") || line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_page_shows_the_examples() {
    let page = std::fs::read_to_string(crate_folder().join("../../docs/library.md")).unwrap();
    let blocks = page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let shown: Vec<&str> = blocks.collect();
    assert_eq!(shown.len(), PROGRAMS.len());
    for (block, (name, _)) in shown.into_iter().zip(PROGRAMS) {
        assert_eq!(block, source(name), "{name}");
    }
}

/// Cargo does not build the examples if only some test targets are selected. Missing examples are skipped, except in CI.
#[test]
fn the_examples_run() {
    let program = std::env::current_exe().unwrap();
    let folder = program.parent().and_then(Path::parent).unwrap().join("examples");
    for (name, output) in PROGRAMS {
        let path = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        if !path.exists() && std::env::var_os("CI").is_none() {
            continue;
        }
        let done = Command::new(&path).output().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        let found = String::from_utf8(done.stdout).unwrap();
        assert!(found.starts_with(output), "{name}: {found}");
    }
}
