//! Tests of the heads of calls: names and parameters.

use proptest::prelude::*;
use winways_notation::parse_call_head;

/// Returns the name and the optional parameter.
fn head(text: &str) -> (String, Option<&str>) {
    let (name, _, parameter) = parse_call_head(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (name, parameter.map(|span| &text[span.range()]))
}

#[test]
fn names_and_parameters() {
    for (text, name, parameter) in [
        ("kayles", "kayles", None),
        ("dawson-kayles", "dawson-kayles", None),
        ("dawson_kayles", "dawson-kayles", None),
        ("octal(0.137)", "octal", Some("0.137")),
        ("subtract{1,3,4}", "subtract", Some("1,3,4")),
        ("graph{(1 2) \"}\"}", "graph", Some("(1 2) \"}\"")),
    ] {
        assert_eq!(head(text), (name.to_owned(), parameter), "{text}");
    }
}

#[test]
fn errors_point_at_the_place() {
    for (text, start, message) in [
        ("", 0, "the input ends here"),
        ("$", 0, "unexpected `$`"),
        ("octal(0.1", 5, "not closed"),
        ("octal(\"0.1", 6, "quotation is not closed"),
        ("octal(0.1}", 9, "unexpected `}`"),
        ("octal(0.1) 7", 11, "`7`"),
    ] {
        let error = parse_call_head(text).expect_err(text);
        assert_eq!(error.span.start, start, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_position_after_the_name_belongs_in_brackets() {
    for (text, whole) in [
        ("nim 3 4, 5", Some("nim(3,4,5)")),
        (" octal(0.77) 10 ", Some("octal(0.77)(10)")),
        ("domineering ...|...", Some("domineering(\"...|...\")")),
        ("nim \"3", None),
        ("nim ,", None),
    ] {
        let help = parse_call_head(text).err().and_then(|wrong| wrong.help);
        let expected = whole.map(|whole| format!("a position is written in brackets: `{whole}`"));
        assert_eq!(help, expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_no_problem() {
    assert!(parse_call_head(&format!("nim{}", "(".repeat(100_000))).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in prop_oneof!["\\PC{0,30}", "[nim(){}\"*+0-9, -]{0,30}"]) {
        if let Err(error) = parse_call_head(&text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }
}
