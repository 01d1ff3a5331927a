//! Builds by processes that are started again when one of them dies.

use super::info::finish;
use crate::arguments::{Bounds, Build};
use crate::watch::Watch;
use crate::{Ending, Failure};
use anyhow::Context;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use winways::{AnyBoard, DatabaseInfo};

/// The number of the process that started this one, for one of a group.
const SUPERVISOR: &str = "WINWAYS_SUPERVISOR";

/// What tells the processes of a group from those of others that were given the same ports.
const SECRET: &str = "WINWAYS_GROUP";

/// The secret of the group that this process belongs to; 0 where the user names the processes.
pub(super) fn secret() -> u64 {
    std::env::var(SECRET).ok().and_then(|secret| secret.parse().ok()).unwrap_or(0)
}

/// Ends this process as soon as its supervisor ends, however that happens: one that went on would hold the table.
#[cfg(target_os = "linux")]
pub(super) fn end_with_supervisor() {
    use nix::sys::signal::Signal;

    // A kernel that does not know the call leaves the process as it was.
    let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
    let supervisor = std::env::var(SUPERVISOR).ok().and_then(|number| number.parse().ok());
    if supervisor.is_some_and(|supervisor: i32| nix::unistd::getppid().as_raw() != supervisor) {
        // It had ended before.
        std::process::exit(i32::from(Ending::Limit.code()));
    }
}

/// Other systems do not tell a process that its supervisor has ended.
#[cfg(not(target_os = "linux"))]
pub(super) fn end_with_supervisor() {}

/// How many times in a row processes are started again though the last ones have kept nothing new.
const ATTEMPTS: u32 = 10;

/// How long to wait before processes are started again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long the others may take to notice that a process has died; one that still waits for it to come would wait longer.
const FAREWELL: Duration = Duration::from_secs(3);

/// Runs the processes that this one answers for, and starts them again as long as that brings the table on.
pub(super) fn run(arguments: &Build, board: &dyn AnyBoard, out: &mut dyn Write) -> Result<Ending, Failure> {
    // The limits are those of the processes, which keep what they have.
    let watch = Watch::start(&Bounds::unlimited());
    watch.allow_commit_on_stop();
    let mut resume = arguments.resume;
    let mut attempts = 0;
    loop {
        let before = milestone(arguments);
        let hosts = Hosts::of(arguments)?;
        let gone = match run_once(arguments, &hosts, resume, &watch)? {
            Outcome::Ended(Ending::Answered) => return finish(arguments, board, None, out),
            Outcome::Ended(ending) => return Ok(ending),
            Outcome::Gone(what) => what,
        };
        attempts = if milestone(arguments) == before { attempts + 1 } else { 0 };
        if attempts == ATTEMPTS {
            anstream::eprintln!(
                "partial: {ATTEMPTS} attempts brought nothing new; --resume goes on from here"
            );
            return Ok(Ending::Limit);
        }
        anstream::eprintln!("{gone}; the group begins again from what was kept");
        resume = true;
        sleep(PAUSE);
    }
}

/// What is kept so far.
fn milestone(arguments: &Build) -> Option<String> {
    DatabaseInfo::read(&arguments.out).ok().map(|info| format!("{:?}", info.milestone))
}

/// Where the processes are.
struct Hosts {
    list: List,
    processes: Vec<usize>,
}

/// What tells the processes where the others are.
enum List {
    /// A file of the user's.
    File(PathBuf),
    /// The stdin of each process. A file of our own could be misled by a link, and would stay after a kill.
    Text {
        text: String,
        /// New each time the group begins, so that processes of the last time are strangers too.
        secret: u64,
    },
}

impl Hosts {
    fn of(arguments: &Build) -> Result<Hosts, Failure> {
        if let (Some(file), Some(process)) = (&arguments.group.hosts, arguments.group.process) {
            return Ok(Hosts { list: List::File(file.clone()), processes: vec![process] });
        }
        let count = usize::from(arguments.group.processes.unwrap_or(1));
        // Ports that were free a moment ago; if one is taken meanwhile, the group begins again with others.
        let listeners: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
        let mut text = String::new();
        for listener in &listeners {
            text += &format!("{}\n", listener.local_addr()?);
        }
        let secret = RandomState::new().hash_one(&text);
        Ok(Hosts { list: List::Text { text, secret }, processes: (0..count).collect() })
    }

