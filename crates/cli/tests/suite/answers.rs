//! Regression tests for wrong or misleading answers of the command line.

use crate::common::{Temporary, run, stderr, stdout};

/// Returns the output of a command, which must end with this exit code.
fn answer(command: &str, stdin: &str, code: i32) -> String {
    let output = run(&format!("winways {command}"), stdin);
    assert_eq!(output.status.code(), Some(code), "{command}: {}", stderr(&output));
    stdout(&output)
}

/// A move of an impartial component in a partizan sum is listed with the player who wins by it, in every format.
#[test]
fn moves_of_impartial_components_name_their_winner() {
    let sum = "clobber(\"xxo\") + nim(1)";
    let text = answer(&format!("eval '{sum}'"), "", 0);
    assert!(text.contains("  left: nim: heap 1 -> 0\n") && !text.contains("right: nim"), "{text}");
    let csv = answer(&format!("eval '{sum}' --format csv"), "", 0);
    assert!(csv.contains(",left,nim: heap 1 -> 0,"), "{csv}");
    let latex = answer(&format!("eval '{sum}' --format latex"), "", 0);
    assert!(latex.contains("left: nim: heap 1"), "{latex}");
    for format in ["text", "csv", "latex"] {
        let line = answer(&format!("eval --format {format}"), &format!("{sum}\n"), 0);
        assert!(line.contains("left: nim: heap 1") && !line.contains("right: nim"), "{line}");
    }
}

/// Returns the stderr of a command, which must reject its input.
fn refusal(command: &str) -> String {
    let output = run(&format!("winways {command}"), "");
    assert_eq!(output.status.code(), Some(2), "{command}: {}", stdout(&output));
    stderr(&output)
}

/// In a position, a bound name in brackets stands for its value.
#[test]
fn bound_names_win_over_boards() {
    for name in ["x", "o", "p"] {
        let list = format!("[clobber({name}) for {name} in [\"xo\", \"xoo\"]]");
        assert_eq!(answer(&format!("eval '{list}'"), "", 0), "[*, v]\n");
    }
    assert!(answer("eval", "x = \"xoo\"\n0 + clobber(x)\n", 0).ends_with("\nv\n"));
    assert!(
        refusal("eval 'x = 3; clobber(x)'").contains("to enter the board itself, write `clobber(\"x\")`")
    );
}

/// Chomp is played on a bar of squares; in a poset no element occurs twice.
#[test]
fn chomp_is_played_on_a_bar() {
    let bar = answer("solve chomp 2 3", "", 0);
    assert!(
        bar.starts_with("chomp(2,3), normal play\n")
            && bar.contains("\noutcome: N")
            && bar.contains("\n  c2\n"),
        "{bar}"
    );
    assert!(answer("solve chomp 3 1 1", "", 0).contains("outcome: P"));
    assert!(answer("eval 'chomp(3,4)'", "", 0).contains("outcome: N"));
    assert!(refusal("solve poset '2 2'").contains("the element 2 is repeated"));
    assert!(answer("solve poset '2 3'", "", 0).contains("outcome: P"));
}

/// A graph without a piece is not a position of a game in which every move needs a piece.
#[test]
fn graphs_without_a_token_are_refused() {
    let message = refusal("solve vertex-geography '0-1 1-2 2-3 3-0 1'");
    assert!(message.contains("no piece on the graph") && message.contains("`1:p`"), "{message}");
    assert!(answer("solve vertex-geography '0-1 1-2 2-3 3-0 1:p'", "", 0).contains("outcome: N"));
    let empty = answer("solve vertex-geography 'path 3 ...'", "", 0);
    assert!(empty.contains("found by: search, Sprague-Grundy values"), "{empty}");
    assert!(answer("solve node-kayles '0-1 1-2'", "", 0).contains("outcome: N"));
    refusal("solve clobber-on-graphs 'path 4'");
}

/// The star in printed output is accepted wherever `*` is.
#[test]
fn the_printed_star_is_read() {
    assert_eq!(answer("eval '∗2 + 1∗'", "", 0), "1+*3\n");
    assert!(answer("eval 'nim(3) + ∗2'", "", 0).starts_with("nim(3,2)"));
}

