//! The command line: parses arguments and writes text, JSON, CSV or LaTeX. It contains no mathematics.

#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod durable;
mod failure;
mod input;
mod pause;
mod progress;
mod render;
mod terminal;
mod watch;
mod watchdog;

use arguments::{Command, EvalFormat, Format, MovesFormat, TableFormat};
use failure::Failure;
use nix::sys::signal::{SigSet, Signal};
use std::io::{BufWriter, Write};
use std::panic;
use std::process::{self, ExitCode};
use terminal::Wrapped;

/// The ending of a command, which determines the exit code. If several endings apply, the greatest one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// The question was answered.
    Answered,
    /// A limit was reached; the results so far are printed.
    Limit,
    /// A check failed.
    CheckFailed,
    /// The usage or the input was wrong; if only some lines of the input were wrong, the others were answered.
    BadInput,
    /// The user interrupted the work; the results so far are printed.
    Interrupted,
}

impl Ending {
    fn code(self) -> u8 {
        match self {
            Ending::Answered => 0,
            Ending::CheckFailed => 1,
            Ending::BadInput => 2,
            Ending::Limit => 3,
            Ending::Interrupted => 130,
        }
    }
}

/// Returns the ending of a command that has written its output. A broken pipe is not a failure: the reader may close the pipe
/// early.
pub(crate) fn ignore_broken_pipe(
    ending: Ending,
    written: Result<(), impl Into<Failure>>,
) -> Result<Ending, Failure> {
    match written.map_err(Into::into) {
        Err(failure) if !failure.is_broken_pipe() => Err(failure),
        Ok(()) | Err(_) => Ok(ending),
    }
}

/// A writer in place of a closed stdout, which fails on every write.
struct ClosedStdout;

impl Write for ClosedStdout {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("stdout is closed"))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Properties and services of the process that the standard library does not provide.
#[derive(Clone, Copy)]
pub struct Process {
    /// `true` if the process was started with an open stdout.
    pub has_stdout: bool,
    /// Returns free memory held by the allocator to the system.
    pub give_back_memory: fn(),
}

/// Makes every later panic, in any thread, abort the process after its report on stderr. A panic is a defect.
fn abort_on_panics() {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        default_hook(panic);
        process::abort();
    }));
}

/// Makes a write beyond the file size limit fail with an error, like a write to a full disk. By default a signal would end the
/// process without a message. Threads and child processes inherit the blocked signal.
fn report_file_size_limit() {
    // If the signal cannot be blocked, it still ends the process.
    let _ = SigSet::from_iter([Signal::SIGXFSZ]).thread_block();
}

/// Parses the command line, runs the command, and returns the exit code.
pub fn main(process: Process) -> ExitCode {
    let Process { has_stdout, give_back_memory } = process;
    report_file_size_limit();
    let mut out: Box<dyn Write> = match has_stdout {
        true => Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout().lock())),
        false => Box::new(ClosedStdout),
    };
    let result = match arguments::examples::parse() {
        Ok(arguments) => {
            // The server survives panics in requests.
            if !matches!(arguments.command, Some(Command::Serve(_))) {
                abort_on_panics();
            }
            run(arguments.command, give_back_memory, &mut *out)
        }
        Err(wrong) if wrong.use_stderr() => {
            let arguments: Vec<String> =
                std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
            commands::unknown::suggestion(&wrong, &arguments).map_or_else(|| wrong.exit(), Err)
        }
        // The user asked for help or the version.
        Err(help) => {
            let written = if has_stdout { help.print() } else { ClosedStdout.write(&[]).map(drop) };
            ignore_broken_pipe(Ending::Answered, written.map_err(write_error))
        }
    };
    // A message about a failure follows the answer.
    let flushed = ignore_broken_pipe(Ending::Answered, out.flush().map_err(write_error));
    match result.and_then(|ending| flushed.map(|_| ending)) {
        Ok(ending) => ExitCode::from(ending.code()),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprint!("{}", failure.rendered());
            ExitCode::from(failure.ending().code())
        }
    }
}

/// Converts an error from writing the answer. A broken pipe remains recognisable.
fn write_error(error: std::io::Error) -> Failure {
    anyhow::Error::new(error).context("cannot write the answer").into()
}

/// The text shown if no command is given, with examples for newcomers.
const WELCOME: &str = "\
Winways: who wins a combinatorial game, which moves win, what the position is worth, and why.

Three things to try:
  winways solve nim 7 8 9                       who wins, by which moves, and why
  winways eval 'domineering(\"...|...\") + ^'    what a sum of positions and values is worth
  winways play mnk                              a game of tic-tac-toe against an opponent who never errs

`winways games` lists the games, `winways games NAME` describes one; `winways --help` lists the commands.
";

/// Returns `true` if a command writes text for people, whose lines are wrapped to the width of a terminal.
fn is_wrapped(command: &Command) -> bool {
    match command {
        Command::Solve(arguments) => arguments.format.format == Format::Text,
        Command::Moves(arguments) => arguments.format == MovesFormat::Text,
        // Each line of stdin produces one line of output.
        Command::Eval(arguments) => arguments.format == EvalFormat::Text && arguments.expression.is_some(),
        Command::Table(arguments) => arguments.format == TableFormat::Text && arguments.code.is_none(),
        Command::Games(arguments) => arguments.format.format == Format::Text,
        Command::Verify(arguments) => arguments.format.format == Format::Text,
        Command::Functions { .. } => true,
        _ => false,
    }
}

fn run(command: Option<Command>, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    let Some(command) = command else {
        out.write_all(WELCOME.as_bytes())?;
        return Ok(Ending::Answered);
    };
    let out = &mut Wrapped::new(out, is_wrapped(&command));
    match command {
        Command::Solve(arguments) => commands::solve::run(&arguments, out),
        Command::Moves(arguments) => commands::moves::run(&arguments, out),
        Command::Eval(arguments) => commands::eval::run(&arguments, give_back_memory, out),
        Command::Serve(arguments) => commands::web::run(&arguments, give_back_memory, out),
        Command::ServeStdio(arguments) => commands::serve::run(&arguments, give_back_memory, out),
        Command::Functions { words } => commands::help::functions(&words.join(" "), out),
        Command::Repl(arguments) => commands::repl::run(&arguments, give_back_memory, out),
        Command::Table(arguments) => commands::table::run(&arguments, out),
        Command::Atlas(arguments) => commands::atlas::run(&arguments, out),
        Command::Census(arguments) => commands::census::run(&arguments, out),
        Command::Bench(arguments) => commands::bench::run(&arguments, out),
        Command::Database { command } => commands::database::run(&command, out),
        Command::Play(arguments) => commands::play::run(&arguments, out),
        Command::Quiz(arguments) => commands::quiz::run(&arguments, out),
        Command::Puzzle(arguments) => commands::puzzle::run(&arguments, out),
        Command::Verify(arguments) => commands::verify::run(&arguments, out),
        Command::VerifyCertificate(arguments) => commands::verify_certificate::run(&arguments, out),
        Command::Judge(arguments) => commands::judge::run(&arguments, out),
        Command::Games(arguments) => commands::games::run(&arguments, out),
        Command::Completions { shell } => commands::help::completions(shell, out),
        Command::Man { directory } => commands::help::man(directory.as_deref(), out),
    }
}
