//! Heaps of 10^18: `solve` uses the theorems proved by tables.

use crate::common::{Temporary, run, stderr, stdout};

fn solved(command: &str) -> String {
    let output = run(&format!("winways solve {command}"), "");
    assert_eq!(output.status.code(), Some(0), "{command}: {}", stdout(&output));
    stdout(&output)
}

#[test]
fn proved_periods_count_the_winning_moves() {
    let text = solved("'octal(0.137)' 1000000000000000000 --moves 1");
    let counted = text.lines().find_map(|line| line.strip_prefix("winning moves: "));
    let count: u64 =
        counted.and_then(|text| text.split(' ').next()).and_then(|text| text.parse().ok()).unwrap();
    assert!(count > 10_000_000_000_000_000 && text.contains("heap 1000000000000000000 -> "), "{text}");
}

#[test]
fn misere_sums_of_subtraction_games_are_answered_by_values() {
    let text = solved("'subtract{1,2,3}' 1000000000000000000 5 6 --misere");
    assert!(text.contains("Ferguson 1974") && text.contains("outcome: N"), "{text}");
    let lost = solved("'subtract{1,2,3}' 1000000000000000001 --misere");
    assert!(lost.contains("outcome: P"), "{lost}");
}

#[test]
fn floor_games_follow_few_heaps() {
    let directory = Temporary::new();
    std::fs::write(directory.at("floor.game"), "heap n -> n/2 | n/3 where n >= 1\n").unwrap();
    let text = solved(&format!("{} 1000000000000000000", directory.path("floor.game")));
    assert!(text.contains("outcome: ") && text.contains("positions searched"), "{text}");
}

/// Formulas proved by induction over digits are used for answers.
#[test]
fn digit_automata_that_are_proved_answer() {
    // Fraenkel: the lost heaps of Mark end in an odd number of binary zeros; 10^18 ends in 18, half of it in 17.
    let text = solved("mark 1000000000000000000");
    assert!(text.contains("outcome: N") && text.contains("proved for every heap by induction"), "{text}");
    assert!(text.contains("winning moves: 1\n  heap 1000000000000000000 -> 500000000000000000"), "{text}");
    let lost = solved("mark 500000000000000000");
    assert!(lost.contains("outcome: P"), "{lost}");
    let upmark = solved("upmark 999999999999999999");
    assert!(upmark.contains("proved for every heap by induction"), "{upmark}");
    let third = solved("mark-t 999999999999999999");
    assert!(third.contains("in base 3"), "{third}");
}

/// Tables mark statements that are proved by induction over digits, or by the theorem that gives the values.
#[test]
fn tables_mark_what_is_proved_without_a_period() {
    let statements = |game: &str, options: &str| {
        let text = stdout(&run(&format!("winways table {game} --summary {options}"), ""));
        assert!(!text.contains("conjecture") && !text.contains("empirical"), "{game} {options}: {text}");
        text
    };
    let by_induction = "proved (by induction over digits)";
    for (game, expected) in [
        (
            "mark",
            "g(n) = 0 exactly when n is dopey (ends in an odd number of binary zeros), for n >= 1: proved",
        ),
        ("mark-t", "g(n) = 0 exactly when n ends in an odd number of zeros in base 3, for n >= 1: proved"),
        ("at-most-half", "g(n) = floor(d/2), d the largest odd divisor of (n + 1): proved"),
        ("at-most-half", "g(n) = 0 exactly when n + 1 is a power of 2, for n >= 1: proved"),
        ("rims", "g(n) = n: proved"),
        ("split-up-to-four", "g(n) = max(n - 1, 0): proved"),
    ] {
        // The options of the last game are triples of heaps.
        let far = if game == "split-up-to-four" { "--up-to 70" } else { "--up-to 5000" };
        for options in ["", far, "--up-to 70 --prove", "--format latex"] {
            let text = statements(game, options);
            let expected = expected.replace(">=", if options.contains("latex") { "$\\ge$" } else { ">=" });
            assert!(text.contains(&expected) && text.contains(by_induction), "{game} {options}: {text}");
        }
        let json: serde_json::Value =
            serde_json::from_str(&statements(game, "--up-to 70 --format json --prove")).expect("JSON");
        let patterns = json["patterns"].as_array().expect("a list");
        let is_proved = |pattern: &serde_json::Value| pattern["status"] == "proved";
        assert!(!patterns.is_empty() && patterns.iter().all(is_proved), "{json}");
    }
    let mark = statements("mark", "--up-to 200");
    assert!(mark.contains("the nim-values g(n) are given by an automaton of 13 states"), "{mark}");
    for (game, expected) in [
        ("ruler", "g(n) = the largest power of 2 that divides n for n >= 1: by theorem: ruler function"),
        (
            "mock-turtles",
            "g(n) = odious number n, counted from 1 on: 1, 2, 4, 7, 8, ... for n >= 1: by theorem",
        ),
        ("turning-turtles", "period 1 with saltus 1 from 0, by theorem: turtles are Nim"),
        ("silver-dollar", "g(n) = max(n - 1, 0): by theorem: every other gap"),
        (
            "fibonacci-nim",
            "g(n) = 0 exactly when n is a Fibonacci number, for n >= 1: by theorem: Whinihan 1963",
        ),
    ] {
        for options in ["", "--prove"] {
            assert!(statements(game, options).contains(expected), "{game} {options}");
        }
    }
}