    /// Starts a process that learns where the others are.
    fn start(&self, command: &mut Command) -> Result<Child, Failure> {
        let cannot = "cannot start a process of the group";
        match &self.list {
            List::File(file) => command.arg("--hosts").arg(file).stdin(Stdio::null()).spawn().context(cannot),
            List::Text { text, secret } => {
                command.env(SECRET, secret.to_string());
                let mut child =
                    command.arg("--hosts").arg("/dev/stdin").stdin(Stdio::piped()).spawn().context(cannot)?;
                if let Some(mut stdin) = child.stdin.take() {
                    // One that has ended already says why.
                    let _ = stdin.write_all(text.as_bytes());
                }
                Ok(child)
            }
        }
        .map_err(Failure::from)
    }
}

/// The processes that run; whatever happens here, they end too.
struct Running(Vec<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// How the processes ended.
enum Outcome {
    /// They are done, or are not to be started again.
    Ended(Ending),
    /// One of them has gone, in words, and they are to be started again.
    Gone(String),
}

/// What happened to a process.
fn words(process: usize, status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("process {process} was killed by signal {signal}"),
        // What a process ends with that misses another one.
        (None, Some(3)) => format!("process {process} has lost the others"),
        (None, code) => format!("process {process} has ended with code {}", code.unwrap_or(-1)),
    }
}

/// Runs the processes once.
fn run_once(arguments: &Build, hosts: &Hosts, resume: bool, watch: &Watch) -> Result<Outcome, Failure> {
    let program = std::env::current_exe()?;
    let mut running = Running(Vec::new());
    for &process in &hosts.processes {
        let mut command = Command::new(&program);
        command.args(own_arguments()).env(SUPERVISOR, std::process::id().to_string());
        command.arg("--process").arg(process.to_string());
        command.arg("--supervised").arg(if Some(&process) == hosts.processes.first() {
            "first"
        } else {
            "other"
        });
        if resume && !arguments.resume {
            command.arg("--resume");
        }
        // What there is to tell is told once, in the end.
        running.0.push(hosts.start(command.stdout(Stdio::null()))?);
    }
    let mut failed_since = None;
    let mut first_gone = None;
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
        if first_gone.is_none() {
            // The others end when they miss it.
            let killed = failed().find(|(_, status)| status.signal().is_some());
            first_gone = killed.or_else(|| failed().next()).map(|(&process, status)| words(process, status));
        }
        // Ctrl-C reaches them too; they keep what there is and end.
        let has_failed = endings.iter().flatten().any(|status| !status.success());
        if has_failed && !watch.poll().is_break() {
            let since = failed_since.get_or_insert_with(Instant::now);
            if since.elapsed() > FAREWELL {
                running.0.iter_mut().try_for_each(Child::kill)?;
            }
        }
        sleep(Duration::from_millis(20));
    }
    let codes: Vec<Option<i32>> = endings.into_iter().flatten().map(|status| status.code()).collect();
    let has = |code: i32| codes.contains(&Some(code));
    Ok(match () {
        () if watch.poll().is_break() || has(130) => Outcome::Ended(Ending::Interrupted),
        () if has(2) => Outcome::Ended(Ending::BadInput),
        () if codes.iter().all(|&code| code == Some(0)) => Outcome::Ended(Ending::Answered),
        () if arguments.limits.bounds.timeout.is_some() && has(3) => Outcome::Ended(Ending::Limit),
        () => Outcome::Gone(first_gone.unwrap_or_else(|| "a process has ended".to_owned())),
    })
}

/// The arguments of this process, without those that say who starts whom.
fn own_arguments() -> Vec<std::ffi::OsString> {
    let mut kept = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let name = text.split('=').next().unwrap_or("");
        match name {
            "--supervise" => {}
            "--processes" | "--hosts" | "--process" => {
                if !text.contains('=') {
                    arguments.next();
                }
            }
            _ => kept.push(argument),
        }
    }
    kept
}
