//! Values from published sources, and round trips of written values.

use proptest::prelude::*;
use winways::games::{entries, example};
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver};

/// Returns the text of an expression's value.
fn value(calculator: &mut Calculator<'_>, expression: &str) -> String {
    let answer = calculator.evaluate(expression, &NoObserver).and_then(|mut answer| answer.text());
    answer.unwrap_or_else(|error| panic!("{expression}: {error:?}"))
}

#[test]
fn values_from_published_sources_are_reproduced() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let rows =
        include_str!("../../../values/tests/data/values.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [.., expression, expected] = fields[..] else { panic!("{row}") };
        let question = match ["L", "R", "N", "P"].contains(&expected) {
            true => expression.to_owned(),
            false => format!("({expression}) == ({expected})"),
        };
        let wanted = if question == expression { expected } else { "true" };
        assert_eq!(value(&mut calculator, &question), wanted, "{expression}");
        count += 1;
    }
    assert!(count >= 700, "only {count} rows");
}

#[test]
fn known_values_of_every_game_are_reproduced() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let mut count = 0;
    // The known values of `graph` belong to a larger graph than the example.
    for entry in entries().filter(|entry| entry.page.name != "graph") {
        assert!(!entry.page.known_values.is_empty(), "{}: no known values", entry.page.name);
        let (game, _) = example(entry.page);
        if catalogue.game(game).unwrap().has_boards() {
            // Such positions have no values as games; `winways-games` checks their known outcomes.
            continue;
        }
        let game = game.replace('-', "_");
        for (position, expected) in entry.page.known_values {
            let question = format!("{game}(\"{position}\") == ({expected})");
            assert_eq!(value(&mut calculator, &question), "true", "{question}");
            count += 1;
        }
    }
    assert!(count >= 100, "only {count} values");
}

#[test]
fn every_function_has_an_example_that_runs() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for function in Calculator::functions() {
        assert!(function.example.starts_with(&format!("{}(", function.name)), "{}", function.name);
        assert!(!value(&mut calculator, function.example).is_empty(), "{}", function.example);
    }
}

#[test]
fn names_stay_known_and_tables_are_filled() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, expected) in [
        ("g = {1|-1}", "+-1"),
        ("g + g", "0"),
        ("[n.g for n in 1..3]", "[+-1, 0, +-1]"),
        ("[[nim(n,m) for n in 1..2] for m in 1..2]", "[[0, *3], [*3, 0]]"),
        ("[n for n in 2..1]", "[]"),
        ("3+-1", "2"),
        ("3 + +-1", "{4|2}"),
        ("1^*", "1+^*"),
        ("^ > 0", "true"),
        ("* <> 0", "true"),
        ("domineering(\"..|..\") == +-1", "true"),
        ("", ""),
    ] {
        assert_eq!(value(&mut calculator, expression), expected, "{expression}");
    }
}

#[test]
fn deep_nesting_is_an_answer_or_an_error() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let depth = 100_000;
    for (open, middle, close) in [("{0|", "0", "}"), ("[", "1", "]"), ("-(", "1", ")"), ("mean(", "1", ")")] {
        let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
        if let Ok(mut answer) = calculator.evaluate(&text, &NoObserver) {
            let _ = answer.text();
        }
    }
    for piece in
        ["{", "{|", "{0|", "}", "(", ")", "[", "-", "+-", ":", "1:", "1:(", "^", "|", "mean(", "nim(", "2."]
    {
        let text = piece.repeat(depth);
        for text in [format!("{text}1"), text] {
            if let Ok(mut answer) = calculator.evaluate(&text, &NoObserver) {
                let _ = answer.text();
            }
        }
    }
}

