//! Tests of the texts of values. The tests of the calculator parse these texts.

mod common;

use common::{cases, graph_of, graphs, ledger, root};
use proptest::prelude::*;
use winways_loopy::{Loopies, Loopy};
use winways_values::Arena;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300, 2_000, 20_000)))]

    #[test]
    fn texts_do_not_depend_on_the_history_of_the_arena(lists in graphs(8), others in graphs(8)) {
        let (ledger, arena) = (ledger(), Arena::default());
        let mut session = arena.session();
        let mut text = |first: Option<&common::Lists>| {
            let mut loopies = Loopies::new();
            if let Some(first) = first {
                loopies.values(&graph_of(first), &ledger).unwrap();
            }
            let value: Loopy = loopies.value(&graph_of(&lists), root(&lists), &ledger).unwrap();
            value.is_canonical().then(|| loopies.text(value, &mut session, &ledger))
        };
        prop_assert_eq!(text(None), text(Some(&others)));
    }
}