/// `verify` compares the values that a rule file states, and the page of the file shows its example.
#[test]
fn stated_values_of_a_rule_file_are_compared() {
    let temporary = crate::common::Temporary::new();
    let path = temporary.path("own.game");
    let rules = "heap n -> n-k where 1 <= k <= 2";
    let bounded = "bounds: n <= 5\nheap n -> n-1 | n+1 where n mod 2 = 0";
    let board = "board: strip\npieces: x\n\nleft:\n    . . -> x x\nright:\n    . -> x";
    for (file, values, wrong, found) in [
        (rules, "3 = 0\nvalue: 4 5 = *3", "4 = *2", "*"),
        (bounded, "1 = lost in 0\nvalue: 0 = won in 1", "0 = lost in 0", "won in 1"),
        (board, ". = -1\nvalue: .. = {0|-1}", ". = 1", "-1"),
    ] {
        for (values, code) in [(values, 0), (wrong, 1)] {
            std::fs::write(&path, format!("{file}\nvalue: {values}\n")).unwrap();
            let verified = answer(&format!("verify {path} --up-to 3"), "", code);
            let verified = verified.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(verified.starts_with("holds"), code == 0, "{verified}");
            assert!(verified.contains("the values that the file states"), "{verified}");
            assert!(code == 0 || verified.contains(&format!("the search found {found}")), "{verified}");
        }
    }
    std::fs::write(&path, format!("{rules}\nname: own\nexample: own 4 9\n")).unwrap();
    assert!(answer(&format!("games {path}"), "", 0).contains(" 4 9\n"));
}

/// The error marks the option that allows the move in its example.
#[test]
fn the_option_at_fault_is_marked() {
    let rules = crate::common::Temporary::new();
    let path = rules.path("tens.game");
    for (options, at_fault) in [
        ("n - n mod 10 | n - n/10 mod 10", "n - n mod 10"),
        ("n - n mod 10 where n >= 11 | n - n/10 mod 10", "n - n/10 mod 10"),
        ("n/2 where n mod 7 > 0 | n - n/10 mod 10", "n - n/10 mod 10"),
    ] {
        std::fs::write(&path, format!("heap n -> {options}\n")).unwrap();
        let message = refusal(&format!("solve {path} 5"));
        let column = "1 | heap n -> ".len() + options.rfind(at_fault).unwrap();
        let marked = message.lines().find(|line| line.contains('^')).unwrap();
        assert_eq!(marked.find('^'), Some(column), "{message}");
    }
}

