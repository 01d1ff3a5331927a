//! Sums as trees, and what is wrong with texts that are none.

use proptest::prelude::*;
use winways_notation::{TermKind, parse_call_head, parse_sum};

/// The terms, written plainly: sign, name, parameter, position.
fn plain(text: &str) -> Vec<String> {
    let sum = parse_sum(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let of = |term: &winways_notation::Term| {
        let sign = if term.negative { "-" } else { "+" };
        match &term.kind {
            TermKind::Nimber(size) => format!("{sign}*{size}"),
            TermKind::Number(number) => format!("{sign}{number}"),
            TermKind::Call(call) => {
                let parameter = call.parameter.map_or("", |span| &text[span.range()]);
                format!("{sign}{}<{parameter}>[{}]", call.name, &text[call.position.range()])
            }
        }
    };
    sum.terms.iter().map(of).collect()
}

fn check_error(text: &str, start: usize, message: &str) {
    let error = parse_sum(text).expect_err(text);
    assert_eq!(error.span.start, start, "{text}: {error}");
    assert!(error.message.contains(message), "{text}: {error}");
}

#[test]
fn sums_are_flat_with_signs() {
    assert_eq!(plain("nim(7,8) + kayles(9) + *3"), ["+nim<>[7,8]", "+kayles<>[9]", "+*3"]);
    assert_eq!(plain("nim(1) - (nim(2) - (nim(3) + *))"), ["+nim<>[1]", "-nim<>[2]", "+nim<>[3]", "+*1"]);
    assert_eq!(plain("--nim(1)"), ["+nim<>[1]"]);
    assert_eq!(plain("0 + 5"), ["+*0", "+5"]);
}

#[test]
fn parameters_and_quotations() {
    assert_eq!(plain("octal(0.137)(9,10)"), ["+octal<0.137>[9,10]"]);
    assert_eq!(plain("subtract{1,3,4}(10)"), ["+subtract<1,3,4>[10]"]);
    assert_eq!(plain("hackenbush_green(\"0-1:g (1-2:g\")"), ["+hackenbush-green<>[0-1:g (1-2:g]"]);
    assert_eq!(plain("dawson-kayles(4)"), ["+dawson-kayles<>[4]"]);
    let (name, _, parameter) = parse_call_head("octal(0.137)").unwrap();
    assert_eq!((name.as_str(), parameter.map(|span| span.range())), ("octal", Some(6..11)));
}

#[test]
fn errors_point_at_the_place() {
    check_error("", 0, "the input ends here");
    check_error("nim", 3, "has no position");
    check_error("nim(7", 3, "not closed");
    check_error("nim(7))", 6, "unexpected `)`");
    check_error("nim(7) nim(8)", 7, "unexpected `n`");
    check_error("nim(7) +", 8, "the input ends here");
    check_error("(nim(7)", 0, "not closed");
    check_error("nim(\"7", 4, "quotation is not closed");
    check_error("nim(7}", 5, "unexpected `}`");
    check_error("subtract{1,3}", 13, "has no position");
    check_error("$", 0, "unexpected `$`");
    check_error("*99999999999999999999", 1, "over the limit");
}

#[test]
fn deep_nesting_is_no_problem() {
    let depth = 100_000;
    let text = format!("{}nim(1){}", "-(".repeat(depth), ")".repeat(depth));
    assert_eq!(plain(&text), ["+nim<>[1]"]);
    assert!(parse_sum(&"(".repeat(depth)).is_err());
    assert!(parse_sum(&format!("nim{}", "(".repeat(depth))).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,30}") {
        if let Err(error) = parse_sum(&text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }

    #[test]
    fn no_text_like_an_expression_panics(text in "[nim(){}\"*+0-9, -]{0,30}") {
        if let Err(error) = parse_sum(&text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }
}
