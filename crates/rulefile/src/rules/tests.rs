//! Compares compiled rules with their definition, which tries every assignment of numbers to variables.

use super::{CompiledRules, TextRules, not_lowered, overflow};
use crate::definition::options_of_rules;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use winways_notation::parse_rules;
use winways_rules::{Excluded, Meter, Recurrence, TakeAndBreak};

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
    // If a factor may be 0, the other factor has no bound: 0 = 0 * k.
    for text in ["heap n -> n/2 where d*k = n", "heap n -> n - 1 where d*k <= n, d >= 1"] {
        let wrong = check(text, 3, 4).unwrap_err();
        assert!(wrong.contains("no upper bound"), "{text}: {wrong}");
    }
    // A power bounds its base.
    for text in [
        "heap n -> n - d*d where d >= 1",
        "heap n -> d where d*d <= n, d >= 2",
        "heap n -> n - d*d*d where d*d*d <= n, d >= 1",
        "heap n -> n - 1 - d where (d + 1)*d <= n, d >= 2",
        "heap (a, b) -> (a - d*d*k, b) where d >= 1, k >= 1",
    ] {
        assert!(check(text, 9, 12).unwrap_or_else(|wrong| panic!("{text}: {wrong}")), "{text}");
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
    assert_eq!(
        fault.to_string(),
        "at 9223372036854775808, the rules compute a number that needs more than 63 bits"
    );
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

/// Compares the nim-values computed from ranges of options with the nim-values computed from individual options.
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
        ("heap n -> a, b where a + b = n - 2, a >= 1, b >= 1, n >= 4", octal(2)),
        ("heap n -> a, b where a + b = n - 2, a >= 1, b >= 1, n >= 5", unknown),
        ("heap n -> a, b where a + b = n - 2, n >= 2", octal(2)),
        ("heap n -> a, b where a + b = n - 2, n >= 3", unknown),
        ("heap n -> n-1 | a, b where a + b = n - 2, n >= 30", unknown),
        ("heap n -> a, b where a + b + k = n, 1 <= k <= 2, k <= n - 20", unknown),
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
            // For large heaps, each part of an option is either at most 50, or the heap minus at most `length`.
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
            // For smaller heaps, a part may be of either kind, so the values are compared instead.
            check_window(&text, &rules, length);
        }
    }
    assert!(windows > 100, "only {windows} rules have a window");
}

/// Compares the values of heaps from `length` on with the values computed from the moves of a large heap.
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

/// Returns an alternative of a rule that takes tokens and splits heaps, with conditions that codes may be unable to express.
fn take_or_split() -> BoxedStrategy<String> {
    let taken = prop_oneof![
        (1..5u64, 0..4u64).prop_map(|(least, more)| format!("{least} <= k <= {}", least + more)),
        prop::collection::vec(1..9u64, 1..4).prop_map(|set| {
            format!("k in {{{}}}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
        }),
        (1..6u64).prop_map(|taken| format!("k = {taken}")),
    ];
    let extra = prop_oneof![
        3 => (0..40u64).prop_map(|bound| format!("n >= {bound}")),
        2 => (0..40u64).prop_map(|bound| format!("k <= n - {bound}")),
        1 => (0..40u64, "<|<=|!=|=").prop_map(|(bound, sign)| format!("n {sign} {bound}")),
        1 => (0..12u64, "a|b").prop_map(|(bound, part)| format!("{part} >= {bound}")),
        1 => Just("n mod 2 = 0".to_owned()),
    ];
    let forms = [
        "n - k where ",
        "a, b where a + b = n - k, ",
        "a, b where a + b + k = n, a >= 1, b >= 1, ",
        "a, b where a + b + k = n, a >= 1, b >= 1, a != b, ",
        "a, b where a + b = n - k, a >= 1, a < b, ",
    ];
    (prop::sample::select(forms.to_vec()), taken, prop::collection::vec(extra, 0..3))
        .prop_map(|(form, taken, extra)| {
            let extra: String = extra.iter().map(|condition| format!(", {condition}")).collect();
            format!("{form}{taken}{extra}")
        })
        .boxed()
}

/// Returns the options of a heap by its code, each as its nonempty parts in ascending order.
fn options_by_code(code: &TakeAndBreak, heap: u64) -> BTreeSet<Vec<u64>> {
    let rests =
        |taken: &Vec<u64>| taken.iter().filter_map(|taken| heap.checked_sub(*taken)).collect::<Vec<_>>();
    let single = |rest: u64| if rest == 0 { Vec::new() } else { vec![rest] };
    let pairs = |rest: u64| (1..=rest / 2).map(move |least| vec![least, rest - least]);
    let splits = rests(&code.splits).into_iter().flat_map(pairs);
    let splits = splits.filter(|pair| !code.unequal || pair[0] != pair[1]);
    rests(&code.takes).into_iter().map(single).chain(splits).collect()
}

/// A code is recognised only if its moves are those of the rules, whatever other conditions the rules contain.
#[test]
fn recognised_codes_and_windows_describe_the_moves() {
    let counts = Cell::new([0; 2]);
    let run = |alternatives: Vec<String>| {
        let text = format!("heap n -> {}", alternatives.join(" | "));
        let file = parse_rules(&text).unwrap();
        let Ok(rules) = CompiledRules::of(&file).map(impartial) else { return Ok(()) };
        let Some(shape) = rules.heap_rules() else { return Ok(()) };
        let [mut codes, mut windows] = counts.get();
        if let Some(code) = shape.take_and_break() {
            codes += 1;
            for heap in code.regular_from..code.regular_from + 50 {
                let parts = |option: Vec<u64>| {
                    let mut parts: Vec<u64> = option.into_iter().filter(|part| *part > 0).collect();
                    parts.sort_unstable();
                    parts
                };
                let found: BTreeSet<Vec<u64>> = options(&rules, &[heap]).into_iter().map(parts).collect();
                prop_assert_eq!(found, options_by_code(&code, heap), "{} at {}", text, heap);
            }
        }
        if let Recurrence::Window { length } = shape.recurrence() {
            windows += 1;
            check_window(&text, &rules, length);
        }
        counts.set([codes, windows]);
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(CASES / 4))
        .run(&prop::collection::vec(take_or_split(), 1..3), run)
        .unwrap();
    let counts = counts.get();
    assert!(
        counts.iter().all(|&count| count > CASES / 100),
        "{counts:?} of {} were codes and windows",
        CASES / 4
    );
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

/// Every variable has a bound, and every part of an option is less than the heap, so any further conditions can be tested.
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
