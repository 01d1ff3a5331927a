//! Checks that the parser of picture rules quickly returns rules or a diagnostic for any text, with all spans
//! within the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use winways_notation::pictures::Next;
use winways_notation::{Span, is_picture_file, parse_pictures};

fuzz_target!(|text: &str| {
    let check = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?}");
    let file = match parse_pictures(text) {
        Ok(file) => file,
        Err(fault) => return check(fault.span),
    };
    assert!(is_picture_file(text) && !file.rules.is_empty());
    for (start, span) in &file.starts {
        assert_eq!(text.get(span.range()), Some(start.as_str()));
    }
    for rule in &file.rules {
        check(rule.span);
        let second = if let Next::Then(second) = &rule.next { Some(&**second) } else { None };
        for rewrite in [Some(&rule.rewrite), second].into_iter().flatten() {
            assert_eq!(rewrite.before.rows.len(), rewrite.after.rows.len());
            assert!(!rewrite.directions.is_empty());
            for cell in rewrite.before.rows.iter().chain(&rewrite.after.rows).flatten() {
                check(cell.span);
                let is_run = cell
                    .repeat
                    .is_none_or(|repeat| repeat.most.is_none_or(|most| most >= repeat.least.max(1)));
                assert!(is_run, "{cell:?}");
            }
        }
    }
});