#[test]
fn properties_of_sums_need_no_canonical_form() {
    let catalogue = Catalogue::new();
    // There is not enough memory for the canonical form of so many hot games.
    let budget = Budget { memory: 1 << 20, ..Budget::DEFAULT };
    let mut calculator = Calculator::new(&catalogue, budget);
    let switches: Vec<String> = (1..=60).map(|n| format!("{{{n}|-{n}}} + *{}", n % 8)).collect();
    let switches = switches.join(" + ");
    let hot: Vec<String> = (1..=40).map(|n| format!("{{{}||{}|-{}}}", 3 * n, n, n * n)).collect();
    let hot = hot.join(" + ");
    for (question, expected) in [
        // The stars add up to *4, and moving first wins 60 - 59 + ... - 1 = 30.
        (format!("outcome({switches})"), "N"),
        (format!("outcome({switches} - 30)"), "N"),
        (format!("outcome({switches} - 30 + ^^)"), "N"),
        (format!("outcome({switches} + *4 - 30)"), "R"),
        (format!("outcome({switches} + *4 - 30 + ^)"), "N"),
        (format!("outcome({switches} + *4 - 31)"), "R"),
        (format!("left_stop({switches})"), "30"),
        (format!("right_stop({switches})"), "-30"),
        (format!("{switches} < 31"), "true"),
        (format!("{switches} <> 29"), "true"),
        (format!("{switches} == {switches}"), "true"),
        (format!("temperature({switches})"), "60"),
        // Right's move is a threat that Left answers, for n > 2: the means are 3/2, 5/2, 3, 4, ..., the
        // temperatures 2n.
        (format!("temperature({hot})"), "80"),
        (format!("mean(1000000000000.({switches}) + 7)"), "7"),
        (format!("mean(1000000000000.({hot}))"), "821000000000000"),
        (format!("outcome({hot})"), "L"),
        (format!("outcome({hot} - 902)"), "R"),
    ] {
        assert_eq!(value(&mut calculator, &question), expected, "{question}");
    }
    assert!(calculator.evaluate(&format!("canonical({hot})"), &NoObserver).is_err());
}

#[test]
fn functions_return_known_values() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, expected) in [
        ("[count(born_by(n)) for n in 0..3]", "[1, 4, 22, 1474]"),
        ("[count(numbers_born_by(n)) for n in 0..5]", "[1, 3, 7, 15, 31, 63]"),
        ("born_by(1)", "[-1, 0, *, 1]"),
        ("simplest(^, 1)", "1/2"),
        ("simplest({1|-1}, 3)", "0"),
        ("uptimal(1/2 - 2.up_power(3) + ^*2)", "1/2+^*2 + -2.up_power(3)"),
        ("uptimal(3.^.Pow(2) - ↑.Pow(3))", "3.up_power(2) + -1.up_power(3)"),
        ("mast({4||1|-2})", "[7/4, 9/4]"),
        ("left_breakpoints({5||4|-2})", "[[6, -1], [4, 1]]"),
        ("right_breakpoints({5||4|-2})", "[[4, -1], [4, 1]]"),
        ("structure({2|0})", "#0 = 2; #1 = 0; #2 = {#0|#1}"),
        ("[parity(2), parity(*)]", "[even, odd]"),
        ("[is_numberish(2^), is_tepid(2), is_dyadic(1/2), is_hot(+-1)]", "[true, false, true, true]"),
        ("[{1|0} + {2|0}, ^] == [{2|0} + {1|0}, ^]", "true"),
        ("[1, [2, *]] != [1, [2, ^]]", "true"),
    ] {
        assert_eq!(value(&mut calculator, expression), expected, "{expression}");
    }
}

#[test]
fn wrong_arguments_are_pointed_at() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, place, message) in [
        ("atomic_weight({1|-1})", "{1|-1}", "all-small"),
        ("norton(*2, -1)", "-1", "greater than zero"),
        ("cool(^, -1)", "-1", "at least 0"),
        ("cool(^, *)", "*", "this is *: expected a number"),
        ("mean([1, 2])", "[1, 2]", "this is a list: expected a game"),
        ("count(7)", "7", "this is 7: expected a list"),
        ("born_by(4)", "4", "this is 4: expected an integer from 0 to 3"),
        ("up_power(0)", "0", "expected an integer from 1"),
        ("^.Pow(0)", "0", "expected an integer from 1"),
        ("times(1/2, ^)", "1/2", "expected a 64-bit integer"),
        ("simplest(2, 1)", "simplest", "no number lies between"),
        ("mean(1, 2)", "mean", "`mean` takes 1 argument, not 2"),
    ] {
        match calculator.evaluate(expression, &NoObserver).map(|_| ()) {
            Err(EvaluationError::Wrong(wrong)) => {
                assert_eq!(&expression[wrong.span.range()], place, "{expression}: {wrong}");
                assert!(wrong.to_string().contains(message), "{expression}: {wrong}");
                assert!(wrong.help.is_some_and(|help| help.starts_with("for example ")), "{expression}");
            }
            other => panic!("{expression}: {other:?}"),
        }
    }
}

