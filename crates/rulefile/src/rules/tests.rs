//! Compares compiled rules with their definition, which tries every assignment of numbers to variables.

use super::{CompiledRules, TextRules, not_lowered, overflow};
use crate::definition::options_of_rules;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use winways_notation::parse_rules;
use winways_rules::{Excluded, Meter, Recurrence};

pub(super) fn compiled(text: &str) -> TextRules {
    let file = parse_rules(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    impartial(CompiledRules::of(&file).unwrap_or_else(|wrong| panic!("{text}: {wrong} {:?}", wrong.help)))
}

fn impartial(rules: CompiledRules) -> TextRules {
    let CompiledRules::Impartial(rules) = rules else { panic!("both players have these moves") };
    *rules
}

fn options(rules: &TextRules, component: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    rules
        .options(component, &mut Meter::default(), |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    options
}

fn components(arity: usize, up_to: u64) -> impl Iterator<Item = Vec<u64>> {
    let base = up_to + 1;
    (0..base.pow(arity as u32))
        .map(move |index| (0..arity as u32).map(|place| index / base.pow(place) % base).collect())
}

/// Compares compiled rules with the definition on all components of small numbers. Returns `false` if a move that does
/// not lower the measure ended the comparison early.
fn check(text: &str, up_to: u64, limit: i64) -> Result<bool, String> {
    let file = parse_rules(text).map_err(|wrong| wrong.to_string())?;
    let rules = CompiledRules::of(&file).map(impartial).map_err(|wrong| wrong.to_string())?;
    for component in components(rules.arity(), up_to) {
        let mut found = BTreeSet::new();
        let mut count = 0;
        let ended = rules.options(&component, &mut Meter::default(), |option| {
            count += 1;
            found.insert(option.to_vec());
            ControlFlow::Continue(())
        });
        if ended.is_err_and(|fault| fault != overflow(&component)) {
            return Ok(false);
        }
        let expected = options_of_rules(&file, |_| true, &component, limit);
        assert_eq!(found, expected, "{text} at {component:?}");
        let bound = rules.option_bound(&component);
        assert_eq!(bound, rules.option_bound_by_rules(&component), "{text} at {component:?}");
        assert!(bound >= count, "{text} at {component:?}: {count} options, bound {bound}");
    }
    Ok(true)
}

#[test]
fn compiled_rules_agree_with_the_definition() {
    for text in [
        "heap n -> n-k where k >= 1",
        "heap n -> n-k where 1 <= k <= 3",
        "heap n -> n-k where k in {1, 3, 4}",
        "heap n -> n-k where k in powers(2) | 0 where n in squares",
        "heap n -> n-k where k in primes, k != 2",
        "heap n -> n-k where k in {2, 4..6, 9}, k not in evens or k = 4",
        "heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1",
        "heap n -> a, b where a + b + k = n, 1 <= k <= 2",
        "heap n -> a, b where a + b = n - 2, a <= b",
        "heap n -> a, b, c where a + b + c = n, 1 <= a < b < c",
        "heap n -> n/2 | n/3 where n >= 1",
        "heap n -> (n-1)/2, (n-1)/2 where n mod 2 = 1 | n-1 where n mod 3 = 0, n >= 1",
        "heap n -> d where d < n, gcd(d, n) = 1",
        "heap n -> n - d where 1 <= d <= n, n mod d = 0",
        "heap n -> n - d where d >= 1, 2*d <= n, d != 3",
        "heap n -> k where k < n, k*k >= n | nothing where n = 3 or n = 5",
        "heap n -> n-1 | n-k where k = 2 | n-3",
        "heap n -> n-1 where j*j = n, j <= n",
        "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1",
        "heap (a, b) -> (a - k*b, b) where k >= 1, b >= 1 | (a, b - k*a) where k >= 1, a >= 1",
        "heap (a, b) -> (b, a mod b) where a >= 1",
        "heap (a, b) -> (a-1, c) where c <= 3 | (a, b-1)",
        "heap (a, b) -> (x, y) where x + y < a + b, x <= a, not (y > b)",
        "heap (a, b) -> (i, j), (a-i, b-j) where i <= a, j <= b, 1 <= i + j < a + b",
        "heap (a, b) -> (min(a, b), 0), (max(a, b) - 1, 0) where a >= 1, b >= 1, a != b",
        "heap (a, b) -> (c, b) where c < a, b = 0 or a mod b = c\nheap (x, y) -> (x, y - k) where 1 <= k <= max(x, 1)",
        "heap (a, b, c) -> (a-k, b+k, c) where k >= 1 | (a, b-k, c+k) where k >= 1 | (a, b, c-k) where k >= 1",
        "param m = 3\nparam w = m*m - 7\nheap n -> n-k where 1 <= k <= m | n - w*j where j in {1, m}",
        "measure: 2*a + b\nheap (a, b) -> (a-1, b+1) | (a, b-1)",
        "heap n -> a, b where 2*a + 3*b = n, a >= 1",
        "heap n -> a where n = 3*a + r, r < 3, n >= 1",
        "heap n -> n - k where 1 <= k < n, k in n/2..n-1",
        "heap n -> n - k where k in {1, n}, 1 <= k <= n",
        "heap n -> d where d*k = n, k >= 2, d >= 1",
        "heap n -> n - d where d*k = n, n >= 1",
        "heap n -> d, k where d*k = n - 1, n >= 2, d <= k",
        "heap n -> n - d*k where d*k <= n, d >= 1, k >= 1",
        "heap n -> n - d where d*k = n + 1, 1 <= d <= n",
        "heap n -> a + b + c - 3 where a*b*c = n, a >= 1, b >= 1, c >= 1, a + b + c < n + 3",
        "heap n -> n - d - 1 where d*k = n - 3, k >= 1, d >= 1",
        "heap (a, b) -> (a, d), (a, k) where d*k = b, d >= 2, k >= 2",
        "heap n -> n - k where (k = 1 and n > 2 or k = 2) and not (n = 4 or n in {5, 7})",
    ] {
        let up_to = if text.contains("(a, b") { 6 } else { 13 };
        assert!(check(text, up_to, 14).unwrap_or_else(|wrong| panic!("{text}: {wrong}")), "{text}");
    }
}

#[test]
fn excluded_assignments_are_not_tried() {
    // The work is linear in the number of options: bounds are exact and equalities are solved.
    for (text, heap) in [
        ("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1", 1000),
        ("heap n -> a, b where a + b + k = n, 1 <= k <= 2", 1000),
        ("heap n -> n - k where k in {1, 3, 4}", 1_000_000_000),
        ("heap n -> n - k where k in powers(2)", 1_000_000_000),
        ("heap n -> n - k where k in squares", 1_000_000),
    ] {
        let rules = compiled(text);
        let options = options(&rules, &[heap]).len() as u64;
        let bound = rules.option_bound(&[heap]);
        assert!(bound <= 3 * options + 2 * 1000, "{text}: {options} options, bound {bound}");
    }
}

#[test]
fn divisions_by_zero_are_no_options_and_no_harm() {
    // The first alternative may hold although the second divides by zero, so the second must not become a bound.
    assert!(check("heap n -> k where j <= 7, k < n, k*n <= k + j < n or k <= n mod j < k", 8, 9).unwrap());
    assert!(check("heap (a, b) -> (a - k, b) where k >= 1, k <= a mod b or b = 0, k <= a", 6, 9).unwrap());
    assert!(check("heap n -> n - 1 - k where k <= n, n mod k = j", 8, 9).unwrap());
    assert!(check("heap n -> n - 1 - k where j + n mod k <= n mod k + 1, k <= n", 8, 9).unwrap());
    let rules = compiled("heap (a, b) -> (a - 1 - k, b) where k <= a mod b");
    assert_eq!(rules.option_bound(&[5, 0]), 0);
    assert_eq!(options(&rules, &[5, 0]).len(), 0);
    assert_eq!(options(&rules, &[5, 3]).len(), 3);
}

#[test]
fn factors_have_bounds() {
    // If a factor may be 0, the other one has no bound: 0 = 0 * k.
    for text in ["heap n -> n/2 where d*k = n", "heap n -> n - 1 where d*k <= n, d >= 1"] {
        let wrong = check(text, 3, 4).unwrap_err();
        assert!(wrong.contains("no upper bound"), "{text}: {wrong}");
    }
    // Only divisors are tried: the bound is of the order of the cube root.
    for text in ["heap n -> d where d*k = n, k >= 2, n >= 1", "heap n -> n - d where n = d*k, n >= 1"] {
        let prime = 999_999_999_989;
        let rules = compiled(text);
        assert_eq!(options(&rules, &[prime]).len(), if text.contains(">= 2") { 1 } else { 2 });
        assert!(rules.option_bound(&[prime]) < 1 << 17, "{text}");
    }
}

#[test]
fn assignments_without_options_are_bounded_too() {
    let rules = compiled("heap (a, b) -> (a, b - 1) where k <= a, j < k, j > b + k");
    assert!(rules.option_bound(&[1 << 40, 5]) >= 1 << 40);
    assert_eq!(compiled("heap n -> n - k where k >= 1").option_bound(&[0]), 0);
}

#[test]
fn large_numbers_are_reported_and_not_wrong() {
    let rules = compiled("heap n -> n - k where k in {1, 2}");
    assert_eq!(
        options(&rules, &[TextRules::GREATEST]),
        [[TextRules::GREATEST - 1], [TextRules::GREATEST - 2]]
    );
    let fault = rules.options(&[1 << 63], &mut Meter::default(), |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(fault.to_string(), "at 9223372036854775808 the rules lead to numbers beyond 2^63");
    let square = compiled("heap n -> n - 1 where n * n > 5");
    assert!(square.options(&[1 << 40], &mut Meter::default(), |_| ControlFlow::Continue(())).is_err());
    assert_eq!(options(&square, &[3]), [[2]]);
}

#[test]
fn a_stated_measure_is_checked_as_the_rules_run() {
    // The measure is lowered for small numbers only, so the fault is found at run time.
    let rules = compiled("measure: n\nheap n -> n - 1 where n < 1000 | n + 1 where n > 1000");
    assert_eq!(options(&rules, &[5]), [[4]]);
    assert_eq!(
        rules.options(&[1001], &mut Meter::default(), |_| ControlFlow::Continue(())),
        Err(not_lowered(&[1001], &[1002]))
    );
}

/// Numbers that rise up to a bound have a measure.
#[test]
fn numbers_that_rise_up_to_a_bound_have_a_measure() {
    for ends in [
        "heap n -> n+k where k in {1, 2, 3}, n+k <= 20",
        "param most = 31\nheap n -> n+k where k in 1..10, n+k <= most",
        "heap (n, m) -> (n+k, m) where k in {1, 2}, n+k <= m",
        "heap (n, last) -> (n+k, k) where k in {1, 2, 3}, k != last, n+k <= 20",
        "heap (a, b) -> (a+1, b) | (a, b+1) where a + b <= 9",
        "heap (n, m) -> (n+1, m) | (n, m-1) where n < 7",
    ] {
        let rules = compiled(ends);
        assert!(rules.measure.proved && rules.rays.is_none() && rules.shape.is_none(), "{ends}");
        assert!(check(ends, 8, 40).unwrap(), "{ends}");
    }
    for endless in [
        "heap n -> n+k where k in {1, 2}",
        "heap n -> n+k where k in 0..3, n+k <= 20",
        "heap (n, m) -> (n+1, m+1) where n <= m",
        "heap n -> n+1 | n-1 where n <= 20",
        "heap n -> n+1, n-1 where n <= 20",
    ] {
        assert!(CompiledRules::of(&parse_rules(endless).unwrap()).is_err(), "{endless}");
    }
}

/// Compares the nim-values by options as ranges with those by individual options.
fn check_ranges(text: &str, up_to: u64) {
    let rules = compiled(text);
    let heap_rules = rules.heap_rules().unwrap_or_else(|| panic!("{text}: no shape was found"));
    let mut marks = Box::new([false; Excluded::VALUES]);
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..up_to {
        marks.fill(false);
        heap_rules
            .exclude_options(heap as usize, &mut Excluded::new(&values, &mut marks, &mut Meter::default()))
            .unwrap();
        let of = |option: &Vec<u64>| option.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
        let expected: BTreeSet<u16> = options(&rules, &[heap]).iter().map(of).collect();
        let found = marks.iter().enumerate().filter(|(_, marked)| **marked).map(|(value, _)| value as u16);
        assert_eq!(found.collect::<BTreeSet<u16>>(), expected, "{text} at {heap}");
        values.push((0..).find(|value| !expected.contains(value)).unwrap());
    }
}

#[test]
fn shapes_are_recognised() {
    let unknown = Recurrence::Unknown;
    let window = |length| Recurrence::Window { length };
    let octal = |last_digit| Recurrence::Octal { last_digit };
    for (text, recurrence) in [
        ("heap n -> n-k where k >= 1", unknown),
        ("heap n -> k where k < n", unknown),
        ("heap n -> n-k where 1 <= k <= 3", window(3)),
        ("heap n -> n-k where k in {1, 3, 4}", window(4)),
        ("heap n -> n-1 | n-4", window(4)),
        ("heap n -> n-k where k in powers(2)", unknown),
        ("heap n -> n-k where k in {2, 5}, k < n", octal(5)),
        ("heap n -> n-2 where n >= 3 | nothing where n = 4", octal(4)),
        ("heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1", unknown),
        ("heap n -> a, b where a + b = n, a < b, a >= 1", unknown),
        ("heap n -> a, b where a + b = n, a >= 1, b >= 1", octal(0)),
        ("heap n -> a, b where a + b = n - 2", octal(2)),
        ("heap n -> a, b where a + b = n - 2, a >= 1, b >= 1", octal(2)),
        ("heap n -> a, b where a + b + k = n, 1 <= k <= 2", octal(2)),
        ("heap n -> a, b where a + b + k = n, k in {1, 3}, a >= 1, b >= 1 | n-k where k in {1, 2}", octal(3)),
        ("heap n -> n-k where k >= 1 | a, b where a + b = n, a >= 1, b >= 1", unknown),
        ("heap n -> a, b where a + b = n - 1, a >= 2", unknown),
        ("heap n -> a, b where a + b = n - 1, a != b, a >= 2", unknown),
        ("heap n -> n - 3 where n >= 7", window(8)),
        ("heap n -> n-1 | n-2 where n != 5 | nothing where n = 3", window(6)),
        ("heap n -> a, b where a + b = n-k, 1 <= k <= 3, 1 <= a <= 4, b >= 1", window(12)),
        ("heap n -> a, b where a + b = n-k, k in {1, 4}, a <= k", window(13)),
        ("heap n -> a, b where a + b = n-2, a <= 3, a != b", window(9)),
        ("heap n -> a, b where a + b = n-k, 1 <= k <= 3, 1 <= a <= 4, 1 <= b <= 5", unknown),
        ("heap n -> k where k < n, k <= 3", window(5)),
        ("heap n -> a, b where a + b = n-1, a <= 3, 2*a <= n", unknown),
        ("heap n -> n - 1 where n mod 2 = 0 | n - k where 2*k <= n, k >= 1", unknown),
        ("heap n -> n - k where k in n/2..n, k >= 1", unknown),
    ] {
        check_ranges(text, 60);
        assert_eq!(compiled(text).heap_rules().unwrap().recurrence(), recurrence, "{text}");
    }
    for (text, has_shape) in [
        ("heap n -> n/2 where n >= 1", true),
        ("heap n -> a, b, c where a + b + c = n - 1", false),
        ("measure: n\nheap n -> 0 where n > 9", true),
    ] {
        assert_eq!(compiled(text).heap_rules().is_some(), has_shape, "{text}");
        if has_shape {
            check_ranges(text, 60);
        }
    }
}

/// Returns the options of a heap: small parts as they are, other parts relative to the heap.
fn relative_options(rules: &TextRules, heap: u64, small: u64) -> BTreeSet<Vec<i64>> {
    let relative = |part: u64| if part <= small { part as i64 } else { part as i64 - heap as i64 };
    let sorted = |option: Vec<u64>| {
        let mut parts: Vec<i64> = option.into_iter().map(relative).collect();
        parts.sort_unstable();
        parts
    };
    options(rules, &[heap]).into_iter().map(sorted).collect()
}

#[test]
fn from_the_length_of_the_window_on_the_moves_are_the_same() {
    let mut windows = 0;
    for (most, off, least) in
        (0..4).flat_map(|most| (0..4).flat_map(move |off| [0, 1, 2].map(|least| (most, off, least))))
    {
        for text in [
            format!("heap n -> a, b where a + b = n-k, 1 <= k <= {most}, a <= {off}, b >= {least}"),
            format!(
                "heap n -> a, b where a + b + k = n, k in {{1, {most} + 1}}, {least} <= a <= k + {off}, a != b"
            ),
            format!("heap n -> n-k where 1 <= k <= {most}, k + {off} <= n | n-{off}-1 where n > {least}"),
            format!(
                "heap n -> a, {off} where a < n - {off}, n - a <= {most} + {off} | nothing where n = {least}"
            ),
        ] {
            // Each option has a part of at most `small`, and one that is the heap less at most the length.
            let rules = compiled(&text);
            let Some(Recurrence::Window { length }) = rules.heap_rules().map(|rules| rules.recurrence())
            else {
                continue;
            };
            windows += 1;
            assert!(length <= 40, "{text}: {length}");
            let moves = relative_options(&rules, length + 60, 50);
            for heap in length + 61..length + 100 {
                assert_eq!(relative_options(&rules, heap, 50), moves, "{text} at {heap}");
            }
            // A part below 60 may count as either; there the values are compared instead.
            check_window(&text, &rules, length);
        }
    }
    assert!(windows > 100, "only {windows} rules have a window");
}

/// Compares the values from the length of the window on with those by the moves of a large heap.
fn check_window(text: &str, rules: &TextRules, length: u64) {
    let moves = relative_options(rules, 200, 100);
    let least_missing = |found: &BTreeSet<u16>| (0..).find(|value| !found.contains(value)).unwrap();
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..120u64 {
        let of = |option: &Vec<u64>| option.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
        let expected: BTreeSet<u16> = options(rules, &[heap]).iter().map(of).collect();
        if heap >= length {
            let part = |&part: &i64| if part < 0 { heap as i64 + part } else { part };
            let of =
                |option: &Vec<i64>| option.iter().map(part).fold(0, |sum, part| sum ^ values[part as usize]);
            let found: BTreeSet<u16> = moves.iter().map(of).collect();
            assert_eq!(found, expected, "{text} at {heap}, window {length}");
        }
        values.push(least_missing(&expected));
    }
}

pub(super) fn number(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        3 => Just("n".to_owned()), 3 => Just("k".to_owned()), 2 => Just("j".to_owned()),
        2 => (0..6i64).prop_map(|value| value.to_string()),
    ];
    leaf.prop_recursive(depth, 8, 2, |inner| {
        prop_oneof![
            4 => (inner.clone(), "[-+]", inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}*{b}")),
            1 => (inner.clone(), 1..4i64).prop_map(|(a, b)| format!("({a})/{b}")),
            1 => (inner.clone(), 2..4i64).prop_map(|(a, b)| format!("({a}) mod {b}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) mod ({b})")),
            1 => (inner.clone(), inner.clone(), "min|max|gcd").prop_map(|(a, b, name)| format!("{name}({a}, {b})")),
        ]
    })
    .boxed()
}

pub(super) fn condition() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        4 => (number(1), "<|<=|>|>=|=|!=", number(1)).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        1 => (number(1), "|not ", "\\{1, 3\\}|primes|squares|odds|powers\\(2\\)|2\\.\\.4|\\{0, 2\\.\\.3\\}")
            .prop_map(|(a, not, set)| format!("{a} {not}in {set}")),
        1 => (number(1), number(1), number(1)).prop_map(|(a, b, c)| format!("{a} <= {b} < {c}")),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
    .boxed()
}

/// A stated measure admits all rules, so any conditions can be tested once every variable has a bound.
#[test]
fn random_rules_agree_with_the_definition() {
    let compared = Cell::new(0);
    let rules = (prop::collection::vec(number(1), 1..3), prop::collection::vec(condition(), 0..4));
    let run = |(parts, conditions): (Vec<String>, Vec<String>)| {
        let conditions: String = conditions.iter().map(|condition| format!(", {condition}")).collect();
        let bounded = parts.iter().map(|part| format!(", {part} < n")).collect::<String>();
        let text = format!("heap n -> {} where k <= n + 1, j <= 7{bounded}{conditions}", parts.join(", "));
        match check(&text, 6, 9) {
            Ok(all) => compared.set(compared.get() + u32::from(all)),
            Err(wrong) => {
                prop_assert!(wrong.contains("zero") || wrong.contains("large"), "{}: {}", text, wrong);
            }
        }
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(CASES)).run(&rules, run).unwrap();
    assert!(compared.get() > CASES / 2, "only {} of {CASES} rules were compared", compared.get());
}

/// For variables without stated bounds, either a bound is found or the rules are refused.
#[test]
fn random_conditions_are_bounds_or_are_refused() {
    let counts = Cell::new([0; 2]);
    let run = |conditions: Vec<String>| {
        let text = format!("heap n -> n - 1 - k where k <= n, {}", conditions.join(", "));
        // The limit exceeds all values that small numbers can bound, except in rules with products or gcd, which are
        // skipped.
        if text.contains('*') || text.contains("gcd") {
            return Ok(());
        }
        let [mut compared, mut refused] = counts.get();
        match check(&text, 4, 40) {
            Ok(all) => compared += u32::from(all),
            Err(wrong) => {
                prop_assert!(wrong.contains("upper bound") || wrong.contains("zero"), "{}: {}", text, wrong);
                refused += 1;
            }
        }
        counts.set([compared, refused]);
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(CASES))
        .run(&prop::collection::vec(condition(), 1..5), run)
        .unwrap();
    let counts = counts.get();
    assert!(
        counts.iter().all(|&count| count > CASES / 20),
        "{counts:?} of {CASES} were compared and refused"
    );
}

/// The number of random rules.
const CASES: u32 = 3000;
