//! Daily use: finding games and functions, typing moves, pictures, short texts, exercises, reasons, lists of moves.

use crate::common::{run, stderr, stdout};

fn check(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn searching_finds_the_nearest_game_and_functions_by_their_definitions() {
    for (words, game) in [
        ("dots and boxes", "dots-and-boxes"),
        ("circle", "daisy"),
        ("scoring", "awari"),
        ("mancala", "awari"),
        ("misere", "anti-clobber"),
        ("sprouts", "dots-and-boxes"),
        ("go", "nogo"),
    ] {
        let found = check(&format!("games --search {words}"), "", 0);
        assert!(found.starts_with(game), "{words}: {found}");
    }
    assert_eq!(check("games --search go", "", 0).lines().filter(|line| line.contains("  ")).count(), 1);
    let near = check("games --search clober", "", 0);
    assert!(near.starts_with("No game matches `clober`. The nearest:\n\nclobber "), "{near}");
    assert!(!check("games", "", 0).contains("told by files"));
    // `tax` occurs in definitions only.
    let functions = check("functions least tax", "", 0);
    assert!(functions.contains("temperature("), "{functions}");
    assert!(check("functions who moves last", "", 2).is_empty());
    // A single function is described, and so is the only result of a search.
    let page = check("functions cool", "", 0);
    assert!(page.starts_with("cool(") && page.contains("for example"), "{page}");
    // The outcome of a drawn position names the player to move.
    let drawn = check("solve dots-and-boxes 'd.d.d|.b.b.|d.d.d'", "", 0);
    assert!(drawn.contains("outcome: D, a draw; Left is to move"), "{drawn}");
}

#[test]
fn moves_in_heaps_are_typed_as_people_say_them() {
    // `heap 3` is the third heap, which has 9 tokens: 7 tokens cannot be taken from the heap of 3 tokens.
    for typed in
        ["9-2", "9 to 2", "heap 9 to 2", "take 7 from heap 3", "7 from 9", "take 7 tokens from the heap of 9"]
    {
        let shown = check("play nim 3 5 9 --seed 1", &format!("{typed}\nquit\n"), 0);
        assert!(shown.contains("You play heap 9 -> 2: nim(3,5,2)"), "{typed}: {shown}");
    }
    let shown = check("play nim 3 5 9", "take 2 from heap 3\n9 -> 77\ntake 70\nhaep 9 -> 8\nquit\n", 0);
    for part in [
        // Either the heap of 3 tokens or the third heap.
        "That may be one of 2 moves: `heap 3 -> 1`, `heap 9 -> 7`.",
        "There is no move `9 -> 77`. The nearest are `heap 9 -> 7`, ",
        "There is no move `take 70`.",
        "There is no move `haep 9 -> 8`. The nearest are `heap 9 -> 8`, ",
        "Your move (its name, its number in `moves`, or `help`): ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let shown = check("play tic-tac-toe", "b9\nquit\n", 0);
    assert!(shown.contains("There is no move `b9`. The nearest are `b3`, `b2`, `b1`."), "{shown}");
    assert!(shown.contains("its number in the list above, or"), "{shown}");
}

/// `play` understands moves as people write them, in games of many kinds.
#[test]
fn moves_are_typed_in_games_of_many_kinds() {
    for (game, lines, played) in [
        ("nim 3 5 9", &["9 to 7", "take two from the third heap", "2 from 9"][..], "heap 9 -> 7"),
        (
            "kayles 5",
            &["heap 5 -> 2 + 1", "5 to 2 and 1", "5 -> 2, 1", "5 -> 1 2", "split 5 into 1 and 2"][..],
            "heap 5 -> 1 + 2",
        ),
        ("lasker 5 3", &["5 to 3 and 2", "5 -> 2 + 3"][..], "heap 5 -> 2 + 3"),
        ("grundy 8", &["8 to 6, 2", "8 into 2 and 6"][..], "heap 8 -> 2 + 6"),
        (
            "fibonacci-nim 10",
            &["10 to 7", "heap 10 -> 7", "take 3", "3 from 10"][..],
            "take 3: heap 7, limit 6",
        ),
        ("'subtract{1,2,3}' 10 4", &["take 3 from the first heap", "10 to 7"][..], "heap 10 -> 7"),
        ("wythoff 3 5", &["take 2 from heap 1", "take 2 from 3", "3 to 1"][..], "heap 3 -> 1"),
        (
            "wythoff 3 5",
            &["3 5 to 1 3", "(3, 5) -> (1, 3)", "take 2 from both", "take two from each heap"][..],
            "take 2 from both -> 1 3",
        ),
        ("docs/rules/wythoff.game 3 5", &["take 2 from both heaps", "5 3 to 3 1"][..], "(3, 5) -> (1, 3)"),
        ("docs/rules/no-repeats.game 10 0", &["10 to 7", "take 3"][..], "(10, 0) -> (7, 3)"),
        ("euclid 3 7", &["7 to 4", "take 3", "take 3 from heap 2"][..], "7 - 1 * 3 = 4"),
        ("moore-nim 2 3 4 5", &["4 5 to 0 1", "5 4 to 1 0"][..], "heaps 4 -> 0, 5 -> 1"),
        ("pebbles 1 2 4", &["take 2 from the third pile", "4 to 2"][..], "pile 3: 4 -> 2"),
        ("'nim(3,5) + kayles(4)'", &["4 to 2 and 1", "4 -> 1 + 2"][..], "kayles: heap 4 -> 1 + 2"),
        ("domineering 3x3", &["b2 b3", "b3b2"][..], "b2-b3"),
        ("tic-tac-toe", &["B2", "(b2)"][..], "b2"),
        ("hackenbush '0-1:g 1-2:b'", &["1-2", "cut 1 2"][..], "cut 1-2:b"),
    ] {
        for line in lines {
            let shown = check(&format!("play {game} --seed 1"), &format!("{line}\nquit\n"), 0);
            assert!(shown.contains(&format!("You play {played}: ")), "{game}: {line}: {shown}");
        }
    }
}

#[test]
fn lines_that_may_be_several_moves_are_asked_about() {
    for (game, line, moves) in [
        ("wythoff 3 5", "take 2", "3 moves: `take 2 from both -> 1 3`, `heap 3 -> 1`, `heap 5 -> 3`."),
        (
            "docs/rules/wythoff.game 3 5",
            "take 2",
            "3 moves: `(3, 5) -> (1, 5)`, `(3, 5) -> (3, 3)`, `(3, 5) -> (1, 3)`.",
        ),
        ("kayles 5", "take 2", "2 moves: `heap 5 -> 3`, `heap 5 -> 1 + 2`."),
        ("pebbles 1 2 4", "take 1", "3 moves: "),
        // Either the heap of 3 tokens or the third heap.
        ("nim 3 2 9", "take 2 from heap 3", "2 moves: `heap 3 -> 1`, `heap 9 -> 7`."),
        ("domineering 3x3", "b2", "2 moves: `b2-b3`, `b1-b2`."),
    ] {
        let shown = check(&format!("play {game} --seed 1"), &format!("{line}\nquit\n"), 0);
        assert!(shown.contains(&format!("That may be one of {moves}")), "{game}: {line}: {shown}");
        assert!(!shown.contains("You play"), "{game}: {line}: {shown}");
    }
}

#[test]
fn a_mistyped_move_is_reported_as_a_move_with_the_nearest_moves() {
    for (game, line, nearest) in [
        ("nim 3 5 9", "take 12 from the third heap", "The nearest are `heap 9 -> 0`, "),
        ("nim 3 5 9", "take ten from 5", "The nearest are `heap 5 -> 0`, "),
        ("kayles 9", "9 to 4 and 5", "The nearest are `heap 9 -> "),
        ("wythoff 3 5", "take 4 from both", "The nearest are `take "),
        ("domineering 3x3", "z9", "The nearest are `c2-c3`, "),
        ("tic-tac-toe", "a1-a2", "The nearest are "),
        ("tic-tac-toe", "2,2", "The nearest are `b2`, "),
        ("tic-tac-toe", "e5", "The nearest are `c3`, "),
        ("clobber 'xo.|.x.'", "a1xb9", "The nearest "),
        ("hackenbush '0-1:g 1-2:b'", "cut 7-9:b", "The nearest "),
        ("tic-tac-toe", "hello", "Moves are written `a3`, `b3`, `c3`."),
    ] {
        let shown = check(&format!("play {game} --seed 1"), &format!("{line}\nquit\n"), 0);
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains(&format!("There is no move `{line}`. {nearest}")), "{game}: {line}: {shown}");
        assert!(
            !shown.contains("position:  ") && !shown.contains("neither a move"),
            "{game}: {line}: {shown}"
        );
    }
    // A board is not a mistyped move.
    let board = check("play tic-tac-toe", "xx?|...|...\nquit\n", 0);
    assert!(board.contains("That is neither a move nor a position: "), "{board}");
}

#[test]
fn the_quiz_says_when_there_are_fewer_exercises() {
    let few = run(
        "winways quiz winner --game dots-and-boxes --level hard --questions 900 --format json --seed 1",
        "",
    );
    assert_eq!(few.status.code(), Some(0));
    let count = serde_json::from_str::<serde_json::Value>(&stdout(&few)).expect("it is JSON");
    let count = count.as_array().unwrap().len();
    let report = stderr(&few);
    let expected = format!(
        "only {count} different questions about dots-and-boxes on the topic winner at level hard; 900 were requested."
    );
    assert!(report.contains(&expected), "{report}");
    let file = "board: strip\npieces: x\nboth: . -> x\nstart: ...\n";
    let temporary = crate::common::Temporary::new();
    std::fs::write(temporary.at("three.game"), file).expect("a file");
    let path = temporary.path("three.game");
    let all = check(&format!("quiz winner --game {path} --seed 1"), &"skip\n".repeat(10), 0);
    let words = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("different question") && words.contains("10 were requested."), "{all}");
    assert!(!all.contains("of 10 right") && !all.contains("not answered"), "{all}");
}

