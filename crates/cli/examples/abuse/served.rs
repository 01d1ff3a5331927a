//! Tests the server with random requests: every request must be answered, and the memory must stay within its limit.

use crate::commands::Random;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The memory limit of the server, in bytes.
const MEMORY: u64 = 128 << 20;

/// The maximum time to wait for an answer, long enough for a busy machine.
const WAIT: Duration = Duration::from_secs(300);

/// Sends random requests for `seconds`. Fails if a request gets no answer or a server error, if the memory exceeds its limit, or if
/// the server writes to stderr.
pub(crate) fn run(program: &Path, seconds: u64, seed: u64) -> ExitCode {
    let directory = tempfile::tempdir().unwrap_or_else(|error| panic!("no directory for files: {error}"));
    let log = directory.path().join("stderr");
    let stderr = std::fs::File::create(&log).unwrap_or_else(|error| panic!("{}: {error}", log.display()));
    let mut server = Command::new(program)
        .args(["serve", "--port=0", "--timeout=200ms", &format!("--memory={MEMORY}")])
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut line = String::new();
    if let Some(out) = server.stdout.take() {
        let _ = BufReader::new(out).read_line(&mut line);
    }
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut random = Random::new(program, directory.path(), seed);
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut sent, mut faults) = (0, Vec::new());
    while Instant::now() < until && faults.is_empty() {
        let (method, path, body) = random.http_request();
        sent += 1;
        match send(&address, method, &path, &body) {
            Ok(status) if (200..500).contains(&status) => {}
            Ok(status) => faults.push(format!("status {status}: {method} {path} {body}")),
            Err(error) => faults.push(format!("{error}: {method} {path} {body}")),
        }
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10;
    if peak > MEMORY + MEMORY / 10 + crate::SLACK {
        faults.push(format!("{} MiB resident, but the budget is {} MiB", peak >> 20, MEMORY >> 20));
    }
    let _ = server.kill();
    let _ = server.wait();
    let output = std::fs::read_to_string(&log).unwrap_or_default();
    if !output.is_empty() {
        faults.push(format!("on stderr: {output}"));
    }
    for fault in &faults {
        println!("FAULT {}", fault.chars().take(2000).collect::<String>());
    }
    println!("{sent} requests, at most {} MiB, {} faults", peak >> 20, faults.len());
    ExitCode::from(u8::from(!faults.is_empty()))
}

/// Sends a request and returns the status of the answer.
fn send(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<u16> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(WAIT))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let status = String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|status| status.parse().ok());
    status.ok_or_else(|| std::io::Error::other("the answer has no status"))
}

impl Random {
    /// Returns the method, path and body of a random request.
    fn http_request(&mut self) -> (&'static str, String, String) {
        let wait = self.one(&["0", "0.5", "60"]);
        if self.below(8) == 0 {
            let (game, _) = self.position();
            let game = game.replace(['{', '}', '(', ')', ' ', '|', '"', '\n'], "");
            return (
                "GET",
                format!("/api/v1/verify/{game}?up_to={}&wait={wait}", self.number()),
                String::new(),
            );
        }
        let request = self.request();
        match request.operation {
            // These operations are available only by GET.
            "games" | "functions" => {
                ("GET", format!("/api/v1/{}?search={wait}", request.operation), String::new())
            }
            "tables" => ("GET", "/api/v1/tables".to_owned(), String::new()),
            "game" => {
                ("GET", format!("/api/v1/games/{}", self.one(&["nim", "kayles", "nothing"])), String::new())
            }
            "verify" => {
                ("GET", format!("/api/v1/verify/nim?up_to={}&wait={wait}", self.number()), String::new())
            }
            operation => ("POST", format!("/api/v1/{operation}?wait={wait}"), request.body()),
        }
    }
}
