//! The output of the commands and their exit codes.

use crate::common::{Running, run, stderr, stdout};
use serde_json::Value;

/// Runs `winways COMMAND`, which must end with this exit code, and returns its output.
fn check(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

fn json(command: &str) -> Value {
    serde_json::from_str(&check(command, "", 0)).unwrap_or_else(|error| panic!("{command}: {error}"))
}

#[test]
fn json_is_the_object_of_the_design() {
    let object = json("solve nim 7 8 9 --format json");
    assert_eq!(object["game"], "nim");
    assert_eq!(object["position"], "nim(7,8,9)");
    assert_eq!(object["play"], "normal");
    assert_eq!(object["outcome"], "N");
    assert_eq!(object["value"], "*6");
    assert_eq!(object["value_kind"], "nimber");
    for absent in ["mean", "temperature", "remoteness", "stopped"] {
        assert!(object[absent].is_null(), "{absent}");
    }
    let step = &object["moves"][0];
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&step["player"], &step["from"], &step["to"], &step["text"]),
        (&"either".into(), &"nim(7,8,9)".into(), &"nim(1,8,9)".into(), &"heap 7 -> 1".into())
    );
    assert_eq!(object["method"], serde_json::json!({"kind": "theorem", "name": "Bouton 1901", "nodes": 0}));
    assert_eq!(object["explanation"][0], "7 xor 8 xor 9 = 6");
    assert_eq!(object["complete"], true);
}

#[test]
fn json_of_misere_play_has_no_value() {
    let object = json("solve nim 1 1 --misere --format json");
    assert_eq!((&object["play"], &object["outcome"]), (&"misere".into(), &"N".into()));
    assert!(object["value"].is_null() && object["value_kind"].is_null());
}

#[test]
fn theorem_and_search_tell_the_same() {
    for position in ["nim 3 5 1", "wythoff 4 6", "kayles 9 4", "lasker 7 3", "euclid 8 5", "green-stalks 3 4"]
    {
        for play in ["", "--misere"] {
            let ask =
                |method: &str| json(&format!("solve {position} {play} --method {method} --format json"));
            let (theorem, search) = (ask("auto"), ask("search"));
            for field in ["outcome", "position", "move_count"] {
                assert_eq!(theorem[field], search[field], "{position} {play}: {field}");
            }
            assert_eq!(search["method"]["kind"], "search");
        }
    }
}

#[test]
fn what_is_printed_can_be_typed_back() {
    for entry in winways::games::entries() {
        let command = winways::games::example_command(entry.page);
        let first = json(&format!("solve {command} --format json"));
        let position = first["position"].as_str().unwrap();
        // Expressions are evaluated under normal play by default.
        let eval = if first["play"] == "misere" { "eval --misere" } else { "eval" };
        let second = json(&format!("{eval} '{position}' --format json"));
        assert_eq!(first["position"], second["position"]);
        assert_eq!(first["outcome"], second["outcome"], "{position}");
        for step in first["moves"].as_array().unwrap().iter().take(3) {
            let after = json(&format!("{eval} '{}' --format json", step["to"].as_str().unwrap()));
            let outcome = after["outcome"].as_str().unwrap();
            if first["value_kind"] == "points" {
                // The moves are those with the best score; points already won are not part of the position.
                continue;
            }
            // The player who moved wins if the opponent, who is now to move, does not.
            let wins = match step["player"].as_str().unwrap() {
                "left" => ["P", "L"].contains(&outcome),
                "right" => ["P", "R"].contains(&outcome),
                _ => outcome == "P",
            };
            assert!(wins, "{position} to {}", step["to"]);
        }
    }
}

#[test]
fn csv_and_latex() {
    let csv = check("solve nim 3 4 --format csv", "", 0);
    let expected = "position,play,outcome,value,move_count,player,move,to\n\
                    \"nim(3,4)\",normal,N,*7,1,either,heap 4 -> 3,\"nim(3,3)\"\n";
    assert_eq!(csv, expected);
    let latex = check("solve nim 3 4 --format latex", "", 0);
    assert!(
        latex.starts_with("\\begin{tabular}{lp{0.75\\linewidth}}\n")
            && latex.contains("value & ${\\ast}7$ \\\\"),
        "{latex}"
    );
    for format in ["text", "json", "csv", "latex"] {
        assert!(!check(&format!("games --format {format}"), "", 0).is_empty());
        assert!(!check(&format!("games wythoff --format {format}"), "", 0).is_empty());
        assert!(!check(&format!("verify nim --up-to 3 --format {format}"), "", 0).is_empty());
    }
}