#[test]
fn the_quiz_asks_about_games_of_rule_files() {
    for (file, position) in
        [("grundy", "grundys_game("), ("wythoff", "wythoff("), ("coins-between", "coins_between(\"")]
    {
        let text =
            check(&format!("quiz --game docs/rules/{file}.game --questions 3 --seed 2 --format json"), "", 0);
        let all: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert!(!all.as_array().unwrap().is_empty(), "{file}");
        for exercise in all.as_array().unwrap() {
            assert!(exercise["position"].as_str().unwrap().starts_with(position), "{exercise}");
        }
    }
    // A graph and a board without a usual position.
    for file in ["leaves", "clobber"] {
        let none = run(&format!("winways quiz --game docs/rules/{file}.game"), "");
        assert_eq!(none.status.code(), Some(2), "{file}");
        let report = stderr(&none);
        assert!(report.contains("a rule file states it in a line `start: POSITION`, or"), "{report}");
    }
}

/// In a sum with a partizan game, the explanation of an impartial component does not mention who wins.
#[test]
fn impartial_components_of_partizan_sums_are_explained_by_their_values_alone() {
    for position in [
        "nim(1)",
        "nim(0)",
        "wythoff(2,5)",
        "kayles(5,12)",
        "euclid(7,25)",
        "chomp(2,3)",
        "green_stalks(3,4)",
    ] {
        let shown = check(&format!("eval '{position} + domineering(\"..|..\")' --explain"), "", 0);
        let why = shown.split("why:\n").nth(1).unwrap();
        let of_component = &why[..why.find("is worth ").unwrap()];
        for words in ["player", "win", "los", "zero"] {
            assert!(!of_component.contains(words), "{position}: {of_component}");
        }
    }
    assert!(check("eval 'nim(1) + nim(2)' --explain", "", 0).contains("not zero"));
}

