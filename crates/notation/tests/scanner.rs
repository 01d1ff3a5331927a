//! Tests of the texts that the scanner accepts, and of the spans of its errors.

use proptest::prelude::*;
use winways_notation::{LineColumn, Scanner, nearest};

fn check_error(text: &str, place: &str, message: &str) {
    let error = Scanner::new(text).numbers("a heap size").expect_err(text);
    assert_eq!(&text[error.span.range()], place, "{text}: {error}");
    assert!(error.message.contains(message), "{text}: {error}");
    assert!(error.label.is_some(), "{text}: nothing is expected");
}

#[test]
fn numbers_are_separated_by_white_space_and_commas() {
    for text in ["7 8 9", "7,8,9", " 7,\t8\n, 9\r\n", "007 8 9"] {
        assert_eq!(Scanner::new(text).numbers("a heap size").unwrap(), [7, 8, 9], "{text:?}");
    }
}

#[test]
fn greatest_numbers_are_read() {
    let text = "18446744073709551615 9999999999999999999 00000000000000000000000001";
    assert_eq!(Scanner::new(text).numbers("x").unwrap(), [u64::MAX, 9_999_999_999_999_999_999, 1]);
}

#[test]
fn errors_point_at_the_word() {
    check_error("3 x 5", "x", "`x` is not a number");
    check_error("3 -5", "-5", "`-5` is negative");
    check_error(
        "3 18446744073709551616",
        "18446744073709551616",
        "too large: the limit is 18446744073709551615",
    );
    check_error("3 5a 7", "5a", "`5a` is not a number");
    check_error("3 2.5", "2.5", "`2.5` is not a number");
    check_error("3 5é", "5é", "not a number");
    check_error("é", "é", "not a number");
    check_error("", "", "empty input");
    check_error(" \n ", "", "empty input");
    check_error("1e3x", "1e3x", "not a number");
    check_error("+3", "+3", "not a number");
    check_error("3;4", ";4", "not a number");
}

#[test]
fn ranges_are_reported() {
    let error = Scanner::new("12").number_in("a month", 1, 11).unwrap_err();
    assert!(error.message.contains("the limit is 11"), "{error}");
    let error = Scanner::new("0").number_in("a month", 1, 12).unwrap_err();
    assert!(error.message.contains("at least 1"), "{error}");
}

#[test]
fn places_are_counted_from_one_in_characters() {
    let text = "é x\nab\n";
    assert_eq!(LineColumn::of(text, 3), LineColumn { line: 1, column: 3 });
    assert_eq!(LineColumn::of(text, 5), LineColumn { line: 2, column: 1 });
    assert_eq!(LineColumn::of(text, 99), LineColumn { line: 3, column: 1 });
}

#[test]
fn suggestions_are_similar() {
    let games = ["nim", "wythoff", "kayles", "dawson-kayles", "hackenbush-green"];
    for (word, expected) in
        [("nmi", "nim"), ("whytoff", "wythoff"), ("kaylse", "kayles"), ("hack", "hackenbush-green")]
    {
        assert_eq!(nearest(word, games), Some(expected), "{word}");
    }
    assert_eq!(nearest("q", games), None);
    assert_eq!(nearest("", games), None);
}

proptest! {
    #[test]
    fn numbers_round_trip(numbers in prop::collection::vec(any::<u64>(), 1..20)) {
        let text = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(Scanner::new(&text).numbers("a number").unwrap(), numbers);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,30}") {
        if let Err(error) = Scanner::new(&text).numbers("a number") {
            // The span of the error is a valid range of the text.
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }
}
