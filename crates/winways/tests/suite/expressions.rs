//! The grammar of expressions: positions, values and errors.

use proptest::prelude::*;
use winways::games::{entries, example};
use winways::values::Expression;
use winways::{
    Budget, Calculator, Catalogue, Diagnostic, EvaluationError, NoObserver, Position, Request, Value, analyse,
};

/// Returns the position that an expression states, or its value.
fn answer(calculator: &mut Calculator<'_>, text: &str) -> Result<String, EvaluationError> {
    let expression = Expression::parse(text)?;
    match expression.position(&Catalogue::new())? {
        Some(position) => Ok(format!("position {position}")),
        None => calculator.value(&expression, &NoObserver)?.text(),
    }
}

fn wrong(calculator: &mut Calculator<'_>, text: &str) -> Diagnostic {
    match answer(calculator, text) {
        Err(EvaluationError::Wrong(diagnostic)) => diagnostic,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn values_are_answered_by_values_and_positions_by_positions() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (text, expected) in [
        ("*", "*"),
        ("0", "0"),
        ("*3", "*3"),
        ("^", "^"),
        ("*1 + *1", "0"),
        ("*5", "*5"),
        ("-(*5 - *)", "*4"),
        ("", ""),
        ("nim(3,5)", "position nim(3,5)"),
        ("nim (3,5)", "position nim(3,5)"),
        ("(nim(3)) # one heap", "position nim(3)"),
        ("nim(7) + *3", "position nim(7,3)"),
        ("* + nim(7) - 0 + *02", "position nim(1,7,0,2)"),
        ("nim(1) - (nim(2) - (nim(3) + *))", "position nim(1,2,3,1)"),
        ("--nim(1) − kayles(2)", "position nim(1) + kayles(2)"),
        ("kayles(5) + nim(2) + kayles(7)", "position kayles(5,7) + nim(2)"),
        ("subtract{1,3,4}(10) + octal(0.137)(9,10)", "position subtract{1,3,4}(10) + octal(0.137)(9,10)"),
        ("red_blue_stalks(L) + *2", "position red_blue_stalks(\"L\") + nim(2)"),
        (
            "toads-and-frogs(t.f) + red-blue-stalks(L)",
            "position toads_and_frogs(\"t.f\") + red_blue_stalks(\"L\")",
        ),
        ("chase(3,1,1,3,3)", "position chase(3,1,1,3,3)"),
        // Any other expression has a value.
        ("nim(7) + 3", "3+*7"),
        ("nim(7) + ^", "^*7"),
        ("2.nim(7)", "0"),
        ("nim(1) : nim(1)", "*2"),
        ("{0|nim(1)}", "^"),
        ("nim(7) == *7", "true"),
        ("g = nim(7)", "*7"),
        ("[nim(7)]", "[*7]"),
        ("nim(3); nim(4)", "*4"),
        ("-red_blue_stalks(LR)", "-1/2"),
        ("red_blue_stalks(L) - red_blue_stalks(LR)", "1/2"),
        // Positions that depend on names have values too.
        ("n = 3; nim(n, 2.n)", "*5"),
        ("nim(n)", "*3"),
        ("nim(n) + kayles(2)", "*"),
        ("mean(toads-and-frogs(t.f) + red-blue-stalks(L))", "1"),
        ("{red-blue-stalks(L)|{toads-and-frogs(t.f)|-red-blue-stalks(LL)}}", "{1||*|-2}"),
        ("x = 5; x-red-blue-stalks(L)", "4"),
        ("[n-red-blue-stalks(L) for n in 1..3]", "[0, 1, 2]"),
    ] {
        let found = answer(&mut calculator, text);
        assert_eq!(found.unwrap_or_else(|error| panic!("{text}: {error}")), expected, "{text}");
    }
}

#[test]
fn errors_point_at_the_place() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    calculator.evaluate("k = -3", &NoObserver).unwrap();
    for (text, place, message) in [
        ("nim(7) + kayles(-1)", "-1", "`-1` is negative"),
        ("(*2 + nim(x y))", "x", "is not a number"),
        ("nim(7) + meen(3)", "meen", "no game called `meen`"),
        ("nim(7) + subtract(3)", "subtract", "family of games"),
        ("nim(7) + subtract{0}(3)", "0", ""),
        ("nim(7) nim(8)", "nim", "unexpected `nim`"),
        ("nim(7) + x", "x", "`x` has no value"),
        ("nim(2, k, 7)", "k", "`-3` is negative"),
        ("nim(2, {1|k}, 7)", "{1|k}", "not an integer"),
        ("chase(3,1,1,3,3) + nim(3)", "chase(3,1,1,3,3)", "ends by a goal"),
        ("mean(chase(3,1,1,3,3))", "chase(3,1,1,3,3)", "ends by a goal"),
        ("toad-and-frogs(t.f)", "toad", "`toad` has no value"),
        ("1 + toads-and-frogs", "toads", "`toads` has no value"),
    ] {
        let diagnostic = wrong(&mut calculator, text);
        assert_eq!(&text[diagnostic.span.range()], place, "{text}: {diagnostic}");
        assert!(diagnostic.to_string().contains(message), "{text}: {diagnostic}");
    }
    for (text, help) in [
        ("toad-and-frogs(t.f)", "did you mean the game `toads-and-frogs`?"),
        ("1 + toads-and-frogs", "`toads-and-frogs` is a game"),
        ("meen(3)", "did you mean `mean`?"),
        ("nim + 1", "`nim` is a game"),
        ("dawson-kayles == *1", "`dawson_kayles(...)` also names it"),
        ("dawson-kayles 5", "`dawson_kayles(...)` also names it"),
        ("1 + dawson-kayles[5] == *1", "`dawson_kayles(...)` also names it"),
        ("dawson-kayles = 3", "`dawson_kayles(...)` also names it"),
        ("Dawson-Kayles 5", "`dawson_kayles(...)` also names it"),
        ("dawson−kayles(5) == *1", "`dawson_kayles(...)` also names it"),
    ] {
        assert!(wrong(&mut calculator, text).help.unwrap().contains(help), "{text}");
    }
}

