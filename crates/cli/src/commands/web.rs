//! `winways serve`: the web page and the API, as described in `docs/web.md`.

use crate::arguments::Web;
use crate::{Ending, Failure};
use std::io::Write;

#[cfg(not(feature = "web"))]
pub(crate) fn run(_: &Web, _: fn(), _: &mut dyn Write) -> Result<Ending, Failure> {
    Err(Failure::usage(
        "this winways was built without the page: build it with the feature `web`, which is on by default",
    ))
}

#[cfg(feature = "web")]
pub(crate) fn run(arguments: &Web, give_back_memory: fn(), out: &mut dyn Write) -> Result<Ending, Failure> {
    use anyhow::Context;
    use std::net::{SocketAddr, TcpListener};

    crate::watch::exit_at_signals(Ending::Answered);
    let predecessor = successor::Predecessor::of_process();
    let port = predecessor.as_ref().map_or(arguments.port, |before| before.port);
    let address = SocketAddr::new(arguments.listen, port);
    let server = server::of(arguments, give_back_memory)?;
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    let address = listener.local_addr()?;
    let server = successor::prepare(server, arguments.memory.bytes(), address.port());
    if predecessor.is_none() {
        let query = server.token().map_or_else(String::new, |token| format!("?token={token}"));
        writeln!(out, "http://{address}/{query}")?;
        out.flush()?;
        if arguments.open {
            server::open(&format!("http://{address}/{query}"));
        }
    }
    winways_web::run(server, listener).context("the server ended")?;
    Ok(Ending::Answered)
}

#[cfg(feature = "web")]
mod server {
    use crate::Failure;
    use crate::arguments::Web;
    use crate::input::{self, Reading};
    use anyhow::Context;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::thread;
    use winways::Catalogue;
    use winways_web::{Limits, Server};

    /// The minimum length of a token; shorter tokens could be guessed.
    const SHORTEST_TOKEN: usize = 16;

    /// Creates the server described by the arguments.
    pub(super) fn of(arguments: &Web, give_back_memory: fn()) -> Result<Server, Failure> {
        let jobs = arguments
            .jobs
            .map_or_else(|| thread::available_parallelism().map_or(2, usize::from), usize::from);
        let tasks = usize::from(arguments.tasks);
        // The data cached between requests gets a share too.
        let part = arguments.memory.bytes() / (jobs + tasks + 1) as u64;
        let limits = Limits {
            jobs,
            tasks,
            waiting: usize::from(arguments.waiting),
            connections: usize::from(arguments.connections),
            timeout: arguments.timeout,
            memory: part,
            kept: part,
            body: usize::try_from(arguments.body.as_u64()).unwrap_or(usize::MAX),
            ..Limits::default()
        };
        let reading = Reading::within(limits.memory);
        let catalogue = input::catalogue(&arguments.graph, reading)?;
        let catalogue = match &arguments.games {
            Some(directory) => with_games(catalogue, directory, reading)?,
            None => catalogue,
        };
        arguments.tables.open(limits.memory)?;
        let mut server = Server::new(limits).with_catalogue(catalogue).giving_back(give_back_memory);
        if let Some(directory) = arguments.tables.directory() {
            server = server.with_tables(directory.to_owned());
        }
        match &arguments.token {
            Some(token) => Ok(server.with_token(checked(token)?)),
            None if arguments.listen.is_loopback() => Ok(server),
            None => Ok(server.with_random_token()?),
        }
    }

    fn checked(token: &str) -> Result<String, Failure> {
        let is_long = token.len() >= SHORTEST_TOKEN && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match is_long {
            true => Ok(token.to_owned()),
            false => Err(Failure::usage("a token has at least 16 letters and digits, and nothing else")),
        }
    }

    /// Adds the rule files in a directory to a catalogue, in the order of their names.
    fn with_games(
        mut catalogue: Catalogue,
        directory: &Path,
        reading: Reading<'_>,
    ) -> Result<Catalogue, Failure> {
        let cannot = || format!("cannot read the directory {}", directory.display());
        let entries = std::fs::read_dir(directory).with_context(cannot)?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.with_context(cannot)?.path();
            if path.extension().is_some_and(|extension| extension == "game") {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            input::add_rules(&mut catalogue, &path, reading)?;
        }
        Ok(catalogue)
    }

    /// Opens an address in the browser. Ignores errors, because the address has been printed.
    pub(super) fn open(address: &str) {
        let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let mut command = Command::new(program);
        let _ = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}

/// Replaces a server by restarting the program in the same process, which ends all stuck work.
#[cfg(feature = "web")]
mod successor {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use winways_web::{Backstop, Server};

    /// The environment variable with the port of the replaced server.
    const PORT: &str = "WINWAYS_SUCCESSOR_PORT";

    /// The environment variable with the token of the replaced server, which `--token` reads.
    const TOKEN: &str = "WINWAYS_TOKEN";

    /// The replaced server.
    pub(super) struct Predecessor {
        pub(super) port: u16,
    }

    impl Predecessor {
        /// Returns the server that this process replaced, if any.
        pub(super) fn of_process() -> Option<Self> {
            std::env::var(PORT).ok()?.parse().ok().map(|port| Predecessor { port })
        }
    }

    /// Adds a backstop that replaces the server.
    pub(super) fn prepare(server: Server, memory: u64, port: u16) -> Server {
        let token = server.token().map(str::to_owned);
        let restart = move |reason: &str| replace(reason, port, token.as_deref());
        server.with_backstop(Backstop {
            memory,
            resident: crate::watchdog::resident_bytes,
            restart: Box::new(restart),
        })
    }

    /// Restarts the program in this process, which ends all running work.
    fn replace(reason: &str, port: u16, token: Option<&str>) {
        let mut stderr = std::io::stderr();
        let _ = writeln!(
            stderr,
            "error: the watchdog restarted the server, since {reason}; running requests are lost"
        );
        let Ok(program) = std::env::current_exe() else { return };
        let mut command = Command::new(program);
        command.args(std::env::args_os().skip(1)).env(PORT, port.to_string());
        if let Some(token) = token {
            command.env(TOKEN, token);
        }
        let error = command.exec();
        let _ = writeln!(stderr, "error: the program cannot be restarted: {error}");
        std::process::exit(i32::from(crate::Ending::Limit.code()));
    }
}
