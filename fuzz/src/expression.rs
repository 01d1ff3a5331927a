//! Checks that the parser of expressions quickly returns a tree and diagnostics for any text, with all
//! spans within the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use winways_notation::{NameKind, NodeKind, parse_call_head, parse_expression};

fuzz_target!(|text: &str| {
    let kind_of = |name: &str| match name.len() {
        4 => NameKind::Function,
        7 => NameKind::Game,
        _ => NameKind::Other,
    };
    let parsed = parse_expression(text, kind_of);
    let mut is_missing = false;
    for (number, node) in parsed.tree.nodes().iter().enumerate() {
        assert!(text.get(node.span.range()).is_some(), "{node:?}");
        let mut next = parsed.tree.subtree(number).start;
        for &child in parsed.tree.children(number) {
            assert_eq!(parsed.tree.subtree(child).start, next, "subtrees are not next to each other");
            next = child + 1;
        }
        assert_eq!(next, number, "a node does not follow its children");
        is_missing |= node.kind == NodeKind::Missing;
    }
    assert!(!is_missing || !parsed.diagnostics.is_empty(), "a missing node without a diagnostic");
    for fault in &parsed.diagnostics {
        assert!(text.get(fault.span.range()).is_some(), "{fault:?}");
    }
    if let Err(fault) = parse_call_head(text) {
        assert!(text.get(fault.span.range()).is_some(), "{fault:?}");
    }
});
