//! Runs shell commands in which `winways` is the program under test.

#![allow(dead_code, reason = "not every test file asks all questions")]

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Returns the root directory of the project.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the project has a root")
}

/// Runs a shell command in the root directory of the project, with `stdin` as its input.
pub(crate) fn run(command: &str, stdin: impl AsRef<[u8]>) -> Output {
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
    let stdin = stdin.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // A program that ends before it has read all input causes no failure here.
        let _ = input.write_all(&stdin);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// Returns the standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

/// Returns the standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the diagnostics are text")
}

/// A directory that is removed at the end of a test unless it is kept. It is in memory if the system supports that.
pub(crate) struct Temporary {
    directory: TempDir,
    is_kept: Cell<bool>,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.directory.disable_cleanup(self.is_kept.get());
    }
}

impl Temporary {
    pub(crate) fn new() -> Temporary {
        let in_memory = tempfile::tempdir_in("/dev/shm");
        let directory = in_memory.or_else(|_| tempfile::tempdir()).expect("a directory can be made");
        Temporary { directory, is_kept: Cell::new(false) }
    }

    /// Keeps the directory after the test, and returns its path.
    pub(crate) fn keep(&self) -> String {
        self.is_kept.set(true);
        self.root()
    }

    /// Returns the path of the directory as text.
    pub(crate) fn root(&self) -> String {
        self.directory.path().display().to_string()
    }

    /// Returns the path of an entry of the directory.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the path of an entry of the directory as text.
    pub(crate) fn path(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }
}

/// The program under test as a child process that tests talk to and interrupt.
pub(crate) struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Running {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Running { child, stdout }
    }

    /// Writes a line to the stdin of the program.
    pub(crate) fn write(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("stdin is piped");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("the program reads");
    }

    /// Reads the next line of the stdout of the program.
    pub(crate) fn read_line(&mut self) -> String {
        let mut line = String::new();
        let bytes = self.stdout.read_line(&mut line).expect("the output is text");
        assert!(bytes > 0, "the output ends");
        line
    }

    /// Reads the stdout of the program up to a line that contains `part`.
    pub(crate) fn read_until(&mut self, part: &str) {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            let bytes = self.stdout.read_line(&mut line).expect("the output is text");
            assert!(bytes > 0, "the output ends before `{part}`");
        }
    }

    /// Returns the CPU time used so far, in hundredths of a second.
    fn ticks(&self) -> u64 {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        // The format is `number (name) state …`; the times are the 14th and the 15th word.
        let words = state.rsplit(')').next().expect("a state").split_whitespace();
        words.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a time")).sum()
    }

    /// Waits until the program has used a further third of a second of CPU time, and interrupts it.
    pub(crate) fn interrupt_at_work(&self) {
        self.signal_at_work(nix::sys::signal::Signal::SIGINT);
    }

    /// Waits until the program has used a further third of a second of CPU time, and sends it a signal.
    pub(crate) fn signal_at_work(&self, signal: nix::sys::signal::Signal) {
        self.wait_until_at_work();
        self.send(signal);
    }

    /// Waits until the program has used a further third of a second of CPU time.
    pub(crate) fn wait_until_at_work(&self) {
        let before = self.ticks();
        // Ten minutes, for a busy machine.
        let is_at_work = (0..60_000).any(|_| {
            sleep(Duration::from_millis(10));
            self.ticks() >= before + 33
        });
        assert!(is_at_work, "the program does nothing");
    }

    /// Interrupts the program as Ctrl-C does.
    pub(crate) fn interrupt(&self) {
        self.send(nix::sys::signal::Signal::SIGINT);
    }

    pub(crate) fn send(&self, signal: nix::sys::signal::Signal) {
        let pid = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(pid, signal).expect("it runs");
    }

    /// Closes the stdin of the program. Returns the rest of its stdout and its exit code.
    pub(crate) fn end(mut self) -> (String, Option<i32>) {
        drop(self.child.stdin.take());
        self.end_with_open_stdin()
    }

    /// Returns the rest of the stdout and the exit code while stdin stays open.
    pub(crate) fn end_with_open_stdin(mut self) -> (String, Option<i32>) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("the output is text");
        (rest, self.child.wait().expect("it ends").code())
    }
}

/// Kills programs at random times within the duration of an undisturbed run, and counts the kills.
pub(crate) struct Killer {
    longest: Duration,
    random: SplitMix64,
    attempts: u64,
    /// The number of killed programs.
    pub(crate) kills: u64,
}

/// Returns the maximum number of programs that a [`Killer`] starts.
fn max_attempts() -> u64 {
    kills(100).max(100) * 20
}

/// Returns the minimum number of kills of a test: `usual`, or the value of the variable `WINWAYS_KILLS` for a long run.
pub(crate) fn kills(usual: u64) -> u64 {
    std::env::var("WINWAYS_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

impl Killer {
    /// Creates a killer and measures the duration of `undisturbed`, which must succeed.
    pub(crate) fn new(undisturbed: &mut Command, seed: u64) -> Killer {
        let start = Instant::now();
        let status = undisturbed.status().expect("the program runs");
        assert!(status.success(), "{undisturbed:?}: {status}");
        // Limit the duration, so that tests of many kills end on slow machines too.
        let longest = start.elapsed().min(Duration::from_millis(200));
        Killer { longest, random: SplitMix64::seed_from_u64(seed), attempts: 0, kills: 0 }
    }

    /// Returns a random time below `patience` times the duration of an undisturbed run. That duration is limited to 200 ms.
    pub(crate) fn moment(&mut self, patience: u64) -> Duration {
        self.attempts += 1;
        let (attempts, kills) = (self.attempts, self.kills);
        assert!(attempts < max_attempts(), "{kills} kills in {attempts} attempts");
        let micros = self.longest.as_micros() as u64 * patience;
        Duration::from_micros(self.random.next_u64() % micros.max(1))
    }

    /// Starts a program and kills it after [`Killer::moment`]. Returns `false` if the program ended before that, in which case it must
    /// have succeeded. With more `patience` the program lives longer.
    pub(crate) fn kills(&mut self, program: &mut Command, patience: u64) -> bool {
        let mut child = program.spawn().expect("the program starts");
        sleep(self.moment(patience));
        if let Some(status) = child.try_wait().expect("the program is known") {
            assert!(status.success(), "{program:?}: {status}");
            return false;
        }
        child.kill().expect("the program can be killed");
        // The program may have ended in between.
        let is_killed = child.wait().expect("the program ends").code().is_none();
        self.kills += u64::from(is_killed);
        is_killed
    }
}
