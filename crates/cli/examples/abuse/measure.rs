//! Runs a single command and measures its exit code, memory and CPU time.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// The limits of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The memory in bytes.
    pub(crate) memory: u64,
    pub(crate) timeout: Duration,
}

impl Limits {
    /// The limits under which every command of a list runs.
    pub(crate) const LISTED: [Limits; 2] = [
        Limits { memory: 48 << 20, timeout: Duration::from_secs(1) },
        Limits { memory: 256 << 20, timeout: Duration::from_secs(4) },
    ];
}

/// A command with its limits.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The arguments, without the limits.
    pub(crate) words: Vec<String>,
    pub(crate) stdin: String,
    pub(crate) limits: Limits,
    /// The time after which the command receives SIGTERM, if any. The signal does not change the CPU time that the command may use.
    pub(crate) signal: Option<Duration>,
}

impl Run {
    /// Returns the number of lines of stdin.
    pub(crate) fn stdin_lines(&self) -> usize {
        self.stdin.lines().count()
    }

    /// Returns the number of pieces of work, each with its own deadline: calculator lines, session requests or moves of a match.
    fn pieces(&self) -> u32 {
        let is_by_line = self.words[0] == "eval" && !self.words.iter().any(|word| word == "--");
        let pieces = match &*self.words[0] {
            "play" => self.stdin_lines() + 1,
            "repl" | "serve-stdio" => self.stdin_lines(),
            _ if is_by_line => self.stdin_lines(),
            _ => 1,
        };
        u32::try_from(pieces).unwrap_or(u32::MAX).max(1)
    }

    /// Returns the total CPU time allowed for all threads and pieces of work.
    fn time(&self) -> Duration {
        let threads = self.words.iter().skip_while(|word| *word != "--threads").nth(1);
        let threads = threads.and_then(|count| count.parse().ok()).unwrap_or(1);
        self.limits.timeout * threads * self.pieces()
    }

    fn arguments(&self) -> Vec<String> {
        let limits = [
            format!("--memory={}", self.limits.memory),
            format!("--timeout={}ms", self.limits.timeout.as_millis()),
        ];
        let limits = match &*self.words[0] {
            "completions" | "games" | "functions" => &[],
            _ => &limits[..],
        };
        // The limits go before `--`: the arguments after it are a position or an expression.
        let place = self.words.iter().position(|word| word == "--").unwrap_or(self.words.len());
        [&self.words[..place], limits, &self.words[place..]].concat()
    }
}

impl fmt::Display for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.arguments());
        let shown: String = text.chars().take(300).collect();
        formatter.write_str(&shown)?;
        if let Some(after) = self.signal {
            write!(formatter, " (SIGTERM after {} ms)", after.as_millis())?;
        }
        if !self.stdin.is_empty() {
            write!(formatter, " < {:?}", self.stdin.chars().take(120).collect::<String>())?;
        }
        Ok(())
    }
}

/// The measurements of a command.
pub(crate) struct Outcome {
    /// The exit code, or `None` if a signal ended the command.
    pub(crate) code: Option<i32>,
    /// The signal that ended the command, if any.
    pub(crate) signal: Option<i32>,
    /// The peak of resident memory in bytes.
    pub(crate) peak: u64,
    pub(crate) cpu: Duration,
    /// The factor by which the machine was slower than usual: at least 1, and 1 if it was not measured.
    pub(crate) slowness: f64,
    /// The first 4000 characters of stderr.
    pub(crate) stderr: String,
}

impl Outcome {
    /// Returns a lower bound for the average CPU time by which the pieces of work exceeded their deadlines. The time is scaled to a
    /// machine that is not slower than usual.
    pub(crate) fn lateness(&self, run: &Run) -> Duration {
        (self.cpu.saturating_sub(run.time()) / run.pieces()).div_f64(self.slowness)
    }
}

/// Runs a command as the only child of a second process, so that the system's report on children covers just the command.
pub(crate) fn run(program: &Path, run: &Run) -> Outcome {
    let mut command = Command::new(crate::this_program());
    let signal = run.signal.map_or(u64::MAX, |after| after.as_millis() as u64);
    command.arg("one").arg(signal.to_string()).arg(program).args(run.arguments());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().unwrap_or_else(|error| panic!("a process cannot be started: {error}: {run}"));
    let stdin = child.stdin.take();
    let text = run.stdin.clone();
    // A separate thread, since the command may write before it has read all of stdin.
    let writer = std::thread::spawn(move || {
        let _ = stdin.map(|mut stdin| stdin.write_all(text.as_bytes()));
    });
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("a process was lost: {error}"));
    let _ = writer.join();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<i64> = report.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let &[code, kibibytes, microseconds] = &numbers[..] else { panic!("no report of {run}: {report}") };
    Outcome {
        code: i32::try_from(code).ok().filter(|&code| code >= 0),
        signal: i32::try_from(-code).ok().filter(|&signal| signal > 0),
        peak: kibibytes as u64 * 1024,
        cpu: Duration::from_micros(microseconds as u64),
        slowness: 1.0,
        stderr: String::from_utf8_lossy(&output.stderr).chars().take(4000).collect(),
    }
}

/// The CPU time that the work of [`slowness`] takes on an ordinary idle machine.
const USUAL: Duration = Duration::from_millis(45);

/// Measures the factor by which the machine is currently slower than usual, at least 1. Uses the CPU time of a fixed amount of
/// arithmetic and memory accesses.
pub(crate) fn slowness() -> f64 {
    let used = || {
        let usage = getrusage(UsageWho::RUSAGE_THREAD).unwrap_or_else(|error| panic!("no usage: {error}"));
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    };
    let before = used();
    let mut number = 0u64;
    let mut kept = BTreeMap::new();
    for place in 0..1 << 18 {
        number = (number ^ place).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        kept.insert(number, place);
    }
    std::hint::black_box(kept.into_values().fold(0, |sum: u64, place| sum.rotate_left(1) ^ place));
    ((used() - before) as f64 / USUAL.as_micros() as f64).max(1.0)
}

/// Runs a command and discards its stdout. Prints its exit code (negative for a signal), its peak memory in KiB and its CPU
/// time in microseconds.
pub(crate) fn report_one(signal: Option<Duration>, program: &Path, arguments: &[&str]) -> ExitCode {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    if let Some(after) = signal {
        let child = Pid::from_raw(child.id() as i32);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            // The child has not been waited for yet, so its process id is not reused.
            let _ = kill(child, Signal::SIGTERM);
        });
    }
    let mut buffer = vec![0; 1 << 16];
    if let Some(stdout) = &mut child.stdout {
        while stdout.read(&mut buffer).is_ok_and(|count| count > 0) {}
    }
    let status = child.wait().unwrap_or_else(|error| panic!("a process was lost: {error}"));
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap_or_else(|error| panic!("no usage: {error}"));
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    let code = status.code().unwrap_or_else(|| -status.signal().unwrap_or(1));
    println!("{code} {} {cpu}", usage.max_rss());
    ExitCode::SUCCESS
}
