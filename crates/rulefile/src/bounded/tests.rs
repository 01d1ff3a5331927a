//! Compares rule files with bounds with their definition: options are found by trying all assignments, values by plain
//! iteration.

use super::{BoundedBoard, BoundedGame};
use crate::CompiledRules;
use crate::about::FileHeaders;
use crate::definition::options_of_player;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use winways_kit::RankedBoard;
use winways_kit::any::ranked::RankedGame;
use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
use winways_notation::rules::{Movers, RuleFile};
use winways_notation::{Diagnostic, Scanner, parse_rules};
use winways_rules::{End, Play, RankedRuleset};
use winways_solve::SolvedValue;

/// The greatest value tried for the variables of options; all bounds are smaller.
const LIMIT: i64 = 9;

/// A reference implementation that evaluates a file by its definition. A state is the player to move and the remaining
/// numbers, if any.
struct Definition(RuleFile);

impl Twin for Definition {
    type State = (usize, Vec<u64>);

    fn read(&self, text: &str) -> Self::State {
        let numbers = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        (usize::from(text.ends_with("right")), numbers)
    }

    fn end(&self, state: &Self::State, play: Play) -> Option<End> {
        let stuck = if play == Play::Normal { End::Lost } else { End::Won };
        self.options(state).is_empty().then_some(stuck)
    }

    fn options(&self, (side, numbers): &Self::State) -> Vec<Self::State> {
        if numbers.is_empty() {
            return Vec::new();
        }
        let next = if self.0.is_partizan() { 1 - side } else { 0 };
        let options = options_of_player(&self.0, [Movers::Left, Movers::Right][*side], numbers, LIMIT);
        options.into_iter().map(|option| (next, option)).collect()
    }
}

fn game(text: &str) -> Result<BoundedGame, Diagnostic> {
    let file = parse_rules(text)?;
    let CompiledRules::Bounded(rules) = CompiledRules::of(&file)? else { panic!("{text}: no bounds") };
    Ok(BoundedGame::new(rules, FileHeaders::of(&file, text, None)))
}