/// The example of every page is a list of arguments that needs no shell quoting.
#[test]
fn examples_are_lists_of_arguments() {
    let pages: serde_json::Value = serde_json::from_str(&answer("games --format json", "", 0)).unwrap();
    let pages = pages.as_array().unwrap();
    assert!(pages.len() > 150);
    for page in pages {
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let arguments: Vec<String> = page["example_arguments"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(arguments.join(" "), page["example"].as_str().unwrap(), "{page}");
        assert!((1..=2).contains(&arguments.len()), "{page}");
        assert!(arguments.iter().all(|argument| !argument.is_empty()));
    }
    let page = |name: &str| pages.iter().find(|page| page["name"] == name).unwrap();
    assert_eq!(page("graph")["example_arguments"], serde_json::json!(["graph{1 0, 2 0, 2 1}", "1 2"]));
}

/// A list is written as a record for each entry, as a table, and as a b-file.
#[test]
fn lists_are_records_tables_and_b_files() {
    let values = "[nim(n) for n in 1..3]";
    let pairs = "[[n, n - 2] for n in 0..2]";
    assert_eq!(answer(&format!("eval '{values}' --format csv"), "", 0), "*\n*2\n*3\n");
    assert_eq!(answer(&format!("eval '{pairs}' --format csv"), "", 0), "0,-2\n1,-1\n2,0\n");
    assert_eq!(answer("eval '[[1, {1|-1}], [\"a,b\", 1/2]]' --format csv", "", 0), "1,+-1\n\"a,b\",1/2\n");
    assert_eq!(answer(&format!("eval '{values}' --format bfile"), "", 0), "1 1\n2 2\n3 3\n");
    assert_eq!(answer(&format!("eval '{pairs}' --format bfile"), "", 0), "0 -2\n1 -1\n2 0\n");
    let latex = answer(&format!("eval '{pairs}' --format latex"), "", 0);
    assert_eq!(
        latex,
        "\\begin{tabular}{ll}\n$0$ & $-2$ \\\\\n$1$ & $-1$ \\\\\n$2$ & $0$ \\\\\n\\end{tabular}\n"
    );
    assert_eq!(answer("eval '[]' --format bfile", "", 0), "");
    for wrong in ["eval '[1/2]' --format bfile", "eval '1' --format bfile", "eval 'nim(3)' --format bfile"] {
        assert!(!refusal(wrong).is_empty());
    }
}

/// Numbers, letters and positions may be typed as people write them, where that is unambiguous.
#[test]
fn positions_are_read_as_people_write_them() {
    for (one, other) in [
        ("solve nim 10^18 5", "solve nim 1000000000000000000 5"),
        ("solve nim 1e3 1E3 2^10", "solve nim 1000 1000 1024"),
        ("eval 'nim(10^18,5)'", "eval 'nim(1000000000000000000,5)'"),
        ("solve clobber XO.", "solve clobber xo."),
        ("solve toads-and-frogs T.F", "solve toads-and-frogs t.f"),
        ("solve domineering 3x4", "solve domineering '....|....|....'"),
        ("solve cram 2×3", "solve cram '...|...'"),
        ("solve snort 1x5", "solve snort ....."),
        ("solve 'nim(3,5)'", "solve nim 3 5"),
        ("solve 'octal(0.137)(9,10)'", "solve 'octal(0.137)' 9 10"),
        ("solve 'clobber(\"xo.\")'", "solve clobber xo."),
        ("solve 'nim(3,5) + kayles(4)'", "eval 'nim(3,5) + kayles(4)'"),
        ("solve hackenbush-green '0-1 1-2'", "solve hackenbush-green '0-1:g 1-2:g'"),
    ] {
        assert_eq!(answer(one, "", 0), answer(other, "", 0), "{one}");
    }
    for wrong in ["10^20", "1e20", "10^", "1e", "10^1.5", "1e3x", "99999999999999999999^1"] {
        assert!(refusal(&format!("solve nim '{wrong}'")).contains(wrong), "{wrong}");
    }
    let played = answer("play 'nim(1,1) + kayles(1)'", "kayles: heap 1 -> 0\nquit\n", 0);
    assert!(played.contains("kayles: heap 1 -> 0: nim(1,1)"), "{played}");
    let temporary = Temporary::new();
    let example_file = |name: &str, text: &str| written(&temporary, name, text);
    let own = example_file("placing.game", "board: grid\npieces: x\n\neach:\n    . . -> x x\n");
    for (one, other) in [
        (format!("solve {own} 2x3"), format!("solve {own} '...|...'")),
        ("solve chomp 3^1x4e0".to_owned(), "solve chomp 3 4".to_owned()),
        ("solve node-kayles 'GRID 3e0 3'".to_owned(), "solve node-kayles 'grid 3 3'".to_owned()),
        ("solve red-blue-stalks 'llr rl'".to_owned(), "solve red-blue-stalks 'LLR RL'".to_owned()),
        ("solve 'mnk(3,3,3)' 3x3".to_owned(), "solve 'mnk(3,3,3)' '...|...|...'".to_owned()),
    ] {
        assert_eq!(answer(&one, "", 0), answer(&other, "", 0), "{one}");
    }
    let pieces = example_file("moving.game", "board: strip\npieces: x\n\neach:\n    x . -> . x\n");
    assert!(refusal(&format!("solve {pieces} 1x4")).contains("unexpected `1`"));
    let rows = example_file("strip.game", "board: strip\npieces: x\n\neach:\n    . -> x\n");
    assert!(refusal(&format!("solve {rows} 2x4")).contains("the board has 2 rows"));
}

/// Writes a text to a file and returns its path.
fn written(directory: &Temporary, name: &str, text: &str) -> String {
    std::fs::write(directory.at(name), text).expect("a file can be written");
    directory.path(name)
}

/// Every command with `--edges` rejects edges unless its game is played on a user-defined graph.
#[test]
fn edges_are_for_graphs_alone() {
    let temporary = Temporary::new();
    let edges = written(&temporary, "edges", "1 0\n2 0\n2 1\n");
    let table = temporary.path("table");
    answer(&format!("database build 'mnk(3,3,3)' --out {table}"), "", 0);
    let record = temporary.path("record");
    std::fs::write(&record, "game: nim\nposition: 3\n").expect("a file");
    for command in [
        "solve nim 3",
        "solve docs/rules/wythoff.game 1 2",
        "solve 'nim(3) + kayles(2)'",
        "moves nim 3",
        "play nim 3",
        &format!("play --replay {record}"),
        "table nim",
        "verify nim",
        "eval 'nim(3)'",
        "eval '[kayles(n) for n in 1..3]'",
        "eval '{1|-1}'",
        "database build 'mnk(3,3,3)' --out nowhere",
        &format!("database query {table} '...|...|...'"),
        &format!("database count {table}"),
        &format!("database verify {table}"),
        &format!("database info {table}"),
        &format!("database export {table} --out nowhere"),
    ] {
        let report = refusal(&format!("{command} --edges {edges}"));
        assert!(report.contains("--edges is for the game `graph`"), "{command}: {report}");
    }
    answer(&format!("solve 'graph(1) + nim(3)' --edges {edges}"), "", 0);
    answer(&format!("eval '[graph(n) for n in 0..2]' --edges {edges}"), "", 0);
    answer(&format!("verify graph --edges {edges}"), "", 0);
}

/// A board given by its size is empty. Games that begin with pieces on the board refuse it.
#[test]
fn boards_by_size_have_the_pieces_that_a_game_needs() {
    let temporary = Temporary::new();
    let graph = "board: graph\npieces: d, l\nboth: . -> l\npoints: d l -> l l = 1\n";
    let taken = written(&temporary, "taken.game", graph);
    for command in [
        "solve dots-and-boxes 2x2",
        "moves dots-and-boxes 3X5",
        "solve docs/rules/dots-and-boxes.game 2x2",
        "solve clobber 4x4",
        "solve konane 4x4",
    ] {
        let report = refusal(command);
        assert!(
            report.contains("is an empty board, but this game starts with pieces on the board"),
            "{report}"
        );
    }
    assert!(!refusal(&format!("solve {taken} 'path 3'")).is_empty());
    let report = refusal("solve dots-and-boxes 2x2");
    assert!(report.contains("separated by `|`, such as `d.d.d|.b.b.|d.d.d`"), "{report}");
    for command in ["solve dots-and-boxes 'd.d|.b.|d.d'", "solve domineering 2x2", "solve notakto 2x3"] {
        answer(command, "", 0);
    }
}

/// A number of the command line may be a power, as in positions.
#[test]
fn numbers_of_the_command_line_may_be_powers() {
    for (one, other) in [
        ("table kayles --up-to 10^2 --summary", "table kayles --up-to 100 --summary"),
        ("table kayles --from 2^3 --up-to 1E1", "table kayles --from 8 --up-to 10"),
        ("verify wythoff --up-to 10^1", "verify wythoff --up-to 10"),
        ("census --greatest 2^2", "census --greatest 4"),
        ("moves nim 30 --most 1e1", "moves nim 30 --most 10"),
        ("solve nim 3 5 --moves 10^3", "solve nim 3 5 --moves 1000"),
    ] {
        assert_eq!(answer(one, "", 0), answer(other, "", 0), "{one}");
    }
    for (wrong, expected) in [
        ("table kayles --up-to 10^19", "expected a number of tokens below 2^63"),
        ("table kayles --up-to 10^", "expected a number of tokens below 2^63"),
        ("verify wythoff --up-to 10^20", "expected a number below 2^64"),
        ("verify wythoff --up-to ten", "expected a number below 2^64"),
    ] {
        assert!(refusal(wrong).contains(expected), "{wrong}: {}", refusal(wrong));
    }
}

/// In expressions, `1e18` is a number, and `10^18` is 10 and 18 ups.
#[test]
fn powers_of_ten_in_expressions() {
    for (expression, value) in [
        ("1e18", "1000000000000000000"),
        ("25E3 + 1", "25001"),
        ("1e3*2", "1000+*2"),
        ("[kayles(n) for n in 1e18..1e18+2]", "[*, *4, *7]"),
        ("n = 1e3; kayles(n, n)", "0"),
        ("10^18", "10+^18"),
        ("e5 = 2; 1.e5", "2"),
    ] {
        let shown = answer(&format!("eval '{expression}'"), "", 0);
        assert!(
            shown.starts_with(value) || shown.contains(&format!("value:   {value}")),
            "{expression}: {shown}"
        );
    }
    for (wrong, hint) in [
        ("[n for n in 1..10^18]", "`10^18` is 10 and 18 ups, not a power: write `1e18`"),
        ("[n for n in 2^3..9]", "`2^3` is 2 and 3 ups, not a power: write `8`"),
        ("n = 1; nim(n, 10^3)", "write `1e3`"),
        ("1e9999999", "a number must have at most"),
        ("1e3x", "unexpected `e3x`"),
    ] {
        let report = refusal(&format!("eval '{wrong}'"));
        assert!(report.contains(hint), "{wrong}: {report}");
    }
}

/// A full device is an ordinary error, not a defect.
#[test]
fn completions_on_a_full_device_do_not_panic() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&format!("winways completions {shell} > /dev/full"), "");
        let message = stderr(&output);
        assert!(!message.contains("panicked") && message.starts_with("error: "), "{message}");
        assert!(output.status.code().is_some_and(|code| code != 0 && code != 101), "{message}");
    }
}

/// Without a terminal, the length of a line is limited; the session continues after a longer line.
#[test]
fn a_line_of_a_session_has_a_longest_length() {
    let lines = format!("{}\n1 + 1\n", "x".repeat((1 << 23) + 1));
    let output = run("winways repl", lines);
    assert!(stderr(&output).contains("has more than 8388608 bytes"), "{}", stderr(&output));
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "2\n"));
}
