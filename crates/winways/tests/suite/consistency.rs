//! Answers of the calculator that must not depend on what was asked before, on the operator, or on the container.

use winways::{Budget, Calculator, Catalogue, NoObserver};

/// Returns the text of the value of the last statement, or the error message.
fn answer(text: &str) -> String {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let answer = calculator.evaluate(text, &NoObserver).and_then(|mut answer| answer.text());
    answer.unwrap_or_else(|error| error.to_string())
}

fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(answer(text), *expected, "{text}");
    }
}

/// A question about a position has one answer before and after its value under normal play is known.
#[test]
fn a_known_value_changes_no_answer() {
    for (position, value) in [
        ("kayles(5)", "*4"),
        ("nim(2,2)", "0"),
        ("kayles(2,2)", "0"),
        ("domineering(..|..)", "0"),
        ("loopy_graph{0 1, 1 0, 1 2}(0)", "0"),
        ("graph{0 1, 1 0, 1 2 L}(\"0 right\")", "0"),
        ("graph{0 1, 1 0, 1 2 L}(\"0 left\")", "0"),
    ] {
        for question in
            ["genus", "outcome", "misere_outcome", "winning_moves", "misere_tameness", "quotient_order"]
        {
            let before = answer(&format!("p = {position}; {question}(p)"));
            for known in [format!("p == {value}"), format!("[p] == [{value}]"), "p + 1".to_owned()] {
                let after = answer(&format!("p = {position}; q = {known}; {question}(p)"));
                // The message names the kind of a refused value.
                let is_refused = before.starts_with("this is ") && after.starts_with("this is ");
                assert!(is_refused || before == after, "{question}({position}), {known}: {before}, {after}");
            }
        }
    }
}

/// An impartial game is its own negative under both kinds of play.
#[test]
fn differences_of_impartial_positions_are_sums() {
    for (some, other) in [
        ("kayles(2)", "nim(2)"),
        ("kayles(5)", "kayles(5)"),
        ("nim(2)", "*2"),
        ("kayles(5)", "nim(2)"),
        ("dawsons_kayles(7)", "*"),
    ] {
        for question in
            ["misere", "genus", "misere_outcome", "quotient_order", "misere_tameness", "outcome", "mean"]
        {
            let [sum, difference] =
                ["+", "-"].map(|sign| answer(&format!("{question}({some}{sign}{other})")));
            assert_eq!(sum, difference, "{question}({some} - {other})");
        }
    }
    check(&[
        ("misere(kayles(2) - nim(2))", "*[2₂]"),
        ("genus(kayles(2) - nim(2))", "0^{02}"),
        ("kayles(2) - nim(2) == *[0]", "false"),
        ("misere_outcome(kayles(2) - nim(2))", "P"),
        ("nim(3) - domineering(\"..|..\") == nim(3) + -domineering(\"..|..\")", "true"),
    ]);
}

/// Bach's Carousel is a loopy game without a simplest form.
const CAROUSEL: &str = "x = a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}";

#[test]
fn entries_of_lists_are_equal_as_values_are() {
    for (equal, count, distinct) in [
        ("x == x", "count([x,1,x], x)", "len(unique([x,1,x]))"),
        ("[x] == [x]", "count([1,x,x], x)", "len(unique([1,x,x]))"),
    ] {
        check(&[
            (&format!("{CAROUSEL}; {equal}"), "true"),
            (&format!("{CAROUSEL}; {count}"), "2"),
            (&format!("{CAROUSEL}; {distinct}"), "2"),
        ]);
    }
    // A value that `==` does not compare is not compared in a list either.
    for text in
        ["∞ == dud", "[∞] == [dud]", "count([∞, 1], dud)", "unique([∞, dud])", "[oo(0)] == [{0,pass|0,pass}]"]
    {
        assert!(answer(text).starts_with("an impartial loop cannot be compared"), "{text}: {}", answer(text));
    }
    let quotients = "A = sum([ω^k for k in 0..12]); D = sum([ω^(13 . k) for k in 0..12]) + ω^157;
        E = sum([ω^(400 . k) for k in 0..12]); x = A/D; y = (A.E)/(D.E)";
    let refused = answer(&format!("{quotients}; x == y"));
    for question in ["[x] == [y]", "count([x,y], x)", "sort([2 . y, x])", "unique([x, y])"] {
        assert_eq!(answer(&format!("{quotients}; {question}")), refused, "{question}");
    }
    let many_terms = "x = (ω^100-1)/(ω-1); y = sum([ω^k for k in 0..99])";
    check(&[
        (&format!("{many_terms}; [x == y, len(unique([x,y])), len(unique([y,x]))]"), "[true, 1, 1]"),
        (&format!("{many_terms}; count([x,y,1], y)"), "2"),
    ]);
}

