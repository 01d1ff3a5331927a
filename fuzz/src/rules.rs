//! Checks that the compiler of rule files quickly returns a game or a diagnostic for any text, with the span within
//! the text, and that no option contains the component from which it comes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use winways_notation::parse_rules;
use winways_rulefile::{CompiledRules, TextRules};
use winways_rules::{Excluded, Meter};

/// The maximum number of options enumerated per component.
const MAX_OPTIONS: u64 = 10_000;

fuzz_target!(|text: &str| {
    let rules = match parse_rules(text).and_then(|file| CompiledRules::of(&file)) {
        Ok(rules) => rules,
        Err(fault) => {
            assert!(text.get(fault.span.range()).is_some(), "{fault:?}");
            return;
        }
    };
    match &rules {
        CompiledRules::Impartial(rules) => check(rules),
        CompiledRules::Partizan(players) => players.iter().for_each(check),
        CompiledRules::Entailing(kinds_of_moves) => kinds_of_moves.iter().for_each(check),
        // Play may cycle, so options need not be smaller.
        CompiledRules::Bounded(_) => {}
    }
});

/// Checks the options of a few components, small and large, and of small heaps.
fn check(rules: &TextRules) {
    for component in [[0; 8], [1; 8], [2, 3, 1, 0, 1, 2, 0, 1], [u64::MAX >> 1; 8], [u64::MAX; 8]] {
        let component = &component[..rules.arity()];
        let bound = rules.option_bound(component);
        if bound > MAX_OPTIONS {
            continue;
        }
        let mut count = 0;
        let told = rules.options(component, &mut Meter::default(), |option| {
            count += 1;
            assert_eq!(option.len() % rules.arity(), 0);
            assert!(
                option.chunks(rules.arity()).all(|part| part != component),
                "{component:?} becomes itself"
            );
            ControlFlow::Continue(())
        });
        assert!(count <= bound, "{count} options, bound {bound}");
        let _ = told;
    }
    if let Some(heaps) = rules.heap_rules() {
        let mut marks = Box::new([false; Excluded::VALUES]);
        let values = [0; 20];
        for heap in 0..values.len() {
            let mut meter = Meter::default();
            let _ = heaps.exclude_options(heap, &mut Excluded::new(&values[..heap], &mut marks, &mut meter));
        }
    }
}