#[test]
fn names_in_brackets_are_local() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (text, expected) in [
        ("a = 5", "5"),
        ("(let a = 1; a + a) + a", "7"),
        ("(a = 1) + a", "6"),
        ("((a = 1; b = 2; (a = 3; a + b) + a) + a)", "11"),
        ("mean(a = {2|1}; a) + a", "13/2"),
        ("conway(a = 2, a) + a", "9"),
        ("nim(a = 1, a) + a", "5"),
        ("[(n = n + a; a = n; a) for n in 1..2]", "[6, 7]"),
        ("[(a = 1; [(n = a; n) + n for n in 1..2]) for m in 1..2]", "[[2, 3], [2, 3]]"),
        ("a", "5"),
        ("(c = 1); b = 2; a = b; a", "2"),
    ] {
        assert_eq!(answer(&mut calculator, text).unwrap(), expected, "{text}");
    }
    // Bindings are removed even if there is no value.
    for text in ["(a = 1; mean(1, 2))", "[(n = 7; a = n; mean([])) for n in 1..2]", "nim(a = 3, a, mean([]))"]
    {
        wrong(&mut calculator, text);
        assert_eq!(calculator.names().collect::<Vec<_>>(), ["a", "b"], "{text}");
        assert_eq!(answer(&mut calculator, "a + b").unwrap(), "4", "{text}");
    }
    assert!(wrong(&mut calculator, "c").to_string().contains("`c` has no value"));
}

#[test]
fn expressions_have_a_maximum_length() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let text = format!("1{}", " ".repeat(1 << 22));
    assert!(wrong(&mut calculator, &text).to_string().contains("at most 4194304 bytes"));
    assert_eq!(answer(&mut calculator, &text[1..]).unwrap(), "");
    let digits = "9".repeat((1 << 20) + 1);
    assert!(wrong(&mut calculator, &digits).to_string().contains("at most 1048576 digits"));
    assert_eq!(answer(&mut calculator, &digits[1..]).unwrap(), digits[1..]);
}

const TWO_TO_256: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639936";