#[test]
fn functions_are_called_on_one_line_and_on_several() {
    let catalogue = Catalogue::new();
    for (definition, call) in
        [("g = mean", "g({3|1})"), ("nim = mean", "nim({3|1})"), ("h(x) = x", "h({3|1})")]
    {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        calculator.evaluate(definition, &NoObserver).unwrap();
        let on_two = calculator.evaluate(call, &NoObserver).and_then(|mut answer| answer.text()).unwrap();
        assert_eq!(answer(&format!("{definition}; {call}")), on_two, "{definition}");
    }
}

#[test]
fn only_winning_moves_are_winning_moves() {
    check(&[
        ("winning_moves(loopy_graph{0 0, 0 1, 1 2}(0) + nim(3))", "[]"),
        ("winning_moves(mnk(3,3,3)(\"...|.x.|...\"))", "[]"),
        ("winning_moves(nim(3,5))", "[heap 5 -> 3]"),
        ("len(winning_moves(domineering(\"..|..\")))", "4"),
    ]);
}

#[test]
fn quotients_with_signs_are_grouped_to_the_left() {
    check(&[
        ("2/-3/4", "-1/6"),
        ("2/--3/4", "1/6"),
        ("x = 3; 2/-x.4", "-8/3"),
        ("x = 3; 2/x.4", "8/3"),
        ("x = 12; x/2/3", "2"),
        ("x = 1; [x/3/4, 1/3/4, x/-3/4]", "[1/12, 1/12, -1/12]"),
        ("ω/2/3", "ω/6"),
        ("6/-3", "-2"),
        ("-6/-3 + 1", "3"),
        ("1/-2 : 0", "-1/2"),
    ]);
}

/// The degree is the least e for which e repeated squares restore the nimber.
#[test]
fn degrees_are_those_of_the_smallest_field() {
    for nimber in ["*(3ω^2+ω)", "*ω", "*(ω+1)", "*(ω^2+ω)", "*5", "*3", "*", "*(ω^ω)", "*(2ω)"] {
        let degree: u32 = answer(&format!("nim_degree({nimber})")).parse().unwrap();
        let squares = format!("x = {nimber}; [nim_power(x, 2^k) == x for k in 1..{degree}]");
        let squares = squares.replace("2^k", "power(2, k)");
        let expected = (1..=degree).map(|k| (k == degree).to_string()).collect::<Vec<_>>().join(", ");
        assert_eq!(answer(&squares), format!("[{expected}]"), "{nimber}");
    }
    check(&[("nim_degree(*(3ω^2+ω))", "3")]);
}

#[test]
fn two_games_of_one_name_are_refused() {
    let rules = |name: &str, most: u64| format!("name: {name}\nheap n -> n - k where k >= 1, k <= {most}\n");
    let catalogue = Catalogue::new().with_rule_files(move |path| match path {
        "one.game" => Ok(rules("norm", 2)),
        "two.game" => Ok(rules("norm", 3)),
        "nim.game" => Ok(rules("nim", 2)),
        "misere.game" => Ok(rules("other", 2) + "play: misere\n"),
        _ => Err("no such file".to_owned()),
    });
    let position = |text: &str| winways::Position::of_expression(&catalogue, text).map(|sum| sum.to_string());
    for text in ["one.game(4) + two.game(4)", "nim.game(3) + nim(3)", "*3 + nim.game(3)"] {
        let wrong = position(text).unwrap_err().to_string();
        assert!(wrong.contains("like another game"), "{text}: {wrong}");
    }
    assert_eq!(position("one.game(4) + one.game(3)").unwrap(), "norm(4,3)");
    let mixed = winways::Position::of_expression(&catalogue, "misere.game(4) + nim(3)").unwrap();
    assert!(mixed.usual_play(winways::Span::at(0)).is_err());
}