#[test]
fn every_line_of_eval_gives_one_line() {
    let lines = "nim(3)\n\n# nothing\nnim(x)\nnim(3) + nim(3)\n*5 # a value";
    for (format, expected) in [("text", "N; *3; heap 3 -> 0\n\n\nerror\nP; 0\n*5\n"), ("json", "")] {
        let output = check(&format!("eval --format {format}"), lines, 2);
        assert_eq!(output.lines().count(), 6);
        if !expected.is_empty() {
            assert_eq!(output, expected);
        }
    }
}

#[test]
fn every_line_of_eval_has_its_own_time() {
    // A long line uses up only its own time limit. The total limit applies to all lines together.
    let lines = "heat(*1000000, 1)\n2 + 2\nheat(*1000000, 1)\nnim(3)\n";
    let expected = "partial: the time limit was reached after 0 positions\n";
    assert_eq!(
        check("eval --timeout 300ms", lines, 3),
        format!("{expected}4\n{expected}N; *3; heap 3 -> 0\n")
    );
    let output = check("eval --timeout 1h --total-timeout 300ms", &"heat(*1000000, 1)\n".repeat(5), 3);
    assert_eq!(output, expected.repeat(5));
    assert_eq!(check("eval 'heat(*1000000, 1)' --total-timeout 100ms", "", 3), expected);
}

#[test]
fn a_line_that_is_no_text_is_an_error_of_its_own() {
    let lines = b"2 + 2\n\xff\xfe(\n3 + 3\n+\n\n\xef\xbb\xbf1".as_slice();
    let output = run("winways eval", lines);
    assert_eq!(stdout(&output), "4\nerror\n6\nerror\n\nerror\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("line 2 of stdin is not text: byte 1 is not UTF-8"),
        "{}",
        stderr(&output)
    );
    let output = run("winways repl", b"2 + 2\n\xff\xfe(\n3 + 3\n");
    assert!(stdout(&output).contains('4') && stdout(&output).contains('6'), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("not UTF-8"), "{}", stderr(&output));
}

#[test]
fn what_is_printed_can_be_pasted_and_changes_no_name() {
    let lines = "a = 5\nheat(*9, 1)\n";
    let printed = check("eval", lines, 0);
    let value = printed.lines().nth(1).unwrap();
    assert!(value.starts_with("(let a = "), "{value}");
    let lines = format!("{lines}2.{value} == 2.heat(*9, 1)\na\n{value} == heat(*9, 1)\na\n");
    assert_eq!(check("eval", &lines, 0), format!("{printed}true\n5\ntrue\n5\n"));
}

#[test]
fn a_value_is_answered_by_a_value_and_a_position_by_its_answer() {
    assert_eq!(check("eval", "*\n0\n*3\n^\n*1+*1\n*5\n", 0), "*\n0\n*3\n^\n0\n*5\n");
    assert_eq!(check("eval '*5'", "", 0), "*5\n");
    assert_eq!(check("eval 0", "", 0), "0\n");
    assert!(check("eval 'nim(7) + *3'", "", 0).starts_with("nim(7,3), normal play\n"));
    // Names stay defined for later lines, and may be used in positions.
    assert_eq!(check("eval", "n = 3\nnim(n,5)\nnim(3,5)\n", 0), "3\n*6\nN; *6; heap 5 -> 3\n");
    // Misère play applies to positions only.
    let output = check("eval --misere", "nim(1)\n*\n", 2);
    assert_eq!(output, "P\nerror\n");
}

#[test]
fn limits_are_reported_as_limits() {
    for limit in ["--timeout 0s", "--memory 100KiB"] {
        let command = format!("solve 'octal(0.06)' 400000 --format json {limit}");
        let object: Value = serde_json::from_str(&check(&command, "", 3)).unwrap();
        assert_eq!(object["complete"], false, "{limit}");
        assert!(object["outcome"].is_null() && object["stopped"].is_string(), "{limit}");
    }
    assert!(check("solve 'octal(0.06)' 400000 --timeout 0s", "", 3).contains("partial: the time limit"));
    let misere = "eval 'kayles(50,51,52,53) + wythoff(20,30)' --misere --timeout 0s";
    assert!(check(misere, "", 3).contains("partial"));
    assert!(check("verify grundy --up-to 100000 --timeout 0s", "", 3).contains("partial"));
}