fn board(text: &str) -> BoundedBoard {
    let game = game(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    game.board(&mut Scanner::new("")).unwrap()
}

/// Compares all positions of a file with its definition. Returns an error if the file is refused.
fn check(text: &str) -> Result<(), Diagnostic> {
    let game = game(text)?;
    check_values(&game.board, &Definition(parse_rules(text)?));
    check_forms(game, 1);
    Ok(())
}

#[test]
fn files_with_bounds_agree_with_the_definition() {
    for text in [
        "bounds: n <= 8\nheap n -> n-1 | n+1 where n < 8",
        "bounds: n <= 8\nheap n -> n-k where k in {1, 3} | n+2 where n in {1, 4, 6}",
        "bounds: n < 9\nheap n -> n+1 where n mod 3 != 1, n < 8 | nothing where n = 7",
        "bounds: n <= 7\nleft: heap n -> n-1\nright: heap n -> n+1 where n < 7",
        "bounds: n <= 7\nleft: heap n -> n/2 | n\nright: heap n -> nothing where n in odds | 2*n where n <= 3",
        "play: misere\nparam m = 6\nbounds: n <= m\nheap n -> (n*n + 1) mod 7 where n >= 2",
        "bounds: n <= 5\nheap n -> n-1",
    ] {
        check(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    }
    for text in [
        "bounds: a <= 4, b <= 5\nheap (a, b) -> (a-1, b+1) where b < 5 | (a+1, b-1) where a < 4 | (a, b-2)",
        "bounds: a <= 3, b <= 3\nleft: heap (a, b) -> (b, a) | (a-1, b)\nright: heap (a, b) -> (a, b) where a > b | nothing where a = 0",
    ] {
        check(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    }
    let three = "bounds: a <= 2, b <= 3, c <= 1\nheap (a, b, c) -> (a, b, 1-c) where a < b | (a-1, b, c) | (a, k, c) where k <= 3, k > b";
    check(three).unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// A token that moves in both directions: the player who moves it to 0 has made the last move.
#[test]
fn values_of_a_token_are_those_found_by_hand() {
    let token = board("bounds: n <= 100\nheap n -> n-1\nheap n -> n-2 | n+1 where n mod 3 = 0, 1 <= n < 100");
    let solved = solve(&token, Play::Normal);
    // 1 moves to 0, which is lost. 2 moves only to 1, which is won. 3 moves to 2, which is lost.
    let value = |text: &str| value_of(&token, &solved, text);
    assert_eq!(
        [value("0"), value("1"), value("2"), value("3")],
        [SolvedValue::Lost(0), SolvedValue::Won(1), SolvedValue::Lost(2), SolvedValue::Won(3),]
    );
    let rest = board("bounds: n <= 3\nheap n -> n-1 where n != 2 | n where n = 2 | n+1 where n = 2");
    let solved = solve(&rest, Play::Normal);
    assert_eq!(value_of(&rest, &solved, "2"), SolvedValue::Drawn);
}

#[test]
fn positions_are_read_and_written() {
    let board = board(
        "bounds: a <= 3, b <= 2\nleft: heap (a, b) -> (b, 0) where b <= 2\nright: heap (a, b) -> nothing",
    );
    assert_eq!(board.layers(), [26]);
    for text in ["3,2 left", "0,0 right", "nothing right"] {
        assert_eq!(board.write(&board.parse(text).unwrap()), format!("\"{text}\""));
    }
    assert_eq!(board.parse("3 2 right"), board.parse(" 3, 2  right "));
    for text in ["", "3", "3,2", "3,3 left", "4,0 left", "3,2,1 left", "3,2 both", "3,2 left 1", "nothing"] {
        assert!(board.parse(text).is_err(), "{text}");
    }
}

/// A strategy for rules on one number. Some of them have a condition that keeps the number within its bound.
fn rule() -> impl Strategy<Value = String> {
    let number = "n-1|n-2|n\\+1|n\\+k|n-k|n/2|k|7-n|2\\*n|0|nothing|max\\(n, k\\)";
    let condition = "k >= 1|k <= 3|k != n|n mod 2 = 0|k in \\{1, 3\\}|n > k";
    ("left: |right: |both: |", number, condition, any::<bool>()).prop_map(
        |(players, number, condition, is_kept)| {
            let kept =
                if is_kept && number != "nothing" { format!(", {number} <= 7") } else { String::new() };
            format!("{players}heap n -> {number} where k <= n, {condition}{kept}")
        },
    )
}

/// The number of random files.
const CASES: u32 = 500;

#[test]
fn random_files_agree_with_the_definition_or_leave_their_bounds() {
    let counts = Cell::new([0; 2]);
    let run = |rules: Vec<String>| {
        let text = format!("bounds: n <= 7\n{}", rules.join("\n"));
        let file = parse_rules(&text).unwrap();
        let mut all = (0..=7).flat_map(|n| {
            [Movers::Left, Movers::Right].map(|player| options_of_player(&file, player, &[n], LIMIT))
        });
        let keeps = all.all(|options| options.iter().flatten().all(|&number| number <= 7));
        let found = check(&text);
        prop_assert_eq!(found.is_ok(), keeps, "{}: {:?}", text, found);
        let [mut kept, mut left] = counts.get();
        match found {
            Ok(()) => kept += 1,
            Err(wrong) => {
                prop_assert!(wrong.message.ends_with("leaves the bounds"), "{}: {}", text, wrong);
                left += 1;
            }
        }
        counts.set([kept, left]);
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(CASES))
        .run(&prop::collection::vec(rule(), 1..4), run)
        .unwrap();
    assert!(counts.get().iter().all(|&count| count > CASES / 10), "{:?} of {CASES}", counts.get());
}