/// `table --prove` exits with 0 for games that are proved without a period, and with 2 for aliquot, which has no proof.
#[test]
fn proofs_without_a_period_succeed() {
    for game in ["mark", "at-most-half", "ruler", "mock-turtles", "mark-t"] {
        let output = run(&format!("winways table {game} --summary --prove"), "");
        assert_eq!(output.status.code(), Some(0), "{game}: {}", stderr(&output));
    }
    assert_eq!(run("winways table aliquot --summary --prove", "").status.code(), Some(2));
    let temporary = Temporary::new();
    let halves = temporary.path("half.game");
    std::fs::write(&halves, "game: half\nheap n -> n/2 where n >= 1\n").expect("a file");
    let of_halves = |options: &str| {
        let text = stdout(&run(&format!("winways table {halves} --summary {options}"), ""));
        assert!(!text.contains("conjecture") && !text.contains("empirical"), "{options}: {text}");
        assert!(text.contains("proved (by induction over digits)"), "{options}: {text}");
        text
    };
    assert!(of_halves("--up-to 20000").contains("g(n) = (1 + floor(log2(n))) mod 2 for n >= 1: proved"));
    // The last 64 of these values are equal, which is not a period.
    assert!(of_halves("--prove --up-to 127").contains("no period found"));
}

/// Levine: g(2n) = n, g(2n + 1) = g(n).
#[test]
fn windows_that_are_proved_answer() {
    let text = solved("at-most-half 1000000000000 7");
    assert!(text.contains("value:   *500000000000") && text.contains("Levine 2006"), "{text}");
    // The other heap is lost, so the move leaves a lost heap: 2^39 - 1.
    assert!(text.contains("winning moves: 1\n  heap 1000000000000 -> 549755813887"), "{text}");
}