#[test]
fn every_limit_of_time_is_obeyed() {
    let max = u64::MAX;
    for command in [
        format!("solve 'octal(0.007)' {max} --misere"),
        "solve 'octal(0.137)' $(seq 10000 20000)".to_owned(),
        "solve grundy $(seq 1 30000)".to_owned(),
        "eval 'bash(200000,200000)' --misere --method search".to_owned(),
        format!("verify nim-moves --up-to {max}"),
        format!("verify subtraction-periods --up-to {max}"),
        format!("verify ferguson-pairing --up-to {max}"),
        format!("verify count-to-100 --up-to {max}"),
        format!("verify silver-dollar --up-to {max}"),
    ] {
        let output = check(&format!("{command} --timeout 100ms"), "", 3);
        // Some operations are rejected beforehand because they would take too much memory.
        assert!(output.contains("limit") && output.contains("was reached"), "{command}: {output}");
    }
}

#[test]
fn a_table_that_does_not_fit_is_not_made() {
    for claim in
        ["wythoff-pairs", "wythoff-properties", "beatty", "euclid-stopped", "misere-bash", "dawson-shift"]
    {
        let output = check(&format!("verify {claim} --up-to {} --timeout 2s", u64::MAX), "", 3);
        assert!(output.contains("limit") && output.contains("was reached"), "{output}");
    }
}

