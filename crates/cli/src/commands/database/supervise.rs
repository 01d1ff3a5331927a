//! Builds by processes that are started again when one of them dies.

use super::info::finish;
use crate::arguments::{Bounds, Build};
use crate::watch::Watch;
use crate::{Ending, Failure};
use anyhow::Context;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use winways::{AnyBoard, DatabaseInfo};

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
    watch.allow_keeping();
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

/// Where the processes are; the file of a group on this machine is removed at the end.
struct Hosts {
    file: PathBuf,
    processes: Vec<usize>,
    is_ours: bool,
}

impl Hosts {
    fn of(arguments: &Build) -> Result<Hosts, Failure> {
        if let (Some(file), Some(process)) = (&arguments.group.hosts, arguments.group.process) {
            return Ok(Hosts { file: file.clone(), processes: vec![process], is_ours: false });
        }
        let count = usize::from(arguments.group.processes.unwrap_or(1));
        // Ports that were free a moment ago; if one is taken meanwhile, the group begins again with others.
        let listeners: Vec<TcpListener> =
            (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
        let mut text = String::new();
        for listener in &listeners {
            text += &format!("{}\n", listener.local_addr()?);
        }
        let file = std::env::temp_dir().join(format!("winways-hosts-{}", std::process::id()));
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Hosts { file, processes: (0..count).collect(), is_ours: true })
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if self.is_ours {
            // A file in the directory for what is temporary may stay there.
            let _ = std::fs::remove_file(&self.file);
        }
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
        command.args(own_arguments()).arg("--hosts").arg(&hosts.file);
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
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        running.0.push(child.context("cannot start a process of the group")?);
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
