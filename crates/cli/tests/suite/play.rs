//! Sessions of `play` and `quiz`, on a terminal and by scripts.

use crate::common::{Temporary, run, stderr, stdout};
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

/// The program in its own terminal.
struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    /// The output so far without colours and cursor movements. The first `read` bytes have been matched by `expect`.
    shown: String,
    read: usize,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        Terminal::of_width(200, arguments)
    }

    fn of_width(columns: u16, arguments: &[&str]) -> Terminal {
        let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(&size, None).expect("a terminal");
        let end = || Stdio::from(pty.slave.try_clone().expect("an end of the terminal"));
        let child = Command::new(env!("CARGO_BIN_EXE_winways"))
            .args(arguments)
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        drop(pty.slave);
        let keys = File::from(pty.master);
        let mut screen = keys.try_clone().expect("a terminal");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keys, output, shown: String::new(), read: 0 }
    }

    /// Waits until `part` is shown after the texts that were matched before.
    fn expect(&mut self, part: &str) -> &mut Self {
        let mut raw = Vec::new();
        loop {
            if let Some(at) = self.shown[self.read..].find(part) {
                self.read += at + part.len();
                return self;
            }
            // Two minutes, for a busy machine.
            match self.output.recv_timeout(Duration::from_secs(120)) {
                Ok(bytes) => {
                    raw.extend(bytes);
                    // An escape sequence may have arrived in part.
                    let text = plain(&String::from_utf8_lossy(&raw));
                    if let Some(text) = text {
                        self.shown += &text;
                        raw.clear();
                    }
                }
                Err(_) => panic!("`{part}` is not shown: {}", &self.shown[self.read..]),
            }
        }
    }

    /// Waits for the prompt and types keys.
    fn keys(&mut self, keys: &str) -> &mut Self {
        self.expect("`help`): ");
        self.press(keys)
    }

    fn press(&mut self, keys: &str) -> &mut Self {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self
    }

    /// Interrupts the program as Ctrl-C does in its terminal.
    fn interrupt(&mut self) -> &mut Self {
        let pid = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).expect("the program runs");
        self
    }

    /// Types a line at the prompt and waits for its effect.
    fn line(&mut self, line: &str, part: &str) -> &mut Self {
        self.keys(&format!("{line}\r")).expect(part)
    }

    /// Types a line at the prompt after the end of a match, and waits for its effect.
    fn line_after_end(&mut self, line: &str, part: &str) -> &mut Self {
        self.expect("`quit`) ").press(&format!("{line}\r")).expect(part)
    }

    fn end(&mut self) -> Option<i32> {
        self.child.wait().expect("the program ends").code()
    }
}

/// Returns the text without escape sequences, or `None` if the last one is incomplete.
fn plain(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            plain.push(letter);
            continue;
        }
        if letters.next()? == '[' {
            while !letters.next()?.is_ascii_alphabetic() {}
        }
    }
    Some(plain.replace('\r', ""))
}