/// Unproved patterns are used only on request, and the answer states the assumption.
#[test]
fn patterns_that_are_not_proved_answer_when_asked() {
    let text = solved("aliquot 1000000000000 --conjecture");
    assert!(text.contains("value:   *12, if the pattern found up to heap "), "{text}");
    assert!(text.contains("g(n) = the number of trailing binary zeros of n for n >= 1"), "{text}");
    let json = solved("aliquot 1000000000000 --conjecture --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["complete"], &json["value"]), (&false.into(), &"*12".into()));
    assert!(json["assumptions"][0]["checked_to"].as_u64().unwrap() > 1000);
    // The same holds for the service.
    let asked = "{\"solve\": \"aliquot\", \"position\": \"1000000000000\", \"conjecture\": true}\n";
    let answer: serde_json::Value =
        serde_json::from_str(&stdout(&run("winways serve-stdio", asked))).unwrap();
    assert_eq!(answer["answer"]["assumptions"], json["assumptions"]);
    // Proved values need no assumption.
    let proved = solved("mark 1000000000000 --conjecture --format json");
    let proved: serde_json::Value = serde_json::from_str(&proved).unwrap();
    assert_eq!((&proved["complete"], &proved["assumptions"]), (&true.into(), &serde_json::Value::Null));
}

/// Without `--conjecture`, the option is suggested where it helps.
#[test]
fn the_option_for_conjectures_is_suggested() {
    let directory = Temporary::new();
    let rules = "heap n -> n-1 | n - 1 - (n mod 5)*(n mod 5) mod 5 where n >= 6\n";
    std::fs::write(directory.at("residues.game"), rules).unwrap();
    let command = format!("{} 1000000000002", directory.path("residues.game"));
    let output = run(&format!("winways solve {command} --memory 16MiB"), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("`--conjecture`"), "{}", stdout(&output));
    let text = solved(&format!("{command} --conjecture"));
    assert!(
        text.contains(", if the pattern found up to heap ") && text.contains("g(n + 10) = g(n)"),
        "{text}"
    );
}

/// Searches visit only the few reachable positions: of pairs, of games that remember the last move, and in misère play.
#[test]
fn floor_games_of_pairs_and_misere_play_follow_few_positions() {
    let directory = Temporary::new();
    let file = |name: &str, rules: &str| {
        std::fs::write(directory.at(name), rules).unwrap();
        directory.path(name)
    };
    let pairs = "heap (a, b) -> (a/2, b) where a >= 1\nheap (a, b) -> (a, b/3) where b >= 1\n";
    let pairs = solved(&format!("{} 1000000000000000000 999999999999999999", file("pairs.game", pairs)));
    assert!(pairs.contains("value:   "), "{pairs}");
    let memory = "heap (n, m) -> (n/k, k) where n >= 1, 2 <= k <= 4, k != m\nmeasure: n\n";
    let memory = solved(&format!("{} 1000000000000000000 0", file("memory.game", memory)));
    assert!(memory.contains("value:   "), "{memory}");
    let floor = file("floor.game", "heap n -> n/2 | n/3 where n >= 1\n");
    let misere = solved(&format!("{floor} 1000000000000000000 --misere"));
    assert!(misere.contains("outcome: ") && misere.contains("misère"), "{misere}");
}

/// The proved period of outcomes gives the winner and the winning moves of a heap of a partizan game.
#[test]
fn proved_periods_of_outcomes_answer() {
    let text = solved("'subtract{1,2,3|1,2}' 1000000000000000000");
    assert!(text.contains(" provably have period ") && text.contains("(two equal windows)"), "{text}");
    assert!(text.contains("outcome: ") && text.contains("left: heap 1000000000000000000 -> "), "{text}");
    let values = solved("'subtract{1|2}' 1000000000000000000");
    assert!(
        values.contains("value:   1") && values.contains("the values provably have period 3"),
        "{values}"
    );
    let sum = solved("'subtract{1|2}' 1000000000000000000 1000000000000000001 5");
    assert!(sum.contains("outcome: ") && sum.contains("value:   "), "{sum}");
    let misere = solved("'subtract{1,2,3|1,2}' 1000000000000000000 --misere --format json");
    let misere: serde_json::Value = serde_json::from_str(&misere).unwrap();
    assert_eq!(misere["complete"], true);
}

/// Large pairs are answered by lost pairs that are proved by induction over digits, also with quadratic weights.
#[test]
fn lost_pairs_that_are_proved_answer() {
    let directory = Temporary::new();
    let file = |name: &str, rules: &str| {
        std::fs::write(directory.at(name), format!("{rules}\n")).unwrap();
        directory.path(name)
    };
    let queen = file("queen.game", "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1");
    // Pairs of neighbouring Fibonacci numbers F(2n) and F(2n + 1) are lost.
    let lost = solved(&format!("{queen} 160500643816367088 259695496911122585"));
    assert!(lost.contains("outcome: P") && lost.contains("value:   0"), "{lost}");
    assert!(lost.contains("alpha = phi") && lost.contains("proved for all pairs by induction"), "{lost}");
    let won = solved(&format!("{queen} 160500643816367089 259695496911122585"));
    assert!(won.contains("outcome: N"), "{won}");
    assert!(
        won.contains("-> (160500643816367088, 259695496911122585)") || won.contains("winning moves: "),
        "{won}"
    );
    let near = file(
        "near.game",
        "heap (a, b) -> (a-k, b) | (a, b-k) where k >= 1\nheap (a, b) -> (a-k, b-l) where k >= 1, l >= 1, k - l < 3, l - k < 3",
    );
    let won = solved(&format!("{near} 1000000000000 1000000000000"));
    assert!(won.contains("outcome: N") && won.contains("winning moves: "), "{won}");
    let king = file("king.game", "heap (a, b) -> (a-i, b-j) where i <= 1, j <= 1, i + j >= 1");
    let lost = solved(&format!("{king} 1000000000000 5000000000000"));
    assert!(lost.contains("outcome: P") && lost.contains("a and b are even"), "{lost}");
}

/// Sums of large heaps of a partizan game are answered by proved periods, or a limit is reported at once.
#[test]
fn sums_of_large_partizan_heaps_are_answered_by_proved_periods() {
    let limited = |command: &str, code: i32| {
        let output = run(&format!("winways solve {command} --memory 48MiB"), "");
        assert_eq!(output.status.code(), Some(code), "{command}: {}{}", stdout(&output), stderr(&output));
        stdout(&output)
    };
    let large = "1000000000000000000";
    let text = limited(&format!("'subtract{{1,2,3|1,2}}' {large} 5"), 0);
    assert!(text.contains("outcome: L") && text.contains(" provably have period "), "{text}");
    assert!(text.contains(&format!("left: heap {large} -> 999999999999999999")), "{text}");
    for options in ["--outcome-only", "--misere --outcome-only"] {
        let text = limited(&format!("'subtract{{1,2,3|1,2}}' {large} 5 {options}"), 0);
        assert!(text.contains("outcome: L"), "{options}: {text}");
    }
    let two = limited(&format!("'subtract{{1,2,3|1,2}}' {large} {large} 2 1 --outcome-only"), 0);
    assert!(two.contains("outcome: L"), "{two}");
    // In this game, the values have a proved period, too.
    let values = limited(&format!("'subtract{{1|2}}' {large} 4"), 0);
    assert!(values.contains("value:   2"), "{values}");
    assert!(limited(&format!("'subtract{{1|2}}' {large} 4 --outcome-only"), 0).contains("outcome: L"));
    // Nothing is proved about misere sums of two large heaps.
    let unknown = limited(&format!("'subtract{{1,2,3|1,2}}' {large} {large} --misere"), 3);
    assert!(unknown.contains("values have no proved period"), "{unknown}");
}

/// A game that counts up to a bound is played on a heap: its size is the distance to the bound.
#[test]
fn counting_up_to_a_distant_bound_is_a_subtraction_game() {
    let temporary = Temporary::new();
    let file = temporary.path("up.game");
    let rules = |bound: &str, moves: &str| {
        std::fs::write(&file, format!("game: up\nparam N = {bound}\nheap n -> n+k where {moves}\n"))
            .expect("a file");
    };
    rules("1000000000000000000", "1 <= k <= 10, n+k <= N");
    // 10^18 - 3 = 9 mod 11: the move to 12 leaves a multiple of 11.
    let text = solved(&format!("{file} 3"));
    assert!(text.contains("outcome: N") && text.contains("value:   *9"), "{text}");
    assert!(text.contains("winning moves: 1") && text.contains("heap 3 -> 12"), "{text}");
    assert!(text.contains("provably have period 11 from 0 on"), "{text}");
    let sum = solved(&format!("{file} 3 5"));
    assert!(sum.contains("value:   *14"), "{sum}");
    // For small bounds, compare with values computed from the definition.
    type Moves = fn(u64) -> Vec<u64>;
    let kinds: [(&str, u64, Moves); 3] = [
        ("1 <= k <= 3, n+k <= N", 12, |_| vec![1, 2, 3]),
        ("k in {2, 5}, n+k < N", 11, |_| vec![2, 5]),
        ("k >= 1, 2*k <= 7, n + k <= N - 2", 10, |_| vec![1, 2, 3]),
    ];
    for (conditions, bound, moves) in kinds {
        rules("12", conditions);
        let mut values = vec![0u64; 16];
        for number in (0..=bound).rev() {
            let steps = moves(number).into_iter().filter(|step| number + step <= bound);
            let options: Vec<u64> = steps.map(|step| values[(number + step) as usize]).collect();
            values[number as usize] = (0..).find(|value| !options.contains(value)).expect("a value");
        }
        let text = stdout(&run(&format!("winways table {file} --up-to 15 --format csv"), ""));
        let found: Vec<u64> = text
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(1).expect("a value").parse().unwrap())
            .collect();
        assert_eq!(found, values, "{conditions}");
    }
    // If the number grows fast, few numbers are reachable, and these are searched.
    std::fs::write(&file, "game: up\nparam N = 1000000000000000000\nheap n -> 2*n where n >= 1, 2*n <= N\n")
        .expect("a file");
    assert!(solved(&format!("{file} 1")).contains("value:   *"), "59 moves");
}
