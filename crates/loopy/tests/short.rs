//! Short games as loopy values.

mod common;

use common::{cases, ledger};
use proptest::prelude::*;
use winways_loopy::{Loopies, Loopy};
use winways_values::{Arena, Game};

/// Left and Right options of short games. Each option is the index of an earlier game.
fn short_games() -> impl Strategy<Value = Vec<[Vec<prop::sample::Index>; 2]>> {
    let list = || prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    prop::collection::vec((list(), list()).prop_map(|(left, right)| [left, right]), 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200, 500, 5_000)))]

    #[test]
    fn short_games_are_converted_without_loss(forms in short_games()) {
        let (ledger, arena) = (ledger(), Arena::default());
        let (mut loopies, mut session) = (Loopies::new(), arena.session());
        let mut games = vec![Game::ZERO];
        for lists in &forms {
            let [left, right] = lists.each_ref().map(|list| {
                list.iter().map(|index| games[index.index(games.len())]).collect::<Vec<Game>>()
            });
            games.push(session.form(&left, &right).unwrap());
        }
        let stoppers: Vec<_> =
            games.iter().map(|&game| loopies.from_game(game, &mut session, &ledger).unwrap()).collect();
        for (&game, &stopper) in games.iter().zip(&stoppers) {
            prop_assert_eq!(loopies.to_game(stopper, &mut session, &ledger).unwrap(), Some(game));
            prop_assert_eq!(loopies.as_number(stopper).cloned(), session.as_number(game));
            // The graph of a canonical form has the value of this form.
            let (graph, root) = loopies.graph(Loopy::from(stopper).onside(), &ledger).unwrap();
            prop_assert_eq!(loopies.value(&graph, root, &ledger).unwrap(), Loopy::from(stopper));
        }
        let (last, first) = (games.len() - 1, games.len() / 2);
        let sum = session.add(games[last], games[first]).unwrap();
        let found = loopies.sum(stoppers[last].into(), stoppers[first].into(), &ledger).unwrap();
        let found = loopies.to_game(found.as_stopper().unwrap(), &mut session, &ledger).unwrap();
        prop_assert_eq!(found, Some(sum));
        let negative = loopies.negative(stoppers[last].into(), &ledger).unwrap();
        let negative = loopies.to_game(negative.as_stopper().unwrap(), &mut session, &ledger).unwrap();
        prop_assert_eq!(negative, Some(-games[last]));
        let relation = session.compare(games[last], games[first]).unwrap();
        let found = loopies.compare(stoppers[last].into(), stoppers[first].into(), &ledger).unwrap();
        prop_assert_eq!(found, relation);
    }
}
