//! Tests random sequences of calls against trees, and tests memory limits, interruptions, threads and the structural order.

use std::cmp::Ordering;
use std::sync::Arc;

use proptest::prelude::*;

use super::tree::{self, Tree, games, value};
use crate::{Arena, ArenaError, Dyadic, Game, Interrupt, Interruption};

/// A call whose operands are earlier results, given by index modulo the number of results.
#[derive(Clone, Debug)]
enum Call {
    Form(Vec<usize>, Vec<usize>),
    Add(usize, usize),
    Negative(usize),
    Multiple(i64, usize),
    Number(i64, u32),
    NumberUpStar(i64, i64, u64),
    Option(usize, bool, usize),
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let index = 0usize..64;
    let some = || proptest::collection::vec(0usize..64, 0..=2);
    let call = prop_oneof![
        4 => (some(), some()).prop_map(|(left, right)| Call::Form(left, right)),
        2 => (index.clone(), index.clone()).prop_map(|(some, other)| Call::Add(some, other)),
        1 => index.clone().prop_map(Call::Negative),
        1 => (-2i64..=2, index.clone()).prop_map(|(factor, game)| Call::Multiple(factor, game)),
        2 => (-6i64..=6, 0u32..=2).prop_map(|(numerator, exponent)| Call::Number(numerator, exponent)),
        2 => (-1i64..=1, -2i64..=2, 0u64..=3).prop_map(|(number, ups, heap)| Call::NumberUpStar(number, ups, heap)),
        1 => (index, any::<bool>(), 0usize..3).prop_map(|(game, left, index)| Call::Option(game, left, index)),
    ];
    proptest::collection::vec(call, 1..14)
}

/// The maximum number of positions in the tree of a sum. A position counts once for each order of moves that leads to
/// it, so the sum of the integers 12 and 12 has 10 million positions.
const MOST_POSITIONS: usize = 50_000;

/// Executes the calls on the arena and on trees, leaving out results whose trees grow too large.
fn run(arena: &Arena, calls: &[Call]) -> Result<Vec<(Game, Tree)>, ArenaError> {
    let mut known = vec![(Game::ZERO, tree::integer(0))];
    for call in calls {
        let at = |index: &usize| &known[index % known.len()];
        let both = |indices: &[usize]| -> (Vec<Game>, Vec<Tree>) { indices.iter().map(at).cloned().unzip() };
        let (found, model) = match call {
            Call::Form(left, right) => {
                let ((left, left_trees), (right, right_trees)) = (both(left), both(right));
                (arena.form(&left, &right)?, tree::tree(left_trees, right_trees))
            }
            Call::Add(some, other) => {
                let ((some, first), (other, second)) = (at(some), at(other));
                if !tree::sum_fits(first, second, MOST_POSITIONS) {
                    continue;
                }
                (arena.add(*some, *other)?, tree::add(first, second))
            }
            Call::Negative(game) => (-at(game).0, tree::negative(&at(game).1)),
            Call::Multiple(factor, game) => {
                let (game, once) = at(game);
                if !tree::sum_fits(once, once, MOST_POSITIONS) {
                    continue;
                }
                let once = if *factor < 0 { tree::negative(once) } else { Arc::clone(once) };
                let sum = (0..factor.abs()).fold(tree::integer(0), |sum, _| tree::add(&sum, &once));
                (arena.multiple(*factor, *game)?, sum)
            }
            Call::Number(numerator, exponent) => {
                (arena.number(&Dyadic::new(*numerator, *exponent))?, tree::number(*numerator, *exponent))
            }
            Call::NumberUpStar(number, ups, heap) => {
                let infinitesimal = tree::add(&tree::up(*ups), &tree::nimber(*heap));
                let model = tree::add(&tree::integer(*number), &tree::canonical(&infinitesimal));
                (arena.number_up_star(&Dyadic::from(*number), *ups, (*heap).into())?, model)
            }
            Call::Option(game, left, index) => {
                let (game, model) = at(game);
                let options = if *left { arena.left_options(*game)? } else { arena.right_options(*game)? };
                let models = if *left { &model.left } else { &model.right };
                assert_eq!(options.len(), models.len());
                let options: Vec<Game> = options.collect();
                let Some(&option) = options.get(index % options.len().max(1)) else { continue };
                let values: Vec<Game> =
                    models.iter().map(|model| value(arena, model)).collect::<Result<_, _>>()?;
                let place =
                    values.iter().position(|&value| value == option).expect("the options are the same");
                (option, Arc::clone(&models[place]))
            }
        };
        let model = tree::canonical(&model);
        if tree::size(&model) <= 60 {
            known.push((found, model));
        }
    }
    Ok(known)
}

