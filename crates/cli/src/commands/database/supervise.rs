//! Builds by processes that are restarted when one of them dies.

use super::info::finish;
use crate::arguments::{Bounds, Build};
use crate::watch::Watch;
use crate::{Ending, Failure, ignore_broken_pipe};
use anyhow::Context;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use winways::games::AnyBoard;
use winways::tables::DatabaseInfo;

/// The environment variable with the process id of the supervisor.
const SUPERVISOR: &str = "WINWAYS_SUPERVISOR";

/// The environment variable with the secret that distinguishes the processes of a group from others on the same ports.
const SECRET: &str = "WINWAYS_GROUP";

/// Returns the secret of the group of this process, or 0 if the user gave the addresses.
pub(super) fn secret() -> u64 {
    std::env::var(SECRET).ok().and_then(|secret| secret.parse().ok()).unwrap_or(0)
}

/// Ends this process as soon as its supervisor ends, for whatever reason. Otherwise this process would keep the table locked.
#[cfg(target_os = "linux")]
pub(super) fn end_with_supervisor() {
    // A kernel without this call leaves the process unchanged.
    let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
    let supervisor = std::env::var(SUPERVISOR).ok().and_then(|number| number.parse().ok());
    if supervisor.is_some_and(|supervisor: i32| nix::unistd::getppid().as_raw() != supervisor) {
        // The supervisor had already ended.
        std::process::exit(i32::from(Ending::Limit.code()));
    }
}

/// Does nothing: other systems cannot signal the end of a supervisor.
#[cfg(not(target_os = "linux"))]
pub(super) fn end_with_supervisor() {}

/// The number of consecutive runs without progress after which the supervisor stops.
const ATTEMPTS: u32 = 10;

/// The time to wait before a restart.
const PAUSE: Duration = Duration::from_millis(200);

/// The time after which the other processes are killed if they have not noticed a death. A process that waits for the dead process to
/// connect would take longer.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

/// Runs the processes that this one supervises, and restarts them as long as the table makes progress.
pub(super) fn run(arguments: &Build, board: &dyn AnyBoard, out: &mut dyn Write) -> Result<Ending, Failure> {
    // The limits apply to the child processes, which commit their results when they reach a limit.
    let watch = Watch::start(&Bounds::unlimited());
    watch.allow_commit_on_stop();
    let began = Instant::now();
    let mut resume = arguments.resume;
    let mut attempts = 0;
    loop {
        let before = milestone(arguments);
        let hosts = Hosts::of(arguments)?;
        let left = arguments.limits.bounds.timeout.map(|limit| limit.saturating_sub(began.elapsed()));
        let loss = match run_once(&hosts, resume && !arguments.resume, left, &watch)? {
            Outcome::Ended(Ending::Answered) => return finish(arguments, board, None, out),
            // The first process has reported the reason.
            Outcome::Ended(ending @ (Ending::Limit | Ending::Interrupted)) => {
                let info = DatabaseInfo::read(&arguments.out);
                let written = info.map_or(Ok(()), |info| {
                    super::info::show(arguments.format.format, &info, Some(board), out)
                });
                return ignore_broken_pipe(ending, written);
            }
            Outcome::Ended(ending) => return Ok(ending),
            Outcome::Lost(what) => what,
        };
        attempts = if milestone(arguments) == before { attempts + 1 } else { 0 };
        if attempts == ATTEMPTS {
            anstream::eprintln!(
                "partial: {ATTEMPTS} attempts made no progress; --resume continues from here"
            );
            return Ok(Ending::Limit);
        }
        anstream::eprintln!("{loss}; the group restarts from the last commit");
        resume = true;
        sleep(PAUSE);
    }
}

/// Returns the milestone of the last commit of the table as text, or `None` if the table cannot be read.
fn milestone(arguments: &Build) -> Option<String> {
    DatabaseInfo::read(&arguments.out).ok().map(|info| format!("{:?}", info.milestone))
}

/// The processes started here and the addresses of the group.
struct Hosts {
    list: HostList,
    processes: Vec<usize>,
}

/// The source of the addresses that is passed to the processes.
enum HostList {
    /// A file given by the user.
    File(PathBuf),
    /// Text for the stdin of each process. A temporary file could be redirected by a symbolic link, and it would remain if this
    /// process were killed.
    Text {
        text: String,
        /// A new secret for each start of the group, so that leftover processes of the last start are rejected.
        secret: u64,
    },
}

impl Hosts {
    fn of(arguments: &Build) -> Result<Hosts, Failure> {
        if let (Some(file), Some(process)) = (&arguments.group.hosts, arguments.group.process) {
            return Ok(Hosts { list: HostList::File(file.clone()), processes: vec![process] });
        }
        let count = usize::from(arguments.group.processes.unwrap_or(1));
        // These ports are free now. If another program takes one before the group uses it, the group restarts with other ports.
        let listeners: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
        let mut text = String::new();
        for listener in &listeners {
            text += &format!("{}\n", listener.local_addr()?);
        }
        let secret = RandomState::new().hash_one(&text);
        Ok(Hosts { list: HostList::Text { text, secret }, processes: (0..count).collect() })
    }

    /// Returns the path from which the processes read the addresses.
    fn path(&self) -> &Path {
        match &self.list {
            HostList::File(file) => file,
            HostList::Text { .. } => Path::new("/dev/stdin"),
        }
    }

