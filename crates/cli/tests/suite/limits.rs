//! Properties of every command: backstops, signals, exit codes, bounded input.

use crate::common::{Running, Temporary, run, stderr, stdout};
use nix::sys::signal::Signal;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};

fn start(arguments: &[&str], log: Option<&str>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(log) = log {
        command.env("WINWAYS_WATCHDOG_LOG", log);
    }
    command.spawn().expect("the program starts")
}

/// Waits for a program to end. Returns its exit code and its stderr.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).expect("stderr is text");
    (child.wait().expect("it ends").code(), error)
}

/// A program whose output nobody reads blocks on printing, so it does not end by itself.
#[test]
fn the_watchdog_ends_work_that_goes_on_after_its_time() {
    let temporary = Temporary::new();
    let log = temporary.path("log");
    let child = start(&["table", "kayles", "--up-to", "1e9", "--timeout", "50ms"], Some(&log));
    let (code, error) = end(child);
    assert_eq!(code, Some(3), "{error}");
    assert!(
        error.contains("ended by the watchdog") && error.contains("no further results were saved"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
    let log = fs::read_to_string(log).expect("a line for each end");
    assert!(log.lines().count() == 1 && log.starts_with("Deadline\t") && log.contains("kayles"), "{log}");
}

/// Returns the signals that the test process does not ignore. The programs that it starts inherit ignored signals, such as
/// `SIGHUP` under `nohup`.
fn heard<const N: usize>(signals: [Signal; N]) -> impl Iterator<Item = Signal> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    signals.into_iter().filter(move |signal| {
        let is_ignored = mask >> (*signal as i32 - 1) & 1 == 1;
        if is_ignored {
            eprintln!("skipped: {signal} is ignored");
        }
        !is_ignored
    })
}

#[test]
fn the_watchdog_ends_work_that_goes_on_after_a_signal() {
    for signal in heard([Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]) {
        let mut child = start(&["table", "kayles", "--up-to", "1e9"], None);
        // The program prints, so it has installed its signal handler.
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).expect("it prints");
        let pid = nix::unistd::Pid::from_raw(child.id() as i32);
        nix::sys::signal::kill(pid, signal).expect("it runs");
        let (code, error) = end(child);
        assert_eq!(code, Some(130), "{signal}: {error}");
        assert!(error.contains("ended by the watchdog"), "{signal}: {error}");
    }
}

#[test]
fn other_signals_are_ctrl_c() {
    for signal in heard([Signal::SIGTERM, Signal::SIGHUP]) {
        let running = Running::start(&["table", "grundy", "--up-to", "1e12", "--summary"]);
        running.signal_at_work(signal);
        let (out, code) = running.end();
        assert_eq!(code, Some(130), "{signal}: {out}");
        assert!(out.contains("partial: interrupted"), "{signal}: {out}");
    }
}

/// Under `nohup` the program continues when the terminal closes.
#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let program = env!("CARGO_BIN_EXE_winways");
    let script = format!(
        "trap '' HUP; {program} table grundy --up-to 1e12 --summary --timeout 2s > /dev/null & sleep 1; kill -HUP $!; wait $!"
    );
    let status = Command::new("sh").args(["-c", &script]).status().expect("a shell");
    assert_eq!(status.code(), Some(3));
}

#[test]
fn who_does_not_read_on_does_not_hide_how_the_work_ended() {
    for format in ["csv", "json", "text", "bfile", "latex"] {
        let arguments = ["table", "kayles", "--up-to", "1e11", "--timeout", "300ms", "--format", format];
        let mut child = start(&arguments, None);
        drop(child.stdout.take());
        let (code, error) = end(child);
        // The program ends at once or at its time limit, but never with an error.
        assert!(code == Some(0) || code == Some(3), "{format}: {code:?} {error}");
    }
    // The work ends at its limit, and the output is written only then.
    let arguments = ["table", "grundy", "--up-to", "1e12", "--timeout", "200ms", "--format", "csv"];
    let mut child = start(&arguments, None);
    drop(child.stdout.take());
    assert_eq!(end(child).0, Some(3));
    let arguments = ["census", "--greatest", "4000", "--timeout", "200ms"];
    let mut child = start(&arguments, None);
    drop(child.stdout.take());
    assert_eq!(end(child).0, Some(3));
}

/// Returns a board of `rows` rows and `columns` columns, in which every cell contains `sign`.
fn board(rows: usize, columns: usize, sign: &str) -> String {
    vec![sign.repeat(columns); rows].join("|")
}

