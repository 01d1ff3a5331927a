//! Commands about games in which play may cycle.

use crate::common::{root, run, stderr, stdout};
use serde_json::Value;
use std::fs;

/// Runs `winways COMMAND`, which must succeed, and returns its output.
fn answer(command: &str, stdin: &str) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert!(output.status.success(), "{command}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn the_contests_largest_board_is_explained() {
    let text = answer("solve chase 20 1 1 20 20 --explain", "");
    for part in [
        "outcome: P, Black wins in 56 plies (28 moves of Black); White is to move",
        " 56 s19-s20",
        "of the 320000 positions of chase 20, 158880 are lost for the player to move, 5380 of them in 56 plies",
        ": 58 plies\n",
        "drawn 0",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The search covers the reachable positions, not every filling of the cells.
#[test]
fn loopy_pictures_are_solved_by_what_can_follow() {
    let solved = |position: &str| -> Value {
        let command = format!("solve docs/rules/slide.game '{position}' --format json");
        serde_json::from_str(&answer(&command, "")).unwrap()
    };
    let object = solved("x...........o");
    assert_eq!((&object["outcome"], &object["remoteness"]), (&"N".into(), &21.into()));
    assert!(object["method"]["nodes"].as_u64().unwrap() <= 312, "{object}");
    let object = solved("x........................o");
    assert_eq!((&object["outcome"], &object["remoteness"]), (&"P".into(), &48.into()));
    assert_eq!(solved(".x.x...................o.o.")["outcome"], "D");
}

/// Only boards with the same counts of pieces are numbered if no move changes the counts, however many fillings there are.
#[test]
fn loopy_pictures_are_numbered_by_their_counts_of_pieces() {
    let board = format!("x{}o", ".".repeat(62));
    let text = answer(&format!("solve docs/rules/slide.game '{board}' --format json"), "");
    let object: Value = serde_json::from_str(&text).unwrap();
    assert!(object["method"]["nodes"].as_u64().unwrap() <= 64 * 63 * 2, "{object}");
    assert_eq!(object["complete"], true);
    assert!(["N", "P"].contains(&object["outcome"].as_str().unwrap()), "{object}");
    let directory = crate::common::Temporary::new();
    let table = directory.path("table");
    answer(&format!("database build docs/rules/slide.game x..o --out {table}"), "");
    let info = answer(&format!("database info {table} --format json"), "");
    assert!(info.contains("\"positions\": 24"), "{info}");
    let other = run(&format!("winways database query {table} 'xo.o'"), "");
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("expected the cells and pieces of ..xo"), "{}", stderr(&other));
}

#[test]
fn every_format_tells_the_remoteness() {
    let object: Value =
        serde_json::from_str(&answer("solve chase 3 1 1 3 3 black --format json", "")).unwrap();
    assert_eq!((&object["outcome"], &object["remoteness"]), (&"N".into(), &7.into()));
    assert_eq!(
        (&object["moves"][0]["player"], &object["moves"][0]["remoteness"]),
        (&"left".into(), &7.into())
    );
    assert_eq!(object["moves"][0]["to"], "chase(3,1,1,2,3)");
    assert!(object["value"].is_null());
    let csv = answer("solve chase 3 1 1 1 2 --format csv", "");
    assert!(csv.lines().all(|line| line.ends_with("remoteness") || line.ends_with(",1,1")), "{csv}");
    let lost = answer("solve chase 3 1 1 3 3 --format csv", "");
    assert!(lost.ends_with("\"chase(3,1,1,3,3)\",normal,P,,0,,,,6,\n"), "{lost}");
    assert!(answer("solve chase 3 1 1 3 3 --format latex", "").contains("remoteness & 6 \\\\\n"));
    let lines = answer("eval", "chase(3,1,1,3,3)\nchase(3,1,1,1,2)\n1 + 1\n");
    assert_eq!(lines, "P; in 6\nN; in 1; a3-b3\n2\n");
}

/// Returns the output of a session of `play`. Line breaks are replaced by spaces, since lines may be wrapped differently.
fn played(command: &str, stdin: &str) -> String {
    answer(command, stdin).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_opponent_hurries_and_holds_draws() {
    let game = played("play chase 3 1 1 3 3 --first me", "a3-b3\n3 1 1 3 2 BLACK\n1\n");
    for part in ["You are White, who is to move.", "I play ", "Play has ended. ", " I win."] {
        assert!(game.contains(part), "{part}: {game}");
    }
    let game = played("play chase 3 1 1 1 2 --first me", "#1\n");
    assert!(game.contains("3 . * . 2 . . . 1 . . . a b c Play has ended."), "{game}");
    assert!(game.ends_with("endless play is a draw. You win."), "{game}");
    let board = "'chase(black 1, blocked 1:2 2:2 3:2)' 3 1 1 3 3";
    let moves = "#1\n".repeat(20);
    let game = played(&format!("play {board} --first me"), &moves);
    assert!(game.contains("The position has come up three times. It is a draw."), "{game}");
    let walled_in = played("play 'chase(blocked 1:2 2:1)' 3 1 1 3 3 --first me", "");
    assert!(walled_in.contains("You have no move. ") && walled_in.ends_with(" I win."), "{walled_in}");
    assert!(answer("play chase 9 1 1 9 9 black --first me", "explain\nquit\n").contains("best play"));
}

#[test]
fn points_are_counted_in_play() {
    let game = played("play 'awari(6)' 0 0 0 0 0 1 1 0 0 0 1 0 --first me", "#1\n");
    for part in [
        "The player who has captured more stones wins.",
        "You are South, who is to move.",
        "You play pit 6: ",
    ] {
        assert!(game.contains(part), "{part}: {game}");
    }
    assert!(game.ends_with("You have taken 2, and I 1. You win."), "{game}");
    let game = played("play 'awari(6)' 0 0 0 0 1 2 1 0 1 0 0 0 --first you", &"#1\n".repeat(40));
    assert!(game.contains("I am South") && game.contains("and I 0. You win."), "{game}");
    // Each player has a single stone, which goes around forever.
    let game = played("play 'awari(6)' 0 0 0 0 0 1 0 0 0 0 0 1 --first me", &"#1\n".repeat(40));
    let end = "The position has come up three times. You have taken 0, and I 0. It is a draw.";
    assert!(game.contains(end), "{game}");
}

#[test]
fn counts_are_drawn() {
    let directory = crate::common::Temporary::new();
    let file = directory.at("counts.svg");
    let text = answer(&format!("solve chase 20 1 1 20 20 --plot-counts '{}'", file.display()), "");
    assert_eq!(text, answer("solve chase 20 1 1 20 20", ""));
    let drawn = fs::read_to_string(&file).expect("a picture");
    let path = root().join("docs/chase.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&path, &drawn).expect("the picture can be written");
    }
    let shown = fs::read_to_string(path).unwrap_or_default();
    assert!(shown == drawn, "docs/chase.svg is out of date (UPDATE_PICTURES=1)");

    answer(&format!("solve 'awari(6)' 0 0 0 0 0 1 1 0 0 0 1 0 --plot-counts '{}'", file.display()), "");
    let points = fs::read_to_string(&file).expect("a picture");
    assert!(points.contains("winning margin in points") && !points.contains("moves to the end"));
}

#[test]
fn limits_are_reported_as_limits() {
    let output = run("winways solve chase 100 1 1 100 100 --memory 1MiB", "");
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("outcome: not known\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("partial: the memory limit of 1 MiB was reached"));
}

/// Searches of games with bounds visit only the reachable positions, however wide the bounds are.
#[test]
fn bounded_pairs_follow_the_reachable_positions() {
    let temporary = crate::common::Temporary::new();
    let file = temporary.path("pairs.game");
    let solved = |bounds: &str, moves: &str, position: &str| -> Value {
        fs::write(&file, format!("game: pairs\nbounds: {bounds}\n{moves}\n")).expect("a file");
        serde_json::from_str(&answer(&format!("solve {file} {position} --memory 48MiB --format json"), ""))
            .unwrap()
    };
    let falling = "heap (a, b) -> (a/2, b) where a >= 1 | (a, b/3) where b >= 1";
    let large = 1_000_000_000_000_000_000u64;
    for size in [5000u64, 1_000_000, large] {
        let object = solved(&format!("a <= {size}, b <= {size}"), falling, &format!("{size} {size}"));
        // The number of moves is the number of binary digits of `a` plus the number of ternary digits of `b`.
        let plies = (size.ilog2() + 1 + size.ilog(3) + 1) % 2;
        assert_eq!(object["outcome"], if plies == 1 { "N" } else { "P" }, "{object}");
        assert!(object["method"]["nodes"].as_u64().unwrap() < 3000, "{object}");
    }
    // Play may cycle, and the players may have different moves.
    let cycling = "heap (a, b) -> (b, a) | (a/3, b) where a >= 1";
    let object = solved(&format!("a <= {large}, b <= {large}"), cycling, &format!("{large} 7"));
    assert_eq!((&object["complete"], &object["outcome"]), (&true.into(), &"D".into()), "{object}");
    let partizan = "left: heap (a, b) -> (a/2, b) where a >= 1\nright: heap (a, b) -> (a, b/2) where b >= 1";
    let object = solved(&format!("a <= {large}, b <= {large}"), partizan, &format!("'{large} 7 left'"));
    assert_eq!((&object["complete"], &object["outcome"]), (&true.into(), &"N".into()), "{object}");
    // A single large number.
    let object = solved(&format!("n <= {large}"), "heap n -> n/2 | n/3 where n >= 1", &large.to_string());
    assert_eq!(object["complete"], true, "{object}");
    // If too many positions are reachable, the memory limit stops the search.
    fs::write(
        &file,
        format!("game: pairs\nbounds: a <= {large}, b <= {large}\nheap (a, b) -> (a-1, b) | (a, b-1)\n"),
    )
    .expect("a file");
    let output = run(&format!("winways solve {file} {large} {large} --memory 48MiB"), "");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("memory limit") && text.contains("more than 4611686018427387904 positions"),
        "{text}"
    );
}