#[test]
fn the_quiz_asks_no_question_twice_and_about_one_game_at_a_level() {
    let exercises = |arguments: &str| -> Vec<(String, String)> {
        let text = check(&format!("quiz {arguments} --seed 5 --format json"), "", 0);
        let all: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let text = |exercise: &serde_json::Value, name: &str| exercise[name].as_str().unwrap().to_owned();
        let pairs = all.as_array().unwrap().iter();
        pairs
            .map(|one| {
                (format!("{} {}", text(one, "question"), text(one, "position")), text(one, "position"))
            })
            .collect()
    };
    // Some topics have fewer than 60 small positions.
    for arguments in ["number --questions 60", "winner --game nim --level easy --questions 40"] {
        let all = exercises(arguments);
        let distinct: std::collections::BTreeSet<_> = all.iter().map(|(question, _)| question).collect();
        assert_eq!(distinct.len(), all.len(), "{arguments}");
        assert!(all.len() >= 40, "{arguments}: {}", all.len());
    }
    let of_kayles = exercises("--game kayles --questions 6 --level hard");
    assert!(of_kayles.len() == 6 && of_kayles.iter().all(|(_, position)| position.starts_with("kayles(")));
    let length = |level: &str| -> usize {
        let all = exercises(&format!("winner --game domineering --questions 12 --level {level}"));
        all.iter().map(|(_, position)| position.len()).sum()
    };
    assert!(length("easy") < length("hard"));
    assert_eq!(exercises("--game tic-tac-toe --questions 4").len(), 4);
    assert!(check("quiz number --game nim", "", 2).is_empty());
    assert!(check("quiz --level impossible", "", 2).is_empty());
    assert!(check("quiz --game xyzzy", "", 2).is_empty());
}

