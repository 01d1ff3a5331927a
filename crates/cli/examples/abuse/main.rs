//! Runs the program with hostile input under small budgets, and checks that its limits hold.
//!
//! `scripts/abuse` builds and runs this program. Commands run one after the other, each in a separate process. The system
//! reports the exit code, the peak resident memory and the CPU time.

mod commands;
mod measure;
mod requests;
mod served;

use measure::{Limits, Outcome, Run};
use nix::sys::signal::Signal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The memory, in bytes, allowed in addition to 110 % of the budget: 20 MiB for the file of the program, built with all features,
/// and the rest for memory that is not charged to the budget, such as temporary strings.
const SLACK: u64 = 30 << 20;

/// The CPU time allowed beyond the deadline on a machine that is not slower than usual.
const LATENESS: Duration = Duration::from_millis(300);

/// The number of consecutive late runs after which a command is reported.
const RUNS: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["one", signal, program, rest @ ..] => {
            let signal = signal.parse().ok().filter(|&after| after < u64::MAX).map(Duration::from_millis);
            measure::report_one(signal, Path::new(program), rest)
        }
        ["list", program, file] => summarise(&of_list(Path::new(program), Path::new(file))),
        ["random", program, count, seed] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => summarise(&at_random(Path::new(program), count, seed)),
            _ => usage(),
        },
        ["lines", program, count, seed] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => print_lines(Path::new(program), count, seed),
            _ => usage(),
        },
        ["serve", program, seconds, seed] => match (seconds.parse(), seed.parse()) {
            (Ok(seconds), Ok(seed)) => served::run(Path::new(program), seconds, seed),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: abuse list PROGRAM FILE | abuse random PROGRAM COUNT SEED | abuse lines PROGRAM COUNT SEED | abuse serve PROGRAM SECONDS SEED"
    );
    ExitCode::from(2)
}

/// Runs every command in `file` under each pair of limits, and then the commands for every game in the catalogue.
fn of_list(program: &Path, file: &Path) -> Vec<(Run, Outcome)> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut all = Vec::new();
    for limits in Limits::LISTED {
        let directory =
            tempfile::tempdir().unwrap_or_else(|error| panic!("no directory for tables: {error}"));
        for run in commands::of_text(&text, directory.path()) {
            all.push(watched(program, Run { limits, ..run }));
        }
    }
    // There are many similar commands, so each runs under only one pair of limits. The pairs alternate.
    for (run, limits) in commands::of_catalogue(program).zip(Limits::LISTED.into_iter().cycle()) {
        all.push(watched(program, Run { limits, ..run }));
    }
    all
}

/// Runs `count` random commands, which depend only on the seed.
fn at_random(program: &Path, count: usize, seed: u64) -> Vec<(Run, Outcome)> {
    let directory = tempfile::tempdir().unwrap_or_else(|error| panic!("no directory for files: {error}"));
    let mut random = commands::Random::new(program, directory.path(), seed);
    (0..count).map(|_| watched(program, random.command())).collect()
}

/// Prints `count` random requests, one per line, for programs that answer each line. They depend only on the seed.
fn print_lines(program: &Path, count: usize, seed: u64) -> ExitCode {
    let mut random = commands::Random::new(program, Path::new("."), seed);
    (0..count).for_each(|_| println!("{}", random.request().line()));
    ExitCode::SUCCESS
}

/// Runs a command, and reports it immediately if it breaks a promise. Its stdin is then saved to a file.
fn watched(program: &Path, run: Run) -> (Run, Outcome) {
    let outcome = outcome_of(program, &run);
    let faults = faults(&run, &outcome);
    for fault in &faults {
        println!("FAULT {fault}: {run}");
    }
    if !faults.is_empty() && !run.stdin.is_empty() {
        let kept =
            tempfile::Builder::new().prefix("abuse-").suffix(".stdin").disable_cleanup(true).tempfile();
        let kept = kept.and_then(|file| std::fs::write(file.path(), &run.stdin).map(|()| file));
        println!(
            "  its stdin: {}",
            kept.map_or_else(|error| error.to_string(), |file| file.path().display().to_string())
        );
    }
    (run, outcome)
}

/// Runs a command, and repeats it if it is late, because a busy machine needs more CPU time for the same work. The fastest run
/// counts, and its lateness is divided by the slowness of the machine measured right after it.
fn outcome_of(program: &Path, run: &Run) -> Outcome {
    let mut outcome = measure::run(program, run);
    for _ in 1..RUNS {
        if outcome.lateness(run) <= LATENESS {
            break;
        }
        outcome.slowness = measure::slowness();
        let mut again = measure::run(program, run);
        again.slowness = measure::slowness();
        let peak = outcome.peak.max(again.peak);
        if again.cpu < outcome.cpu {
            outcome = again;
        }
        outcome.peak = peak;
    }
    outcome
}

/// Returns the promises that a command broke.
fn faults(run: &Run, outcome: &Outcome) -> Vec<String> {
    let mut faults = Vec::new();
    match outcome.code {
        Some(0..=3) => {}
        Some(130) if run.signal.is_some() => {}
        // The signal came before the program had installed its signal handlers.
        None if run.signal.is_some() && outcome.signal == Some(Signal::SIGTERM as i32) => {}
        code => faults.push(format!("exit code {code:?}")),
    }
    if outcome.stderr.contains("panicked at") || outcome.stderr.contains("overflowed its stack") {
        faults.push("a panic".to_owned());
    }
    if outcome.stderr.contains("watchdog") {
        faults.push("the watchdog had to end it".to_owned());
    }
    let allowed = run.limits.memory + run.limits.memory / 10 + SLACK;
    if outcome.peak > allowed {
        faults.push(format!("{} MiB resident, {} allowed", outcome.peak >> 20, allowed >> 20));
    }
    if outcome.lateness(run) > LATENESS {
        faults.push(format!("{:.1} s late", outcome.lateness(run).as_secs_f64()));
    }
    faults
}

/// Prints the worst cases, and fails if a promise was broken.
fn summarise(all: &[(Run, Outcome)]) -> ExitCode {
    let ratio = |(run, outcome): &(Run, Outcome)| {
        outcome.peak.saturating_sub(SLACK) as f64 / run.limits.memory as f64
    };
    let late = |(run, outcome): &(Run, Outcome)| outcome.lateness(run);
    if let Some(worst) = all.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b))) {
        println!("worst memory: {:.2} of the budget beyond {} MiB, {}", ratio(worst), SLACK >> 20, worst.0);
    }
    if let Some(worst) = all.iter().max_by_key(|case| late(case)) {
        println!("worst lateness: {:.2} s, {}", late(worst).as_secs_f64(), worst.0);
    }
    let by_code = |code: i32| all.iter().filter(|(_, outcome)| outcome.code == Some(code)).count();
    let expressions: usize = all.iter().map(|(run, _)| run.stdin_lines()).sum();
    let broken = all.iter().filter(|(run, outcome)| !faults(run, outcome).is_empty()).count();
    println!(
        "{} commands with {expressions} lines on stdin: {} answered, {} failed a check, {} refused, {} reached a limit; \
         {broken} broke a promise",
        all.len(),
        by_code(0),
        by_code(1),
        by_code(2),
        by_code(3),
    );
    ExitCode::from(u8::from(broken > 0))
}

/// Returns the path of this program, which runs each command in a separate process.
fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|error| panic!("this program has no path: {error}"))
}
