//! Runs shell commands in which `winways` is the program under test.

#![allow(dead_code, reason = "not every test file asks all questions")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the project has a root")
}

/// Runs a shell command in the project's root, with `stdin` as its input.
pub(crate) fn run(command: &str, stdin: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_winways"));
    let directory = program.parent().expect("the program lies in a directory");
    let path = format!("{}:{}", directory.display(), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    let stdin = stdin.to_owned();
    let writer = std::thread::spawn(move || {
        // A program that ends before it has read everything is no failure of the writer.
        let _ = input.write_all(stdin.as_bytes());
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the diagnostics are text")
}