#[test]
fn boards_are_drawn_above_the_answer_and_long_texts_are_short() {
    let board = check("solve domineering '...|...'", "", 0);
    assert!(
        board.starts_with(
            "domineering(\"...|...\"), normal play\n  2  . . .\n  1  . . .\n     a b c\noutcome: N"
        ),
        "{board}"
    );
    // Heaps have no board.
    assert!(check("solve nim 3 5", "", 0).starts_with("nim(3,5), normal play\noutcome: N"));
    let play = check("play hackenbush '0-1:g 1-2:b 1-3:r 3-4:b 0-5:r'", "", 0);
    let picture = "\n  +-r- 5\n  |    +-r- 3 -b- 4\n  |    +-b- 2\n  +-g- 1\n  ground 0\n";
    assert!(play.contains(picture), "{play}");
    assert!(!play.contains("edges:"), "{play}");
    // In a cycle, the vertex that is drawn elsewhere is in brackets.
    let cycle = check("solve hackenbush '0-1:g 1-2:g 2-0:g'", "", 0);
    assert!(cycle.contains("  +-g- 2\n  +-g- 1 -g- (2)\n  ground 0\n"), "{cycle}");
    // A tree of 10^5 edges.
    let tree: Vec<String> = (1..=100_000u32).map(|vertex| format!("{}-{vertex}:b", vertex / 2)).collect();
    let long = check("solve hackenbush -", &tree.join(" "), 0);
    assert!(long.len() < 4000, "{} bytes", long.len());
    assert!(long.lines().next().is_some_and(|line| line.contains(" ... ") && line.len() < 230), "{long}");
    let echo = check("play nim -", &"7 ".repeat(1000), 0);
    assert!(echo.lines().all(|line| line.len() < 300), "{echo}");
}

#[test]
fn a_text_longer_than_a_mebibyte_is_a_limit() {
    let switches: Vec<String> = (0..10u32)
        .map(|index| {
            let unit = 3i64.pow(index);
            format!("{{{}|||{unit}||{}|{}}}", 7 * unit, -unit, -9 * unit - i64::from(index))
        })
        .collect();
    let value = check(&format!("eval '{}'", switches.join(" + ")), "", 3);
    assert!(value.contains("is longer than the limit of 1 MiB"), "{value}");
    assert!(value.contains("option|") && value.contains("with mean ") && value.len() < 500, "{value}");
    let number = check("eval '1 : -4000000'", "", 3);
    assert!(number.contains("value with denominator 2^4000000 is longer than"), "{number}");
}