/// Checks that handles are equal and ordered exactly as their trees are.
fn check(arena: &Arena, known: &[(Game, Tree)]) {
    for (some, first) in known {
        for (other, second) in known {
            let at_most = tree::le(first, second);
            assert_eq!(arena.le(*some, *other).unwrap(), at_most, "{first:?} and {second:?}");
            assert_eq!(some == other, at_most && tree::le(second, first));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_calls(calls in calls()) {
        let arena = Arena::default();
        let known = run(&arena, &calls).unwrap();
        check(&arena, &known);
    }

    /// Whatever the memory limit, results from before it was reached stay correct, and memory use never exceeds it.
    #[test]
    fn little_memory(calls in calls(), limit in 0u64..20_000) {
        let arena = Arena::new(limit);
        let mut known = Vec::new();
        for length in 1..=calls.len() {
            match run(&arena, &calls[..length]) {
                Ok(found) => known = found,
                Err(error) => {
                    prop_assert_eq!(error, ArenaError::OutOfMemory { limit });
                    break;
                }
            }
        }
        prop_assert!(arena.bytes() <= limit);
        for (some, first) in &known {
            for (other, second) in &known {
                if let Ok(at_most) = arena.le(*some, *other) {
                    prop_assert_eq!(at_most, tree::le(first, second));
                }
            }
        }
    }

    /// However often work is interrupted, earlier results stay correct, and the next attempt continues from them.
    #[test]
    fn interruptions(calls in calls()) {
        let (arena, undisturbed) = (Arena::frequently_interrupted(), Arena::default());
        let known = loop {
            match run(&arena, &calls) {
                Ok(known) => break known,
                Err(error) => prop_assert_eq!(error, ArenaError::Interrupted(Interruption::User)),
            }
        };
        run(&undisturbed, &calls).unwrap();
        prop_assert_eq!(arena.record_count(), undisturbed.record_count());
        arena.set_interrupt(Interrupt::default());
        check(&arena, &known);
    }

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn threads(games in proptest::collection::vec(games(), 2..5)) {
        let arena = Arena::default();
        let results: Vec<Vec<Game>> = std::thread::scope(|scope| {
            let work = |turn: usize| {
                let (arena, games) = (&arena, &games);
                move || {
                    let mut turned = games.clone();
                    turned.rotate_left(turn % games.len());
                    let mut values: Vec<Game> = turned.iter().map(|game| value(arena, game).unwrap()).collect();
                    values.rotate_right(turn % games.len());
                    let sum = values.iter().fold(Game::ZERO, |sum, &value| arena.add(sum, value).unwrap());
                    values.push(sum);
                    values
                }
            };
            let threads: Vec<_> = (0..4).map(|turn| scope.spawn(work(turn))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        prop_assert!(results.iter().all(|values| *values == results[0]));
    }

    /// The order is total, and the same in another arena in which the values were created in another order.
    #[test]
    fn structural_order(games in proptest::collection::vec(games(), 2..6)) {
        let (arena, other) = (Arena::default(), Arena::default());
        let values: Vec<Game> = games.iter().map(|game| value(&arena, game).unwrap()).collect();
        let mut twins: Vec<Game> = games.iter().rev().map(|game| value(&other, game).unwrap()).collect();
        twins.reverse();
        let order = |a, b| arena.structural_order(values[a], values[b]).unwrap();
        for a in 0..games.len() {
            for b in 0..games.len() {
                prop_assert_eq!(order(a, b), other.structural_order(twins[a], twins[b]).unwrap());
                prop_assert_eq!(order(a, b), order(b, a).reverse());
                prop_assert_eq!(order(a, b) == Ordering::Equal, values[a] == values[b]);
                for c in 0..games.len() {
                    prop_assert!(order(a, b).is_gt() || order(b, c).is_gt() || order(a, c).is_le());
                }
            }
        }
        let mut sorted = values.clone();
        arena.sort(&mut sorted).unwrap();
        let ordered = |pair: &[Game]| arena.structural_order(pair[0], pair[1]).unwrap().is_le();
        prop_assert!(sorted.windows(2).all(ordered));
    }
}