#[test]
fn nimbers_of_games_and_positions_have_one_limit_each() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let (most, beyond) = ((1u64 << 31) - 1, 1u64 << 31);
    let large = 1u64 << 63;
    assert_eq!(answer(&mut calculator, &format!("*{large}")).unwrap(), format!("*{large}"));
    assert_eq!(
        answer(&mut calculator, &format!("nim(1) + *{large}")).unwrap(),
        format!("position nim(1,{large})")
    );
    let position = Position::of_expression(&catalogue, &format!("nim(2) + *{large}")).unwrap();
    assert_eq!(position.to_string(), format!("nim(2,{large})"));
    let huge = u128::MAX;
    assert_eq!(answer(&mut calculator, &format!("nim(1) + *{huge}")).unwrap(), format!("*{}", huge - 1));
    assert_eq!(answer(&mut calculator, &format!("3^*{huge} + *")).unwrap(), format!("3+^*{}", huge - 1));
    let too_large = "340282366920938463463374607431768211456";
    let expected = "a nimber or a multiple of up is too large: expected less than 2^128 and 2^31";
    for (text, place) in [
        (format!("3^*{too_large}"), too_large.to_owned()),
        (format!("^{beyond}"), format!("^{beyond}")),
        (format!("1 + (^{most} + ^)"), format!("(^{most} + ^)")),
        (format!("1 + {beyond}.^"), format!("{beyond}.^")),
    ] {
        let diagnostic = wrong(&mut calculator, &text);
        assert_eq!(
            (&text[diagnostic.span.range()], diagnostic.to_string().as_str()),
            (&place[..], expected),
            "{text}"
        );
    }
    for (text, place, expected) in [
        (format!("*{TWO_TO_256}"), TWO_TO_256.to_owned(), "less than 2^256"),
        (format!("mean(*{too_large} + 1)"), "1".to_owned(), "expected a nimber"),
        (format!("mean(*{too_large})"), format!("*{too_large}"), "expected a game"),
    ] {
        let diagnostic = wrong(&mut calculator, &text);
        assert_eq!(&text[diagnostic.span.range()], place, "{text}: {diagnostic}");
        assert!(diagnostic.to_string().contains(expected), "{text}: {diagnostic}");
    }
}

#[test]
fn sums_that_are_no_positions_are_refused() {
    let catalogue = Catalogue::new();
    for (text, place, message) in [
        ("nim(3) + 7", "7", "a number is not a position"),
        ("*3 + ({1|2} + nim(3)) + 1/2", "{1|2}", "this is not a position"),
        ("nim(3) + mean(nim(4))", "mean(nim(4))", "this is not a position"),
        ("nim(3) + ^", "^", "this is not a position"),
        ("nim(3) - red_blue_stalks(L)", "red_blue_stalks(L)", "the negative of a position"),
        ("nim(3) +", "", "the input ends here"),
        ("nim(n)", "n", "is not a number"),
        ("", "", "this is not a position"),
    ] {
        let diagnostic = Position::of_expression(&catalogue, text).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(&text[diagnostic.span.range()], place, "{text}: {diagnostic}");
        assert!(diagnostic.to_string().contains(message), "{text}: {diagnostic}");
    }
    assert_eq!(Position::of_expression(&catalogue, "*3 - 0").unwrap().to_string(), "nim(3,0)");
}

/// Every game is found under its name with `-` or `_`, alone and within an expression.
#[test]
fn every_game_is_read_by_either_name() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let mut count = 0;
    for entry in entries().filter(|entry| entry.page.name.contains('-')) {
        let (game, _) = example(entry.page);
        let (position, expected) = entry.page.known_values[0];
        let hyphens = format!("{game}(\"{position}\")");
        let underscores = format!("{}(\"{position}\")", game.replace('-', "_"));
        let stated = [&hyphens, &underscores].map(|text| answer(&mut calculator, text).unwrap());
        assert_eq!(stated[0], stated[1]);
        assert!(stated[0].starts_with("position "), "{}", stated[0]);
        if catalogue.game(game).unwrap().has_boards() {
            continue;
        }
        let nested = format!("[1-{hyphens}] == [1-({expected})]");
        assert_eq!(answer(&mut calculator, &nested).unwrap(), "true", "{nested}");
        count += 1;
    }
    assert!(count >= 20, "only {count} games");
}