/// Generates random expressions: nested forms, a few levels deep.
fn expression() -> impl Strategy<Value = String> {
    let leaf =
        prop::sample::select(vec!["0", "1", "-1", "1/2", "2", "*", "*2", "^", "v*", "-3/4", "5", "+-1"]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        let side = prop::collection::vec(inner.clone(), 0..3).prop_map(|options| options.join(","));
        prop_oneof![
            (side.clone(), side).prop_map(|(left, right)| format!("{{{left} | {right}}}")),
            (inner.clone(), inner).prop_map(|(some, other)| format!("({some}) + ({other})")),
        ]
    })
}

proptest! {
    #[test]
    fn printed_values_read_back(expression in expression()) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let text = value(&mut calculator, &expression);
        prop_assert_eq!(value(&mut calculator, &format!("({text}) == ({expression})")), "true", "{}", text);
        prop_assert_eq!(value(&mut calculator, &text), text);
    }

    #[test]
    fn no_text_panics(text in "[nim(){}|*^v0-9,.+=<>a-d -]{0,40}") {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        if let Ok(mut answer) = calculator.evaluate(&text, &NoObserver) {
            let _ = answer.text();
        }
    }
}

/// Questions that are answered from the terms of a sum and, for comparison, from its canonical form.
const FROM_TERMS: [&str; 6] = [
    "outcome(G)",
    "mean(G)",
    "temperature(G)",
    "left_stop(G)",
    "right_stop(G)",
    "[G < x, G <= x, G == x, G <> x]",
];

/// Generates terms of all kinds: switches, hot games, infinitesimals, numbers.
fn term() -> impl Strategy<Value = String> {
    let option =
        prop::sample::select(vec!["-2", "-1", "-1/2", "0", "1", "3/2", "2", "1*", "^", "{2|1}", "{0|-3}"]);
    let number = (-6i64..=6).prop_map(|number| format!("{number}/2"));
    prop_oneof![
        4 => (1i64..=6, -3i64..=3).prop_map(|(size, centre)| format!("{{{}|{}}}", centre + size, centre - size)),
        3 => (option.clone(), option).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
        2 => prop::sample::select(vec!["{3||1|-2}", "{2|0||-1}", "{4|||2||0|-3}", "{1*|-1}", "{2|^}", "{0||0|-2}"])
            .prop_map(str::to_owned),
        2 => prop::sample::select(vec!["*", "^", "v*", "*2", "^^*", "v"]).prop_map(str::to_owned),
        1 => number,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn properties_of_sums_agree_with_their_canonical_forms(
        terms in prop::collection::vec((-2i64..=2, term()), 1..7),
        x in -8i64..=8,
    ) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let terms: Vec<String> = terms.into_iter().map(|(factor, term)| format!("{factor}.({term})")).collect();
        let sum = terms.join(" + ");
        for question in FROM_TERMS {
            let question = question.replace('x', &format!("({x}/2)"));
            let lazy = value(&mut calculator, &question.replace('G', &format!("({sum})")));
            let slow = value(&mut calculator, &question.replace('G', &format!("canonical({sum})")));
            prop_assert_eq!(lazy, slow, "{} of {}", question, sum);
        }
    }
}

#[test]
fn explanations_say_why_the_outcome_follows() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, part) in [
        ("{3|1}", "left stop 3, right stop 1"),
        ("{3|-1}", "mean 1, temperature 2: hot"),
        ("{3|1}", "the right stop is positive: Left wins if Right begins"),
        ("^", "the right stop is 0, but no option is at most 0: Left wins if Right begins"),
        ("*2", "the left stop is 0, and the option 0 is at least 0: Left wins if Left begins"),
        ("-1/2", "it is negative: Right wins, moving first or second"),
    ] {
        let explanation = calculator.evaluate(expression, &NoObserver).unwrap().explanation().unwrap();
        assert!(explanation.iter().any(|line| line.contains(part)), "{expression}: {explanation:?}");
    }
    assert_eq!(calculator.evaluate("[1]", &NoObserver).unwrap().explanation().unwrap(), [""; 0]);
}