    /// Starts a process and passes it the addresses of the group.
    fn start(&self, command: &mut Command) -> Result<Child, Failure> {
        let cannot = "cannot start a process of the group";
        match &self.list {
            HostList::File(_) => command.stdin(Stdio::null()).spawn().context(cannot),
            HostList::Text { text, secret } => {
                command.env(SECRET, secret.to_string());
                let mut child = command.stdin(Stdio::piped()).spawn().context(cannot)?;
                if let Some(mut stdin) = child.stdin.take() {
                    // A process that has already ended reports its own error.
                    let _ = stdin.write_all(text.as_bytes());
                }
                Ok(child)
            }
        }
        .map_err(Failure::from)
    }
}

/// The running processes, which are killed on drop.
struct Running(Vec<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // The process may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The result of a run of the processes.
enum Outcome {
    /// The processes are done or must not be restarted.
    Ended(Ending),
    /// A process died, and the group must be restarted. The text describes the death.
    Lost(String),
}

/// Describes the end of a process.
fn describe_exit(process: usize, status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("process {process} was killed by signal {signal}"),
        // The exit code of a process that has lost another process.
        (None, Some(3)) => format!("process {process} lost its connection to another process"),
        (None, code) => format!("process {process} has ended with code {}", code.unwrap_or(-1)),
    }
}

/// Runs the processes once, for at most the time `left`. `resume` adds the option `--resume`.
fn run_once(hosts: &Hosts, resume: bool, left: Option<Duration>, watch: &Watch) -> Result<Outcome, Failure> {
    let program = std::env::current_exe()?;
    let deadline = left.and_then(|left| Instant::now().checked_add(left));
    let (options, operands) = child_arguments();
    let mut running = Running(Vec::new());
    for &process in &hosts.processes {
        let mut command = Command::new(&program);
        command.args(&options).env(SUPERVISOR, std::process::id().to_string());
        command.arg("--hosts").arg(hosts.path()).arg("--process").arg(process.to_string());
        command.arg("--supervised").arg(if Some(&process) == hosts.processes.first() {
            "first"
        } else {
            "other"
        });
        if resume {
            command.arg("--resume");
        }
        if let Some(left) = left {
            command.arg("--timeout").arg(format!("{}ms", left.as_millis().max(1)));
        }
        // In groups of their own, the processes hear no Ctrl-C of the terminal, only the signal below: a second one would end them.
        command.args(&operands).process_group(0);
        // The result is printed once, at the end.
        running.0.push(hosts.start(command.stdout(Stdio::null()))?);
    }
    let mut failed_since = None;
    let mut first_loss = None;
    let mut is_stopping = false;
    let mut endings: Vec<Option<ExitStatus>> = vec![None; running.0.len()];
    while endings.iter().any(Option::is_none) {
        for (child, ending) in running.0.iter_mut().zip(&mut endings) {
            if ending.is_none() {
                *ending = child.try_wait()?;
            }
        }
        let failed = || {
            hosts.processes.iter().zip(&endings).filter_map(|(process, ending)| Some((process, (*ending)?)))
        };
        let failed = || failed().filter(|(_, status)| !status.success());
        if first_loss.is_none() {
            // Later failures are consequences: the other processes end when they notice the first loss.
            let killed = failed().find(|(_, status)| status.signal().is_some());
            first_loss =
                killed.or_else(|| failed().next()).map(|(&process, status)| describe_exit(process, status));
        }
        // After one signal the processes commit their results and end.
        if watch.poll().is_break() && !is_stopping {
            is_stopping = true;
            for (child, _) in running.0.iter().zip(&endings).filter(|(_, ending)| ending.is_none()) {
                // The process may have ended already.
                let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
            }
        }
        let has_failed = endings.iter().flatten().any(|status| !status.success());
        if has_failed && !is_stopping {
            let since = failed_since.get_or_insert_with(Instant::now);
            if since.elapsed() > EXIT_TIMEOUT {
                running.0.iter_mut().try_for_each(Child::kill)?;
            }
        }
        sleep(Duration::from_millis(20));
    }
    let was_killed = endings.iter().flatten().any(|status| status.signal().is_some());
    let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let codes: Vec<Option<i32>> = endings.into_iter().flatten().map(|status| status.code()).collect();
    let has = |code: i32| codes.contains(&Some(code));
    Ok(match () {
        () if watch.poll().is_break() || has(130) => Outcome::Ended(Ending::Interrupted),
        // The table is damaged.
        () if has(1) => Outcome::Ended(Ending::CheckFailed),
        () if has(2) => Outcome::Ended(Ending::BadInput),
        () if codes.iter().all(|&code| code == Some(0)) => Outcome::Ended(Ending::Answered),
        () if left.is_some() && has(3) && (is_late || !was_killed) => Outcome::Ended(Ending::Limit),
        () => Outcome::Lost(first_loss.unwrap_or_else(|| "a process has ended".to_owned())),
    })
}

/// Returns the options of this process without those that select processes or limit the time, and the arguments from `--` on.
fn child_arguments() -> (Vec<OsString>, Vec<OsString>) {
    let mut kept = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let name = text.split('=').next().unwrap_or("");
        match name {
            "--" => return (kept, [argument].into_iter().chain(arguments).collect()),
            "--supervise" => {}
            "--processes" | "--hosts" | "--process" | "--timeout" => {
                if !text.contains('=') {
                    arguments.next();
                }
            }
            _ => kept.push(argument),
        }
    }
    (kept, Vec::new())
}