#[test]
fn errors_implement_the_error_trait() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let error: Box<dyn std::error::Error> = calculator.evaluate("1 +", &NoObserver).err().unwrap().into();
    assert!(error.to_string().starts_with("the input ends here: expected a value"), "{error}");
    let budget = Budget { memory: 1 << 12, ..Budget::DEFAULT };
    let mut calculator = Calculator::new(&catalogue, budget);
    let error = calculator.evaluate("{{3|2}||1} : {{5|4}||2} : {7|-3}", &NoObserver).err().unwrap();
    assert!(matches!(error, EvaluationError::Stopped(_)), "{error:?}");
    assert!(error.to_string().starts_with("the memory limit"), "{error}");
}

#[test]
fn deep_and_long_sums_are_evaluated() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let depth = 100_000;
    let nested = |term: &str| format!("{}{term}{}", "-(".repeat(depth), ")".repeat(depth));
    assert_eq!(answer(&mut calculator, &nested("nim(1)")).unwrap(), "position nim(1)");
    assert_eq!(answer(&mut calculator, &nested("*3")).unwrap(), "*3");
    let sum = vec!["nim(1)"; 1001].join("+");
    let position = Position::of_expression(&catalogue, &sum).unwrap();
    assert_eq!(position.component_count(), 1001);
    // A long list of many comprehensions.
    let tables = format!("count([{}])", vec!["[n for n in 1..2]"; 20_000].join(","));
    assert_eq!(answer(&mut calculator, &tables).unwrap(), "20000");
    // Positions nested in arguments, with comprehensions in them.
    for open in ["nim(n+", "[nim(n, ", "nim(n, [n for n in 1.."] {
        let _ = answer(&mut calculator, &format!("n = 1; {}1{}", open.repeat(200), ")".repeat(200)));
        let close = if open.starts_with('[') { ") for n in 1..1]" } else { "])" };
        let _ = answer(&mut calculator, &format!("n = 1; {}1{}", open.repeat(200), close.repeat(200)));
    }
}

/// Generates sums of heaps of Nim and nimbers, with signs and brackets, and the heaps in them.
fn sums() -> impl Strategy<Value = (String, Vec<u64>)> {
    let heaps = prop::collection::vec(0u64..20, 1..4).prop_map(|heaps| {
        let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
        (format!("nim({})", words.join(",")), heaps)
    });
    let nimber =
        (0u64..20).prop_map(|size| (if size == 0 { "0".to_owned() } else { format!("*{size}") }, vec![size]));
    let leaf = prop_oneof![heaps, nimber];
    leaf.prop_recursive(5, 20, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", " + ", " − "]);
        prop_oneof![
            3 => (inner.clone(), operator, inner.clone()).prop_map(|((some, heaps), operator, (other, more))| {
                (format!("{some}{operator}{other}"), [heaps, more].concat())
            }),
            1 => inner.clone().prop_map(|(text, heaps)| (format!("({text})"), heaps)),
            1 => inner.prop_map(|(text, heaps)| (format!("-({text})"), heaps)),
        ]
    })
}

proptest! {
    /// The value of a sum is the nim-sum of its heaps, for the calculator and for the analysis of positions.
    #[test]
    fn sums_have_the_nim_sum_of_their_heaps((text, heaps) in sums()) {
        let catalogue = Catalogue::new();
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let question = format!("({text}) == *{nim_sum}");
        prop_assert_eq!(answer(&mut calculator, &question).unwrap(), "true");
        let position = Expression::parse(&text).unwrap().position(&catalogue).unwrap();
        prop_assert_eq!(position.is_some(), text.contains("nim"));
        let position = Position::of_expression(&catalogue, &text).unwrap();
        let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
        prop_assert_eq!(position.to_string(), format!("nim({})", words.join(",")));
        let value = analyse(&position, &Request::default(), &NoObserver).value;
        prop_assert_eq!(value.as_ref().and_then(Value::nimber).map(|value| value.0), Some(nim_sum));
    }

    #[test]
    fn no_text_panics(text in "[nimclobe(){}\"*+0-9xo,|. -]{0,30}") {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget { memory: 1 << 22, ..Budget::DEFAULT });
        if let Err(error) = Position::of_expression(&catalogue, &text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
        if let Err(EvaluationError::Wrong(error)) = answer(&mut calculator, &text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }
}