/// Runs a command that must exit with `code` and must not be ended by the watchdog. Returns its stdout and stderr.
fn ends_by_its_limit(arguments: &[&str], code: i32) -> String {
    let temporary = Temporary::new();
    let log = temporary.path("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.args(arguments).stdin(Stdio::null()).env("WINWAYS_WATCHDOG_LOG", &log);
    let output = command.output().expect("the program runs");
    let ended = fs::read_to_string(log).unwrap_or_default();
    assert!(ended.is_empty(), "{arguments:?}: {ended}");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
    stdout(&output) + &stderr(&output)
}

/// The memory for the growing table of an entailing game is charged before it is allocated.
#[test]
fn entailing_games_end_at_their_memory_limit() {
    for play in ["--timeout", "--misere\n--timeout"] {
        let command = format!("solve\nnimstring-boxes\n2x9\n--memory\n24MiB\n{play}\n5m");
        let out = ends_by_its_limit(&command.split('\n').collect::<Vec<_>>(), 3);
        assert!(out.contains("the memory limit"), "{out}");
    }
}

/// Turns that consist of the same moves in different orders count as one move.
#[test]
fn turns_of_many_moves_are_counted_once() {
    let temporary = Temporary::new();
    let file = temporary.path("turns.game");
    let rules = "game: Turns\nboard: strip\npieces: a, t\nboth: a -> t\npoints: t -> # = 1 again\n";
    fs::write(&file, rules).unwrap();
    let out = ends_by_its_limit(&["moves", &file, &"a".repeat(12), "--names-only"], 0);
    assert!(out.ends_with("moves: 1\n  1-2-3-4-5-6-7-8-9-10-11-12\n"), "{out}");
    let out = ends_by_its_limit(&["moves", &file, &"a".repeat(17), "--names-only"], 2);
    assert!(out.contains("a player may score 17 times in a turn"), "{out}");
}

/// On a large board, the opponent plays the best move found so far when its time is up.
#[test]
fn play_on_large_boards_ends_with_its_time() {
    let (empty, full) = (board(16, 16, "."), board(16, 16, "x"));
    let amazons = "...o..o...|..........|..........|o........o|..........|..........|x........x|..........|..........|...x..x...";
    for (game, position) in [
        ("domineering", &*empty),
        ("nogo", &*empty),
        ("l-tromino-cram", &*empty),
        ("tac-tix", &*full),
        ("amazons", amazons),
        ("stones-into-boxes", "100000 300"),
    ] {
        let arguments = ["play", game, position, "--first", "opponent", "--timeout", "100ms"];
        let out = ends_by_its_limit(&arguments, 0);
        assert!(out.contains("I play "), "{game}: {out}");
    }
}

/// Counting the moves of a large board is subject to the limits.
#[test]
fn searches_of_large_boards_end_with_their_time() {
    let isola = format!("x{}o{}", ".".repeat(62), format!("|{}", ".".repeat(64)).repeat(3));
    let out = ends_by_its_limit(&["solve", "isola", &isola, "--outcome-only", "--timeout", "100ms"], 3);
    assert!(out.contains("the time limit was reached"), "{out}");
}

/// Each position of a list may take long to parse.
#[test]
fn lists_of_positions_end_with_their_time() {
    let list = "[tac_tix(grid(20,6,\"x\")) for n in 1..1000000]";
    let out = ends_by_its_limit(&["eval", list, "--timeout", "100ms"], 3);
    assert!(out.contains("the time limit was reached"), "{out}");
}

/// A shard is in memory while it is written.
#[test]
fn shards_that_memory_has_no_room_for_are_refused() {
    let temporary = Temporary::new();
    let table = temporary.path("table");
    let build = ["database", "build", "mnk(4,4,4)", "--shards", "2", "--memory", "256MiB", "--out", &table];
    let out = ends_by_its_limit(&build, 3);
    assert!(out.contains("the table is too large for the memory limit"), "{out}");
}

/// The placements of pictures on large graphs fit into little memory and time, or are rejected.
#[test]
fn graphs_with_many_edges_keep_the_limits() {
    let position = |vertices: usize| format!("complete {vertices} {}", "xo".repeat(vertices / 2));
    let solve = |position: &str| {
        let limits = ["--timeout", "100ms", "--memory", "48MiB"];
        [&["solve", "clobber-on-graphs", position], &limits[..]].concat().join("\n")
    };
    for vertices in [48, 90] {
        let command = solve(&position(vertices));
        let out = ends_by_its_limit(&command.split('\n').collect::<Vec<_>>(), 3);
        assert!(out.contains("limit was reached"), "{vertices}: {out}");
    }
    let command = solve(&position(256));
    let out = ends_by_its_limit(&command.split('\n').collect::<Vec<_>>(), 2);
    assert!(out.contains("the pictures have too many placements on this board"), "{out}");
    // Paths of five vertices.
    let temporary = Temporary::new();
    let file = temporary.path("five.game");
    let rules = |vertices: usize| {
        format!("board: graph complete {vertices}\npieces: x left, o right\neach: @ ? ? ? & -> . . . . @\n")
    };
    fs::write(&file, rules(7)).unwrap();
    // No machine places thousands of pictures in so little time.
    ends_by_its_limit(&["solve", &file, "xoxoxox", "--timeout", "1ms", "--memory", "48MiB"], 3);
    fs::write(&file, rules(11)).unwrap();
    let out = ends_by_its_limit(&["solve", &file, "xoxoxoxoxox", "--timeout", "100ms"], 2);
    assert!(out.contains("too many placements"), "{out}");
}

/// Long runs can change the counts of pieces in too many ways to enumerate, so the board is rejected at once.
#[test]
fn long_runs_of_pieces_that_are_taken_do_not_delay_the_parser() {
    let temporary = Temporary::new();
    let file = temporary.path("topple.game");
    let rules = "board: strip\npieces: l left, r right, e either\neach: @ [lre]* . -> . .* . in across\nend: full draws\n";
    fs::write(&file, rules).unwrap();
    let out = ends_by_its_limit(&["solve", &file, &"lre".repeat(40), "--timeout", "200ms"], 2);
    assert!(out.contains("the board has too many positions"), "{out}");
}

/// All mentions of a large board share its placements, and the limits are polled for each different board.
#[test]
fn sums_and_lists_of_large_boards_keep_the_limits() {
    let clobber = |vertices: usize| {
        let stones: String = "xo".chars().cycle().take(vertices).collect();
        format!("clobber_on_graphs(\"complete {vertices} {stones}\")")
    };
    let amazons = format!("amazons(\"x..............o|{}\")", board(15, 16, "."));
    let same = |term: &str, count: usize| vec![term.to_owned(); count].join(" + ");
    let different: Vec<String> = (80..=90).map(clobber).collect();
    for expression in [
        same(&clobber(90), 16),
        different.join(" + "),
        format!("[{} for n in 1..50]", clobber(90)),
        format!("[{}]", different.join(", ")),
        same(&amazons, 3),
        same(&format!("toppling_dominoes(\"{}\")", "lre".repeat(40)), 3),
    ] {
        ends_by_its_limit(&["eval", &expression, "--timeout", "200ms", "--memory", "48MiB"], 3);
    }
}

/// Positions in lists are charged together with their boards, and no line leaves uncharged memory to the next line.
#[test]
fn lists_of_positions_keep_the_memory() {
    let graph =
        |game: &str, vertices: usize| format!("{game}(\"complete {vertices} {}\")", ".".repeat(vertices));
    let lists = [
        format!("[{} + {} for n in 0..100000]", graph("node_kayles", 182), graph("node_kayles", 181)),
        "[node_kayles(\"path 100\") for n in 1..100000]".to_owned(),
        format!("[[nogo(\"{0}\"), l_tromino_cram(\"{0}\")] for n in 1..1000000]", board(2, 14, ".")),
        format!("[amazons(\"x{}\"), amazons(\"x{}\")]", &board(15, 16, ".")[1..], &board(16, 15, ".")[1..]),
    ];
    let temporary = Temporary::new();
    let log = temporary.path("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.args(["eval", "--timeout", "2s", "--memory", "48MiB"]).env("WINWAYS_WATCHDOG_LOG", &log);
    let output = fed(command, &(lists.join("\n") + "\n1 + 1\n"));
    assert!(fs::read_to_string(log).unwrap_or_default().is_empty(), "the watchdog ended the session");
    let out = stdout(&output);
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!((answers.len(), answers[4]), (5, "2"), "{out}");
    assert!(answers[..3].iter().all(|answer| answer.starts_with("partial:")), "{out}");
}

/// The moves of a large graph are listed until the time is up, and the session continues.
#[test]
fn moves_of_large_graphs_end_with_the_time_of_their_request() {
    let temporary = Temporary::new();
    let log = temporary.path("log");
    let stones = "xo".repeat(45);
    let requests = format!(
        "{{\"id\": 1, \"moves\": \"clobber-on-graphs\", \"position\": \"complete 90 {stones}\"}}\n\
         {{\"id\": 2, \"eval\": \"1 + 1\"}}\n"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    // No machine lists thousands of moves in so little time.
    command.args(["serve-stdio", "--timeout", "10ms", "--memory", "48MiB"]).env("WINWAYS_WATCHDOG_LOG", &log);
    let output = fed(command, &requests);
    assert!(fs::read_to_string(log).unwrap_or_default().is_empty(), "the watchdog ended the session");
    let out = stdout(&output);
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!(answers.len(), 2, "{out}");
    // The time may be over before the first move is listed.
    let is_limit =
        ["\"complete\":false", "urn:winways:error:limit"].iter().any(|part| answers[0].contains(part));
    assert!(is_limit, "{}", answers[0]);
    assert!(answers[1].contains("\"value\":\"2\""), "{}", answers[1]);
}

/// The completion generator panics on write errors, so it must write into memory and not to stdout.
#[test]
fn completions_that_cannot_be_written_are_an_error() {
    for shell in ["bash", "fish", "zsh"] {
        let script = format!("{} completions {shell} > /dev/full", env!("CARGO_BIN_EXE_winways"));
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let error = stderr(&output);
        assert!(output.status.code() == Some(2) && error.starts_with("error: "), "{shell}: {error}");
    }
}

/// Runs a command with `text` on stdin, and returns its output.
fn fed(mut command: Command, text: &str) -> Output {
    use std::io::Write;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(text.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Each line of `repl` has a time limit.
#[test]
fn lines_of_repl_have_a_limit_of_time() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.args(["repl", "--timeout", "100ms"]);
    let output = fed(command, "domineering(\"9x9\")\n1 + 1\n");
    let (out, error) = (stdout(&output), stderr(&output));
    assert!((out.clone() + &error).contains("the time limit was reached"), "{out}{error}");
    assert!(out.trim().ends_with('2') && output.status.code() == Some(0), "{out}{error}");
}

/// A line of a session has a maximum length, and the session continues after a longer line.
#[test]
fn lines_of_a_session_have_a_greatest_length() {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        stdin.write_all(&vec![b' '; 10 << 20]).expect("it reads");
        stdin.write_all(b"\n1 + 1\n").expect("it reads");
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes");
    assert!(stderr(&output).contains("has more than 8388608 bytes"), "{}", stderr(&output));
    assert_eq!((stdout(&output).trim(), output.status.code()), ("2", Some(0)));
}

#[test]
fn an_answer_that_nobody_can_take_is_no_success() {
    for arguments in ["games nim", "solve nim 3 5", "table kayles", "--help", "judge --list"] {
        let script = format!("{} {arguments} >&-", env!("CARGO_BIN_EXE_winways"));
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        assert!(!output.status.success(), "{arguments}");
    }
    let script = format!("{} games nim > /dev/full", env!("CARGO_BIN_EXE_winways"));
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert!(!output.status.success() && stderr(&output).contains("cannot write the answer"));
    // Output to /dev/null counts as written.
    for null in ["> /dev/null", "1<> /dev/null"] {
        let script = format!("{} games nim {null}", env!("CARGO_BIN_EXE_winways"));
        assert!(Command::new("sh").args(["-c", &script]).status().expect("a shell").success(), "{null}");
    }
}

#[test]
fn tables_are_printed_as_far_as_the_time_goes() {
    for game in ["kayles", "nim"] {
        let output = run(&format!("winways table {game} --up-to 1e11 --format json --timeout 300ms"), "");
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        let object: Value = serde_json::from_str(&stdout(&output)).expect("whole JSON");
        assert_eq!((&object["complete"], &object["to"].is_u64()), (&Value::Bool(false), &true));
        assert!(object["stopped"].as_str().unwrap().contains("time limit"), "{}", object["stopped"]);
    }
}

/// Printing tables of outcomes and source code polls the clock.
#[test]
fn tables_of_outcomes_are_printed_as_far_as_the_time_goes() {
    for format in ["text", "json", "csv", "latex"] {
        for table in [["table", "--misere", "subtract{6}"], ["table", "--misere", "nim"]] {
            let limits = ["--up-to", "29761825832", "--format", format, "--timeout", "100ms"];
            ends_by_its_limit(&[&table[..], &limits].concat(), 3);
        }
    }
    for language in ["python", "rust"] {
        let code = ["table", "--outcomes", "octal(0.106)", "--up-to", "1e12", "--code", language];
        ends_by_its_limit(&[&code[..], &["--timeout", "100ms"]].concat(), 3);
    }
    // One of 10^18 heaps is lost.
    let rare = ["table", "--misere", "nim", "--up-to", "1e18", "--summary"];
    assert!(ends_by_its_limit(&rare, 0).contains("\nlost heaps (P): 1\n"));
}

#[test]
fn input_without_an_end_is_bounded() {
    let zero =
        ["verify-certificate /dev/zero", "solve nim --file /dev/zero", "judge hdu1846 --file /dev/zero"];
    for command in zero {
        let output = run(&format!("winways {command} --memory 64MiB"), "");
        assert_eq!(output.status.code(), Some(2), "{command}: {}", stderr(&output));
        assert!(stderr(&output).contains("/dev/zero is not text"), "{}", stderr(&output));
    }
    let temporary = Temporary::new();
    let long = temporary.path("long.game");
    fs::write(&long, "# comment\n".repeat(200_000)).expect("a file");
    let output = run(&format!("winways solve {long} 3"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("longer than 1048576 bytes"), "{}", stderr(&output));
    let output = run("winways solve nim --memory 4GiB", "7 ".repeat((1 << 23) + 1));
    assert_eq!(output.status.code(), Some(2));
    let limit = "longer than 16777216 bytes, which is the limit for a position";
    assert!(stderr(&output).contains(limit), "{}", stderr(&output));
    for command in ["solve nim", "judge hdu1846"] {
        let output = run(&format!("winways {command} --memory 1MiB"), "1 ".repeat(40_000));
        assert_eq!(output.status.code(), Some(3), "{command}: {}", stderr(&output));
        assert!(stderr(&output).contains("the memory limit of 1 MiB was reached"), "{}", stderr(&output));
    }
}

#[test]
fn problems_obey_limits() {
    let output = run("winways judge grundy_split --timeout 100ms", "grundy 99000\n".repeat(1000));
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("the time limit was reached"));
    let earlier = run("winways judge hdu1404", "20\n0\n999999999\n1\n");
    assert_eq!((earlier.status.code(), &*stdout(&earlier)), (Some(3), "No\nYes\n"));
    let message = "hdu1404: partial output: the search for this string ended: the limit of 67108864 options was reached";
    assert!(stderr(&earlier).contains(message), "{}", stderr(&earlier));
    assert!(stderr(&earlier).contains("(stdin, line 3, column 1)"), "{}", stderr(&earlier));
}

#[test]
fn checkpoints_are_written_by_time_and_refused_at_the_start() {
    let temporary = Temporary::new();
    let (kept, whole) = (temporary.path("kept"), "winways table 'octal(0.106)' --up-to 2e7 --summary");
    let often = format!("{whole} --checkpoint {kept} --checkpoint-every 10ms");
    let straight = run(whole, "");
    let paused = run(&often, "");
    assert_eq!(stdout(&paused), stdout(&straight));
    let text = fs::read_to_string(&kept).expect("a checkpoint");
    assert!(text.starts_with("winways sequence checkpoint 1\n"));
    for game in ["nim", "mark", "lasker"] {
        let output =
            run(&format!("winways table {game} --summary --checkpoint {}", temporary.path("none")), "");
        assert_eq!(output.status.code(), Some(2), "{game}");
        assert!(stderr(&output).contains("no sparse space"), "{game}: {}", stderr(&output));
    }
    let nowhere = temporary.path("no/such/directory/file");
    let output =
        run(&format!("winways table 'octal(0.106)' --up-to 1e15 --summary --checkpoint {nowhere}"), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
}

/// An answer that reaches the memory limit states how much memory the whole board needs.
#[test]
fn answers_at_the_memory_limit_say_what_the_board_needs() {
    let out = ends_by_its_limit(&["solve", "mnk(4,4,4)", "....|....|....|....", "--memory", "1MiB"], 3);
    assert!(out.contains("the whole board has ") && out.contains(" MiB of memory"), "{out}");
}

/// Returns a field of the status of a process, in KiB.
#[cfg(target_os = "linux")]
fn kibibytes(process: u32, field: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
    line.trim_start_matches(':')
        .split_whitespace()
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

/// A session returns the memory of a request to the system as soon as the request is answered.
#[cfg(target_os = "linux")]
#[test]
fn sessions_give_memory_back_between_requests() {
    use std::io::{BufRead, BufReader, Write};
    let mut command = Command::new(env!("CARGO_BIN_EXE_winways"));
    command.args(["serve-stdio", "--memory", "1GiB"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for request in [r#"{"eval": "len([[n, n] for n in 1..1000000])"}"#, r#"{"eval": "1"}"#] {
        writeln!(stdin, "{request}").expect("it reads");
        let answer = answers.next().expect("an answer").expect("a line");
        assert!(answer.contains("\"complete\":true"), "{answer}");
    }
    let [peak, now] = ["VmHWM", "VmRSS"].map(|field| kibibytes(child.id(), field));
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    assert!(peak > 64 << 10 && now < peak / 2, "{now} of {peak} KiB remain");
}