#[test]
fn explain_says_what_the_best_reply_is_and_why_tempting_moves_lose() {
    let won = check("solve domineering '...|...' --explain", "", 0);
    for part in ["Left wins by b1-b2: after it Right cannot move", "other moves of Left lose: after a1-a2, "]
    {
        assert!(won.contains(part), "{part}: {won}");
    }
    let drawn = check("solve tic-tac-toe '...|...|...' --explain", "", 0);
    assert!(drawn.contains("no move wins, and ") && drawn.contains("holds the draw for o"), "{drawn}");
    assert!(drawn.contains("best play by both players: ") && drawn.contains("and nobody has won"), "{drawn}");
    assert!(drawn.contains(", other answers of o lose: after "), "{drawn}");
    // No statistics of the whole game.
    assert!(!drawn.contains("longest") && !drawn.contains("positions of"), "{drawn}");
    let lost = check("solve cram '..|..' --explain", "", 0);
    assert!(lost.contains("every move of the player to move loses: after a1-a2, b1-b2 wins"), "{lost}");
}

#[test]
fn lines_of_play_and_lists_of_moves() {
    let line = check("solve nim 1 2 4 --line", "", 0);
    assert!(line.contains("\nline of best play:\n    1. Left: heap 4 -> 3\n"), "{line}");
    assert!(line.ends_with("  Left wins\n"), "{line}");
    let json: serde_json::Value = serde_json::from_str(&check(
        "solve domineering '...|...' --line --to-move right --format json",
        "",
        0,
    ))
    .expect("it is JSON");
    assert_eq!((json["to_move"].as_str(), json["winner"].as_str()), (Some("right"), Some("right")));
    let moves = check("moves domineering '...|...'", "", 0);
    assert!(moves.contains("moves: 7\n") && moves.contains("  left:   b1-b2  wins"), "{moves}");
    assert_eq!(moves.lines().filter(|line| line.contains("  wins")).count(), 5, "{moves}");
    let json: serde_json::Value =
        serde_json::from_str(&check("moves nim 3 5 --format json", "", 0)).expect("it is JSON");
    assert_eq!(json["move_count"], 8);
    let wins = json["moves"].as_array().unwrap().iter().filter(|step| step["outcome"] == "win").count();
    assert_eq!(wins, 1);
    let csv = check("moves nim 1 --format csv", "", 0);
    assert_eq!(csv, "player,move,outcome,value,remoteness,to\neither,heap 1 -> 0,win,0,,nim(0)\n");
    check("moves nim 1 --format latex", "", 2);
}

#[test]
fn a_puzzle_has_one_answer_and_the_puzzle_of_a_day_stays() {
    let day = check("puzzle --date 2026-11-24 --format json", "", 0);
    assert_eq!(day, check("puzzle --date 2026-11-24 --format json", "", 0));
    let puzzle: serde_json::Value = serde_json::from_str(&day).unwrap();
    assert_eq!(puzzle["date"], "2026-11-24");
    let answer = puzzle["winning_move"].as_str().unwrap();
    let solved = check("puzzle --date 2026-11-24", &format!("nonsense\nhint\n{answer}\n"), 0);
    assert!(solved.contains("Right."), "{solved}");
    let given_up = check("puzzle --seed 3 --game nim --rating 800", "skip\n", 0);
    assert!(given_up.contains("The answer: heap"), "{given_up}");
    let own = check("puzzle --game docs/rules/crumbs.game --seed 1", "quit\n", 0);
    assert!(own.contains("seed 1, rating"), "{own}");
    for wrong in ["--date 2026-02-30", "--date 2026-11-24 --seed 1", "--game xyzzy", "--rating 9000"] {
        assert!(check(&format!("puzzle {wrong}"), "", 2).is_empty(), "{wrong}");
    }
    // No position of Maundy Cake makes a puzzle.
    assert!(check("puzzle --game maundy-cake --seed 1", "", 3).is_empty());
}
