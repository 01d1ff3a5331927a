//! Numbers in the calculator that are not values of short games: known values, mixed operations, round trips, and wrong input.

use crate::wrong_input;
use proptest::prelude::*;
use std::path::Path;
use winways::{Budget, Calculator, Catalogue, EvaluationError, NoObserver, StopReason};

fn text(calculator: &mut Calculator<'_>, expression: &str) -> Result<String, EvaluationError> {
    calculator.evaluate(expression, &NoObserver)?.text()
}

/// Checks rows with an expression, its value, and the expected result: `error`, an equal `text`, or an `equal` value.
fn check(table: &str) {
    let catalogue = Catalogue::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let [expression, value, how] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let found = text(&mut calculator, expression);
        match how {
            "error" => assert!(matches!(found, Err(EvaluationError::Wrong(_))), "{row}: {found:?}"),
            "text" => assert_eq!(found.unwrap_or_else(|error| panic!("{row}: {error}")), value, "{row}"),
            // A sign expansion is a text.
            "equal" if found.as_deref().ok() == Some(value) => {}
            "equal" => {
                let question = format!("({expression}) == ({value})");
                let is_equal =
                    text(&mut calculator, &question).unwrap_or_else(|error| panic!("{row}: {error}"));
                assert_eq!(is_equal, "true", "{row}: {found:?}");
            }
            how => panic!("{row}: {how}"),
        }
    }
}

#[test]
fn known_values() {
    check(include_str!("data/numbers.tsv"));
}

#[test]
fn facts_from_outside() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/facts/numbers.tsv");
    if let Ok(table) = std::fs::read_to_string(path) {
        check(&table);
    }
}

#[test]
fn wrong_input_is_pointed_at() {
    wrong_input::check(&[
        ("1/0", "0", "division by zero"),
        ("0/0", "0", "division by zero"),
        ("-5/000", "000", "division by zero"),
        ("ω + 1/0^3", "0", "division by zero"),
        ("{1/0|2}", "0", "division by zero"),
        ("1/(1/2 - 1/2)", "(1/2 - 1/2)", "division by zero"),
        ("1/10^400", "1/10", "combined only with numbers"),
        ("1/3*2", "1/3", "combined only with numbers"),
        ("ω/0", "0", "division by zero"),
        ("*ω < {0|-1}", "{0|-1}", "has the stop 0"),
        ("0..1 step 1/3", "1/3", "denominator is a power of two"),
        ("1/3..7/3", "1/3", "denominator is a power of two"),
        ("2.5e3", "e3", "unexpected"),
        ("1/3 + ^", "^", "expected a number"),
        ("^ + 1/3", "^", "expected a number"),
        ("ω - {1|0}", "{1|0}", "expected a number"),
        ("*ω + 1", "1", "expected a nimber"),
        ("*340282366920938463463374607431768211456 + {1|0}", "{1|0}", "expected a nimber"),
        ("*(1/3)", "(1/3)", "expected an ordinal"),
        ("*(ω-1)", "(ω-1)", "expected an ordinal"),
        ("{1/3|1}", "1/3", "expected a game"),
        ("temperature(1/3)", "1/3", "a rational number has no canonical form as a game here"),
        ("cool({1|-1}, 1/3)", "cool", "its left stop is 2/3 and its right stop is -2/3"),
        ("cool({1|-1}, -1/3)", "-1/3", "at least 0"),
        ("cool(1/3, -1)", "-1", "at least 0"),
        ("left_wall({1|-1}, -4/3)", "-4/3", "at least -1"),
        ("left_wall(1/3, -1/2)", "-1/2", "at least 0"),
        ("heat({1|-1}, 1/3)", "heat", "only a number can be heated by 1/3"),
        ("cool({1|-1}, ^)", "^", "expected a number"),
        ("cool(1/3, ^)", "^", "expected a number"),
        ("heat(1/3, \"1\")", "\"1\"", "expected a game"),
        ("stalk(\"LRX\")", "", "expected an edge"),
        ("stalk(\"LGR\")", "", "expected only edges `L` and `R`"),
        ("stalk(\"L\" + \"X\")", "\"L\" + \"X\"", "at byte 1: expected an edge"),
        ("stalk(1)", "1", "expected a text"),
        ("stalk(\"((LR)^ω L)^ω\")", "", "expected an edge"),
        ("ω^*", "*", "an exponent"),
        ("^/2", "^", "expected a number"),
        ("nim_inverse(0)", "nim_inverse(0)", "division by zero"),
        ("nim_order(*ω)", "*ω", "below 2^128"),
        ("nim_log(*2, *4)", "nim_log", "not a power"),
        ("root(2, 2)", "root(2, 2)", "not rational"),
        (
            "*115792089237316195423570985008687907853269984665640564039457584007913129639936",
            "115792089237316195423570985008687907853269984665640564039457584007913129639936",
            "2^256",
        ),
        ("from_signs(\"+^\")", "", "not a sign expansion"),
        ("power(1/3, 1/2)", "power(1/3, 1/2)", "integer"),
        ("power(2, 1e10)", "power(2, 1e10)", "the exponent is too large"),
        (
            "nim_power(*2, 1e77)",
            "1e77",
            "this is an integer of 78 digits: expected an integer from 0 to 2^128 - 1",
        ),
        ("1/3 < on", "on", "a rational number can be compared only with numbers and short games"),
        ("*[2] > ω", "*[2]", "expected a number or a short game"),
        ("nim_power(*ω^ω^ω, 2)", "*ω^ω^ω", ""),
        ("sort([1/3, *])", "[1/3, *]", "numbers only"),
        ("ω*3", "*3", "unexpected"),
        ("*(ω^2*3-1)", "(ω^2*3-1)", "expected an ordinal"),
        ("+^ω^(1/2)", "+", "unexpected"),
        ("+^(n) -", "", "not a sign expansion"),
        ("+^ω - + 1", "+", "unexpected"),
        ("(+ -^ω)^ω", "(+ -^ω)^ω", "finite sum"),
        (
            "simplest([0, 1], [2, 1/2])",
            "[0, 1]",
            "entry 2, 1, of the first list is not less than entry 2, 1/2, of the second list",
        ),
        ("simplest([1/ω], [1/ω])", "[1/ω]", "entry 1, 1/ω,"),
        ("simplest([0, ^], [])", "[0, ^]", "entry 2 of this list is a game"),
        ("simplest([], [[1]])", "[[1]]", "entry 1 of this list is a list"),
        ("simplest([], ^)", "^", "expected a number"),
    ]);
}