/// Moving to 1 wins. Trying every other move takes long, and trying all in parallel takes much memory.
#[test]
fn an_outcome_is_reported_where_its_moves_are_not() {
    let output = check("solve nim 1000000 --misere --method search --memory 200MiB", "", 3);
    for part in ["outcome: N", "winning moves: not known", "some move leads to", "partial: the "] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

#[test]
fn a_session_keeps_its_names_and_goes_on_after_errors() {
    let lines =
        "g = {1|-1}\ng + g\nmeen(1)\n{2|\n0} + g\nhelp mean\nhelp nim\nnim(3,5) + ^\nnim(3,5)\n\nquit\n*9\n";
    let output = run("winways repl", lines);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = stdout(&output);
    for line in ["+-1", "0", "mean(G)", "nim: Nim", "^*6", "  heap 5 -> 3", "  which gives 7/4"] {
        assert!(report.lines().any(|shown| shown.trim_start_matches("> ") == line), "{line}: {report}");
    }
    assert!(!report.contains("*9"), "{report}");
    assert!(stderr(&output).contains("did you mean `mean`?"), "{}", stderr(&output));
}

#[test]
fn a_session_outlives_an_interruption() {
    // The signal arrives while a table is being filled, or during a single operation. The session then continues as before.
    for long in ["[[n + m for n in 1..1000000] for m in 1..1000000]", "heat(*1000000, 1)"] {
        let mut session = Running::start(&["repl"]);
        session.write("g = {2|1}");
        session.read_until("{2|1}");
        session.write(long);
        session.interrupt_at_work();
        session.read_until("partial: interrupted");
        session.write("g + g");
        let (answer, code) = session.end();
        assert!(code == Some(0) && answer.trim_end().ends_with('3'), "{long}: {answer} {code:?}");
    }
}

/// Returns expressions that contain a single operation on values, which takes far longer than a test may.
fn long_operations() -> [String; 4] {
    let switches: Vec<String> = (0..30).map(|power| format!("+-{}", 3i64.pow(power) + 7)).collect();
    let switches = switches.join(" + ");
    [
        "heat(*1000000, 1)".to_owned(),
        "conway(^*3000, ^*3001)".to_owned(),
        format!("birthday({switches})"),
        switches,
    ]
}

#[test]
fn one_operation_obeys_the_limit_of_time() {
    // None of these ends by itself before the test times out.
    for operation in long_operations() {
        let output = check(&format!("eval '{operation}' --timeout 1s"), "", 3);
        assert!(output.contains("partial: the time limit"), "{operation}: {output}");
    }
    // The values of the paths are found at once, but the value of their sum is not.
    let paths =
        "...#.....#......#.......#........#.........#..........#...........#............#.............";
    let output = check(&format!("solve snort '{paths}' --timeout 1s"), "", 3);
    assert!(output.contains("partial: the time limit"), "{output}");
}

#[test]
fn one_operation_is_interrupted() {
    for operation in long_operations() {
        let program = Running::start(&["eval", &operation]);
        program.interrupt_at_work();
        let (output, code) = program.end();
        assert!(
            code == Some(130) && output.contains("partial: interrupted"),
            "{operation}: {output} {code:?}"
        );
    }
}

#[test]
fn a_difference_of_partizan_positions_is_a_difference() {
    let board = "domineering(\"...|...|...|...\")";
    assert_eq!(check(&format!("eval '{board} - {board}'"), "", 0), "0\n");
    assert_eq!(check("eval 'red_blue_stalks(L) - red_blue_stalks(LR)'", "", 0), "1/2\n");
    assert!(check("eval 'red_blue_stalks(L) + red_blue_stalks(LR)'", "", 0).contains("value:   3/2"));
}

#[test]
fn tables_obey_the_limits() {
    let table = "eval '[[n + m for n in 1..1000000] for m in 1..1000000]'";
    assert!(check(&format!("{table} --timeout 200ms"), "", 3).contains("partial: the time limit"));
    assert!(check(&format!("{table} --memory 8MiB"), "", 3).contains("partial: the memory limit"));
}

#[test]
fn large_input_is_no_trouble() {
    let count = 100_000;
    let numbers = (1..=count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    for game in ["turning-turtles", "moore-nim", "moore-nim --misere", "nim"] {
        let object: Value =
            serde_json::from_str(&check(&format!("solve {game} --format json"), &numbers, 0)).unwrap();
        assert_eq!(object["complete"], true, "{game}");
        let listed = object["moves"].as_array().unwrap().len();
        assert!(listed <= 10 && (listed > 0) == (object["outcome"] == "N"), "{game}: {listed}");
    }
    assert_eq!(check("eval", &vec!["*1"; count].join("+"), 0), "0\n");
    assert_eq!(check("eval", &(vec!["*1"; count - 1].join("+") + "+nim(1)"), 0), "P; 0\n");
    assert_eq!(check("eval", &vec!["wythoff(3,5)"; count / 10].join("+"), 0), "P; 0\n");
    let output = run("winways eval", "nim(x)\n".repeat(count / 10));
    assert_eq!(stdout(&output).lines().count(), count / 10);
    assert!(stderr(&output).contains("(stdin, line 10000, column 5)"));
    let output = run("winways eval", "x".repeat(count));
    assert!(
        stderr(&output).len() < 1000 && stderr(&output).contains("xxx...` has no value (stdin, line 1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert!(check("solve nim", "\u{feff}3 4\r\n", 0).starts_with("nim(3,4), normal play\n"));
    assert_eq!(check("eval", "\u{feff}nim(3)\r\n", 0), "N; *3; heap 3 -> 0\n");
}

#[test]
fn the_end_of_the_game_is_explained() {
    let output = check("eval 'kayles(0) + wythoff(0,0)' --misere", "", 0);
    assert!(output.contains("outcome: N") && output.contains("no move is left"), "{output}");
    assert!(output.contains("1 position searched"), "{output}");
}

#[test]
fn an_interruption_ends_a_question() {
    let mut game = Running::start(&["play", "nim", "3", "5", "--first", "you"]);
    game.read_until("nim(3,5)");
    game.interrupt();
    let (output, code) = game.end_with_open_stdin();
    // The program's own exit code, not the status of a process killed by the signal.
    assert_eq!(code, Some(130), "{output}");
}

#[test]
fn an_interruption_keeps_what_was_found() {
    let program = Running::start(&["solve", "octal(0.06)", "10000000"]);
    program.interrupt_at_work();
    let (output, code) = program.end();
    assert!(code == Some(130) && output.contains("partial: interrupted"), "{output} {code:?}");
}

#[test]
fn threads_show_in_no_result() {
    for question in ["digital-deletions 4321", "wythoff 30 41", "board-coin 40 41", "kayles 12 13"] {
        let ask = |threads| {
            check(&format!("solve {question} --method search --format json --threads {threads}"), "", 0)
        };
        let one = ask(1);
        assert_eq!(one, ask(2), "{question}");
        assert_eq!(one, ask(4), "{question}");
    }
    for question in [
        "domineering '.....|.....|.....|.....'",
        "clobber 'xoxo|oxox|xoxo'",
        "snort '....|....|..b.'",
        "toads-and-frogs 'ttt...fff|tt..f'",
    ] {
        let ask = |threads| check(&format!("solve {question} --format json --threads {threads}"), "", 0);
        let one = ask(1);
        assert_eq!(one, ask(2), "{question}");
        assert_eq!(one, ask(4), "{question}");
    }
    let sum = "domineering(\"....|....|....\") + clobber(\"xoxo|oxox\") + ^*2";
    let ask = |threads| check(&format!("eval '{sum}' --format json --threads {threads}"), "", 0);
    assert_eq!((ask(1), ask(1)), (ask(2), ask(4)));
}

#[test]
fn the_opponent_wins_what_can_be_won() {
    let game = check("play nim 3 5 --first you", "0 3\n", 0);
    assert!(game.contains("I play heap 5 -> 3: nim(3,3)"), "{game}");
    assert!(game.ends_with("You have no move. The player who cannot move loses. I win.\n"), "{game}");
    let game = check("play nim 1 2 --misere --first opponent", "0 0\n", 0);
    let end = "I have no move. The player who cannot move wins. I win.\n";
    assert!(game.contains("I play heap 2 -> 0") && game.ends_with(end), "{game}");
}

#[test]
fn the_opponent_loses_what_is_lost() {
    let game = check("play nim 3 3 --first you --seed 5", "moves\n0 0\nquit\n", 0);
    assert!(game.contains("I play "), "{game}");
    // The choice depends on the seed only.
    assert_eq!(game, check("play nim 3 3 --first you --seed 5", "moves\n0 0\nquit\n", 0));
    let game = check("play nim 1 1 --first you", "0 0\n", 0);
    assert!(game.ends_with("I have no move. The player who cannot move loses. You win.\n"), "{game}");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let game = check("play nim 3 5 --first me", "3 5\n3 6\n2 4\n#99\nx\nexplain\nhelp\n", 0);
    for reason in [
        "passing is not allowed",
        "No move leads to nim(3,6)",
        "No move leads to nim(2,4)",
        "The list contains the moves #1 to #8",
        "There is no move `x`. Moves are written `heap 3 -> 0`, `heap 3 -> 1`",
        "heap 5 -> 3",
        "the moves with their numbers",
    ] {
        assert!(game.contains(reason), "{reason}: {game}");
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(check(&format!("completions {shell}"), "", 0).contains("winways"));
    }
    assert!(check("man", "", 0).contains(".TH winways"));
    let output = run("d=$(mktemp -d) && winways man --directory $d && ls $d && rm -r $d", "");
    assert!(stdout(&output).contains("winways-solve.1"), "{}", stderr(&output));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let output = run("winways judge grundy_split | head -n 1", "kayles 5\n".repeat(100_000));
    assert_eq!(stdout(&output), "4\n");
    assert_eq!(stderr(&output), "");
}

#[test]
fn hackenbush_graphs_are_drawn() {
    let directory = crate::common::Temporary::new();
    let drawn = |game: &str, position: &str, file: &str| {
        let path = directory.at(file);
        check(&format!("solve {game} '{position}' --plot '{}'", path.display()), "", 0);
        std::fs::read_to_string(path).unwrap()
    };
    let position = "0-1:g 1-2:b 1-3:r 3-4:b 4-5:g 5-3:r 0-6:r 6-7:b 0-8:b 8-9:b 9-0:b";
    let (path, now) =
        (crate::common::root().join("docs/hackenbush-graph.svg"), drawn("hackenbush", position, "graph.svg"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let shown = std::fs::read_to_string(path).unwrap();
    assert!(shown == now, "docs/hackenbush-graph.svg is out of date (UPDATE_PICTURES=1)");
    assert!(drawn("hackenbush-green", "0-1:g 1-1:g", "green.svg").contains("Edges: 0-1, 1-1."));
    assert!(drawn("red-blue-trees", "0-1:b 1-2:r 1-3:b", "tree.svg").contains("0-1 blue, 1-2 red, 1-3 blue"));
    assert!(
        drawn("red-blue-stalks", "LR - RL", "stalks.svg").contains("0-1 blue, 1-2 red, 0-3 red, 3-4 blue")
    );
    assert!(drawn("hackenbush", position, "graph.tex").contains("tikzpicture"));
}

#[test]
fn tables_of_pairs() {
    let object = json("table wythoff --up-to 20 --format json");
    assert_eq!(
        (&object["shape"], &object["to"], &object["symmetric"]),
        (&"pairs".into(), &20.into(), &true.into())
    );
    assert_eq!(object["values"][2][3], 5);
    assert_eq!(object["lost"][3], serde_json::json!([4, 7]));
    let beatty = &object["patterns"][1];
    assert!(beatty["statement"].as_str().is_some_and(|statement| statement.contains("floor(n alpha)")));
    assert_eq!((&beatty["status"], &beatty["checked_to"]), (&"theorem".into(), &20.into()));
    assert!(
        beatty["reason"].as_str().is_some_and(|reason| reason.starts_with("Wythoff 1907 (W. A. Wythoff, "))
    );
    // Too few pairs to detect the relation; the theorem is compared with them and stated anyway.
    assert!(check("table wythoff --up-to 3", "", 0).contains("beta = alpha + 1: by theorem: Wythoff 1907"));
    let object = json("table wythoff --up-to 20 --format json --summary");
    assert!(object["values"].is_null() && object["lost"].is_null());
    assert_eq!(object["lost_count"], 9);
    assert!(check("table euclid --up-to 3 --format csv", "", 0).contains("\n2,3,0\n"));
    assert!(check("table king --up-to 3 --format latex", "", 0).contains("1 & 1 & 2 & 3 & 2 \\\\\n"));
    assert!(check("table wythoff --up-to 1e9", "", 3).contains("partial: the memory limit"));
    assert!(
        check("table wythoff --up-to 1e4 --timeout 0s --summary", "", 3).contains("partial: the time limit")
    );
}

#[test]
fn patterns_are_conjectures_unless_they_are_proved() {
    let object = json("table 'subtract{1,2,3}' --up-to 200 --format json");
    let pattern = &object["patterns"][0];
    assert_eq!((&pattern["statement"], &pattern["status"]), (&"g(n) = n mod 4".into(), &"proved".into()));
    let object = json("table mark --up-to 500 --format json");
    let automaton = &object["patterns"][1];
    assert_eq!((&automaton["status"], &automaton["checked_to"]), (&"proved".into(), &500.into()));
    assert_eq!(automaton["automaton"]["outputs"], serde_json::json!([0, 0, 1, 0, 2]));
    let zeros = &json("table aliquot --up-to 500 --format json")["patterns"][0];
    assert_eq!(zeros["statement"], "g(n) = the number of trailing binary zeros of n for n >= 1");
    assert_eq!((&zeros["status"], &zeros["checked_to"]), (&"conjecture".into(), &500.into()));
    let object = json("table ruler --up-to 500 --format json");
    assert_eq!(object["patterns"][0]["statement"], "g(n) = the largest power of 2 that divides n for n >= 1");
    let lost = &json("table 'octal(0.77)' --up-to 200 --format json")["patterns"][0];
    assert_eq!((&lost["statement"], &lost["status"]), (&"g(n) = 0 only for n = 0".into(), &"proved".into()));
    // The period is not visible in the listed heaps, but a few more heaps prove it.
    let lost = &json("table 'octal(0.77)' --up-to 120 --format json")["patterns"][0];
    assert_eq!((&lost["status"], &lost["checked_to"]), (&"proved".into(), &120.into()));
}

#[test]
fn a_proof_is_searched_for_until_it_is_found_or_a_limit_is_reached() {
    let object = json("table kayles --prove --format json");
    assert_eq!((&object["status"], &object["theorem"]), (&"proved".into(), &"Guy–Smith".into()));
    assert_eq!((&object["preperiod"], &object["period"]), (&71.into(), &12.into()));
    // Only the first heaps are printed, but more are used for the proof.
    assert_eq!((&object["to"], object["values"].as_array().map(Vec::len)), (&100.into(), Some(101)));
    assert!(object["computed"].as_u64() >= Some(168), "{}", object["computed"]);
    assert_eq!((&object["complete"], &object["stopped"]), (&true.into(), &Value::Null));
    // A period that begins after the listed heaps.
    let text = check("table 'octal(0.156)' --prove --summary", "", 0);
    assert!(text.contains("\nperiod 349 from 3479, proved (Guy–Smith)\nheaps computed: "), "{text}");
    assert!(text.starts_with("octal(0.156), nim-values of heaps 0 to 100\n"), "{text}");

    // Limits of memory and of the last heap.
    let text = check("table grundy --prove --summary --memory 4KiB", "", 3);
    assert!(text.contains("no period proved by the ") && text.contains("heaps computed: "), "{text}");
    assert!(text.contains("partial: the memory limit of 4 KiB was reached after "), "{text}");
    let text = check("table grundy --prove --summary --memory 4KiB --format json", "", 3);
    let object: Value = serde_json::from_str(&text).unwrap();
    assert!(object["computed"].as_u64() > Some(100) && object["stopped"].is_string(), "{text}");
    assert_eq!((&object["status"], &object["complete"]), (&"none".into(), &false.into()));
    let text = check("table 'octal(0.77)' --prove --summary --up-to 166", "", 3);
    let known =
        "period 12 from 71, empirical up to 166; heaps up to 167 would prove it\nheaps computed: 167\n";
    assert!(text.contains(known) && !text.contains("partial"), "{text}");
    let text = check("table 'octal(0.77)' --prove --summary --up-to 167", "", 0);
    assert!(text.contains("period 12 from 71, proved (Guy–Smith)\nheaps computed: 168\n"), "{text}");
}

#[test]
fn tables_of_partizan_heaps() {
    let object = json("table 'subtract{1|2}' --from 2 --up-to 20 --format json");
    assert_eq!(object["shape"], "partizan heaps");
    assert_eq!(
        (&object["from"], &object["to"], &object["values"][0]),
        (&2.into(), &20.into(), &"{1|0}".into())
    );
    assert_eq!(
        (&object["period"], &object["saltus"], &object["status"]),
        (&3.into(), &"0".into(), &"proved".into())
    );
    assert_eq!(object["outcomes"]["values"], "NPLNPLNPLNPLNPLNPLN");
    assert_eq!(object["outcomes"]["theorem"], "two equal windows");
    // In the computed range the values grow by down-star every three heaps; the outcomes are proved.
    let object = json("table 'subtract{1,3|1,4}' --up-to 60 --format json --summary");
    assert_eq!((&object["saltus"], &object["status"]), (&"v*".into(), &"empirical".into()));
    assert_eq!(
        (&object["outcomes"]["status"], &object["values"]),
        (&"proved".into(), &serde_json::Value::Null)
    );
    assert!(check("table 'subtract{1|2}' --up-to 3 --format csv", "", 0).contains("\n2,{1|0},N\n"));
    assert!(
        check("table 'subtract{1|2}' --up-to 3 --format latex", "", 0)
            .contains("2 & $\\left\\{1\\mid 0\\right\\}$ & $\\mathcal{N}$ \\\\\n")
    );
    let text = check("table 'octal(0.7|0.07)' --up-to 1e9 --memory 1MiB", "", 3);
    assert!(text.contains("\n7: {3|2}\n") || text.contains(" 7: {3|2}\n"), "{text}");
    let text = check("table 'octal(0.7|0.07)' --up-to 1e9 --timeout 0s", "", 3);
    assert!(text.contains("partial: the time limit"), "{text}");
    assert!(
        check("table 'subtract{1|2}' --up-to 1e9 --memory 1MiB --summary", "", 3)
            .contains("partial: the memory limit")
    );
    assert!(check("games 'subtract{1|2}'", "", 0).contains("Fraenkel"));
    assert!(check("verify 'subtract{1,4|2}'", "", 0).starts_with("holds"));
}

#[test]
fn bench_prints_checksums_that_times_do_not_change() {
    let names = check("bench --list --only judge/once hackenbush/", "", 0);
    let names: Vec<&str> = names.lines().collect();
    assert_eq!(names.len(), 5);
    let command = "bench --only judge/once hackenbush/trees --verbose --format json";
    let [first, second] = [json(command), json(command)];
    assert_eq!(first["checksum"], second["checksum"]);
    let text = check("bench --only judge/once hackenbush/trees", "", 0);
    let checksum = first["checksum"].as_str().expect("a text");
    assert!(checksum.len() == 16 && text.contains(&format!("{checksum}  2 cases, ")), "{text}");
    for case in first["cases"].as_array().expect("a list") {
        assert!(text.contains(case["checksum"].as_str().expect("a text")), "{case}");
    }
    assert_eq!(first["cases"][1]["parts"].as_array().map(Vec::len), Some(32));
    check("bench --only nothing-of-this-name", "", 2);
    let limited = check("bench --only chase/12-messages --memory 1KiB", "", 3);
    assert!(limited.starts_with("partial: "), "{limited}");
}