#[test]
fn nim_by_names_numbers_and_arrow_keys() {
    let mut terminal = Terminal::start(&["play", "nim", "3", "5"]);
    terminal
        .expect("You are to move.")
        .line("hint", "You can win: heap 5 -> 3 wins; no other move does.")
        // Arrow keys recall the previous line and move the cursor within a line.
        .keys(&format!("{UP}\r"))
        .expect("heap 5 -> 3 wins")
        .keys(&format!("hnt{LEFT}{LEFT}i\r"))
        .expect("heap 5 -> 3 wins")
        .line("3 1", "That may be one of 2 moves: `heap 3 -> 1`, `heap 5 -> 1`.")
        .line("9", "The moves are numbered from 1 to 8.")
        .line("7 -> 1", "There is no move `7 -> 1`. The nearest are `heap 3 -> 1`, `heap 5 -> 1`")
        .line("3 5", "passing is not allowed")
        .line("why", "found by: theorem, Bouton 1901")
        .line("undo", "There is no move of yours to take back.")
        .line("HEAP 5 -> 3", "You play heap 5 -> 3: nim(3,3)")
        .expect("I play ")
        .line("resign", "You resign. I win.")
        .line_after_end("b2", "The match has ended.")
        .line_after_end("undo", "The position: ")
        .line("undo", "The position: nim(3,5)")
        .line("redo", "The position: ")
        .line("new opponent", "I am to move.")
        .expect("I play heap 5 -> 3: nim(3,3)")
        .line("new level 4 xyz", "`xyz`")
        .line("new me level 3", "Level 3 of 10: 7 of every 10 of my moves are random.")
        .keys("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn one_heap_is_played_by_how_many_to_take() {
    let mut terminal = Terminal::start(&["play", "nim", "2", "--misere"]);
    terminal
        .expect("1  heap 2 -> 1")
        .expect("how many to take")
        .press("2\r")
        .expect("You play heap 2 -> 0: nim(0)")
        .expect("I have no move. The player who cannot move wins. I win.")
        .line_after_end("back", "The position: nim(2)")
        .line("3", "A move takes 1 to 2.")
        .line("take 1", "I play heap 1 -> 0: nim(0)")
        .expect("You have no move. The player who cannot move wins. You win.")
        .line_after_end("why", "misère play")
        .line_after_end("new", "You are to move.")
        // Ctrl-D quits.
        .keys("\x04");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn boards_by_coordinates() {
    let mut terminal = Terminal::start(&["play", "domineering", "...|...|...", "--side", "right"]);
    terminal
        .expect("You are Right, who is to move.")
        .line("b2", "That may be one of 2 moves: `a2-b2`, `b2-c2`.")
        .line("b2 b3", "There is no move `b2 b3`. The nearest are ")
        .line("b2a2", "You play a2-b2: ")
        .expect("I play ")
        .line("undo", "The position: domineering(\"...|...|...\")")
        .line("moves", "3  a2-b2")
        .line("3", "You play a2-b2: ")
        .keys("exit\r");
    assert_eq!(terminal.end(), Some(0));
    let mut col = Terminal::start(&["play", "col", "..", "--opponent", "none"]);
    col.expect("Left is to move.")
        .line("a1", "Left plays a1: ")
        .line("hint", "Right can win: b1 wins; no other move does.")
        .line("b1", "Right plays b1: ")
        .expect("Left has no move. The player who cannot move loses. Right wins.")
        .line_after_end("undo", "The position: ")
        .line("undo", "The position: col(\"..\")")
        .keys("quit\r");
    assert_eq!(col.end(), Some(0));
    let mut picture = Terminal::start(&["play", "hackenbush", "0-1:b 1-2:r 0-3:b", "--first", "me"]);
    picture
        .expect("You are Left")
        .line("0 3", "You play cut 0-3:b: ")
        .expect("I play cut 1-2:r")
        .line("cut 0 1", "You play cut 0-1:b")
        .expect("I have no move. The player who cannot move loses. You win.")
        .line_after_end("q", "");
    assert_eq!(picture.end(), Some(0));
}

#[test]
fn games_with_a_goal() {
    let mut terminal = Terminal::start(&["play", "mnk(3,3,3)", "xx.|oo.|..."]);
    terminal
        .expect("You are x, who is to move.")
        .line("hint", "You can win: c3 wins, at best in 1 move; no other move does.")
        .line("a1", "I play c2: ")
        .expect("Play has ended. Three in a row wins; a full board is a draw. I win.")
        .line_after_end("undo", "You")
        .line("C3", "Play has ended. Three in a row wins; a full board is a draw. You win.")
        .line_after_end("new o", "I am x, who is to move.")
        .expect("I play c3: ")
        .expect("I win.")
        .line_after_end("quit", "");
    assert_eq!(terminal.end(), Some(0));
    let mut chess = Terminal::start(&["play", "chess(KQK)", "k7/7Q/1K6/8/8/8/8/8 w", "--side", "white"]);
    chess
        .expect("You are White, who is to move.")
        .line("Qh8", "Play has ended. Checkmate wins; stalemate and endless play are draws. You win.")
        .line_after_end("q", "");
    assert_eq!(chess.end(), Some(0));
    let mut awari = Terminal::start(&["play", "awari(6)", "0 0 0 0 0 1 1 0 0 0 1 0"]);
    awari
        .expect("the number of the pit")
        .press("hint\r")
        .expect("pit 6 scores most: ")
        .line("5", "You can choose pit 6.")
        .line("6", "You play pit 6: ")
        .expect("Play has ended.")
        .expect("You have taken 2, and I 1.")
        .line_after_end("back", "The position: ")
        .keys("q\r");
    assert_eq!(awari.end(), Some(0));
}

#[test]
fn a_game_is_chosen_from_the_menu() {
    let mut terminal = Terminal::start(&["play"]);
    terminal.expect("Which game?").expect("lists: ").press("nm\r").expect("Did you mean `nim`?");
    terminal.expect("lists: ").press("99\r").expect("The games are numbered from 1 to ");
    terminal.expect("lists: ").press("1\r").expect("The position: nim(7,8,9)").keys("\x03");
    assert_eq!(terminal.end(), Some(130));
}

fn check(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn matches_are_recorded_and_replayed() {
    let directory = Temporary::new();
    let (file, next) = (directory.path("match.txt"), directory.path("match-2.txt"));
    let moves = "3 -> 1\nnew opponent\nresign\n";
    let first = check(&format!("play nim 3 5 --record '{file}'"), moves, 0);
    assert!(first.contains("You resign. I win."), "{first}");
    let text = std::fs::read_to_string(&file).expect("a record");
    let expected =
        "game: nim\nposition: 3,5\nplay: normal\nfirst: Player 1\n1. Player 1: heap 3 -> 1\n2. Player 2: ";
    assert!(text.contains(expected), "{text}");
    let second = std::fs::read_to_string(&next).expect("a record");
    assert!(second.ends_with("2. Player 2 resigns\n# Player 2 resigns. Player 1 wins.\n"), "{second}");
    let again = check(&format!("play --replay '{file}'"), "undo\nq\n", 0);
    assert!(
        again.contains("  1. Player 1: heap 3 -> 1\n") && again.contains("The position: nim(3,5)"),
        "{again}"
    );
    // The record states who moved first.
    let partizan = "game: domineering\nposition: ...|...\nfirst: Right\n1. Right: a2-b2\n";
    std::fs::write(&next, partizan).expect("a file");
    for (first, left) in [("opponent", "You are Left"), ("me", "I am Left")] {
        let again = check(&format!("play --replay '{next}' --first {first}"), "q\n", 0);
        assert!(again.contains(left), "{again}");
    }
    std::fs::write(&file, "game: nim\nposition: 3 5\n\n1. heap 5 -> 3\n2. heap 9 -> 3\n").expect("a file");
    let wrong = run(&format!("winways play --replay '{file}'"), "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("line 5, column 4"), "{}", stderr(&wrong));
    assert_eq!(run("winways play nim --record /no/such/file", "").status.code(), Some(2));
}

/// A sum of several games is recorded as it was typed, and continues from the record.
#[test]
fn sums_are_recorded_and_replayed() {
    let directory = Temporary::new();
    let file = directory.path("sum.txt");
    check(
        &format!("play 'nim(1,2) + kayles(1)' --opponent none --record '{file}'"),
        "kayles: heap 1 -> 0\nq\n",
        0,
    );
    let text = std::fs::read_to_string(&file).expect("a record");
    let expected =
        "game: nim(1,2) + kayles(1)\nplay: normal\nfirst: Player 1\n1. Player 1: kayles: heap 1 -> 0\n";
    assert!(text.contains(expected), "{text}");
    let again = check(&format!("play --replay '{file}' --opponent none"), "q\n", 0);
    assert!(again.contains("The position: nim(1,2)"), "{again}");
    std::fs::write(&file, "game: nim(1,2) + kayles(1)\nposition: 3\n").expect("a file");
    let wrong = run(&format!("winways play --replay '{file}'"), "");
    assert!(stderr(&wrong).contains("the line `game:` states the position"), "{}", stderr(&wrong));
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn two_programs_play_to_the_end() {
    let game = check("play mnk --opponent both", "", 0);
    assert!(game.ends_with("a full board is a draw. It is a draw.\n"), "{game}");
    // Level 1 makes mistakes; with the same seed, it makes the same ones.
    let weak = check("play kayles 5 7 --opponent both --level 1 --seed 4", "", 0);
    assert_eq!(weak, check("play kayles 5 7 --opponent both --level 1 --seed 4", "", 0));
    assert!(weak.contains("Level 1 of 10: 9 of every 10 of the program's moves are random."), "{weak}");
}

#[test]
fn a_move_is_made_also_when_the_time_is_up() {
    let board = ["........"; 8].join("|");
    let game = check(&format!("play domineering '{board}' --first opponent --timeout 50ms"), "q\n", 0);
    assert!(game.contains("since the time was up. I play the best move found so far."), "{game}");
    assert!(game.contains("\nI play "), "{game}");
}

#[test]
fn who_is_who_must_fit_the_position() {
    for (command, report) in [
        ("play mnk --side z", "expected `x` or `o`"),
        ("play nim --side left", "expected `Player 1` or `Player 2`"),
        ("play clobber --side z", "expected `Left` (`x`) or `Right` (`o`)"),
        ("play mnk --side o --first me", "x is to move first"),
        ("play nim --level 11", "11"),
        ("play nim 3 --replay x", "cannot be used with"),
        ("play chess(KQ", "expected"),
    ] {
        let output = run(&format!("winways {}", command.replace("chess(KQ", "'chess(KQ'")), "");
        assert!(output.status.code() == Some(2) && stderr(&output).contains(report), "{}", stderr(&output));
    }
    for (command, report) in [
        ("play mnk --side o", "I am x, who is to move."),
        ("play col --side right --first opponent", "I am Left, who is to move."),
        ("play col --side right", "You are Right, who is to move."),
        ("play clobber --side o", "You are Right, who is to move."),
        ("play northcott --side black", "You are Right, who is to move."),
        ("play 'chess(KRK)'", "You are White, who is to move."),
        ("play octal", "octal(0.26)(5,6)"),
    ] {
        let game = check(command, "q\n", 0);
        assert!(game.contains(report), "{command}: {game}");
    }
}

/// Returns the answers of `quiz --format json`, one per line.
fn answers(arguments: &str) -> Vec<String> {
    let exercises = check(&format!("quiz {arguments} --format json"), "", 0);
    let exercises: serde_json::Value = serde_json::from_str(&exercises).expect("JSON");
    let answer = |exercise: &serde_json::Value| {
        let answer = exercise["answer"].as_str().expect("an answer").to_owned();
        assert!(exercise["hints"][1].is_string() && exercise["question"].is_string(), "{exercise}");
        match exercise["topic"].as_str() {
            // Several moves may win, and in some games the names of moves contain commas.
            Some("move") => "skip".to_owned(),
            _ => answer,
        }
    };
    exercises.as_array().expect("a list").iter().map(answer).collect()
}

#[test]
fn a_quiz_runs_by_a_script() {
    let answers = answers("--seed 1");
    assert_eq!(answers.len(), 10);
    let skipped = answers.iter().filter(|answer| *answer == "skip").count();
    let quiz = check("quiz --seed 1", &(answers.join("\n") + "\n"), 0);
    let right = 10 - skipped;
    assert!(quiz.ends_with(&format!("Score: {right} of 10 right.\n")), "{quiz}");
    assert_eq!(quiz.matches("Right.\n").count(), right, "{quiz}");
    let typed = "nonsense\nhint\nhint\nhint\n".to_owned() + &answers[0] + "\nquit\n";
    let hinted = check("quiz winner --seed 1", &typed.replace(&answers[0], "N\nP"), 0);
    assert!(hinted.contains("Please answer N, P, L or R.") && hinted.contains("no more hints"), "{hinted}");
    assert!(hinted.contains("of 10 right") && hinted.contains("8 not answered"), "{hinted}");
    assert!(
        check("quiz nim-value --questions 1 --seed 3", "", 0)
            .ends_with("Score: 0 of 1 right (1 not answered).\n")
    );
    let wrong = run("winways quiz nimvalue", "");
    assert!(wrong.status.code() == Some(2) && stderr(&wrong).contains("did you mean `nim-value`?"));
}

#[test]
fn who_wins_and_a_winning_move_are_shown_before_the_value() {
    let board = ["......"; 6].join("|");
    let mut terminal = Terminal::start(&["solve", "domineering", &board]);
    terminal
        .expect("found so far: N, the player to move wins")
        .expect("; a winning move: ")
        // The computation of the value continues until it is interrupted.
        .interrupt()
        .expect("outcome: N, the player to move wins");
    assert_eq!(terminal.end(), Some(130));
}

#[test]
fn lines_break_at_the_width_of_the_terminal_from_60_columns_on() {
    for (columns, widest) in [(60, 60), (72, 72), (40, 60)] {
        let mut terminal = Terminal::of_width(columns, &["solve", "cram", ".....|.....", "--explain"]);
        terminal.expect("why:").expect("found by:");
        // Skip the remains of the spinner.
        let shown = terminal.shown[terminal.shown.find("outcome: ").unwrap()..].to_owned();
        let longest = shown.lines().map(|line| line.trim_end().chars().count()).max();
        assert!(longest <= Some(widest), "{columns}: {shown}");
        assert_eq!(terminal.end(), Some(0));
    }
}

#[test]
fn all_text_breaks_at_the_width_of_the_terminal() {
    const LIST: &str = "[nim(n) + 100000 for n in 1..60]";
    for (columns, widest) in [(60, 60), (80, 80), (100, 100), (40, 60)] {
        for arguments in [
            &["functions", "temperature"][..],
            &["functions"],
            &["eval", LIST],
            &["games"],
            &["games", "octal"],
            &["table", "kayles"],
            &["table", "wythoff", "--up-to", "60"],
            &["solve", "octal(0.137)", "12345", "23456", "34567", "45678", "56789"],
            &["moves", "kayles", "9", "9"],
        ] {
            let mut terminal = Terminal::of_width(columns, arguments);
            assert_eq!(terminal.end(), Some(0));
            let mut bytes = Vec::new();
            while let Ok(part) = terminal.output.recv_timeout(Duration::from_secs(120)) {
                bytes.extend(part);
            }
            // A line begins after the remains of the spinner.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines = text.lines().map(|line| line.trim_end().rsplit('\r').next().unwrap_or_default());
            let lines: Vec<String> = lines.map(|line| plain(line).expect("a complete line")).collect();
            assert!(lines.len() > 3, "{text}");
            let long = lines.iter().find(|line| line.trim_end().chars().count() > widest);
            assert_eq!(long, None, "{columns}: {arguments:?}");
        }
    }
}