#[test]
fn a_power_in_a_denominator_has_a_hint() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let Err(EvaluationError::Wrong(diagnostic)) = calculator.evaluate("1/10^400", &NoObserver) else {
        panic!("a rational number has no ups")
    };
    let help = diagnostic.help.unwrap();
    assert_eq!(help, "`^400` is 400 ups, not a power: write `1/power(10, 400)`");
    let digits = text(&mut calculator, "1/power(10, 400)").unwrap();
    assert_eq!(digits, format!("1/1{}", "0".repeat(400)));
}

#[test]
fn numbers_are_written_for_latex() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, latex) in [
        ("1/3", r"\frac{1}{3}"),
        ("ω^(1/2)", r"\omega^{\frac{1}{2}}"),
        ("*(3ω^2+1)", r"{\ast}(3\omega^{2}+1)"),
        ("*4294967296", r"{\ast}4294967296"),
    ] {
        assert_eq!(calculator.evaluate(expression, &NoObserver).unwrap().latex().unwrap(), latex);
    }
}

/// Listing the options of a large nimber reaches a limit, and is not reported as wrong input.
#[test]
fn options_of_large_nimbers_are_a_limit() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for expression in ["tiny(1) + *5000000000", "left_options(*5000000000)", "*5000000000 : 1"] {
        let Err(EvaluationError::Stopped(stopped)) = text(&mut calculator, expression) else {
            panic!("{expression} has too many options")
        };
        assert!(matches!(stopped.reason, StopReason::Options { .. }), "{expression}: {stopped}");
    }
    assert_eq!(text(&mut calculator, "tiny(1) - tiny(1)").unwrap(), "0");
}

#[test]
fn large_nimbers_are_explained() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let mut explained = |expression: &str| {
        calculator.evaluate(expression, &NoObserver).unwrap().explanation().unwrap().join("; ")
    };
    assert_eq!(explained("*5000000000"), explained("*6"));
    assert_eq!(explained("{1|*5000000000}"), explained("{1|*6}"));
}

#[test]
fn simplest_numbers_between_sets() {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    for (expression, expected) in [
        ("simplest([0,1], [2])", "3/2"),
        ("simplest([], [1/3])", "0"),
        ("simplest([], [])", "0"),
        ("simplest([], [0])", "-1"),
        ("simplest([], [-7/2, 5])", "-4"),
        ("simplest([2/3], [])", "1"),
        ("simplest([ω], [])", "ω+1"),
        ("simplest([ω - 1], [])", "ω"),
        ("simplest([0], [1/ω])", "1/(2ω)"),
        ("simplest([0, 1/4], 1/3)", "5/16"),
        ("simplest(-1, [])", "0"),
    ] {
        assert_eq!(text(&mut calculator, expression).unwrap(), expected, "{expression}");
    }
}

