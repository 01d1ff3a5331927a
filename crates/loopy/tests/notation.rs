//! Texts of values, read and written.

mod common;

use common::{cases, graph_of, graphs, ledger, root};
use proptest::prelude::*;
use winways_loopy::{Expected, Loopies, ParseError, ReadError};
use winways_solve::StopReason;
use winways_values::Arena;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500, 20_000)))]

    #[test]
    fn texts_are_read_as_equal_values(lists in graphs(8)) {
        let (ledger, arena) = (ledger(), Arena::default());
        let (mut loopies, mut session) = (Loopies::new(), arena.session());
        let value = loopies.value(&graph_of(&lists), root(&lists), &ledger).unwrap();
        let text = match loopies.text(value, &mut session, &ledger) {
            Err(StopReason::Text { .. }) => return Ok(()),
            text => text.unwrap(),
        };
        let read = loopies.parse(&text, &mut session, &ledger);
        prop_assert!(read.is_ok(), "{} is not read: {:?}", text, read);
        let read = read.unwrap();
        prop_assert!(loopies.is_equal(read, value, &ledger).unwrap(), "{}", text);
        if value.is_canonical() {
            prop_assert_eq!(read, value);
            // The text does not depend on the history of the arena.
            let mut others = Loopies::new();
            let read = others.parse(&text, &mut session, &ledger).unwrap();
            prop_assert_eq!(others.text(read, &mut session, &ledger).unwrap(), text);
        }
    }

    #[test]
    fn texts_of_any_kind_are_read_or_refused(text in "[-+&{}|,()0-9a-d^v*./ ]{0,20}|(\\{|a\\{|pass|\\||\\}|over|,|1|\\*|a|&|\\(|\\)|\\+){0,16}") {
        let (ledger, arena) = (ledger(), Arena::default());
        let mut loopies = Loopies::new();
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        prop_assume!(digits <= 3 || !text.contains(|letter: char| letter.is_ascii_digit()));
        if let Err(ReadError::Parse(error)) = loopies.parse(&text, &mut arena.session(), &ledger) {
            prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at));
        }
    }
}

#[test]
fn values_are_written_as_in_the_literature() {
    let (ledger, arena) = (ledger(), Arena::default());
    let (mut loopies, mut session) = (Loopies::new(), arena.session());
    for text in [
        "0",
        "-3/4",
        "1/2+^*3",
        "v5",
        "on",
        "off",
        "dud",
        "over",
        "under",
        "upon",
        "upon*",
        "uponth",
        "5over",
        "3/2under",
        "-1+over",
        "1 & 0",
        "0 & -1",
        "over & v",
        "over & under",
        "{pass|^}",
        "{*|pass}",
        "{0|upon}",
        "a{0||||0|||a|*||*}",
        "{0||0|under}",
        "{on|off}",
        "{3|1}",
        "{2||1|0}",
    ] {
        let value = loopies.parse(text, &mut session, &ledger).unwrap();
        assert_eq!(loopies.text(value, &mut session, &ledger).unwrap(), text);
    }
    for (text, written) in [
        ("tis", "1 & 0"),
        ("on + off", "dud"),
        ("a{0|a}", "over"),
        ("{pass|*}", "upon"),
        ("2.upon", "{0|upon*}"),
        ("a{a|}", "on"),
        ("{1|-1}", "{1|-1}"),
        ("+-1", "{1|-1}"),
        ("±(1)", "{1|-1}"),
        ("2−5", "-3"),
        (" 5 over ", ""),
    ] {
        match loopies.parse(text, &mut session, &ledger) {
            Ok(value) => assert_eq!(loopies.text(value, &mut session, &ledger).unwrap(), written),
            Err(_) => assert_eq!(written, "", "{text}"),
        }
    }
}

#[test]
fn errors_have_a_place_and_an_expectation() {
    let (ledger, arena) = (ledger(), Arena::default());
    let (mut loopies, mut session) = (Loopies::new(), arena.session());
    let deep = "{".repeat(200);
    for (text, at, expected) in [
        ("", 0, Expected::Value),
        ("1 2", 2, Expected::End),
        ("(1", 2, Expected::Bracket),
        ("{1}", 2, Expected::BarOrBrace),
        ("{1|2", 4, Expected::BarOrBrace),
        ("{1|2|3}", 4, Expected::OneBar),
        ("{0|b}", 3, Expected::KnownLabel("b".to_owned())),
        ("a{a|} + a", 8, Expected::KnownLabel("a".to_owned())),
        ("a{0|a{a|0}}", 4, Expected::NewLabel("a".to_owned())),
        ("on{0|}", 0, Expected::NewLabel("on".to_owned())),
        ("a{a+1|}", 3, Expected::ClosedTerm),
        ("a{-a|}", 2, Expected::ClosedTerm),
        ("1/3", 0, Expected::Dyadic),
        ("*99999999999", 0, Expected::SmallerNumber),
        ("0 & 1", 2, Expected::LowerOffside),
        (&deep, 128, Expected::LessNesting { limit: 128 }),
    ] {
        let found = loopies.parse(text, &mut session, &ledger);
        assert_eq!(found, Err(ReadError::Parse(ParseError { at, expected })), "{text}");
    }
}
