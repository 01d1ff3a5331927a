//! Loopy values in the calculator: known values, positions, round trips, and wrong input.

use crate::wrong_input;
use proptest::prelude::*;
use std::path::Path;
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver, StopReason};

fn text(calculator: &mut Calculator<'_>, expression: &str) -> Result<String, EvaluationError> {
    calculator.evaluate(expression, &NoObserver)?.text()
}

/// Checks rows with an expression, its value, and the kind of comparison: of texts, or else by `==`.
fn check(table: &str) {
    let catalogue = Catalogue::new();
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let [expression, value, how] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let found = match how {
            "text" => text(&mut calculator, expression).map(|found| (found == value, found)),
            _ => text(&mut calculator, &format!("({expression}) == ({value})"))
                .map(|found| (found == "true", found)),
        };
        match found {
            Ok((true, _)) => {}
            Ok((false, found)) => wrong.push(format!("{row}: {found}")),
            Err(error) => wrong.push(format!("{row}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn known_values() {
    check(include_str!("data/loopy.tsv"));
}

#[test]
fn facts_from_outside() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/facts/loopy.tsv");
    if let Ok(table) = std::fs::read_to_string(path) {
        check(&table);
    }
}

#[test]
fn wrong_input_is_pointed_at() {
    wrong_input::check(&[
        ("{0|b}", "b", "expected a name"),
        ("a{0|-a}", "a", "options in braces only"),
        ("a{0|a+1}", "a", "options in braces only"),
        ("{mean(pass)|0}", "pass", "options in braces only"),
        ("{[pass]|0}", "pass", "options in braces only"),
        ("a{0|1}(2)", "(", "expected an operator"),
        ("0 & 1", "1", "less than or equal to the game before `&`"),
        ("dud : over", "dud", "expected a stopper"),
        ("mean(on)", "mean", "no mast"),
        ("left_wall({on|0}, 1)", "left_wall", "no mast"),
        ("left_wall(over, -2)", "-2", "at least -1"),
        ("temperature(dud)", "dud", "expected a stopper"),
        ("thermograph(on)", "thermograph", "no mast"),
        ("thermograph(dud)", "dud", "expected a stopper"),
        ("1/3 + over", "over", "expected a number"),
        ("over . 2", "over", "64-bit integer"),
        ("over < \"a\"", "\"a\"", "expected a game"),
        ("oo(0,2) + ^", "^", "expected a nimber"),
        ("oo(0,2) + over", "over", "expected a nimber"),
        ("oo(2) == dud", "oo(2)", "expected a game with known sides"),
        ("over - over != loopy_graph{0 0}(0)", "loopy_graph{0 0}(0)", "expected a game with known sides"),
        ("offside(a{a||0,{pass|a}|*,off})", "offside", "not a stopper"),
        ("variety(dud)", "dud", "expected a stopper"),
        ("{1|2", "", "expected"),
        ("{1|2|3}", "|", "expected"),
        ("a{a|} + a", "a", "expected a name"),
        ("a{0|a{a|0}}", "a", "expected"),
        ("on{0|}", "", "has no position"),
    ]);
}

#[test]
fn outcomes_are_explained_by_the_sides() {
    let catalogue = Catalogue::new();
    let draw =
        "a draw: Left can always move and wins the onside, and Right can always move and wins the offside";
    let sides = |onside, offside| {
        [
            format!("onside {onside}: infinite play is a win for Left"),
            format!("offside {offside}: infinite play is a win for Right"),
        ]
    };
    let stopper = ["a stopper: play with alternating moves ends".to_owned()];
    for (expression, first, left, right) in [
        ("on + off", &sides("on", "off")[..], draw, draw),
        ("tis", &sides("1", "0"), draw, "Left wins both sides"),
        ("{dud|-1}", &sides("{on|-1}", "-2"), draw, "Right wins both sides"),
        ("over", &stopper, "Left wins", "Left wins"),
        ("{on|off}", &stopper, "Left wins", "Right wins"),
    ] {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let found = calculator.evaluate(expression, &NoObserver).unwrap().explanation().unwrap();
        let ends = [format!("Left moves first: {left}"), format!("Right moves first: {right}")];
        assert_eq!(found, [first, &ends].concat(), "{expression}");
    }
}

#[test]
fn numbers_too_large_for_graphs_reach_the_limit_at_once() {
    let catalogue = Catalogue::new();
    for expression in ["1000000000000over", "on > 10^9 + 1e12", "{1000000|over}"] {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let Err(EvaluationError::Stopped(stopped)) = text(&mut calculator, expression) else {
            panic!("{expression}")
        };
        assert!(matches!(stopped.reason, StopReason::Memory { .. }), "{expression}: {stopped}");
    }
}

#[test]
fn positions_have_loopy_values() {
    let catalogue = Catalogue::new();
    let rows = [
        // In the first two rows, Left can move for ever and Right cannot move. The stated player to move does not matter.
        ("loopy_graph{0 0 L}(\"0 left\") + 0", "on"),
        ("loopy_graph{0 0 L}(\"0 right\") + 0", "on"),
        ("loopy_graph{0 0 L, 1 1 R}(\"0 left\") + loopy_graph{0 0 L, 1 1 R}(\"1 left\")", "dud"),
        ("loopy_graph{0 0 R, 0 1 L}(\"0 left\") + 5", "5over"),
        ("loopy_graph{0 1, 1 0, 1 2}(0) + nim(3)", "*3"),
        ("loopy_graph{0 0, 0 1, 1 2}(0) + nim(3)", "∞(2)"),
        ("loopy_graph{0 0}(0) + loopy_graph{0 0, 0 1}(0)", "∞"),
        ("outcome(loopy_graph{0 0, 0 1}(0) + nim(3))", "D"),
        ("-loopy_graph{0 0, 0 1, 1 2}(0)", "∞(1)"),
        ("-loopy_graph{0 0 R, 0 1 L}(\"0 left\")", "under"),
        ("2.loopy_graph{0 0 R, 0 1 L}(\"0 left\") > 1/2", "false"),
        ("{loopy_graph{0 0 R, 0 1 L}(\"0 left\")|0} == {over|0}", "true"),
        ("+-loopy_graph{0 0 R, 0 1 L}(\"0 left\") == {over|under}", "true"),
        ("1 : loopy_graph{0 0 L}(\"0 left\")", "on"),
        ("onside(loopy_graph{0 0 L, 0 0 R}(\"0 left\"))", "on"),
    ];
    for (expression, value) in rows {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let found = text(&mut calculator, expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(found, value, "{expression}");
    }
}

/// Generates games in braces, whose options may be labels of the surrounding braces.
fn braces(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        4 => Just("pass".to_owned()),
        4 => (0..depth.max(1)).prop_map(|level| format!("a{level}")),
        6 => (-2..3i32).prop_map(|number| number.to_string()),
        1 => Just("*".to_owned()),
        1 => Just("^".to_owned()),
        1 => Just("over".to_owned()),
        1 => Just("dud".to_owned()),
    ];
    let option =
        if depth < 3 { prop_oneof![3 => leaf, 2 => braces(depth + 1)].boxed() } else { leaf.boxed() };
    let list = move || prop::collection::vec(option.clone(), 0..3);
    (list(), list())
        .prop_map(move |(left, right)| format!("a{depth}{{{}|{}}}", left.join(","), right.join(",")))
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if option_env!("WINWAYS_FULL_TESTS").is_some() { crate::cases(3_000, 10_000) as u32 } else { 300 }))]

    /// Every printed value is read back as an equal value.
    #[test]
    fn texts_are_read_back(game in braces(0)) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let written = text(&mut calculator, &game).unwrap();
        let again = text(&mut calculator, &written).unwrap();
        prop_assert_eq!(text(&mut calculator, &format!("({}) == ({})", game, written)).unwrap(), "true");
        // `onside` and `offside` refuse sides that are not stoppers.
        let sides = format!("[onside({written}), offside({written})]");
        if text(&mut calculator, &sides).is_ok() {
            prop_assert_eq!(&written, &again);
        }
        prop_assert_eq!(text(&mut calculator, &format!("-(-({written})) == ({written})")).unwrap(), "true");
    }
}