/// Returns the numerator and the denominator of the simplest dyadic number between two numbers, which are given in units of
/// 1/`scale`. It is the integer of least magnitude or, if there is no integer between them, a number with the least denominator.
fn simplest_by_search(low: i64, high: i64, scale: i64) -> (i64, i64) {
    for denominator in (0..).map(|power| 1i64 << power) {
        let between =
            |numerator: &i64| low * denominator < numerator * scale && numerator * scale < high * denominator;
        let bound = (low.abs().max(high.abs()) / scale + 1) * denominator;
        let numerators = (0..=bound).flat_map(|size| [size, -size]);
        if let Some(numerator) = numerators.into_iter().find(between) {
            return (numerator, denominator);
        }
    }
    unreachable!("dyadic numbers are dense")
}

/// Generates rational numbers.
fn rational() -> impl Strategy<Value = String> {
    (-40i64..=40, 1i64..=12).prop_map(|(numerator, denominator)| format!("({numerator}/{denominator})"))
}

/// Generates sums of powers of ω with exponents of the given depth.
fn surreal(depth: u32) -> BoxedStrategy<String> {
    if depth == 0 {
        return rational().boxed();
    }
    let term =
        (rational(), surreal(depth - 1)).prop_map(|(factor, exponent)| format!("{factor}.ω^({exponent})"));
    proptest::collection::vec(term, 1..=3).prop_map(|terms| format!("({})", terms.join("+"))).boxed()
}

/// Generates ordinals with exponents of the given depth.
fn ordinal(depth: u32) -> BoxedStrategy<String> {
    if depth == 0 {
        return (0u32..=9).prop_map(|number| number.to_string()).boxed();
    }
    let term =
        (1u32..=9, ordinal(depth - 1)).prop_map(|(factor, exponent)| format!("{factor} . ω^({exponent})"));
    proptest::collection::vec(term, 1..=3).prop_map(|terms| format!("({})", terms.join("+"))).boxed()
}

/// Checks that the printed value reads back as an equal value with the same text.
fn round_trip(expression: &str) -> Result<(), TestCaseError> {
    let catalogue = Catalogue::new();
    let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    let printed = text(&mut calculator, expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    prop_assert_eq!(text(&mut calculator, &printed).unwrap(), printed.clone(), "{}", expression);
    let question = format!("({expression}) == ({printed})");
    prop_assert_eq!(text(&mut calculator, &question).unwrap(), "true", "{}", expression);
    Ok(())
}

/// Generates sums of powers of ω whose sign expansions consist of runs and of words repeated ω times.
fn with_signs() -> impl Strategy<Value = String> {
    let dyadic =
        || (-40i64..=40, 0u32..=4).prop_map(|(numerator, power)| format!("({numerator}/{})", 1 << power));
    let power = (dyadic(), dyadic()).prop_map(|(factor, exponent)| format!("{factor}.ω^({exponent})"));
    let exponent = proptest::collection::vec(power, 0..=2)
        .prop_map(|terms| terms.iter().fold("0".to_owned(), |sum, term| format!("{sum}+{term}")));
    let term = (rational(), exponent).prop_map(|(factor, exponent)| format!("{factor}.ω^({exponent})"));
    proptest::collection::vec(term, 1..=3).prop_map(|terms| terms.join("+"))
}

/// Generates sign expansions of runs with ordinal lengths. The first run is infinite.
fn runs() -> impl Strategy<Value = String> {
    let run = (any::<bool>(), ordinal(1));
    let runs = (any::<bool>(), ordinal(1), proptest::collection::vec(run, 0..=4));
    runs.prop_map(|(is_plus, length, runs)| {
        let sign = |is_plus: bool| if is_plus { '+' } else { '-' };
        let first = format!("{}^(ω+{length})", sign(is_plus));
        runs.iter().fold(first, |runs, (is_plus, length)| format!("{runs} {}^{length}", sign(*is_plus)))
    })
}

/// Returns the number of random cases of a property.
fn cases() -> u32 {
    match option_env!("WINWAYS_FULL_TESTS") {
        None => 300,
        Some("all") => 10_000,
        Some(_) => 6_000,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn rational_numbers_read_back(number in rational()) {
        round_trip(&number)?;
    }

    #[test]
    fn surreal_numbers_read_back(number in surreal(2)) {
        round_trip(&number)?;
    }

    #[test]
    fn quotients_read_back(one in surreal(1), other in surreal(1)) {
        round_trip(&format!("if {other} == 0 then 0 else {one}/{other}"))?;
    }

    #[test]
    fn ordinals_read_back(number in ordinal(3)) {
        round_trip(&number)?;
    }

    /// The text of `sign_expansion` denotes the number in `from_signs` and, if it is longer than one sign, as an expression. The
    /// sign expansion of this expression is the same text.
    #[test]
    fn sign_expansions_read_back(number in prop_oneof![with_signs(), runs()]) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let printed = text(&mut calculator, &format!("sign_expansion({number})")).unwrap();
        if printed.len() > 1 {
            let question = format!("({number}) == ({printed})");
            prop_assert_eq!(text(&mut calculator, &question).unwrap(), "true", "{}", question);
            let value = text(&mut calculator, &number).unwrap();
            prop_assert_eq!(text(&mut calculator, &printed).unwrap(), value, "{}", printed);
            let again = text(&mut calculator, &format!("sign_expansion({printed})")).unwrap();
            prop_assert_eq!(&again, &printed, "{}", number);
        }
        let question = format!("from_signs(\"{printed}\") == ({number})");
        prop_assert_eq!(text(&mut calculator, &question).unwrap(), "true", "{}", question);
    }

    /// The simplest number between two sets is the number that a search finds between the greatest left and the least right
    /// number.
    #[test]
    fn simplest_numbers_by_search(
        numbers in proptest::collection::vec((-60i64..=60, 1usize..=12), 2..=6), cut in 0i64..=59,
    ) {
        let scale = 27_720i64;
        let units = |&(numerator, denominator): &(i64, usize)| numerator * scale / denominator as i64;
        let (lefts, rights): (Vec<_>, Vec<_>) = numbers.into_iter().partition(|number| units(number) < cut * scale / 12);
        let list = |numbers: &[(i64, usize)]| {
            numbers.iter().map(|(numerator, denominator)| format!("{numerator}/{denominator}")).collect::<Vec<_>>().join(", ")
        };
        let low = lefts.iter().map(units).max().unwrap_or(-1000 * scale);
        let high = rights.iter().map(units).min().unwrap_or(1000 * scale);
        let (numerator, denominator) = simplest_by_search(low, high, scale);
        let question = format!("simplest([{}], [{}]) == {numerator}/{denominator}", list(&lefts), list(&rights));
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        prop_assert_eq!(text(&mut calculator, &question).unwrap(), "true", "{}", question);
    }

    #[test]
    fn nimbers_read_back(finite in any::<u128>(), bits in 0u32..128, infinite in ordinal(2)) {
        round_trip(&format!("*{}", finite >> bits))?;
        round_trip(&format!("*{infinite}"))?;
        round_trip(&format!("*({infinite} + {})", finite >> bits >> 64))?;
    }

    /// The operators and functions on numbers satisfy the laws of an ordered field.
    #[test]
    fn operators_agree(a in surreal(1), b in surreal(1), c in rational(), n in -6i64..=6) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let assignments = format!("a = {a}; b = {b}; c = {c}");
        text(&mut calculator, &assignments).unwrap();
        for law in [
            "a + b == b + a", "a - b == -(b - a)", "(a + b) - b == a", "a.b == b.a", "c.(a + b) == c.a + c.b",
            "(a < b) == (a - b < 0)", "(a <= b) == (not b < a)", "b == 0 or (a/b).b == a",
            "max(a, b) + min(a, b) == a + b", "sort([a, b, c])[1] == min([a, b, c])", "abs(a) == max(a, -a)",
        ] {
            prop_assert_eq!(text(&mut calculator, law).unwrap(), "true", "{} with {}", law, assignments);
        }
        let multiple = format!("{n}.a == a + {}.a", n - 1);
        prop_assert_eq!(text(&mut calculator, &multiple).unwrap(), "true", "{} with {}", multiple, assignments);
    }

    /// The order of a number and a switch follows from the order of the number and the two options of the switch.
    #[test]
    fn numbers_and_switches(x in rational(), high in -8i64..=8, width in 0i64..=6) {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let (switch, low) = (format!("{{{high}|{}}}", high - width - 1), high - width - 1);
        for (law, definition) in [
            (format!("{x} > {switch}"), format!("{x} > {high}")),
            (format!("{switch} < {x}"), format!("{x} > {high}")),
            (format!("{x} < {switch}"), format!("{x} < {low}")),
            (format!("{x} <> {switch}"), format!("{x} <= {high} and {x} >= {low}")),
        ] {
            let law_holds = text(&mut calculator, &law).unwrap();
            prop_assert_eq!(law_holds, text(&mut calculator, &definition).unwrap(), "{}", law);
        }
    }
}
